"""The JSON of Marker as blocks, page by page, with the place of each; and the pages of its Markdown."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence

import msgspec

from builder.blocks import WHOLE, Block
from serverless.errors import SourceError
from serverless.model import Box

from . import blocks
from .exports import Imported
from .html import blocks_of
from .writer import Scope

DEEPEST = 20
_BARE = re.compile(r'("/page/\d+/\w+/\d+"\s*:\s*")(?=[A-Za-z0-9+/]{16})')
"""A picture that is written out without saying that it is one."""
_MATH = re.compile(r"<math\b[^>]*>(.*?)</math>", re.DOTALL | re.IGNORECASE)
_HELD = re.compile("\ue000(\\d+)\ue001")
_PAGE = re.compile(r"/page/(\d+)/")
_PICTURE = re.compile(r"(?:^|/)_page_(\d+)_")
_LEFT_OUT = {"PageHeader", "PageFooter", "Page-header", "Page-footer"}
_SHOWN = {"Figure", "Picture"}
_GROUPS = {"FigureGroup", "PictureGroup", "TableGroup"}
_HINTS = {"Caption": "caption", "Footnote": "footnote", "TableOfContents": "contents"}


class Node(msgspec.Struct, frozen=True):
    """A page, a group or a block; each type has some of the fields."""

    block_type: str
    id: str = ""
    html: str = ""
    bbox: tuple[float, float, float, float] | None = None
    children: tuple[Node, ...] | None = None
    images: dict[str, str] | None = None


class Entry(msgspec.Struct, frozen=True):
    title: str
    page_id: int


class Meta(msgspec.Struct, frozen=True):
    """As much of `…_meta.json` as is used: the pages on which headings stand."""

    table_of_contents: tuple[Entry, ...] = ()


def prepared(text: str) -> str:
    """The file with its pictures as data urls, so that they can be unpacked."""
    return _BARE.sub(r"\1data:image/png;base64,", text)


def read(text: str, name: str, scope: Scope) -> Imported:
    """All blocks of a file; raises SourceError that calls it `name` where its types are wrong."""
    try:
        document = msgspec.json.decode(text, type=Node)
    except (msgspec.DecodeError, RecursionError) as error:
        raise SourceError(f"{name} is not the JSON of Marker: {error}", "run Marker again") from None
    pages = document.children or ()
    made = [block for page in pages for node in page.children or () for block in _blocks(node, scope, 0)]
    return Imported(tuple(made), "", "", len(pages), "Marker (JSON)")


def _blocks(node: Node, scope: Scope, depth: int) -> Iterator[Block]:
    if node.block_type in _LEFT_OUT or depth > DEEPEST:
        return
    if node.block_type == "ListGroup":
        yield from _placed(_list(node, scope), node)
    elif node.children and (
        node.block_type in _GROUPS or not node.html.strip() or "<content-ref" in node.html
    ):
        for child in node.children:
            yield from _blocks(child, scope, depth + 1)
    elif node.block_type in _SHOWN:
        yield from _placed(_picture(node, scope), node)
    else:
        yield from _placed(_read(node.html, node.block_type, scope), node)


def _read(source: str, kind: str, scope: Scope) -> list[Block]:
    """A block's HTML, its formulas as TeX."""
    formulas = [html.unescape(found).strip() for found in _MATH.findall(source)]
    if kind == "Equation" and formulas:
        return [made for tex in formulas for made in blocks.formula(tex, 0)]
    numbers = iter(range(len(formulas)))
    read = blocks_of(_MATH.sub(lambda _: f"\ue000{next(numbers)}\ue001", source), 0, scope)
    return [_with(block, formulas, _HINTS.get(kind, block.hint)) for block in read]


def _with(block: Block, formulas: Sequence[str], hint: str) -> Block:
    def tex(match: re.Match[str]) -> str:
        at = int(match[1])
        return f"${formulas[at]}$" if at < len(formulas) else ""

    text, md = _HELD.sub(tex, block.text), _HELD.sub(tex, block.md)
    return msgspec.structs.replace(block, text=text, md=md, hint=hint, line=0)


def _list(node: Node, scope: Scope) -> list[Block]:
    items = "".join(child.html for child in node.children or ()) or node.html
    return _read(items if "<ul" in items or "<ol" in items else f"<ul>{items}</ul>", "ListGroup", scope)


def _picture(node: Node, scope: Scope) -> list[Block]:
    images = tuple(scope.look(url, "", "") for url in (node.images or {}).values())
    return [Block(kind="image", text="", md="", images=images, hint=WHOLE)] if images else []


def _placed(made: Sequence[Block], node: Node) -> Iterator[Block]:
    page = _PAGE.match(node.id)
    box: Box | None = None
    if node.bbox:
        x0, y0, x1, y1 = node.bbox
        box = round(min(x0, x1), 2), round(min(y0, y1), 2), round(max(x0, x1), 2), round(max(y0, y1), 2)
    for block in made:
        yield msgspec.structs.replace(block, page=int(page[1]) + 1 if page else None, bbox=box)


def paged(made: Sequence[Block], meta: str, scope: Scope) -> tuple[Block, ...]:
    """The blocks of Marker's Markdown with the pages that `…_meta.json` and the names of pictures tell.

    Between two that are known, blocks stand on the page of the one before.
    """
    try:
        entries = list(msgspec.json.decode(meta, type=Meta).table_of_contents)
    except msgspec.DecodeError as error:
        scope.warn(f"the pages of the headings were not read: {error}")
        return tuple(made)
    page: int | None = None
    told: list[Block] = []
    for block in made:
        if block.kind == "heading" and (at := _entry(block, entries)) is not None:
            page = entries[at].page_id + 1
            del entries[: at + 1]
        for image in block.images:
            if found := _PICTURE.search(image.href):
                page = max(page or 1, int(found[1]) + 1)
        told.append(block if block.page or page is None else msgspec.structs.replace(block, page=page))
    return tuple(told)


def _entry(block: Block, entries: Sequence[Entry]) -> int | None:
    same = (at for at, entry in enumerate(entries) if " ".join(entry.title.split()) == block.text)
    return next(same, None)
