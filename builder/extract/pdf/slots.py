"""The pieces of a table in their rows and columns, with the columns that headings reach over."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from serverless.model import Box, Struct

from . import cells
from .cells import Piece, Row

FULL = 0.6
"""Share of the pieces of the fullest row that a heading row has at least to say where columns are."""
MIDDLE = 0.06
"""Share of a table's width by which a cell over all columns is off their middle at most."""
CLOSE = 1.32
"""Letter sizes between two lines of one cell at most."""
WRAPPED = 0.6
"""Share of close rows that must look like lines of cells before all are taken for such."""

Span = tuple[float, float]


class Ruled(Struct, frozen=True):
    """The rules of a table: `bars` are the heights of the whole ones, `head` counts rows above the second."""

    bars: tuple[float, ...]
    short: tuple[Box, ...]
    walls: tuple[Box, ...]
    head: int


class Slot(Struct, frozen=True):
    """A piece of text in the grid; `last` column and `rows` of it count from where it begins."""

    row: int
    first: int
    last: int
    pieces: tuple[Piece, ...]
    rows: int = 1


def telling(rows: Sequence[Row], head: int) -> list[Piece]:
    """The pieces that say where columns are: all but those of headings over several columns."""
    most = max((len(row) for row in rows), default=0)
    return [piece for at, row in enumerate(rows) if at >= head or len(row) >= FULL * most for piece in row]


def placed(rows: Sequence[Row], spans: Sequence[Span], ruled: Ruled) -> list[list[Slot]]:
    """Every piece with its columns; headings reach as far as the rule below them, or the walls around."""
    made: list[list[Slot]] = []
    for at, row in enumerate(rows):
        slots = []
        for piece in row:
            first, last = cells.place(piece, spans)
            if at < ruled.head:
                first, last = _widened(piece, row, (first, last), spans, ruled)
            elif len(row) == 2 and piece is row[1] and len(spans) > 3 and _is_central(piece, spans[1:]):
                first, last = 1, len(spans) - 1
            slots.append(Slot(at, first, last, (piece,)))
        made.append(_apart(slots))
    return made


def _widened(
    piece: Piece, row: Row, own: tuple[int, int], spans: Sequence[Span], ruled: Ruled
) -> tuple[int, int]:
    under = [
        rule
        for rule in ruled.short
        if rule[0] - 2 <= piece.x0
        and piece.x1 <= rule[2] + 2
        and -1 < rule[1] - piece.base < 1.2 * piece.size
    ]
    shared = [_share(piece, row, (rule[0] - 2, rule[2] + 2)) for rule in under[:1]]
    bounds = shared or _between(piece, row, ruled.walls)
    for left, right in bounds:
        inside = [at for at, span in enumerate(spans) if left <= (span[0] + span[1]) / 2 <= right]
        if inside and inside[0] <= own[0] and own[1] <= inside[-1]:
            return inside[0], inside[-1]
    return own


def _share(piece: Piece, row: Row, span: Span) -> Span:
    """The part of a rule that is one piece's, up to half way to its neighbours over the same rule."""
    middles = [(other.x0 + other.x1) / 2 for other in row]
    own = (piece.x0 + piece.x1) / 2
    left = max((middle for middle in middles if span[0] < middle < own), default=None)
    right = min((middle for middle in middles if own < middle < span[1]), default=None)
    return (
        span[0] if left is None else (left + own) / 2,
        span[1] if right is None else (right + own) / 2,
    )


def _is_central(piece: Piece, spans: Sequence[Span]) -> bool:
    left, right = spans[0][0], spans[-1][1]
    return abs((piece.x0 + piece.x1) / 2 - (left + right) / 2) < MIDDLE * (right - left)


def _between(piece: Piece, row: Row, walls: Sequence[Box]) -> list[Span]:
    """The space between two walls that a piece has for itself."""
    tall = [wall[0] for wall in walls if wall[1] < piece.base and wall[3] > piece.top + 1]
    left = max((x for x in tall if x <= piece.x0 + 1), default=None)
    right = min((x for x in tall if x >= piece.x1 - 1), default=None)
    if left is None:
        return []
    end = right if right is not None else max(other.x1 for other in row) + 40
    is_alone = not any(other is not piece and left < (other.x0 + other.x1) / 2 < end for other in row)
    return [(left, end)] if is_alone else []


