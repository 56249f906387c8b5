"""A question file with gold sections and figures: read strictly, and matched against a library."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from serverless.errors import UsageError
from serverless.model import Document, Figure, Library, Section, Struct

from .ids import slug


class GoldSection(Struct, frozen=True):
    """Where an answer stands: by explicit anchor, by heading text, or by line of the source."""

    document: str
    anchor: str | None = None
    heading: str | None = None
    line: int | None = None


class GoldQuestion(msgspec.Struct, frozen=True):
    """One line of the file; fields that are not listed here (notes, answers…) are left alone."""

    id: str
    question: str
    lang: str = "en"
    answerable: bool = True
    level: Literal["section", "document"] = "section"
    sections: tuple[GoldSection, ...] = ()
    figures: tuple[tuple[str, ...], ...] = ()
    acceptable_sections: tuple[GoldSection, ...] = ()
    acceptable_figures: tuple[str, ...] = ()


class Target(Struct, frozen=True):
    """A gold question in the ids of one library. `missing` lists the gold that the library lacks."""

    gold: GoldQuestion
    sections: tuple[frozenset[str], ...]
    acceptable: frozenset[str]
    missing: tuple[str, ...]


def read(path: Path) -> tuple[GoldQuestion, ...]:
    """All questions of `path`; UsageError lists every bad line at once."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: {error}", "give a UTF-8 file with one JSON object a line") from None
    questions: dict[str, GoldQuestion] = {}
    problems: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            question = msgspec.json.decode(line, type=GoldQuestion)
        except msgspec.DecodeError as error:
            problems.append(f"line {number}: {error}")
            continue
        if question.id in questions:
            problems.append(f"line {number}: the id {question.id!r} stands twice")
        questions[question.id] = question
    if problems or not questions:
        raise UsageError(f"{path}: " + ("; ".join(problems) or "no question in it"), "see docs/evaluation.md")
    return tuple(questions.values())


class Resolver:
    """Finds gold documents, sections and figures in a library."""

    def __init__(self, library: Library) -> None:
        self.documents = {key: doc for doc in library.documents for key in _names(doc)}
        self.sections: dict[str, list[Section]] = {}
        for section in library.sections:
            self.sections.setdefault(section.document, []).append(section)

    def target(self, gold: GoldQuestion) -> Target:
        """The question with its gold as sets of ids: document ids on level "document", else section ids."""
        found = [(section, self.ids(section, gold.level)) for section in gold.sections]
        accepted = [self.ids(section, gold.level) for section in gold.acceptable_sections]
        return Target(
            gold,
            tuple(frozenset(ids) for _, ids in found if ids),
            frozenset().union(*accepted),
            tuple(f"{gold.id}: {_say(section)}" for section, ids in found if not ids),
        )

    def ids(self, gold: GoldSection, level: str) -> set[str]:
        document = self.documents.get(gold.document)
        if document is None:
            return set()
        if level == "document":
            return {document.id}
        return {section.id for section in self._sections(gold, self.sections[document.id])}

    def _sections(self, gold: GoldSection, sections: Sequence[Section]) -> list[Section]:
        if gold.anchor:
            return [section for section in sections if gold.anchor in (section.slug, *section.id.split("/"))]
        if gold.line:
            before = [section for section in sections if section.line <= gold.line]
            return before[-1:]
        wanted = slug(gold.heading or "")
        return [section for section in sections if wanted in _headings(section)]


def files(figure: Figure) -> tuple[str, ...]:
    """The source files of a figure, first panel first."""
    return tuple(panel.source for panel in figure.panels)


def _names(document: Document) -> tuple[str, ...]:
    """What a question file may call a document: its id, its folder's name, its file's stem."""
    path = Path(document.source.path)
    return document.id, path.name, path.stem


def _headings(section: Section) -> set[str]:
    full = f"{section.number} {section.title}"
    return {slug(text) for text in (section.title, full, *section.aliases)}


def _say(gold: GoldSection) -> str:
    return f"{gold.document} / {gold.anchor or gold.heading or gold.line}"
