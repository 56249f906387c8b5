"""A document's tree with the ways through it that pages need."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from serverless.model import Document, Figure, Section

from . import words
from .tree import Tree


class Book:
    """Looks sections up by parent and figures by section; nothing changes after it is made."""

    def __init__(self, tree: Tree, listed: bool = True, pictured: Mapping[str, str] | None = None) -> None:
        """`pictured` are pictures of the pages that figures stand on, by figure."""
        self.listed = listed
        self.pictured = pictured or {}
        self.document: Document = tree.document
        self.sections = tree.sections
        self.root: Section = tree.sections[0]
        self.words = words.of(tree.document.lang)
        self.pdf = f"library/{tree.document.id}/{tree.document.id}.pdf" if tree.pdf else ""
        self.section = {section.id: section for section in tree.sections}
        self.figure = {figure.id: figure for figure in tree.figures}
        self.figures = tree.figures
        self._children: dict[str, list[Section]] = defaultdict(list)
        self._home: dict[str, list[Figure]] = defaultdict(list)
        self._spoken: dict[str, list[Figure]] = defaultdict(list)
        for section in tree.sections:
            self._children[section.parent or ""].append(section)
        for figure in tree.figures:
            self._home[figure.home].append(figure)
            for reader in figure.mentioned_in:
                self._spoken[reader].append(figure)

    @property
    def kind(self) -> str:
        """What schema.org calls a document with references; "" for any other, which is a TechArticle."""
        has_references = any(section.noise == "references" for section in self.sections)
        return "ScholarlyArticle" if has_references else ""

    def children(self, section: Section) -> list[Section]:
        """The sections right below, in reading order."""
        return self._children[section.id]

    def below(self, section: Section, depth: int) -> Iterator[tuple[Section, int]]:
        """The sections below down to `depth` levels, each with its own depth from 0, in reading order."""
        for child in self.children(section):
            yield child, 0
            if depth > 1:
                yield from ((inner, level + 1) for inner, level in self.below(child, depth - 1))

    def at_home(self, section: Section) -> list[Figure]:
        """The figures that stand on the section's page."""
        return self._home[section.id]

    def from_elsewhere(self, section: Section) -> list[Figure]:
        """The good figures that the section speaks of and that stand on another page."""
        return [
            figure for figure in self._spoken[section.id] if figure.home != section.id and is_exhibit(figure)
        ]

    def readers(self, figure: Figure) -> list[Section]:
        """The sections elsewhere that speak of `figure`."""
        return [self.section[reader] for reader in figure.mentioned_in if reader != figure.home]

    def address(self, figure: Figure) -> str:
        """Where `figure` stands, from the root of the site."""
        return f"{self.section[figure.home].url}#{figure.anchor}"


def heading(section: Section) -> str:
    """The title with its number in front, as one line; as the source writes it, where that says the same."""
    written = " ".join(section.heading.split())
    if section.parent and section.title and written.endswith(section.title):
        return written
    return " ".join(f"{section.number} {section.title}".split()) or section.document


def is_exhibit(figure: Figure) -> bool:
    """Whether a figure is one that a reader would look for in a list: no scrap, and no formula."""
    return figure.quality == "good" and figure.kind != "equation"
