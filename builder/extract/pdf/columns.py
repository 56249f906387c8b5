"""Columns and the order of reading: where the gutters are, and what comes after what."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Generic, TypeVar

from serverless.model import Box

from .shapes import Line, Page, around

GUTTER = 6.0
"""Points between two columns at least."""
CROSSED = 0.12
"""Share of lines that may run across a gutter: titles, captions."""
FEWEST = 4
"""Lines that a column has at least."""
OFTEN = 3
"""Pages of columns that a document has at least to be one in columns."""
EARLY = 24.0
"""Points by which the right column may begin above the left one."""
SIDE = 3
"""Lines on each side of a gutter for two columns of a band."""

Span = tuple[float, float]
Item = TypeVar("Item")


def typical(pages: Iterable[Page], size: float) -> tuple[Span, ...]:
    """The columns of most pages that have more than one; () where few have."""
    found = [spans for page in pages if len(spans := of(page, size)) > 1]
    counts = Counter(tuple((round(start / 8), round(stop / 8)) for start, stop in spans) for spans in found)
    if len(found) < OFTEN:
        return ()
    most = max(counts, key=lambda key: (counts[key], key))
    return next(
        spans
        for spans in found
        if tuple((round(start / 8), round(stop / 8)) for start, stop in spans) == most
    )


def like(page: Page, size: float, spans: Sequence[Span]) -> tuple[Span, ...]:
    """The columns of a page; those of most pages where half of its text fills them and a figure hides it."""
    own = of(page, size)
    lines = [line for line in page.lines if abs(line.size - size) < 0.06 * size]
    full = [sum(_fills(line, span) for line in lines) for span in spans]
    return tuple(spans) if len(own) < len(spans) and min(full) >= FEWEST else own


def _fills(line: Line, span: Span) -> bool:
    return abs(line.box[0] - span[0]) < 16 and abs(line.box[2] - span[1]) < 6


def of(page: Page, size: float) -> tuple[Span, ...]:
    """The columns of a page from left to right, by its lines of running text; one where there are none."""
    lines = [line for line in page.lines if 0.72 * size < line.size < 1.2 * size and len(line.text) >= 15]
    if not lines:
        return ((0.06 * page.width, 0.94 * page.width),)
    left, right = min(line.box[0] for line in lines), max(line.box[2] for line in lines)
    edges = [left]
    for _, stop in _gutters(lines, left, right):
        before = [line.box for line in lines if edges[-1] - 2 <= line.box[0] and line.box[2] <= stop]
        after = [line.box for line in lines if line.box[0] >= stop - 2]
        if len(before) >= FEWEST and len(after) >= FEWEST:
            edges += [max(box[2] for box in before), min(box[0] for box in after)]
    edges.append(right)
    return tuple(zip(edges[::2], edges[1::2], strict=True))


def _gutters(lines: Sequence[Line], left: float, right: float) -> list[Span]:
    """Stretches between `left` and `right` that hardly any line runs across."""
    most = CROSSED * len(lines)
    first, size = int(left), int(right) + 2 - int(left)
    steps = [0] * (size + 1)
    for line in lines:  # one more from where a line begins, one less behind its end
        steps[max(int(line.box[0]) + 1 - first, 0)] += 1
        steps[min(max(math.ceil(line.box[2]) - first, 0), size)] -= 1
    counts = list(accumulate(steps))[:size]
    found: list[Span] = []
    start: int | None = None
    for x, count in enumerate([*counts, len(lines)], int(left)):
        if count <= most:
            start = x if start is None else start
        elif start is not None:
            if x - start >= GUTTER and start > left + 20 and x < right - 20:
                found.append((start - 1, x))
            start = None
    return found


def ordered(items: Sequence[tuple[Box, Item]]) -> list[Item]:
    """Boxes as a person reads them: bands from top to bottom, in each its columns from left to right."""
    bands: list[_Band[Item]] = []
    for row in _rows(items):
        if bands and (together := bands[-1].joined(row)):
            bands[-1] = together
            continue
        gaps = _gaps([box for box, _ in row])
        early = bands[-1].given_up(gaps, row) if bands and gaps else []
        bands = [band for band in bands if band.items]
        bands.append(_Band([*early, *row], gaps))
    return [item for band in bands for item in band.read()]


def _rows(items: Sequence[tuple[Box, Item]]) -> list[list[tuple[Box, Item]]]:
    """Items that share some height, row by row."""
    rows: list[list[tuple[Box, Item]]] = []
    bottom = 0.0
    for box, item in sorted(items, key=lambda pair: (pair[0][1], pair[0][0])):
        if rows and box[1] < bottom - 1:
            rows[-1].append((box, item))
            bottom = max(bottom, box[3])
        else:
            rows.append([(box, item)])
            bottom = box[3]
    return rows


class _Band(Generic[Item]):
    """Rows in a line that share their gutters."""

    def __init__(self, items: list[tuple[Box, Item]], gaps: list[Span]) -> None:
        self.items = items
        self.gaps = gaps
        self.span = around(box for box, _ in items)

    def joined(self, row: list[tuple[Box, Item]]) -> _Band[Item] | None:
        """This band with one more row, None where the row runs across its gutters."""
        items = [*self.items, *row]
        if not self.gaps:
            return None if _gaps([box for box, _ in row]) else _Band(items, [])
        left = [
            gap for gap in _gaps([box for box, _ in items]) if any(_lies_in(gap, own) for own in self.gaps)
        ]
        return _Band(items, left) if left else None

    def given_up(self, gaps: Sequence[Span], row: list[tuple[Box, Item]]) -> list[tuple[Box, Item]]:
        """The last items that belong to the columns below: close above, to the right of their gutter."""
        taken: list[tuple[Box, Item]] = []
        top = min(box[1] for box, _ in row)
        while self.items and not self.gaps:
            box = self.items[-1][0]
            is_aside = any(box[0] >= stop - 1 for _, stop in gaps)
            if not is_aside or top - box[3] > EARLY:
                break
            taken.append(self.items.pop())
            top = box[1]
        return taken[::-1]

    def read(self) -> list[Item]:
        """Column by column; line by line where it is no band of columns."""
        columns = self._columns()
        is_one = len(columns) < 2 or any(len(column) < SIDE for column in columns)
        return [
            item for column in ([self.items] if is_one else columns) for _, item in sorted(column, key=_place)
        ]

    def _columns(self) -> list[list[tuple[Box, Item]]]:
        edges = [self.span[0] - 1, *((start + stop) / 2 for start, stop in self.gaps), self.span[2] + 1]
        return [
            [pair for pair in self.items if start <= (pair[0][0] + pair[0][2]) / 2 < stop]
            for start, stop in pairwise(edges)
        ]


def _lies_in(inner: Span, outer: Span) -> bool:
    return outer[0] - 0.1 <= inner[0] and inner[1] <= outer[1] + 0.1


def _place(pair: tuple[Box, object]) -> tuple[int, float]:
    return round(pair[0][1] / 3), pair[0][0]


def _gaps(boxes: Sequence[Box]) -> list[Span]:
    """Stretches with something on both sides that no box runs across."""
    found: list[Span] = []
    end: float | None = None
    for left, _, right, _ in sorted(boxes):
        if end is not None and left - end >= GUTTER:
            found.append((end, left))
        end = right if end is None else max(end, right)
    return found
