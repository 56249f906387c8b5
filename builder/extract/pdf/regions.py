"""Which part of a page each caption speaks of: the drawings, rules and labels between it and the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder.layout import wording
from serverless.model import Box, Struct

from . import columns
from .captions import Told
from .columns import Span
from .graphics import Cluster
from .prose import plain
from .shapes import Line, Page, across, area, around, down, holds
from .styles import Style

MARGIN = 0.035
"""Share of a page's height, above and below, where no figure stands."""
LABEL = 13.0
"""Points from a drawing within which text is a label of it."""
EDGE = 4.0
"""Points by which a rule may reach into a caption's letters."""
LEAST = 14.0
"""Points of height of a region at least."""
GROUND = 0.5
"""Share of a page from which on drawings are its ground, and the text on them is text."""
TAIL = 1.8
"""Letter sizes from the last full line of a paragraph to the rest of it at most."""
FULL = 0.5
"""Share of its column that a line of running text fills at least."""


class Region(Struct, frozen=True):
    """A part of a page with the caption that speaks of it, None for a picture without one."""

    kind: str
    box: Box
    told: Told | None
    lines: tuple[Line, ...]
    drawn: bool
    """Whether anything is drawn there, beside rules."""


class Field(Struct, frozen=True):
    """A page as regions are looked for in it."""

    page: Page
    spans: Sequence[Span]
    told: tuple[Told, ...]
    clusters: tuple[Cluster, ...]
    prose: frozenset[int]
    """The lines of running text, by their place in the file."""

    @property
    def free(self) -> tuple[Line, ...]:
        own = {line.order for told in self.told for line in told.lines}
        return tuple(line for line in self.page.lines if line.order not in own)


def field(
    page: Page, told: tuple[Told, ...], clusters: tuple[Cluster, ...], style: Style, spans: Sequence[Span]
) -> Field:
    """A page made ready: its columns (`spans` are those of most pages), and which lines are running text."""
    spans = columns.like(page, style.size, spans)
    own = {line.order for one in told for line in one.lines}
    lines = [line for line in page.lines if line.order not in own]
    most = GROUND * page.width * page.height
    drawn = [cluster for cluster in clusters if cluster.solid or cluster.count > 2]
    inside = [cluster.box for cluster in drawn if area(cluster.box) < most]
    prose = {
        line.order
        for line in lines
        if _is_prose(line, spans, style, inside) and _is_alone(line, lines, spans)
    }
    for line in lines:  # the last line of a paragraph, however short
        if any(_is_tail(line, other) for other in lines if other.order in prose):
            prose.add(line.order)
    return Field(page, spans, told, clusters, frozenset(prose))


def _is_prose(line: Line, spans: Sequence[Span], style: Style, inside: Sequence[Box]) -> bool:
    """Whether a line is as large and as long as the text around it."""
    widths = [stop - start for start, stop in spans if start - 8 <= line.box[0] and line.box[2] <= stop + 12]
    wide = widths[0] if widths else spans[-1][1] - spans[0][0]
    is_long = line.width > FULL * wide and len(line.text) > 0.5 * line.width / (0.55 * line.size)
    is_heading = line.size > 1.08 * style.size or (line.bold and not style.bold)
    if line.math > 0.4 or line.is_row or any(holds(box, line.box) for box in inside):
        return False
    starts = any(abs(line.box[0] - start) < 2.5 * line.size for start, _ in spans)
    return starts and (
        (style.is_body(line) and is_long)
        or (is_heading and line.size >= style.size - 0.3 and len(plain(line)) > 3)
    )


def _is_alone(line: Line, lines: Sequence[Line], spans: Sequence[Span]) -> bool:
    """Whether nothing stands beside a line in its columns: cells of a table have neighbours."""
    own = [span for span in spans if min(line.box[2], span[1]) - max(line.box[0], span[0]) > 0]
    left, right = (own[0][0], own[-1][1]) if own else (line.box[0], line.box[2])
    return not any(
        other is not line
        and abs(other.base - line.base) < 0.5 * line.size
        and other.box[2] > left
        and other.box[0] < right
        for other in lines
    )


