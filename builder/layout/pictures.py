"""What the size and the name of a picture file say: a speck, a strip of text, or a picture to look at."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from builder.blocks import Block, ImageRef

Shape = Literal["speck", "crop", "full"]

SPECK = 32
"""Pixels below which a side is a dot, a rule or a box at the end of a proof."""
LINE = 110
"""Pixels of height up to which a picture is one line of text or a symbol."""
STRIP, STRIP_HEIGHT = 6.0, 260
"""Width to height, and height, of a strip of text or formula cut out of a page."""
FLAT = 3.0
"""Width to height of a displayed formula."""
ICON = 128
"""Pixels below which both sides are an icon or a logo."""

_TABLE = re.compile(r"(?:^|[/_-])tab(?:le|leau|elle|la)s?(?:[/_.-]|\d|$)", re.IGNORECASE)
_FIGURE = re.compile(r"(?:^|[/_-])fig(?:ure)?s?(?:[/_.-]|\d|$)", re.IGNORECASE)


def shape(image: ImageRef) -> Shape:
    """What the size says; a picture of unknown size is taken for a full one."""
    width, height = image.width, image.height
    if not width or not height:
        return "full"
    if min(width, height) < SPECK:
        return "speck"
    is_strip = width >= STRIP * height and height <= STRIP_HEIGHT
    is_icon = max(width, height) <= ICON
    return "crop" if height <= LINE or is_strip or is_icon else "full"


def shape_of(block: Block) -> Shape:
    """The largest shape among the pictures of a block."""
    shapes = {shape(image) for image in block.images}
    return "full" if "full" in shapes or not shapes else "crop" if "crop" in shapes else "speck"


def named_kind(block: Block) -> Literal["table", "figure", ""]:
    """What the file names of a block call it."""
    if block.kind == "table":
        return "table"
    names = [image.href or image.source for image in block.images]
    if names and all(_TABLE.search(name) for name in names):
        return "table"
    return "figure" if names and all(_FIGURE.search(name) for name in names) else ""


def usual_gap(blocks: Sequence[Block]) -> int:
    """Lines from the start of one paragraph to the next, as most of this source have it; 0 if unknown."""
    gaps = Counter(
        after.line - before.line
        for before, after in pairwise(blocks)
        if before.kind == after.kind == "paragraph" and 0 < after.line - before.line < 10
    )
    return max(gaps, key=lambda gap: (gaps[gap], -gap)) if gaps else 0


def is_inside(inner: Block, outer: Block) -> bool:
    """Whether the page says that one block stands in the box of another."""
    if inner.bbox is None or outer.bbox is None or inner.page != outer.page:
        return False
    (left, top, right, bottom), (x0, y0, x1, y1) = inner.bbox, outer.bbox
    across, down = (left + right) / 2, (top + bottom) / 2
    return x0 <= across <= x1 and y0 <= down <= y1


def is_icon(image: ImageRef) -> bool:
    """Whether a picture is small on both sides."""
    return 0 < max(image.width, image.height) <= ICON


def is_flat(block: Block) -> bool:
    """Whether all pictures of a block are as wide and low as a line of formulas."""
    return all(image.width >= FLAT * image.height and image.height <= STRIP_HEIGHT for image in block.images)
