"""Gold questions in the ids of one library: which sections and figures they mean, and what it lacks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain
from pathlib import PurePosixPath
from typing import Literal

from serverless.model import Document, Figure, Library, Section, Struct

from .goldset import Entry, Fault, GoldQuestion, GoldSection
from .ids import slug

_ATTRIBUTES = re.compile(r"\s*\{[^{}]*\}\s*$")


Kind = Literal["document", "section", "figure"]
LIKE = 0.8
"""How like a name must be to be offered instead, 0…1."""
MANY = 1000
"""Names above which none is offered: comparing takes time."""


class Missing(Struct, frozen=True):
    """Gold that the library lacks; `near` is what it has instead, where anything is like it.

    What is only acceptable, and one file of a group that has others, is not `required`.
    """

    question: str
    line: int
    kind: Kind
    name: str
    required: bool
    near: str = ""

    @property
    def fault(self) -> Fault:
        hint = f"; did you mean {self.near!r}?" if self.near else ""
        return Fault(
            self.line, f"the library has no {self.kind} {self.name!r} (question {self.question}){hint}"
        )


class Wanted(Struct, frozen=True):
    """An expected section or document and the ids that satisfy it; none where the library lacks it."""

    name: str
    ids: frozenset[str]


class Target(Struct, frozen=True):
    """A gold question in ids: of documents on level "document", of sections else."""

    gold: GoldQuestion
    sections: tuple[Wanted, ...]
    acceptable: frozenset[str]
    missing: tuple[Missing, ...] = ()

    def lacks(self, files: Sequence[str]) -> bool:
        """Whether the library has none of these pictures."""
        gone = {one.name for one in self.missing if one.kind != "section"}
        return all(gone & {file, *PurePosixPath(file).parts} for file in files)

    @property
    def expected(self) -> tuple[frozenset[str], ...]:
        return tuple(wanted.ids for wanted in self.sections)


class Resolver:
    """Finds gold documents, sections and figures in a library."""

    def __init__(self, library: Library) -> None:
        self.documents = {key: doc for doc in library.documents for key in (doc.id, *names(doc))}
        self.sections: dict[str, list[Section]] = {document.id: [] for document in library.documents}
        for section in library.sections:
            self.sections[section.document].append(section)
        self.figures: dict[str, list[Figure]] = {}
        for figure in library.figures:
            self.figures.setdefault(figure.home, []).append(figure)
        self.files = {file for figure in library.figures for file in files(figure)}

    def target(self, entry: Entry) -> Target:
        """The question with its gold as sets of ids; gold that means the same is wanted once."""
        gold = entry.gold
        found = {section: self.ids(section, gold.level) for section in gold.sections}
        fine = {section: self.ids(section, gold.level) for section in gold.acceptable_sections}
        wanted: dict[frozenset[str] | str, Wanted] = {}
        for section, ids in found.items():
            name = section.name if gold.level == "section" else section.document
            wanted.setdefault(ids or name, Wanted(name, ids))
        gone = {section: section in found for section, ids in {**fine, **found}.items() if not ids}
        places = tuple(self._places(entry, gone))
        pictures = self._pictures(entry, [one.name for one in places if one.kind == "document"])
        acceptable = frozenset().union(*fine.values())
        return Target(gold, tuple(wanted.values()), acceptable, (*places, *pictures))

    def document(self, name: str) -> Document | None:
        return self.documents.get(name) or self.documents.get(slug(name))

    def ids(self, gold: GoldSection, level: str) -> frozenset[str]:
        """The ids that satisfy a gold section; none where the library lacks it."""
        document = self.document(gold.document)
        if document is None:
            return frozenset()
        if level == "document":
            return frozenset({document.id})
        sections = self.sections[document.id]
        if gold.anchor is not None:
            return frozenset(one.id for one in sections if _has_anchor(one, gold.anchor))
        if gold.heading is not None:
            return frozenset(one.id for one in self._headed(gold, gold.heading, sections))
        return frozenset(one.id for one in _holding(sections, gold.line or 1))

    def _headed(self, gold: GoldSection, heading: str, sections: Sequence[Section]) -> Sequence[Section]:
        """The sections of that heading; where none has it any more, the one whose text took it in."""
        words = folded(heading)
        same = [section for section in sections if words in _headings(section)]
        if same:
            return _holding(same, gold.line) if gold.line else same
        if gold.line:
            return [one for one in _holding(sections, gold.line) if words in "".join(self._texts(one))]
        return [one for one in sections if words in self._texts(one)]

    def _texts(self, section: Section) -> list[str]:
        """Each line of a section, and of what its figures say, folded."""
        figures = self.figures.get(section.id, ())
        said = [text for one in figures for text in (one.label, one.caption, one.alt, *one.cells)]
        rows = [cell for one in figures for row in one.rows for cell in row]
        return [folded(text) for text in (*section.text.split("\n"), *said, *rows)]

    def _places(self, entry: Entry, gone: Mapping[GoldSection, bool]) -> Iterator[Missing]:
        """The documents and sections that are not there, each once; the values say whether it is required."""
        said: dict[str, Missing] = {}
        for gold, required in sorted(gone.items(), key=lambda pair: not pair[1]):
            document = self.document(gold.document)
            kind: Kind = "section" if document else "document"
            name = gold.name if document else gold.document
            near = (
                _near(gold.heading or "", self._titles(document)) if document else _near(name, self.documents)
            )
            said.setdefault(name, Missing(entry.gold.id, entry.line, kind, name, required, near))
        yield from said.values()

    def _titles(self, document: Document) -> list[str]:
        return [section.heading or section.title for section in self.sections[document.id]]

    def _pictures(self, entry: Entry, gone: Collection[str]) -> Iterator[Missing]:
        """The picture files that are not there, each once; a group is lost where none of its files is.

        Those of a document that is `gone` go without saying.
        """
        gold = entry.gold
        lost = [group for group in gold.figures if not self.files & set(group)]
        required = {file for group in lost for file in group}
        for file in dict.fromkeys((*chain.from_iterable(gold.figures), *gold.acceptable_figures)):
            if file not in self.files and not set(gone) & set(PurePosixPath(file).parts):
                yield Missing(gold.id, entry.line, "figure", file, file in required)


def name(document: Document) -> str:
    """What a question file calls a document: the name of its folder, or the stem of its file."""
    return names(document)[0]


def names(document: Document) -> tuple[str, ...]:
    """All names that a question file may use, the usual one first.

    A document's id is made from the name of its folder or file; the part of its path that gives that id
    is the name, so that a folder "v1.5" keeps its dot and an archive "clip.zip" loses its suffix.
    """
    path = PurePosixPath(document.source.path)
    parts = [text for part in reversed(path.parts) for text in (part, PurePosixPath(part).stem)]
    own = [text for text in parts if slug(text) == document.id]
    return tuple(dict.fromkeys((*own, path.stem, path.name, str(path))))


def files(figure: Figure) -> tuple[str, ...]:
    """The source files of a figure, first panel first."""
    return tuple(panel.source for panel in figure.panels)


def folded(text: str) -> str:
    """Letters and digits alone, whatever their case, so that marks and spaces do not tell texts apart."""
    bare = _ATTRIBUTES.sub("", text)
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", bare).casefold())


def _headings(section: Section) -> set[str]:
    full = f"{section.number} {section.title}"
    return {folded(text) for text in (section.heading, section.title, full, *section.aliases)} - {""}


def _has_anchor(section: Section, anchor: str) -> bool:
    if section.parent is None:
        return anchor in ("", section.id)
    return section.slug in (anchor, slug(anchor))


def _holding(sections: Sequence[Section], line: int) -> Sequence[Section]:
    """The section that a line of the source stands in: the last that begins before it, or the first."""
    before = [section for section in sections if section.line <= line]
    return before[-1:] or sections[:1]


def _near(name: str, names: Collection[str]) -> str:
    """The name most like `name`, where one is like it at all."""
    return next(iter(get_close_matches(name, sorted(set(names)), 1, LIKE)), "") if len(names) < MANY else ""