def _is_tail(line: Line, above: Line) -> bool:
    fall = line.base - above.base
    is_set = line.font == above.font or abs(line.size - above.size) < 0.3
    return is_set and 0 < fall < TAIL * above.size and abs(line.box[0] - above.box[0]) < 1.6 * above.size


def found(field: Field) -> tuple[Region, ...]:
    """The regions of a page, each drawing and each line in one of them at most."""
    made: list[Region] = []
    for told in sorted(field.told, key=lambda one: _doubt(field, one)):
        region = _region(field, told, made)
        if region:
            made.append(region)
    return tuple(made)


def _doubt(field: Field, told: Told) -> tuple[int, float]:
    """Captions first that can mean one place only."""
    sides = [bool(_drawn(field, told, area_)) for area_ in _areas(field, told, [])]
    return sum(sides), told.box[1]


def _region(field: Field, told: Told, made: Sequence[Region]) -> Region | None:
    if told.kind == "algorithm":
        return _listing(field, told)
    above, below = _areas(field, told, made)
    sides = [below, above] if told.kind == "table" else [above, below]
    pick = _table if told.kind == "table" else _figure
    for side in sides:
        region = pick(field, told, side)
        if region:
            return region
    return None


def _areas(field: Field, told: Told, made: Sequence[Region]) -> tuple[Box, Box]:
    """Where the content of a caption may be: above it and below it, up to running text or another caption."""
    page = field.page
    left, right = _span(field, told)
    x0, x1 = left - 4, right + 4
    walls = [line.box for line in page.lines if line.order in field.prose]
    walls += [other.box for other in field.told if other is not told]
    walls += [region.box for region in made]
    walls = [box for box in walls if min(box[2], x1) - max(box[0], x0) > min(6.0, 0.5 * (box[2] - box[0]))]
    middle = (told.box[1] + told.box[3]) / 2
    top = max([box[3] for box in walls if box[3] <= told.box[1] + 3], default=MARGIN * page.height)
    end = min(
        [box[1] for box in walls if box[1] >= told.box[3] - 3 and box[3] > middle],
        default=(1 - MARGIN) * page.height,
    )
    return (x0, top, x1, told.box[1]), (x0, told.box[3], x1, end)


def _span(field: Field, told: Told) -> Span:
    """The columns that a caption stands in; beside another caption, its part of them."""
    x0, _, x1, _ = told.box
    own = [(start, stop) for start, stop in field.spans if min(x1, stop) - max(x0, start) > 4]
    left, right = (own[0][0], own[-1][1]) if own else (x0, x1)
    left, right = min(left, x0), max(right, x1)
    for other in field.told:
        if other is not told and down(other.box, told.box) > 0:
            if other.box[2] <= x0:
                left = max(left, (other.box[2] + x0) / 2)
            elif other.box[0] >= x1:
                right = min(right, (other.box[0] + x1) / 2)
    return left, right


def _within(box: Box, side: Box) -> bool:
    """Whether the most of a box lies in an area."""
    width, height = max(box[2] - box[0], 0.1), max(box[3] - box[1], 0.1)
    return across(box, side) > 0.6 * width and down(box, side) > 0.6 * height


def _is_beside(rule: Box, side: Box) -> bool:
    """Whether a rule lies in an area or on its edge, where a caption comes close to its table."""
    is_across = across(rule, side) > 0.6 * (rule[2] - rule[0]) and rule[2] - rule[0] > 20
    return is_across and side[1] - EDGE <= (rule[1] + rule[3]) / 2 <= side[3] + EDGE


def _drawn(field: Field, told: Told, side: Box) -> list[Box]:
    """The drawings of an area that are large enough to be a figure or a part of one."""
    boxes = [cluster.box for cluster in field.clusters if _within(cluster.box, side)]
    return [box for box in boxes if area(box) > 30]


def _figure(field: Field, told: Told, side: Box) -> Region | None:
    drawn = _drawn(field, told, side)
    lines = [line for line in field.free if line.order not in field.prose and _within(line.box, side)]
    if not drawn:
        return None
    rules = [rule for rule in field.page.rules if _within(rule, side)]
    box = _grown(
        around([*drawn, *_near(rules, around(drawn), 40)]), [line.box for line in lines], LABEL, side
    )
    if box[3] - box[1] < LEAST:
        return None
    return Region("figure", box, told, _inside(field, box), drawn=True)


