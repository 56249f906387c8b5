"""One page laid out: what is a figure, a table, a formula, a heading or text, in the order of reading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from serverless.model import Box, Struct

from . import captions, columns, formulas, graphics, loose, mending, paragraphs, regions
from .columns import Span
from .formulas import Formula
from .headings import Heading
from .paragraphs import Paragraph
from .regions import Region
from .shapes import Line, Page, around, down
from .styles import Style

Part = Region | Formula | Heading | Paragraph
DOT = (1.5, 8.0)
"""Points of width and height of a drawn dot of a list."""
REACH = 2.2
"""Letter sizes between it and its item at most."""

_Item = Region | Formula | Heading | Line


class Layout(Struct, frozen=True):
    """What stands on a page beside its text."""

    page: Page
    spans: tuple[Span, ...]
    regions: tuple[Region, ...]
    formulas: tuple[Formula, ...]

    @property
    def taken(self) -> frozenset[int]:
        """The lines that are part of something other than text."""
        lines = [line for region in self.regions for line in _lines(region)]
        return frozenset(
            line.order for line in (*lines, *(line for one in self.formulas for line in one.lines))
        )


def of(page: Page, style: Style, spans: Sequence[Span]) -> Layout:
    """Figures, tables and formulas of a page; `spans` are the columns of most pages."""
    told = captions.found(page.lines, page.rules)
    clusters = graphics.clusters(page.marks, page.width, page.height)
    field = regions.field(page, told, clusters, style, spans)
    found = regions.found(field)
    found = (*found, *loose.found(field, found, style.words))
    taken = {line.order for region in found for line in _lines(region)}
    taken |= {line.order for one in told for line in one.lines}
    free = [line for line in page.lines if line.order not in taken]
    return Layout(page, tuple(field.spans), found, formulas.found(free, field.spans, field.prose))


def _lines(region: Region) -> tuple[Line, ...]:
    return (*region.lines, *(region.told.lines if region.told else ()))


def parts(layout: Layout, heads: Sequence[Heading], style: Style) -> Iterator[Part]:
    """All that stands on a page, as a person reads it."""
    items: list[tuple[Box, _Item]] = [(_box(region), region) for region in layout.regions]
    items += [(formula.box, formula) for formula in layout.formulas]
    items += [(around(line.box for line in head.lines), head) for head in heads]
    taken = layout.taken | {line.order for head in heads for line in head.lines}
    free = [line for line in layout.page.lines if line.order not in taken]
    items += [(line.box, line) for line in mending.mended(free)]
    dots = dotted(layout.page)
    run: list[Line] = []
    for item in columns.ordered(items):
        if isinstance(item, Line) and (not run or _is_column(run[-1], item)):
            run.append(item)
            continue
        yield from paragraphs.of(run, style, layout.page.height, dots)
        run = [item] if isinstance(item, Line) else []
        if not isinstance(item, Line):
            yield item
    yield from paragraphs.of(run, style, layout.page.height, dots)


def dotted(page: Page) -> frozenset[int]:
    """The lines that begin with a small drawing, as lists do whose dots are no letters."""
    marks = [mark.box for mark in page.marks if _is_dot(mark.box)]
    return frozenset(
        line.order
        for line in page.lines
        if any(
            0 < line.box[0] - box[2] < REACH * line.size and down(box, line.box) > 0.9 * (box[3] - box[1])
            for box in marks
        )
    )


def _is_dot(box: Box) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    return DOT[0] <= width <= DOT[1] and DOT[0] <= height <= DOT[1] and abs(width - height) < 0.5 * width


def _box(region: Region) -> Box:
    return around((region.box, region.told.box)) if region.told else region.box


def _is_column(last: Line, line: Line) -> bool:
    """Whether a line goes on in the column of the one before, and not at the top of the next one."""
    return line.base > last.base - 0.6 * last.size and line.box[0] < last.box[2] + 4 * last.size