def _apart(slots: Sequence[Slot]) -> list[Slot]:
    """Slots of one row, none in the columns of another; two in one column are one."""
    made: list[Slot] = []
    for slot in slots:
        if made and slot.first <= made[-1].last:
            before = made[-1]
            if slot.last > before.last and before.first < slot.first:
                made[-1] = msgspec.structs.replace(before, last=slot.first - 1)
                made.append(slot)
            elif slot.last > before.last:
                made.append(msgspec.structs.replace(slot, first=before.last + 1))
            else:
                made[-1] = msgspec.structs.replace(before, pieces=(*before.pieces, *slot.pieces))
        else:
            made.append(slot)
    return made


def merged(
    rows: Sequence[Row], placed: list[list[Slot]], bars: Sequence[float], *, boxed: bool = False
) -> tuple[list[Span], list[list[Slot]]]:
    """The rows with their tops and ends: lines of one cell together, cells between rows over both."""
    tops = [(min(p.top for p in row), max(p.end for p in row)) for row in rows]
    lines: list[Span] = []
    slots: list[list[Slot]] = []
    floating: list[Slot] = []
    wrapped = _wrapped(rows, placed, bars, boxed=boxed)
    for at, row in enumerate(placed):
        is_over = lines and tops[at][0] < lines[-1][1] - 0.15 * rows[at][0].size
        is_under = at + 1 < len(tops) and tops[at + 1][0] < tops[at][1] - 0.15 * rows[at][0].size
        if is_over and is_under and not _meet(row, slots[-1]):
            floating += [msgspec.structs.replace(slot, row=len(lines) - 1, rows=2) for slot in row]
        elif lines and (at in wrapped or (is_over and not _meet(row, slots[-1]))):
            slots[-1] = _joined(slots[-1], row)
            lines[-1] = (min(lines[-1][0], tops[at][0]), max(lines[-1][1], tops[at][1]))
        else:
            lines.append(tops[at])
            slots.append([msgspec.structs.replace(slot, row=len(lines) - 1) for slot in row])
    for slot in floating:
        slots[slot.row].append(slot)
    return lines, slots


def _meet(row: Sequence[Slot], other: Sequence[Slot]) -> bool:
    return any(a.first <= b.last and b.first <= a.last for a in row for b in other)


def _joined(above: Sequence[Slot], below: Sequence[Slot]) -> list[Slot]:
    made = list(above)
    for slot in below:
        at = next((at for at, one in enumerate(made) if one.first <= slot.first <= one.last), None)
        if at is None:
            made.append(msgspec.structs.replace(slot, row=made[0].row if made else slot.row))
        else:
            made[at] = msgspec.structs.replace(made[at], pieces=(*made[at].pieces, *slot.pieces))
    return made


def _wrapped(
    rows: Sequence[Row], placed_: Sequence[Sequence[Slot]], bars: Sequence[float], *, boxed: bool
) -> set[int]:
    """Rows that go on with the cells of the one above: set closer than rows are, and with gaps between."""
    groups = _close(rows, bars)
    if boxed and len(groups) >= len(bars) - 1:  # a rule below each row
        return {at for group in groups for at in group[1:]}
    many = [group for group in groups if len(group) > 1]
    if len(groups) < 3 or not many:
        return set()
    loose = [group for group in many if _is_loose([placed_[at] for at in group])]
    return {at for group in many for at in group[1:]} if len(loose) > WRAPPED * len(many) else set()


def _close(rows: Sequence[Row], bars: Sequence[float]) -> list[list[int]]:
    """Rows that stand as close as lines of a text, with no rule between them."""
    groups = [[0]]
    for at, (above, below) in enumerate(pairwise(rows), 1):
        is_near = below[0].base - above[0].base < CLOSE * below[0].size
        if is_near and not any(above[0].base < bar < below[0].base for bar in bars):
            groups[-1].append(at)
        else:
            groups.append([at])
    return groups


def _is_loose(group: Sequence[Sequence[Slot]]) -> bool:
    """Whether most columns of some close rows hold one line only: the lines are those of one cell."""
    counts: dict[int, int] = {}
    for row in group:
        for slot in row:
            counts[slot.first] = counts.get(slot.first, 0) + 1
    return sum(count == 1 for count in counts.values()) >= 0.5 * len(counts)
