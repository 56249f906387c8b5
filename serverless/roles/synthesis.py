"""Synthesis: a model writes the answer, and each of its sentences is checked before anybody sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing

from ..cite import words_of
from ..context import Part
from ..index import Index
from ..model import Citation, Figure, Sentence, Struct
from ..notices import language
from . import support
from .brief import Brief
from .markers import Marks, Said
from .port import Call, Prompt
from .prompts import wording

NONE = "[NONE]"
"""What a model writes where the sections do not hold the answer."""


class Style(Struct, frozen=True):
    """How an answer should be: its language, its length in words, and how many figures it may name."""

    lang: str
    words: int = 180
    figures: int = 6


class Writing:
    """One answer on its way, from a `brief`; `figures` are those that it named, in order.

    `dropped` counts what was lost: "ids" were never offered, "uncited" sentences said nothing about where
    they are from, "unsupported" ones do not stand in what they cite.
    """

    def __init__(self, brief: Brief, style: Style, index: Index) -> None:
        self.brief, self._style, self._index = brief, style, index
        self.figures: dict[str, Figure] = {}
        self.dropped: Counter[str] = Counter()
        self.sentences: list[Sentence] = []
        self.declined = False
        self._offered = brief.text

    def write(self, call: Call) -> Iterator[Sentence]:
        """Each sentence that holds, as soon as the model has written it. Raises ModelError."""
        marks = Marks(self._style.lang)
        with closing(call.stream(prompt(self.brief, self._style))) as pieces:  # type: ignore[type-var]
            for piece in self._unless_none(pieces):
                yield from self._kept(marks.feed(piece))
        yield from self._kept(marks.end())

    def _unless_none(self, pieces: Iterator[str]) -> Iterator[str]:
        """What is written, unless it begins with the word for nothing."""
        held = ""
        for piece in pieces:
            held += piece
            if held.strip().startswith(NONE):
                self.declined = True
                return
            if not NONE.startswith(held.strip()):
                yield held
                held = ""
                break
        yield held
        yield from pieces

    def _kept(self, found: list[Said]) -> Iterator[Sentence]:
        for said in found:
            sentence = self._checked(said)
            if sentence:
                self.sentences.append(sentence)
                yield sentence

    def _checked(self, said: Said) -> Sentence | None:
        """The sentence with its citations, or None where it must not be shown as cited."""
        figures = {one: self.brief.figures[one] for one in said.ids if one in self.brief.figures}
        parts = [part for one in said.ids if (part := self.brief.section(one))]
        self.dropped["ids"] += len(said.ids) - len(figures) - len(parts)
        if not said.text:
            self.figures |= figures
            return None
        parts = parts or (self._found(said, figures) if figures or not said.ids else [])
        if not parts:
            self.dropped["uncited"] += 1
            return None
        source = "\n".join(words_of(part.section, self._index) for part in parts)
        looked = bool(figures.keys() & self.brief.seen)
        if not support.holds(said.text, source, self._offered, figures.values(), looked=looked):
            self.dropped["unsupported"] += 1
            return None
        self.figures |= figures
        return Sentence(said.text, tuple(self._citation(said.text, part) for part in parts), said.paragraph)

    def _found(self, said: Said, figures: dict[str, Figure]) -> list[Part]:
        """The sections of a sentence that names none: those of its figures, else the one that says it."""
        homes = {figure.home for figure in figures.values()}
        parts = [part for part in self.brief.context.parts if part.section.id in homes]
        best = support.attributed(said.text, self._style.lang, self.brief.context.parts)
        return parts or ([best] if best else [])

    def _citation(self, text: str, part: Part) -> Citation:
        section = part.section
        return Citation(part.n, section.id, section.url, support.quote(text, self._style.lang, part))


def prompt(brief: Brief, style: Style) -> Prompt:
    """The whole question to the model."""
    words = wording("synthesis")
    values = {
        "nonce": brief.nonce,
        "language": language(style.lang, "en"),
        "words": style.words,
        "figures": style.figures,
    }
    asked = (words.render("opening", **values), *brief.question, words.render("closing", **values))
    return Prompt(
        role="synthesis",
        version=words.version,
        system=words.render("system", **values),
        parts=(*brief.parts, *asked),
        max_tokens=support.budget(style.lang, style.words),
    )
