"""Who speaks of which figure: "Fig. 3(b)", "Figures 2 and 5", "Tables 1–3", "图 3" in a section's text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from serverless import anchors
from serverless.anchors import Anchor, AnchorKind
from serverless.model import Figure, FigureKind, Section, Struct
from serverless.plain import pieces
from serverless.sentences import split

MOST = 8
"""Sentences that are kept for a figure."""
LONGEST = 400
"""Characters of such a sentence."""
WIDEST = 20
"""Figures that a range names; "Figures 3–250" is something else."""
CALLED: dict[FigureKind, AnchorKind] = {
    "figure": "figure",
    "image": "figure",
    "video": "figure",
    "table": "table",
    "equation": "equation",
    "algorithm": "algorithm",
}
"""What a text calls each kind."""
SILENT = {"references", "contents", "index"}
SPOKEN = {"prose", "item", "row"}

_LABELS = "|".join(words for kind, words in anchors.WORDS.items() if kind != "section")
_PANELS = re.compile(r"(?<=\d)\s*[(（]\s*[a-hA-H](?:\s*(?:[,&，、–-]|and|et|und|y)\s*[a-hA-H])*\s*[)）]")
_RANGE = re.compile(
    rf"(?P<label>(?:{_LABELS})\.?\s*[(（]?)(?P<first>\d{{1,3}})\)?"
    r"\s*(?:–|—|−|～|〜|~|\b(?:to|through|bis|à|a|al)\b|至|到|から)\s*\(?(?P<last>\d{1,3})(?![\d.])",
    re.IGNORECASE,
)
_PLURAL = re.compile(
    r"(?P<label>\b(?:figures|figs\.?|tables|tableaux|abbildungen|tabellen|figuras|tablas|equations|eqs\.?)\s*\(?)"
    r"(?P<first>\d{1,3})\)?\s*-\s*\(?(?P<last>\d{1,3})(?![\d.])",
    re.IGNORECASE,
)


class Mention(Struct, frozen=True):
    """A sentence of a section that speaks of a figure."""

    figure: str
    section: str
    sentence: str


def find(text: str) -> tuple[Anchor, ...]:
    """The figures, tables, equations and algorithms that a text names, each once; ranges are counted out."""
    plain = _PANELS.sub("", text)
    for pattern in (_RANGE, _PLURAL):
        plain = pattern.sub(_counted, plain)
    return tuple(anchor for anchor in anchors.find(plain) if anchor.kind != "section")


def _counted(match: re.Match[str]) -> str:
    """ "Tables 1–3" as "Tables 1, 2, 3"."""
    first, last = int(match["first"]), int(match["last"])
    if not 0 < last - first <= WIDEST:
        return match.group()
    return match["label"] + ", ".join(str(number) for number in range(first, last + 1))


def linked(figures: Sequence[Figure], sections: Sequence[Section]) -> tuple[Figure, ...]:
    """The figures with the sections and the sentences that mention them, in reading order."""
    found: dict[str, list[Mention]] = {}
    for mention in mentions(figures, sections):
        found.setdefault(mention.figure, []).append(mention)
    return tuple(_with(figure, found.get(figure.id, [])) for figure in figures)


def mentions(figures: Sequence[Figure], sections: Sequence[Section]) -> Iterator[Mention]:
    """All mentions of the figures of one document, in reading order."""
    places = {section.id: section.order for section in sections}
    known: dict[tuple[str, str], list[Figure]] = {}
    for figure in figures:
        for key in _keys(figure):
            known.setdefault(key, []).append(figure)
    for section in sections if known else ():
        if section.noise in SILENT:
            continue
        for sentence in _sentences(section):
            for anchor in find(sentence):
                same = known.get((anchor.kind, anchor.number), [])
                near = sorted(same, key=lambda figure: abs(places[figure.home] - section.order))
                for figure in near[:1]:
                    yield Mention(figure.id, section.id, sentence)


def _keys(figure: Figure) -> set[tuple[str, str]]:
    """The kinds and spellings of the number under which a text may name a figure."""
    if not figure.number:
        return set()
    kind = CALLED[figure.kind]
    number = figure.number.casefold()
    spellings = {number, re.sub(r"(?<=\d)[a-z]$", "", number)}
    return {(kind, other) for name in spellings for other in Anchor(kind, name).spellings}


def _sentences(section: Section) -> Iterator[str]:
    for piece in pieces(section.text):
        if piece.kind in SPOKEN:
            yield from split(piece.text, section.lang)


def _with(figure: Figure, found: Sequence[Mention]) -> Figure:
    sentences = dict.fromkeys(_cut(mention.sentence) for mention in found)
    sections = dict.fromkeys(mention.section for mention in found)
    return msgspec.structs.replace(figure, mentioned_in=tuple(sections), mentions=tuple(sentences)[:MOST])


def _cut(sentence: str) -> str:
    return sentence if len(sentence) <= LONGEST else sentence[:LONGEST].rpartition(" ")[0] + "…"
