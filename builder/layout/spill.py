"""Text that fell out of pictures: the cells of a table one by one, axis labels, a formula's symbols.

Extractors that read PDF pages write such text right below the picture, as paragraphs like any other.
It is told from prose by what stands around it: a run of very short paragraphs behind a picture, a line
that stands closer to the picture than paragraphs stand to each other, text inside the picture's box.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder import captions
from builder.blocks import FORMULA, WHOLE, Block
from serverless.model import Struct

from . import pictures, wording
from .draft import own_text

TEXT = {"paragraph", "list", "quote"}
AHEAD = 3
"""Blocks within which a long cell must be followed by a short one."""
LABEL = 30
"""Characters up to which a heading inside a run of cells may be a cell."""


class Spill(Struct, frozen=True):
    """`source` says for each fallen block which block it fell out of; `leaks` are those that read as prose.

    A leak is text for certain where its picture is a strip cut out of the page, and a label where it is
    a figure; which of the two it is, is known once the captions have found their pictures.
    """

    source: dict[int, int]
    leaks: frozenset[int]
    numbers: dict[int, tuple[str, ...]]
    """Numbers of equations, as they stood beside or in a formula's picture."""
    fallen: dict[int, tuple[int, ...]]
    """`source` the other way round."""


def spilled(blocks: Sequence[Block]) -> Spill:
    """What fell out of every picture of a document."""
    reader = _Reader(blocks)
    for at, block in enumerate(blocks):
        if block.kind in {"image", "table"} and block.images:
            reader.read(at)
    numbers = {at: tuple(found) for at, found in reader.numbers.items()}
    fallen: dict[int, list[int]] = {}
    for place, source in sorted(reader.source.items()):
        fallen.setdefault(source, []).append(place)
    back = {source: tuple(places) for source, places in fallen.items()}
    return Spill(reader.source, frozenset(reader.leaks), numbers, back)


class _Reader:
    """Goes through the blocks behind each picture."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = blocks
        self.gap = pictures.usual_gap(blocks)
        self.source: dict[int, int] = {}
        self.leaks: set[int] = set()
        self.numbers: dict[int, list[str]] = {}

    def read(self, at: int) -> None:
        """Takes what fell out of the picture at `at`."""
        shape = pictures.shape_of(self.blocks[at])
        if shape == "speck" or self.blocks[at].hint == WHOLE:
            return
        if self.blocks[at].hint == FORMULA:
            self._number(at)
            return
        for text in own_text(self.blocks[at]):
            if wording.is_symbolic(text) and (found := _inner_numbers(text)):
                self.numbers[at] = found
        after = self._numbers(at, self._leak(at))
        if at in self.numbers or (shape == "crop" and pictures.named_kind(self.blocks[at]) != "table"):
            self._symbols(at, after)
        else:
            self._cells(at, after)

    def _number(self, at: int) -> None:
        """The number at the end of a formula that the importer has found."""
        match = re.search(rf"(?:^|\s){wording.EQUATION_NUMBER.pattern}$", self.blocks[at].text)
        if match:
            self.numbers[at] = [match[1]]

    def _leak(self, at: int) -> int:
        """The line right below a picture; the place after it."""
        after = at + 1
        if after >= len(self.blocks) or not self._is_text(after):
            return after
        text = self.blocks[after].text
        is_close = self._is_close(at) or pictures.is_inside(self.blocks[after], self.blocks[at])
        is_formula = wording.is_symbolic(text) and bool(wording.OPERATOR.search(text))
        if not (is_close or is_formula or _is_babble(text)):
            return after
        self.source[after] = at
        if wording.is_prose(text):
            self.leaks.add(after)
        elif wording.OPERATOR.search(text) and (found := _inner_numbers(text)):
            self.numbers.setdefault(at, []).extend(found)
        return after + 1

    def _is_close(self, at: int) -> bool:
        """Whether a picture and the next block stand closer than paragraphs do."""
        before, after = self.blocks[at], self.blocks[at + 1]
        return bool(self.gap and before.line) and 0 < after.line - before.line < self.gap

    def _numbers(self, at: int, after: int) -> int:
        """Numbers in brackets that stand alone; the place after them."""
        while after < len(self.blocks) and (number := wording.equation_number(self.blocks[after].text)):
            self.source[after] = at
            self.numbers.setdefault(at, []).append(number)
            after += 1
        return after

    def _symbols(self, at: int, after: int) -> None:
        """Short pieces of a formula, with its number among them."""
        while after < len(self.blocks) and self._is_text(after):
            text = self.blocks[after].text
            if number := wording.equation_number(text):
                self.numbers.setdefault(at, []).append(number)
            elif at in self.numbers or not (len(text) <= 2 * wording.CELL and wording.is_symbolic(text)):
                return
            self.source[after] = at
            after += 1

    def _cells(self, at: int, after: int) -> None:
        """A run of cells; long ones and false headings count as long as short ones follow."""
        while after < len(self.blocks) and self._is_in_run(at, after):
            self.source[after] = at
            after += 1

    def _is_in_run(self, at: int, place: int) -> bool:
        block = self.blocks[place]
        if pictures.is_inside(block, self.blocks[at]) and block.kind in TEXT:
            return True
        if block.kind == "heading":
            return self._is_cell_heading(place)
        if not self._is_text(place) or wording.weight(block.text) > wording.LONG_CELL:
            return False
        if block.hint == "table-cell" or (wording.is_cell(block.text) and not _is_lead(block.text)):
            return True
        may_be_long = pictures.named_kind(self.blocks[at]) == "table" or not wording.is_prose(block.text)
        return may_be_long and any(map(self._is_cell_at, range(place + 1, place + 1 + AHEAD)))

    def _is_cell_heading(self, place: int) -> bool:
        """Whether a heading is a cell: short, and nothing but more cells below."""
        block = self.blocks[place]
        ahead = range(place + 1, place + 1 + AHEAD)
        return not block.anchor and len(block.text) <= LABEL and all(map(self._is_cell_at, ahead))

    def _is_cell_at(self, place: int) -> bool:
        is_there = place < len(self.blocks) and self._is_text(place)
        return is_there and wording.is_cell(self.blocks[place].text)

    def _is_text(self, place: int) -> bool:
        block = self.blocks[place]
        is_caption = block.hint == "caption" or captions.parse(block.text) is not None
        return block.kind in TEXT and not block.images and not is_caption


def _is_babble(text: str) -> bool:
    """Many words without grammar: the labels of a diagram on one line."""
    words = wording.WORD.findall(text)
    return (
        len(words) >= 8 and wording.function_share(text) < wording.PROSE_SHARE / 2 and wording.is_open(text)
    )


def _is_lead(text: str) -> bool:
    """A line that leads to what follows it."""
    return text.rstrip().endswith((":", "："))


def _inner_numbers(text: str) -> list[str]:
    """The number of an equation that stands in its own line, at the end or between two lines of it."""
    found = re.findall(rf"(?<=\s){wording.EQUATION_NUMBER.pattern}(?=\s|$)", text)
    return found[:1] if found else []
