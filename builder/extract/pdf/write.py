"""The parts of pages as blocks, with page and place of each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from builder.blocks import FORMULA, WHOLE, Block, ImageRef
from builder.ids import slug
from serverless.model import Box

from .. import blocks, escape
from ..writer import Inline
from . import tables
from .crops import Crop
from .formulas import Formula
from .headings import Heading
from .layout import Part
from .paragraphs import BULLET, Paragraph
from .prose import flowing, plain
from .regions import Region
from .shapes import Line, Page, across, around
from .styles import Style

PAD = 3.0
"""Points around what is drawn."""
STEP = (6.0, 60.0)
"""Points by which an inner list is set in, at least and at most."""
_NUMBERED = re.compile(r"\(?(\d{1,3})[.)]\s+")


class Names:
    """Names for crops: "figure-3", and "figure-3-2" for the second of that name."""

    def __init__(self) -> None:
        self.taken: set[str] = set()

    def new(self, stem: str) -> str:
        name, count = stem, 1
        while name in self.taken:
            count += 1
            name = f"{stem}-{count}"
        self.taken.add(name)
        return name


def crops(page: Page, parts: Sequence[Part], names: Names) -> dict[int, Crop]:
    """What is to be drawn of a page, by the place of the part."""
    made: dict[int, Crop] = {}
    for at, part in enumerate(parts):
        if isinstance(part, Region):
            number = slug(part.told.number) if part.told else ""
            kind = part.kind if part.kind in {"table", "algorithm"} else "figure"
            stem = (
                f"{kind}-{number}" if number else f"{kind if kind == 'table' else 'picture'}-p{page.number}"
            )
            made[at] = Crop(names.new(stem), kind, page.number, padded(part.box, part.lines, page))
        elif isinstance(part, Formula):
            stem = f"formula-{slug(part.number)}" if part.number else f"formula-p{page.number}"
            made[at] = Crop(names.new(stem), "formula", page.number, padded(part.box, part.lines, page))
    return made


def padded(box: Box, own: Sequence[Line], page: Page) -> Box:
    """A box with some room around it, as far as no other line of the page stands there."""
    x0, y0, x1, y1 = box
    inside = {line.order for line in own}
    near = [line.box for line in page.lines if line.order not in inside and across(line.box, box) > 0]
    top = max((other[3] for other in near if other[3] <= y0 + 1), default=y0 - PAD)
    end = min((other[1] for other in near if other[1] >= y1 - 1), default=y1 + PAD)
    return x0 - PAD, max(y0 - PAD, min(top, y0)), x1 + PAD, min(y1 + PAD, max(end, y1))


class Desk(msgspec.Struct, frozen=True):
    """What is needed to write a part: its page, the picture of it, the words of the document."""

    page: Page
    image: ImageRef | None
    style: Style


def written(desk: Desk, parts: Sequence[Part]) -> Iterator[Block]:
    """One part as blocks, or several items in a row as one list."""
    first = parts[0]
    if isinstance(first, Heading):
        made = blocks.heading(Inline(first.text, first.md), first.level, "", 0)
        placed = _placed(made, desk, first.lines, "title" if first.is_title else "")
        yield msgspec.structs.replace(placed, evidence=first.evidence)
    elif isinstance(first, Region):
        yield from _region(desk, first)
    elif isinstance(first, Formula):
        yield from _formula(desk, first)
    elif first.kind == "code":
        yield from (_placed(made, desk, first.lines) for made in blocks.code(listing(first.lines), "", 0))
    elif first.kind == "item":
        yield _list(desk, [part for part in parts if isinstance(part, Paragraph)])
    else:
        flow = flowing([line.words for line in first.lines], desk.style.words, lead=True)
        hint = "footnote" if first.kind == "footnote" else ""
        for made in blocks.paragraph(Inline(flow.text, flow.md), 0, hint):
            yield _placed(made, desk, first.lines, hint)


def _placed(block: Block, desk: Desk, lines: Sequence[Line], hint: str = "") -> Block:
    box = _rounded(around(line.box for line in lines))
    return msgspec.structs.replace(block, page=desk.page.number, bbox=box, hint=hint or block.hint)


def _rounded(box: Box) -> Box:
    x0, y0, x1, y1 = (round(edge, 2) for edge in box)
    return x0, y0, x1, y1


def _list(desk: Desk, items: Sequence[Paragraph]) -> Block:
    lines, texts = [], []
    for item, depth in zip(items, _depths(items), strict=True):
        flow = flowing([line.words for line in item.lines], desk.style.words)
        number = _NUMBERED.match(flow.text)
        md = flow.md if number else BULLET.sub("", flow.md, count=1)
        if number:
            md = re.sub(r"^\s*\(?\d{1,3}\\?[.)]\s+", "", md)
        hung = blocks.hung(blocks.escaped(md), f"{number[1]}. " if number else "- ")
        lines += ["    " * depth + line for line in hung.split("\n")]
        texts.append(BULLET.sub("", flow.text, count=1))
    made = Block(kind="list", text="\n".join(texts), md="\n".join(lines))
    return _placed(made, desk, [line for item in items for line in item.lines])


def _depths(items: Sequence[Paragraph]) -> list[int]:
    """How deep each item is, by how far it is set in; an item of the next column begins anew."""
    open_: list[float] = []
    made = []
    for item in items:
        left = item.lines[0].box[0]
        while open_ and left < open_[-1] - STEP[0]:
            open_.pop()
        if not open_ or left > open_[-1] + STEP[1]:
            open_ = [left]
        elif left > open_[-1] + STEP[0]:
            open_.append(left)
        made.append(len(open_) - 1)
    return made


def listing(lines: Sequence[Line]) -> str:
    """Lines of a listing as typed: set in by their places, with an empty line where one is left out."""
    left = min(line.box[0] for line in lines)
    step = min(
        (line.base - above.base for above, line in pairwise(lines) if line.base > above.base), default=1.0
    )
    rows: list[str] = []
    for at, line in enumerate(lines):
        above = lines[at - 1] if at else line
        if at and abs(line.base - above.base) < 0.3 * line.size:
            rows[-1] += f" {plain(line)}"
            continue
        rows += [""] * (line.base - above.base > 1.6 * step)
        rows.append(" " * round((line.box[0] - left) / (0.6 * line.size)) + plain(line))
    return "\n".join(rows)


def _formula(desk: Desk, formula: Formula) -> Iterator[Block]:
    text = f"{formula.text} {formula.number}".strip()
    box = _rounded(formula.box)
    if not desk.image:
        yield from _undrawn(desk, text, box)
    else:
        image = msgspec.structs.replace(desk.image, alt=f"Formula: {text}")
        yield Block(
            kind="image", text=text, md="", page=desk.page.number, bbox=box, images=(image,), hint=FORMULA
        )


def _region(desk: Desk, region: Region) -> Iterator[Block]:
    caption = list(_caption(desk, region))
    content = list(_content(desk, region))
    yield from [*caption, *content] if region.kind in {"table", "algorithm"} else [*content, *caption]


def _caption(desk: Desk, region: Region) -> Iterator[Block]:
    if region.told:
        flow = flowing([line.words for line in region.told.lines], desk.style.words)
        for made in blocks.paragraph(Inline(flow.text, flow.md), 0, "caption"):
            yield _placed(made, desk, region.told.lines, "caption")


def _content(desk: Desk, region: Region) -> Iterator[Block]:
    """A table as its cells where they are clear; else the picture, with the words in it for the search."""
    images = (desk.image,) if desk.image else ()
    box = _rounded(region.box)
    rows = tables.grid(region, desk.page.rules, desk.style.words) if region.kind == "table" else ()
    if rows:
        made = blocks.table(rows, 0, images)
        yield msgspec.structs.replace(made, page=desk.page.number, bbox=box, hint=WHOLE)
        return
    text = " ".join(plain(line) for line in region.lines)
    if not images:
        yield from _undrawn(desk, text, box)
        return
    yield Block(kind="image", text=text, md="", page=desk.page.number, bbox=box, images=images, hint=WHOLE)


def _undrawn(desk: Desk, text: str, box: Box) -> Iterator[Block]:
    """The words of what could not be drawn."""
    for made in blocks.paragraph(Inline(text, escape.words(text)), 0, "") if text else ():
        yield msgspec.structs.replace(made, page=desk.page.number, bbox=box)