def _near(boxes: Iterable[Box], around_: Box, far: float) -> list[Box]:
    return [box for box in boxes if across(box, around_) > -far and down(box, around_) > -far]


def _grown(drawn: Box, labels: Sequence[Box], far: float, side: Box) -> Box:
    """A box with the labels around it, and those around these, as far as they lie in the area."""
    box, left = drawn, list(labels)
    while near := [label for label in left if across(label, box) > -far and down(label, box) > -far]:
        box = around([box, *near])
        left = [label for label in left if label not in near]
    inside = max(box[0], side[0]), max(box[1], side[1]), min(box[2], side[2]), min(box[3], side[3])
    return around([drawn, inside])


def _table(field: Field, told: Told, side: Box) -> Region | None:
    """A table between its rules; without rules, the lines up to the next gap."""
    rules = [rule for rule in field.page.rules if _is_beside(rule, side)]
    drawn = _drawn(field, told, side)
    lines = [line for line in field.free if _within(line.box, side) and line.order not in field.prose]
    if len(rules) >= 2:
        box = around(rules)
        box = around([box, *(part for part in drawn if down(part, box) > 0.5 * (part[3] - part[1]))])
        inner = [line.box for line in field.free if _within(line.box, side) and holds(box, line.box)]
        panels = [
            line.box for line in lines if wording.PANEL.match(line.text) and down(line.box, box) > -LABEL
        ]
        box = around([box, *inner, *panels])
        if box[3] - box[1] >= LEAST and (inner or drawn):
            return Region("table", box, told, _inside(field, box), drawn=False)
    if drawn and not lines:
        box = around(drawn)
        return Region("table", box, told, _inside(field, box), drawn=True)
    return _unruled(field, told, lines, is_below=side[1] >= told.box[3] - 1)


def _unruled(field: Field, told: Told, lines: Sequence[Line], *, is_below: bool) -> Region | None:
    rows: list[Line] = []
    edge = told.box[3] if is_below else told.box[1]
    for line in sorted(lines, key=lambda line: line.base if is_below else -line.base):
        gap = line.box[1] - edge if is_below else edge - line.box[3]
        if gap > 2.2 * line.size:
            break
        rows.append(line)
        edge = max(edge, line.box[3]) if is_below else min(edge, line.box[1])
    if len(rows) < 4:
        return None
    box = around(line.box for line in rows)
    return Region("table", box, told, _inside(field, box), drawn=False)


def _listing(field: Field, told: Told) -> Region | None:
    """An algorithm: from the rule above its caption to the last rule of that width before other text."""
    x0, _, x1, _ = told.box
    wide = [rule for rule in field.page.rules if rule[2] - rule[0] > 60 and rule[3] - rule[1] < 3]
    heads = [
        rule for rule in wide if -4 < told.box[1] - rule[3] < 16 and rule[0] <= x0 + 4 and rule[2] >= x1 - 4
    ]
    if not heads:
        return None
    head = heads[-1]
    same = [
        rule
        for rule in wide
        if abs(rule[0] - head[0]) < 4 and abs(rule[2] - head[2]) < 4 and rule[1] > told.box[3] - 2
    ]
    walls = [
        other.box[1] for other in field.told if other.box[1] > told.box[3] and across(other.box, head) > 10
    ]
    ends = [rule for rule in same if rule[3] < min(walls, default=field.page.height)][:2]
    if not ends:
        return None
    box = around([head, *ends])
    own = {line.order for line in told.lines}
    lines = tuple(line for line in field.page.lines if line.order not in own and holds(box, line.box))
    body = (box[0], told.box[3], box[2], box[3])
    return (
        Region("algorithm", around([body, *(line.box for line in lines)]), told, lines, drawn=False)
        if lines
        else None
    )


def _inside(field: Field, box: Box) -> tuple[Line, ...]:
    """The lines of a region in the order of reading."""
    inner = [line for line in field.free if holds(box, line.box, 1.0)]
    return tuple(sorted(inner, key=lambda line: (round(line.base / 3), line.box[0])))
