"""What stands on every page and is no text: running heads and feet, page numbers, stamps along the edge."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import msgspec

from serverless.model import Box

from .shapes import Line, Mark, Page, area

EDGE = 0.11
"""Share of a page's height, above and below, in which running lines stand."""
LOGO = 0.1
"""Share of a page that a logo takes at most."""
OFTEN = 3
"""Pages on which a running line or a logo stands at least (two of a document of up to four)."""
_NUMBER = re.compile(
    r"[\W\d_]+|[ivxlc]{1,6}|(?:page|seite|p\.|página|第)?\W*\d+\W*(?:(?:of|von|de|sur|/)\W*\d+|页|頁)?\W*",
    re.IGNORECASE,
)
_COUNT = re.compile(r"\d+|\b[ivxlc]{1,6}\b")


def without(pages: Sequence[Page]) -> tuple[Page, ...]:
    """The pages without their running lines and pictures."""
    lines = Counter(
        key for page in pages for key in {_key(line) for line in page.lines if _is_edge(line, page)}
    )
    marks = Counter(key for page in pages for key in {_seat(mark) for mark in page.marks})
    often = max(2, min(OFTEN, len(pages) // 2))
    return tuple(_cleared(page, lines, marks, often) for page in pages)


def _cleared(page: Page, lines: Counter[tuple[str, int]], marks: Counter[Box], often: int) -> Page:
    is_running = {line.order for line in page.lines if _is_edge(line, page) and lines[_key(line)] >= often}
    tops = [line.box[1] for line in page.lines if line.order not in is_running]
    ends = [line.box[3] for line in page.lines if line.order not in is_running]
    for line in page.lines:
        is_outer = tops and (line.box[1] <= min(tops) + 1 or line.box[3] >= max(ends) - 1)
        if _is_edge(line, page) and is_outer and _NUMBER.fullmatch(line.text):
            is_running.add(line.order)
    kept = tuple(line for line in page.lines if line.order not in is_running)
    drawn = tuple(mark for mark in page.marks if not _is_logo(mark, page, marks[_seat(mark)], often))
    heights = [line.box for line in page.lines if line.order in is_running]
    rules = tuple(rule for rule in page.rules if not any(_underlines(rule, box) for box in heights))
    return msgspec.structs.replace(page, lines=kept, marks=drawn, rules=rules)


def _is_logo(mark: Mark, page: Page, count: int, often: int) -> bool:
    """Whether a small picture comes back at its place; large ones that do are scanned pages."""
    is_small = area(mark.box) < LOGO * page.width * page.height
    return mark.kind != "path" and is_small and count >= max(often, OFTEN)


def _is_edge(line: Line, page: Page) -> bool:
    return line.box[3] < EDGE * page.height or line.box[1] > (1 - EDGE) * page.height


def _key(line: Line) -> tuple[str, int]:
    """Equal for the same line on another page, whatever number is in it."""
    return _COUNT.sub("#", line.text.casefold()), round(line.base / 6)


def _seat(mark: Mark) -> Box:
    x0, y0, x1, y1 = mark.box
    return round(x0), round(y0), round(x1), round(y1)


def _underlines(rule: Box, box: Box) -> bool:
    return box[1] - 6 < rule[1] < box[3] + 8 and rule[3] - rule[1] < 3
