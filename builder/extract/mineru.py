"""The content list of MinerU as blocks; its headings, formulas and tables come as Markdown and HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from builder.blocks import WHOLE, Block, ImageRef
from serverless.errors import SourceError
from serverless.model import Box

from . import blocks, markdown
from .exports import Imported
from .writer import Scope

SCALE = 1000.0
"""Boxes of a content list are in thousandths of the page."""
_LEFT_OUT = {"header", "footer", "page_number", "page_header", "page_footer", "aside_text", "discarded"}


class Item(msgspec.Struct, frozen=True):
    """One entry; each type has some of the fields."""

    type: str
    page_idx: int | None = None
    bbox: tuple[float, float, float, float] | None = None
    text: str = ""
    text_level: int | None = None
    img_path: str = ""
    image_caption: tuple[str, ...] = ()
    image_footnote: tuple[str, ...] = ()
    chart_caption: tuple[str, ...] = ()
    table_caption: tuple[str, ...] = ()
    table_footnote: tuple[str, ...] = ()
    table_body: str = ""
    list_items: tuple[str, ...] = ()
    code_body: str = ""
    code_caption: tuple[str, ...] = ()


class PageInfo(msgspec.Struct, frozen=True):
    page_idx: int
    page_size: tuple[float, float]


class Middle(msgspec.Struct, frozen=True):
    """As much of `…_middle.json` as is used: the sizes of the pages, in points."""

    pdf_info: tuple[PageInfo, ...] = ()


def read(text: str, name: str, scope: Scope, middle: str = "") -> Imported:
    """All blocks of a content list; raises SourceError that calls it `name` where its types are wrong.

    `middle` is the text of the middle file beside it, "" for none: without it, pages are known and boxes
    are not.
    """
    try:
        items = msgspec.json.decode(text, type=tuple[Item, ...])
    except msgspec.DecodeError as error:
        raise SourceError(f"{name} is not a content list of MinerU: {error}", "run MinerU again") from None
    sizes = _sizes(middle, scope)
    made = [_placed(block, item, sizes) for item in items for block in _blocks(item, scope)]
    pages = max((item.page_idx + 1 for item in items if item.page_idx is not None), default=0)
    return Imported(tuple(made), "", "", pages, "MinerU (content list)")


def _sizes(middle: str, scope: Scope) -> dict[int, tuple[float, float]]:
    if not middle:
        return {}
    try:
        info = msgspec.json.decode(middle, type=Middle)
    except msgspec.DecodeError as error:
        scope.warn(f"the sizes of the pages were not read: {error}")
        return {}
    return {page.page_idx: page.page_size for page in info.pdf_info}


def _placed(block: Block, item: Item, sizes: dict[int, tuple[float, float]]) -> Block:
    if item.page_idx is None:
        return block
    size = sizes.get(item.page_idx)
    box: Box | None = None
    if size and item.bbox:
        x0, y0, x1, y1 = item.bbox
        width, height = size[0] / SCALE, size[1] / SCALE
        box = round(x0 * width, 2), round(y0 * height, 2), round(x1 * width, 2), round(y1 * height, 2)
    return msgspec.structs.replace(block, page=item.page_idx + 1, bbox=box)


def _blocks(item: Item, scope: Scope) -> Sequence[Block]:
    if item.type in _LEFT_OUT:
        return ()
    return [msgspec.structs.replace(made, line=0) for made in _READERS.get(item.type, _text)(item, scope)]


def _md(text: str, scope: Scope, hint: str = "") -> Iterator[Block]:
    for made in markdown.read(text.strip(), scope).blocks:
        yield msgspec.structs.replace(made, hint=hint) if hint else made


def _text(item: Item, scope: Scope) -> Iterator[Block]:
    text = " ".join(item.text.split())
    if item.text_level and text:
        yield from _md(f"{'#' * min(max(item.text_level, 1), 6)} {text}", scope)
    elif text:
        yield from _md(item.text, scope, "footnote" if item.type == "page_footnote" else "")


def _image(item: Item, scope: Scope) -> Iterator[Block]:
    yield Block(kind="image", text="", md="", images=(_look(item, scope),), hint=WHOLE)
    for text in (*item.image_caption, *item.chart_caption):
        yield from _md(text, scope, "caption")
    for text in item.image_footnote:
        yield from _md(text, scope, "footnote")


def _look(item: Item, scope: Scope) -> ImageRef:
    if not item.img_path:
        scope.warn("pictures without a file: MinerU gave them no path")
        return ImageRef(href="")
    return scope.look(item.img_path, "", "")


def _table(item: Item, scope: Scope) -> Iterator[Block]:
    for text in item.table_caption:
        yield from _md(text, scope, "caption")
    images = (_look(item, scope),) if item.img_path else ()
    found = [made for made in _md(item.table_body, scope) if made.kind == "table"] if item.table_body else []
    if found:
        yield msgspec.structs.replace(found[0], images=images, hint=WHOLE)
    elif images:
        yield Block(kind="image", text="", md="", images=images, hint=WHOLE)
    for text in item.table_footnote:
        yield from _md(text, scope, "footnote")


def _equation(item: Item, scope: Scope) -> Iterator[Block]:
    tex = item.text.strip().removeprefix("$$").removesuffix("$$")
    if tex.strip():
        yield from blocks.formula(tex, 0)
    elif item.img_path:
        yield Block(kind="image", text="", md="", images=(_look(item, scope),), hint=WHOLE)


def _list(item: Item, scope: Scope) -> Iterator[Block]:
    if item.list_items:
        yield from _md("\n".join(f"- {' '.join(text.split())}" for text in item.list_items), scope)
    else:
        yield from _text(item, scope)


def _code(item: Item, scope: Scope) -> Iterator[Block]:
    for text in item.code_caption:
        yield from _md(text, scope, "caption")
    yield from blocks.code(item.code_body, "", 0)


_READERS: dict[str, Callable[[Item, Scope], Iterator[Block]]] = {
    "image": _image,
    "chart": _image,
    "table": _table,
    "equation": _equation,
    "interline_equation": _equation,
    "list": _list,
    "code": _code,
}
