"""A figure before it has an id, a file name and a home."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builder import captions
from builder.blocks import Block, ImageRef
from builder.captions import Caption
from serverless.model import Box, FigureKind, Quality, Struct
from serverless.plain import inline

TEXT = {"paragraph", "list", "quote"}


class Draft(Struct, frozen=True):
    """`at` is the block where the figure stands; `taken` are the blocks that it consists of."""

    kind: FigureKind
    at: int
    taken: frozenset[int] = frozenset()
    number: str = ""
    label: str = ""
    caption: str = ""
    images: tuple[ImageRef, ...] = ()
    cells: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    html: str = ""
    alt: str = ""
    quality: Quality = "good"
    page: int | None = None
    bbox: Box | None = None


def caption_of(blocks: Sequence[Block], at: int, lang: str) -> Caption | None:
    """The caption that a block is; one that is marked as such needs no number."""
    block = blocks[at]
    if block.kind not in TEXT or block.images:
        return None
    text = inline(block.md) if block.kind == "paragraph" and "$" in block.md else block.text
    parsed = captions.parse(text, lang)
    if parsed or block.hint != "caption":
        return parsed
    around = {other.kind for other in (*blocks[max(at - 1, 0) : at], *blocks[at + 1 : at + 2])}
    kind: FigureKind = "table" if "table" in around and "image" not in around else "figure"
    return Caption(kind, "", "", text)


def place(blocks: Iterable[Block]) -> tuple[int | None, Box | None]:
    """The page of the first block that has one, and the box around those of that page."""
    on_pages = [block for block in blocks if block.page is not None]
    if not on_pages:
        return None, None
    page = on_pages[0].page
    boxes = [block.bbox for block in on_pages if block.page == page and block.bbox]
    return page, surrounding(boxes) if boxes else None


def surrounding(boxes: Sequence[Box]) -> Box:
    """The smallest box that holds all of them."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def own_text(block: Block) -> tuple[str, ...]:
    """What an importer read inside a picture; the alternative text of Markdown is not that."""
    alt = " ".join(image.alt for image in block.images if image.alt)
    return (block.text,) if block.kind == "image" and block.text and block.text != alt else ()
