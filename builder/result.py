"""What one question brought, in the words of the source: sections, figures, sentences, milliseconds."""

from __future__ import annotations

from collections.abc import Sequence

from serverless.model import Answer, Figure, Library, Section, SectionCard, Struct

from . import metrics, target
from .goldset import Level
from .target import Target

LISTED = 10
"""Sections that are listed for a question, and looked at by its metrics."""


class Found(Struct, frozen=True):
    """A section in rank order; `document` and `heading` as the source has them."""

    document: str
    anchor: str
    heading: str
    url: str
    score: float


class Cited(Struct, frozen=True):
    document: str
    anchor: str


class Said(Struct, frozen=True):
    text: str
    citations: tuple[Cited, ...]


class Result(Struct, frozen=True):
    """`figures` has the file of the first panel of each; on level "document" each document is listed once."""

    id: str
    status: str
    sections: tuple[Found, ...]
    figures: tuple[str, ...]
    sentences: tuple[Said, ...]
    ms: dict[str, float]


class Asked(Struct, frozen=True):
    """What the reader gave: the ids that recall found, all sections as ranked, the answer."""

    recalled: tuple[str, ...]
    ranked: tuple[SectionCard, ...]
    answer: Answer


class Case(Struct, frozen=True):
    """One question with all that is needed to judge it.

    The ids in `ranked` (the ten listed), `recalled` and `cited` are those of sections, or of documents on
    that level; each stands once. `why` says what the answer had to do without.
    """

    target: Target
    result: Result
    ranked: tuple[str, ...]
    recalled: tuple[str, ...]
    cited: tuple[str, ...]
    shown: metrics.Shown
    why: str = ""
    cost: float = 0.0
    unsure: bool = False


class Scribe:
    """Writes down what the reader gave in the words of the source."""

    def __init__(self, library: Library) -> None:
        self.documents = {document.id: target.name(document) for document in library.documents}
        self.sections = {section.id: section for section in library.sections}
        self.figures: dict[str, Figure] = {figure.id: figure for figure in library.figures}

    def case(self, wanted: Target, asked: Asked) -> Case:
        level, given = wanted.gold.level, asked.answer
        listed = self._once([card.id for card in asked.ranked], level)[:LISTED]
        figures = [target.files(self.figures[card.id]) for card in given.figures]
        cited = [citation.section for said in given.sentences for citation in said.citations]
        scores = {card.id: card.score for card in asked.ranked}
        found = [self._found(self.sections[one], scores[one]) for one in listed]
        return Case(
            target=wanted,
            result=self._result(wanted, given, found, figures),
            ranked=self._ids(listed, level),
            recalled=self._ids(asked.recalled, level),
            cited=self._ids(cited, level),
            shown=metrics.shown(figures, wanted.gold.figures, wanted.gold.acceptable_figures),
            why=given.why,
            cost=given.usage.cost,
            unsure=given.unsure,
        )

    def _once(self, sections: Sequence[str], level: Level) -> list[str]:
        """The sections, each once, or the first of each document."""
        first: dict[str, str] = {}
        for one in sections:
            first.setdefault(one if level == "section" else self.sections[one].document, one)
        return list(first.values())

    def _ids(self, sections: Sequence[str], level: Level) -> tuple[str, ...]:
        ids = sections if level == "section" else [self.sections[one].document for one in sections]
        return tuple(dict.fromkeys(ids))

    def _result(
        self, wanted: Target, given: Answer, found: Sequence[Found], figures: Sequence[Sequence[str]]
    ) -> Result:
        return Result(
            id=wanted.gold.id,
            status=given.status,
            sections=tuple(found),
            figures=tuple(next(iter(files), "") for files in figures),
            sentences=tuple(
                Said(said.text, tuple(self._cited(citation.section) for citation in said.citations))
                for said in given.sentences
            ),
            ms=given.usage.ms,
        )

    def _found(self, section: Section, score: float) -> Found:
        heading = section.heading or section.title
        return Found(self.documents[section.document], section.slug, heading, section.url, score)

    def _cited(self, name: str) -> Cited:
        section = self.sections[name]
        return Cited(self.documents[section.document], section.slug)
