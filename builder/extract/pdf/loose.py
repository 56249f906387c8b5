"""Pictures and ruled tables without a caption."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from serverless.model import Box

from ..tables import Cell
from . import cells, tables
from .cells import Row
from .formulas import NUMBER, SIGNS
from .paragraphs import is_typed
from .regions import Field, Region
from .shapes import Line, across, area, around, down, holds, joined, overlap

LEAST = 0.008
"""Share of a page that a picture without a caption takes at least."""
SIDE = 30.0
"""Points of its shorter side at least."""
TEXT = 0.22
"""Share of a drawing that running text covers where it is a frame around text and not a figure."""
LONGEST = 45
"""Characters of a cell of a table without rules at most."""
FEWEST = 3
"""Rules and rows of a table without a caption at least."""


def found(field: Field, regions: Sequence[Region], words: Mapping[str, int]) -> tuple[Region, ...]:
    """What is left of a page's drawings and rules after the captions have theirs."""
    made: list[Region] = []
    for region in (*_tables(field, words), *_aligned(field, words), *_pictures(field)):
        boxes = [other.box for other in (*regions, *made)] + [told.box for told in field.told]
        if not any(overlap(region.box, box) > 0.2 * min(area(region.box), area(box)) for box in boxes):
            made.append(region)
    return tuple(made)


def _pictures(field: Field) -> Iterator[Region]:
    page = field.page
    for cluster in field.clusters:
        x0, y0, x1, y1 = cluster.box
        is_large = area(cluster.box) >= LEAST * page.width * page.height and min(x1 - x0, y1 - y0) >= SIDE
        is_drawn = cluster.solid or cluster.count >= 8
        inner = [line for line in field.free if holds(cluster.box, line.box)]
        covered = sum(area(line.box) for line in inner if line.order in field.prose or len(line.text) > 45)
        if is_large and is_drawn and covered < TEXT * area(cluster.box):
            yield Region("figure", cluster.box, None, _sorted(inner), drawn=True)


def _tables(field: Field, words: Mapping[str, int]) -> Iterator[Region]:
    """Three rules of one width with cells between them."""
    flat = [rule for rule in field.page.rules if rule[2] - rule[0] > 60 and rule[3] - rule[1] < 4]
    left = list(flat)
    while left:
        first = left.pop(0)
        group = [first]
        for rule in list(left):
            is_same = abs(rule[0] - first[0]) < 4 and abs(rule[2] - first[2]) < 4
            if is_same and rule[1] - group[-1][1] < 0.35 * field.page.height:
                group.append(rule)
                left.remove(rule)
        region = _table(field, group) if len(group) >= FEWEST else None
        if region and _is_table(region, field, words):
            yield region


def _aligned(field: Field, words: Mapping[str, int]) -> Iterator[Region]:
    """Rows of short pieces below one another that make columns, with nothing drawn around them."""
    for left, right in field.spans:
        inside = [line for line in field.free if line.box[0] >= left - 6 and line.box[2] <= right + 6]
        free = [line for line in inside if line.order not in field.prose and not _is_other(line)]
        run: list[Row] = []
        for row in [*cells.rows(cells.pieces(free, ())), ()]:
            if row and _goes_on(run, row, inside):
                run.append(row)
                continue
            region = _of_rows(field, run, free) if len(run) >= FEWEST else None
            if region and _is_regular(tables.grid(region, field.page.rules, words)):
                yield region
            run = [row] if row and len(row) > 1 else []


def _is_other(line: Line) -> bool:
    """Whether a line belongs to a formula or a listing, which have columns of their own."""
    return line.math > SIGNS or is_typed(line.font) or bool(NUMBER.fullmatch(line.text))


def _goes_on(run: Sequence[Row], row: Row, inside: Sequence[Line]) -> bool:
    """Whether a row may be the next one of a table: of short pieces, right below."""
    if len(row) < 2 or any(len(joined(piece.words)) > LONGEST for piece in row):
        return False
    if not run:
        return True
    above, size = run[-1][0].base, row[0].size
    is_parted = any(above + 2 < line.base < row[0].base - 2 for line in inside)
    return (
        row[0].base - above < 2.8 * size and abs(row[0].size - run[-1][0].size) < 0.2 * size and not is_parted
    )


def _of_rows(field: Field, run: Sequence[Row], free: Sequence[Line]) -> Region | None:
    top, end = run[0][0].base, run[-1][0].base
    lines = [line for line in free if top - 2 <= line.base <= end + 2]
    return (
        Region("table", around(line.box for line in lines), None, _sorted(lines), drawn=False)
        if lines
        else None
    )


def _is_regular(made: Sequence[Sequence[Cell]]) -> bool:
    """Whether a grid has few gaps, and numbers in a column or at least three columns."""
    cells_ = [cell for row in made for cell in row]
    if len(made) < FEWEST or any(cell.colspan > 1 or cell.rowspan > 1 for cell in cells_):
        return False
    filled = sum(bool(cell.text) for cell in cells_)
    counted = sum(bool(row[-1].text) and any(letter.isdigit() for letter in row[-1].text) for row in made[1:])
    is_contents = len(made[0]) == 2 and all(row[-1].text.isdecimal() for row in made)
    is_told = len(made[0]) > 2 or counted >= 0.6 * (len(made) - 1)
    return filled >= 0.8 * len(cells_) and is_told and not is_contents


def _table(field: Field, rules: Sequence[Box]) -> Region | None:
    box = around(rules)
    inner = [
        line for line in field.free if across(line.box, box) > 0 and down(line.box, box) > 0.5 * line.size
    ]
    return (
        Region("table", around([box, *(line.box for line in inner)]), None, _sorted(inner), drawn=False)
        if inner
        else None
    )


def _is_table(region: Region, field: Field, words: Mapping[str, int]) -> bool:
    made = tables.grid(region, field.page.rules, words)
    prose = sum(line.order in field.prose for line in region.lines)
    walls = {round(rule[0]) for rule in field.page.rules if rule[3] - rule[1] > 5 and holds(region.box, rule)}
    return len(made) >= FEWEST and (len(walls) >= FEWEST or prose < 0.5 * len(region.lines))


def _sorted(lines: Sequence[Line]) -> tuple[Line, ...]:
    return tuple(sorted(lines, key=lambda line: (round(line.base / 3), line.box[0])))
