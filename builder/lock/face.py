"""A section as the matching sees it, of the old edition and of the new one alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cached_property

from serverless.model import Figure, Section

from ..tree import Tree
from . import sketch
from .memory import HASH, Kept, Past
from .sketch import Sketch

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+[+#]*")


def plain(title: str) -> str:
    """A title as it is compared."""
    return " ".join(unicodedata.normalize("NFKC", title).casefold().split())


class Face:
    """`name` is the title without case and doubled spaces, `above` the same of the section above."""

    def __init__(self, title: str, number: str, hash: str, above: str, place: float) -> None:
        self.name = plain(title)
        self.number = number.strip(".").casefold()
        self.hash = hash
        self.above = above
        self.place = place

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self.name))

    @property
    def key(self) -> tuple[str, str, str, str]:
        """Sections that agree in all of this are the same, if both editions have equally many of them."""
        return self.hash, self.name, self.above, self.number


class Old(Face):
    """A remembered section."""

    def __init__(self, entry: Past, parent: int | None, above: str, place: float, number: str = "") -> None:
        super().__init__(entry.title, number, entry.hash, above, place)
        self.entry = entry
        self.parent = parent
        self.slug = entry.slug
        self.sketch = entry.sketch


class New(Face):
    """A section of the edition that is built now."""

    def __init__(self, section: Section, parent: int | None, above: str, place: float) -> None:
        super().__init__(section.title, section.number, section.text_hash[:HASH], above, place)
        self.section = section
        self.parent = parent
        self.anchor = ""
        self.figures: list[Figure] = []

    @cached_property
    def runs(self) -> frozenset[int]:
        return sketch.runs("\n\n".join([self.section.text, *map(_words, self.figures)]))

    @cached_property
    def sketch(self) -> Sketch:
        return sketch.sketch(self.runs)


def olds(entries: Sequence[Kept]) -> list[Old]:
    """The remembered sections of a document with the ones above them, which their levels tell."""
    faces: list[Old] = []
    path: list[int] = []
    for place, entry in enumerate(entries):
        del path[entry.level :]
        parent = path[-1] if path else None
        above = faces[parent].name if parent else ""
        faces.append(Old(entry, parent, above, place / len(entries), entry.number))
        path.append(place)
    return faces


def news(tree: Tree) -> list[New]:
    """The sections of a tree; those right below the root have nothing above them, whatever its title is."""
    places = {section.id: place for place, section in enumerate(tree.sections)}
    anchored = frozenset(tree.anchored)
    faces: list[New] = []
    for place, section in enumerate(tree.sections):
        parent = places[section.parent] if section.parent else None
        above = faces[parent].name if parent else ""
        share = place / len(tree.sections)
        faces.append(New(section, parent, above, share))
        faces[-1].anchor = section.slug if section.id in anchored else ""
    for figure in tree.figures:
        faces[places[figure.home]].figures.append(figure)
    return faces


def _words(figure: Figure) -> str:
    """What a figure says: a section may be one table."""
    return "\n".join([figure.caption, *map(" ".join, figure.rows), *figure.cells])
