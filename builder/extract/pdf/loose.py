"""Pictures and ruled tables without a caption."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from serverless.model import Box

from . import tables
from .regions import Field, Region
from .shapes import Line, across, area, around, down, holds, overlap

LEAST = 0.008
"""Share of a page that a picture without a caption takes at least."""
SIDE = 30.0
"""Points of its shorter side at least."""
TEXT = 0.22
"""Share of a drawing that running text covers where it is a frame around text and not a figure."""
FEWEST = 3
"""Rules and rows of a table without a caption at least."""


def found(field: Field, regions: Sequence[Region], words: Mapping[str, int]) -> tuple[Region, ...]:
    """What is left of a page's drawings and rules after the captions have theirs."""
    made: list[Region] = []
    for region in (*_tables(field, words), *_pictures(field)):
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
