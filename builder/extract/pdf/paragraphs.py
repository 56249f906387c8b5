"""Lines in the order of reading as paragraphs, items of lists and footnotes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Literal

from builder.layout import wording
from serverless.model import Struct

from .prose import plain
from .shapes import Line, down
from .styles import Style

Kind = Literal["paragraph", "item", "footnote", "code"]

LEADING = 1.3
"""Distance of two base lines of a paragraph, as a share of what is usual below its first lines."""
INDENT = 0.7
"""Letter sizes by which a first line is set in or out."""
SHORT = 0.82
"""Share of the column's width below which a line that ends a sentence ends its paragraph."""
NOTE = 0.93
"""Size of a footnote's letters at most, as a share of the text's."""
FOOT = 0.62
"""Share of a page's height below which footnotes stand."""
ITEM = re.compile(r"(?:[•◦▪●■–*∗‣►✓]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]|\[\d{1,3}\])\s*(?=\S)")
TYPED = re.compile(
    r"courier|mono|consol|typewriter|CMTT|LMTT|SFTT|NimbusMon|menlo|inconsolata", re.IGNORECASE
)
BULLET = re.compile(r"[•◦▪●■‣►✓]\s*")
NOTED = re.compile(r"(?:[*∗†‡§¶]|\d{1,2})\s?(?=[^\W\d_]|http)")


class Paragraph(Struct, frozen=True):
    kind: Kind
    lines: tuple[Line, ...]


def of(
    lines: Sequence[Line], style: Style, height: float, dotted: frozenset[int] = frozenset()
) -> list[Paragraph]:
    """Lines that follow one another in one column; `height` is that of the page.

    `dotted` are the lines that begin with a drawn dot, which is no letter of theirs.
    """
    made: list[Paragraph] = []
    typed = _listings(lines, style)
    for is_code, run in groupby(lines, key=lambda line: line.order in typed):
        group = tuple(run)
        made += (
            [Paragraph("code", group)] if is_code else _prose(group, _Reader(group, style, height, dotted))
        )
    return made


def _listings(lines: Sequence[Line], style: Style) -> set[int]:
    """The lines of listings: typed ones in a row, or a single one that is set apart from the text."""
    found: set[int] = set()
    if is_typed(style.font):
        return found
    for is_code, run in groupby(enumerate(lines), key=lambda pair: is_typed(pair[1].font)):
        group = list(run)
        at, first = group[0]
        above = lines[at - 1] if at else first
        is_apart = first.box[0] > above.box[0] + INDENT * first.size or not at
        is_apart = is_apart or first.base - above.base > 1.5 * above.size
        if is_code and (len(group) > 1 or is_apart):
            found |= {line.order for _, line in group}
    return found


def is_typed(font: str) -> bool:
    """Whether all letters of a font are of one width, as in listings."""
    return bool(TYPED.search(font))


def _prose(lines: Sequence[Line], reader: _Reader) -> list[Paragraph]:
    groups: list[list[Line]] = [[lines[0]]]
    for line in lines[1:]:
        if reader.begins(groups[-1], line):
            groups.append([line])
        else:
            groups[-1].append(line)
    return [Paragraph(reader.kind(at, groups), tuple(group)) for at, group in enumerate(groups)]


class _Reader:
    def __init__(self, lines: Sequence[Line], style: Style, height: float, dotted: frozenset[int]) -> None:
        self.style, self.height, self.dotted = style, height, dotted
        falls: dict[int, Counter[float]] = {}
        for line, after in pairwise(lines):
            if 0.9 * line.size < after.base - line.base < 2 * line.size:
                falls.setdefault(round(line.size), Counter())[round(after.base - line.base, 1)] += 1
        self.falls = {size: counts.most_common(1)[0][0] for size, counts in falls.items()}
        self.left = min(line.box[0] for line in lines)
        self.right = max(line.box[2] for line in lines)
        edges = Counter(round(line.box[0] / 2) * 2 for line in lines)
        near = sum(count for edge, count in edges.items() if edge <= self.left + 2)
        self.hangs = (
            len(lines) >= 6 and near < 0.45 * len(lines) and edges.most_common(1)[0][0] > self.left + 4
        )

    def begins(self, group: Sequence[Line], line: Line) -> bool:
        """Whether a line begins a paragraph."""
        last = group[-1]
        if down(last.box, line.box) > 0.4 * line.size and line.base - last.base < 0.5 * line.size:
            return False
        fall, usual = line.base - last.base, self.falls.get(round(last.size), 1.25 * last.size)
        if (
            fall < -1
            or fall > max(LEADING * usual, usual + 3)
            or abs(line.size - last.size) > 0.12 * last.size
        ):
            return True
        text = plain(line)
        if line.order in self.dotted:
            return True
        if ITEM.match(text) and self._is_item(group, line, text):
            return True
        if line.bold != last.bold and (line.bold or last.bold) and self._is_full_bold(group, line):
            return True
        return self._is_set_in(group, line)

    def _is_item(self, group: Sequence[Line], line: Line, text: str) -> bool:
        """A sign at the start of a line makes an item where the line before is done or begins one."""
        if BULLET.match(text):
            return True
        is_after = bool(ITEM.match(plain(group[0])))
        is_done = wording.ends(plain(group[-1])) or group[-1].box[2] < self.right - 2 * line.size
        return line.box[0] <= group[0].box[0] + 2 * line.size and (is_after or is_done) and is_done

    def _is_full_bold(self, group: Sequence[Line], line: Line) -> bool:
        return all(one.bold for one in group) and wording.ends(plain(group[-1])) if not line.bold else False

    def _is_set_in(self, group: Sequence[Line], line: Line) -> bool:
        """By the place of its first letter, and whether the line before it was full."""
        last, step = group[-1], INDENT * line.size
        is_done = wording.ends(plain(last))
        if self.hangs:
            return (
                line.box[0] < self.left + step
                and group[0].box[0] < self.left + step
                and last.box[0] >= self.left
            )
        is_item = bool(ITEM.match(plain(group[0]))) or group[0].order in self.dotted
        if is_item and line.box[0] < group[0].box[0] - 0.3 * line.size:
            return is_done
        if not is_item and line.box[0] > last.box[0] + step:
            return is_done or last.box[2] < self.right - 4 * line.size
        width = self.right - self.left
        return (
            is_done
            and not is_item
            and last.box[2] < self.left + SHORT * width
            and line.box[0] <= last.box[0] + step
        )

    def kind(self, at: int, groups: Sequence[Sequence[Line]]) -> Kind:
        first, text = groups[at][0], plain(groups[at][0])
        if first.box[1] > FOOT * self.height and self._is_small(groups[at]):
            is_noted = bool(NOTED.match(text)) or first.words[0].rise > 0
            is_below = not all(map(self._is_small, groups[:at])) and all(map(self._is_small, groups[at:]))
            if is_noted or is_below:
                return "footnote"
        is_item = BULLET.match(text) or re.match(r"\[\d{1,3}\]\s|\(?\d{1,2}[.)]\s", text)
        return "item" if is_item or first.order in self.dotted else "paragraph"

    def _is_small(self, group: Sequence[Line]) -> bool:
        return group[0].size < NOTE * self.style.size
