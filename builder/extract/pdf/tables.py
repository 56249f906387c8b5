"""A table's region as a grid with spans, where rules and places say clearly what it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec

from serverless.model import Box

from .. import tables
from . import cells
from .cells import Row
from .prose import flowing
from .regions import Region
from .shapes import around
from .slots import Ruled, Slot, Span, merged, placed, telling

MOST_ROWS, MOST_COLUMNS = 400, 40
WHOLE = 0.8
"""Share of a table's width from which a rule parts rows, and not headings."""
TORN = 1.1
"""Letter sizes between two words from which on they are not of one cell, whatever is drawn around them."""
SPARSE = 0.34
"""Share of places that hold something, in a grid that is believed, at least."""


def grid(
    region: Region, rules: Sequence[Box], words: Mapping[str, int]
) -> tuple[tuple[tables.Cell, ...], ...]:
    """The rows of a table; () where they are not clear."""
    inner = [rule for rule in rules if _is_inside(rule, region.box)]
    flat = sorted((rule for rule in inner if rule[2] - rule[0] > rule[3] - rule[1]), key=lambda rule: rule[1])
    walls = [rule for rule in inner if rule[2] - rule[0] <= rule[3] - rule[1]]
    found = cells.pieces(region.lines, walls)
    rows = cells.rows(found)
    width = around(flat)[2] - around(flat)[0] if flat else region.box[2] - region.box[0]
    bars = [rule[1] for rule in flat if rule[2] - rule[0] > WHOLE * width]
    head = _head(rows, bars)
    fences = _fences(walls, flat)
    fences = fences if _is_fenced(rows, fences) else []
    spans = list(pairwise(fences)) if len(fences) > 2 else cells.columns(telling(rows, head))
    if not (2 <= len(rows) <= MOST_ROWS and 2 <= len(spans) <= MOST_COLUMNS):
        return ()
    short = tuple(rule for rule in flat if rule[2] - rule[0] <= WHOLE * width)
    ruled = Ruled(tuple(bars), short, tuple(walls), head)
    lines, slots = merged(rows, placed(rows, spans, ruled), bars, boxed=len(fences) > 2)
    return _cells(lines, slots, len(spans), _groups(lines, bars), words)


def _fences(walls: Sequence[Box], flat: Sequence[Box]) -> list[float]:
    """Where the upright rules of a table stand that is boxed all around; [] where it is not."""
    height = flat[-1][3] - flat[0][1] if len(flat) > 2 else 0.0
    found: list[list[Box]] = []
    for wall in sorted(walls):
        if found and wall[0] - found[-1][0][0] < 3:
            found[-1].append(wall)
        else:
            found.append([wall])
    tall = [group[0][0] for group in found if sum(wall[3] - wall[1] for wall in group) > WHOLE * height]
    is_boxed = (
        bool(height) and len(tall) > 2 and abs(tall[0] - flat[0][0]) < 4 and abs(tall[-1] - flat[0][2]) < 4
    )
    return tall if is_boxed else []


def _is_fenced(rows: Sequence[Row], fences: Sequence[float]) -> bool:
    """Whether each cell between two upright rules holds words that stand together."""
    torn = sum(
        any(
            after.x0 - before.x1 > TORN * after.size
            and not any(before.x1 <= fence <= after.x0 for fence in fences)
            for before, after in pairwise(row)
        )
        for row in rows
    )
    return torn <= 0.1 * len(rows)


def _is_inside(rule: Box, box: Box) -> bool:
    return rule[0] > box[0] - 3 and rule[2] < box[2] + 3 and rule[1] > box[1] - 3 and rule[3] < box[3] + 3


def _head(rows: Sequence[Row], bars: Sequence[float]) -> int:
    """How many rows stand between the first and the second whole rule."""
    below = [bar for bar in bars if bar > rows[0][0].base]
    if not below or len(bars) < 2:
        return 0
    return sum(row[0].base < below[0] for row in rows)


def _cells(
    lines: Sequence[Span],
    slots: Sequence[Sequence[Slot]],
    width: int,
    groups: Sequence[int],
    words: Mapping[str, int],
) -> tuple[tuple[tables.Cell, ...], ...]:
    """The grid as cells; () where too little of it is filled."""
    head = groups.count(0) if len(set(groups)) > 1 else 1
    spread = [_spread(slot, slots, groups) for row in slots for slot in row]
    found = {(slot.row, slot.first): slot for slot in spread}
    covered = {place: slot for slot in spread for place in _places(slot)}
    if len(covered) < SPARSE * len(lines) * width:
        return ()
    made = []
    for y in range(len(lines)):
        row = []
        for x in range(width):
            if (y, x) in found:
                row.append(_cell(found[y, x], y < head, words))
            elif (y, x) not in covered:
                row.append(tables.Cell("", "", y < head))
        made.append(tuple(row))
    return tuple(made)


def _places(slot: Slot) -> list[tuple[int, int]]:
    return [(slot.row + y, x) for y in range(slot.rows) for x in range(slot.first, slot.last + 1)]


def _groups(lines: Sequence[Span], bars: Sequence[float]) -> list[int]:
    """For each row the number of whole rules between it and the first."""
    inner = [bar for bar in bars if bar > lines[0][0]]
    return [sum(bar < (top + end) / 2 for bar in inner) for top, end in lines]


def _spread(slot: Slot, slots: Sequence[Sequence[Slot]], groups: Sequence[int]) -> Slot:
    """A cell that is alone in its column between two rules, over all rows between them."""
    own = [row for row, group in enumerate(groups) if group == groups[slot.row]]
    others = [
        one
        for row in own
        for one in slots[row]
        if one is not slot and one.first <= slot.last and slot.first <= one.last
    ]
    is_full = all(len(slots[row]) > 1 for row in own)
    is_label = slot.first <= 1 or slot.rows > 1
    if len(own) < 2 or others or not is_full or not is_label or slot.first != slot.last:
        return slot
    return msgspec.structs.replace(slot, row=own[0], rows=len(own))


def _cell(slot: Slot, head: bool, words: Mapping[str, int]) -> tables.Cell:
    ordered = sorted(slot.pieces, key=lambda piece: (round(piece.base), piece.x0))
    flow = flowing([piece.words for piece in ordered], words)
    return tables.Cell(flow.text, flow.md, head, slot.rows, slot.last - slot.first + 1)
