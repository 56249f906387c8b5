"""What a page of a PDF is made of. Places are in points from the upper left corner, as the page is read."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec

from builder.blocks import Block
from serverless.model import Box, Struct

WIDE = 0.8
"""Letter sizes between two words from which on they are two cells."""

MarkKind = Literal["path", "image", "form"]


class Run(NamedTuple):
    """One stretch of text as the file shows it: its font, and the line that it stands on.

    `mcid` is the mark that ties it to the tags of the file, -1 for none; `turn` is 0 for text that runs
    across the page, else the quarter turns to the right that would set it so.
    """

    font: str
    size: float
    base: float
    bold: bool
    italic: bool
    turn: int
    mcid: int


class Char(NamedTuple):
    """One character; a space that the file does not hold, but shows by its places, has no width."""

    text: str
    x0: float
    x1: float
    run: int


class Mark(NamedTuple):
    """Anything on a page that is not text."""

    kind: MarkKind
    box: Box


class Tag(NamedTuple):
    """One element of the structure that a tagged PDF has, with the marks of its text."""

    name: str
    mcids: tuple[int, ...]
    alt: str


class Sheet(Struct, frozen=True):
    """One page as the file has it. `number` counts from 1; `crowded` pages have too much to be read."""

    number: int
    width: float
    height: float
    chars: tuple[Char, ...]
    runs: tuple[Run, ...]
    marks: tuple[Mark, ...]
    tags: tuple[Tag, ...] = ()
    crowded: bool = False
    damaged: bool = False
    turn: int = 0
    """Quarter turns to the right that set the page upright."""


class Word(NamedTuple):
    """A word, or a part of one that is raised (1) or lowered (-1); `glued` to the one before."""

    text: str
    x0: float
    x1: float
    rise: int = 0
    glued: bool = False
    bold: bool = False


class Line(Struct, frozen=True):
    """Words side by side; `order` is the place in the file, `base` the height of the base line."""

    words: tuple[Word, ...]
    box: Box
    base: float
    size: float
    font: str
    bold: bool
    italic: bool
    order: int
    mcid: int = -1
    math: float = 0.0
    """Share of its letters that are signs of formulas or set in a font for them."""

    text: str = ""
    """The plain text of the words, whatever is given here."""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "text", joined(self.words))

    @property
    def is_row(self) -> bool:
        """Whether wide gaps part a line into cells."""
        gaps = (word.x0 - before.x1 for before, word in pairwise(self.words))
        return sum(gap > WIDE * self.size for gap in gaps) >= 2

    @property
    def width(self) -> float:
        return self.box[2] - self.box[0]


class Page(Struct, frozen=True):
    """One page as lines, with the boxes of what is drawn on it and its thin rules."""

    number: int
    width: float
    height: float
    lines: tuple[Line, ...]
    marks: tuple[Mark, ...]
    rules: tuple[Box, ...]
    tags: tuple[Tag, ...] = ()
    crowded: bool = False
    damaged: bool = False
    lost: bool = False
    """Whether the fonts do not say which letters they show."""
    recognised: bool = False
    """Whether the lines were read off a picture of the page."""
    turn: int = 0
    slow: bool = False
    """Whether it was given up to read it, for the time it takes or for its damage."""


class Read(Struct, frozen=True):
    """A PDF as read; `title` and `lang` are "" where the file says nothing."""

    blocks: tuple[Block, ...]
    title: str
    lang: str
    pages: int
    producer: str
    warnings: tuple[str, ...]


def joined(words: Iterable[Word]) -> str:
    """The plain text of words in a row."""
    parts = [word.text if word.glued else f" {word.text}" for word in words]
    return "".join(parts).strip()


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box that holds all of them (at least one)."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def area(box: Box) -> float:
    return max(box[2] - box[0], 0.0) * max(box[3] - box[1], 0.0)


def across(one: Box, other: Box) -> float:
    """How many points two boxes share from left to right; negative is the gap between them."""
    return min(one[2], other[2]) - max(one[0], other[0])


def down(one: Box, other: Box) -> float:
    """How many points two boxes share from top to bottom; negative is the gap between them."""
    return min(one[3], other[3]) - max(one[1], other[1])


def holds(outer: Box, inner: Box, slack: float = 2.0) -> bool:
    """Whether the middle of one box lies in another."""
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] - slack <= x <= outer[2] + slack and outer[1] - slack <= y <= outer[3] + slack


def overlap(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    return max(across(one, other), 0.0) * max(down(one, other), 0.0)
