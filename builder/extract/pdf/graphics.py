"""What is drawn on a page, gathered: thin rules, and clusters of everything else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from serverless.model import Box, Struct

from .shapes import Mark, area, around

THIN = 2.6
"""Points up to which a drawing is a rule."""
SHORT, LONG, TALL = 4.0, 12.0, 7.0
"""Points of length of a piece of a rule, of a rule across the page, and of an upright one at least."""
APART = 9.0
"""Points between two drawings of one cluster at most."""
MOST = 400
"""Drawings that are compared one with another; more are first gathered by place."""
CELL = 28.0
WIDE, HIGH = 0.93, 0.88
"""Shares of a page: what is larger is its background."""


class Cluster(Struct, frozen=True):
    """Drawings that touch; `solid` says that a picture or a group is among them."""

    box: Box
    count: int
    solid: bool


def rules(marks: Iterable[Mark]) -> tuple[Box, ...]:
    """Horizontal and vertical rules, those in pieces joined, from top to bottom."""
    boxes = [mark.box for mark in marks if mark.kind == "path"]
    flat = [box for box in boxes if box[3] - box[1] <= THIN and box[2] - box[0] >= SHORT]
    steep = [box for box in boxes if box[2] - box[0] <= THIN and box[3] - box[1] >= SHORT]
    across = [box for box in _joined(flat, 0) if box[2] - box[0] >= LONG]
    return (*across, *(box for box in _joined(steep, 1) if box[3] - box[1] >= TALL))


def _joined(boxes: list[Box], axis: int) -> list[Box]:
    """Rules that go on where another ends; `axis` 0 for horizontal ones."""
    across = 1 - axis
    made: list[Box] = []
    for box in sorted(boxes, key=lambda box: (round(box[across]), box[axis])):
        last = made[-1] if made else None
        if last and abs(last[across] - box[across]) < 1.5 and box[axis] - last[axis + 2] < 1.5:
            made[-1] = around((last, box))
        else:
            made.append(box)
    return made


def clusters(marks: Sequence[Mark], width: float, height: float) -> tuple[Cluster, ...]:
    """Drawings gathered to figures; specks, rules and what lies behind the whole page are left out."""
    found = [
        Cluster(mark.box, 1, mark.kind != "path")
        for mark in marks
        if not _is_background(mark.box, width, height) and not (mark.kind == "path" and _is_thin(mark.box))
    ]
    if len(found) > MOST:
        found = _by_place(found)
    return tuple(_merged(found))


def _is_thin(box: Box) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    return width <= THIN or height <= THIN


def _is_background(box: Box, width: float, height: float) -> bool:
    return box[2] - box[0] > WIDE * width and box[3] - box[1] > HIGH * height


def _by_place(found: Iterable[Cluster]) -> list[Cluster]:
    """Small drawings by the cell of the page that they lie in, so that few are left to compare."""
    made: dict[tuple[int, int], list[Cluster]] = {}
    large: list[Cluster] = []
    for cluster in found:
        x0, y0, x1, y1 = cluster.box
        if max(x1 - x0, y1 - y0) > 2 * CELL:
            large.append(cluster)
        else:
            made.setdefault((int((x0 + x1) / 2 / CELL), int((y0 + y1) / 2 / CELL)), []).append(cluster)
    largest = sorted(large, key=lambda cluster: -area(cluster.box))[:MOST]
    return [*largest, *(_one(group) for group in made.values())]


def _one(group: Sequence[Cluster]) -> Cluster:
    return Cluster(
        around(cluster.box for cluster in group),
        sum(cluster.count for cluster in group),
        any(cluster.solid for cluster in group),
    )


def _merged(found: Sequence[Cluster]) -> list[Cluster]:
    merged = list(found)
    while True:
        made: list[Cluster] = []
        for cluster in merged:
            near = [other for other in made if _touch(cluster.box, other.box)]
            made = [other for other in made if other not in near]
            made.append(_one([cluster, *near]) if near else cluster)
        if len(made) == len(merged):
            return sorted(made, key=lambda cluster: (cluster.box[1], cluster.box[0]))
        merged = made


def _touch(one: Box, other: Box) -> bool:
    return (
        one[0] <= other[2] + APART
        and one[2] >= other[0] - APART
        and one[1] <= other[3] + APART
        and one[3] >= other[1] - APART
    )
