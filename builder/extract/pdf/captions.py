"""Captions on a page: the lines that begin with "Figure 3", and those that go on with it."""

from __future__ import annotations

from collections.abc import Sequence

from builder import captions
from builder.captions import Caption
from builder.layout import wording
from serverless.model import Box, Struct

from .prose import plain
from .shapes import Line, across, around

LONGEST = 16
"""Lines of a caption at most."""
LEADING = 1.75
"""Distance of two base lines of a caption at most, in letter sizes."""


class Told(Struct, frozen=True):
    """A caption with its lines."""

    kind: str
    number: str
    lines: tuple[Line, ...]
    box: Box


def found(lines: Sequence[Line], rules: Sequence[Box]) -> tuple[Told, ...]:
    """The captions among the lines of a page, as the file has them; none goes on below a rule."""
    made: list[Told] = []
    taken: set[int] = set()
    for at, line in enumerate(lines):
        if line.order in taken:
            continue
        caption = None if at and _is_within(lines[at - 1], line) else captions.parse(plain(line))
        if caption:
            told = _told(lines, at, caption, rules)
            taken |= {one.order for one in told.lines}
            made.append(told)
    return tuple(made)


def _is_within(before: Line, line: Line) -> bool:
    """Whether a line stands in the middle of a paragraph, whose sentence goes on with "Table 2"."""
    is_next = 0 < line.base - before.base < 1.5 * line.size and abs(before.size - line.size) < 0.3
    is_full = before.width > 0.8 * line.width and abs(before.box[0] - line.box[0]) < 2 * line.size
    return is_next and is_full and not wording.ends(plain(before))


def _told(lines: Sequence[Line], at: int, caption: Caption, rules: Sequence[Box]) -> Told:
    first = lines[at]
    own = [first]
    for line in lines[at + 1 :]:
        if len(own) >= LONGEST or not _goes_on(own, line) or _is_parted(own[-1], line, rules):
            break
        own.append(line)
    return Told(caption.kind, caption.number, tuple(own), around(line.box for line in own))


def _is_parted(above: Line, below: Line, rules: Sequence[Box]) -> bool:
    return any(
        above.base < rule[3] < below.base and across(rule, below.box) > 0.5 * below.width for rule in rules
    )


def _goes_on(own: Sequence[Line], line: Line) -> bool:
    """Whether a line is the next one of a caption: as large, right below, in the same column."""
    last, box = own[-1], around(one.box for one in own)
    fall = line.base - last.base
    is_set = abs(line.size - last.size) < 0.6 and line.bold <= own[0].bold
    is_below = 0 < fall < LEADING * last.size
    if is_below and len(own) > 1:
        is_below = fall < 1.25 * (last.base - own[-2].base) + 0.5
    is_in = (
        across(line.box, box) > 0.5 * min(line.width, box[2] - box[0])
        and line.box[0] >= own[0].box[0] - 2.5 * line.size
    )
    is_full = (
        len(own) == 1
        or last.box[2] > box[2] - 0.25 * (box[2] - box[0])
        or last.width > 0.75 * (box[2] - box[0])
    )
    is_new = captions.parse(plain(line)) is not None and not _is_within(last, line)
    return is_set and is_below and is_in and is_full and not is_new
