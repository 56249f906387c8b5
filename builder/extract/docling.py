"""The JSON of Docling as blocks, in the order of its tree, with page and place of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Annotated

import msgspec
from msgspec import Meta

from builder.blocks import WHOLE, Block, ImageRef
from serverless.errors import SourceError
from serverless.model import Box

from . import blocks, escape
from .exports import Imported
from .tables import WIDEST, Cell
from .writer import Inline, Scope

LETTER = 792.0
"""Height of a page where the file does not say."""
DEEPEST = 40
_HINTS = {"caption": "caption", "footnote": "footnote", "document_index": "contents"}
_FURNITURE = {"page_header", "page_footer"}
_LISTED = 1000


class Ref(msgspec.Struct, frozen=True):
    ref: str = msgspec.field(name="$ref")


class BBox(msgspec.Struct, frozen=True):
    l: float  # noqa: E741
    t: float
    r: float
    b: float
    coord_origin: str = "BOTTOMLEFT"


class Prov(msgspec.Struct, frozen=True):
    page_no: int
    bbox: BBox


class Size(msgspec.Struct, frozen=True):
    width: float = 0.0
    height: float = 0.0


class Page(msgspec.Struct, frozen=True):
    size: Size = Size()


class Image(msgspec.Struct, frozen=True):
    uri: str = ""


class TableCell(msgspec.Struct, frozen=True):
    start_row_offset_idx: Annotated[int, Meta(ge=0)]
    start_col_offset_idx: Annotated[int, Meta(ge=0)]
    text: str = ""
    row_span: int = 1
    col_span: int = 1
    column_header: bool = False


class TableData(msgspec.Struct, frozen=True):
    table_cells: tuple[TableCell, ...] = ()


class Item(msgspec.Struct, frozen=True):
    """A node of the tree: text, picture, table or group; each has some of the fields."""

    self_ref: str = ""
    label: str = ""
    content_layer: str = "body"
    children: tuple[Ref, ...] = ()
    captions: tuple[Ref, ...] = ()
    prov: tuple[Prov, ...] = ()
    text: str = ""
    orig: str = ""
    level: int = 1
    enumerated: bool = False
    marker: str = ""
    image: Image | None = None
    data: TableData | None = None


class Document(msgspec.Struct, frozen=True):
    body: Item
    name: str = ""
    version: str = ""
    texts: tuple[Item, ...] = ()
    groups: tuple[Item, ...] = ()
    pictures: tuple[Item, ...] = ()
    tables: tuple[Item, ...] = ()
    key_value_items: tuple[Item, ...] = ()
    form_items: tuple[Item, ...] = ()
    pages: dict[str, Page] = msgspec.field(default_factory=dict)


def read(text: str, name: str, scope: Scope) -> Imported:
    """All blocks of a file; raises SourceError that calls it `name` where its types are wrong."""
    try:
        document = msgspec.json.decode(text, type=Document)
    except msgspec.DecodeError as error:
        raise SourceError(
            f"{name} is not a DoclingDocument: {error}", "export it from Docling again"
        ) from None
    reader = _Reader(document, scope)
    made = tuple(reader.all())
    title = next((block.text for block in made if block.hint == "title"), "")
    return Imported(made, title, "", len(document.pages), f"Docling (DoclingDocument {document.version})")


class _Reader:
    def __init__(self, document: Document, scope: Scope) -> None:
        self.document, self.scope = document, scope
        named = (document.texts, document.groups, document.pictures, document.tables)
        forms = (document.key_value_items, document.form_items)
        self.items = {item.self_ref: item for items in (*named, *forms) for item in items}
        figures = (*document.pictures, *document.tables)
        self.told = {ref.ref for item in figures for ref in item.captions}
        self.seen: set[str] = set()

    def all(self) -> Iterator[Block]:
        flat = list(self._walk(self.document.body.children, 0))
        for is_list, run in groupby(flat, key=lambda pair: pair[0].label == "list_item"):
            if is_list:
                yield self._list(list(run))
            else:
                for item, _ in run:
                    yield from self._block(item)

    def _walk(self, refs: Sequence[Ref], depth: int) -> Iterator[tuple[Item, int]]:
        """The nodes in the order of reading, each once, with the depth of lists around them."""
        for ref in refs:
            item = self.items.get(ref.ref)
            if item is None or ref.ref in self.seen or ref.ref in self.told or depth > DEEPEST:
                continue
            self.seen.add(ref.ref)
            if item.content_layer != "body" or item.label in _FURNITURE:
                continue
            is_leaf = bool(item.text or item.orig or item.data or item.image or item.label == "picture")
            if is_leaf:
                yield item, depth
            if item.label != "picture":
                yield from self._walk(
                    item.children, depth + (item.label in {"list", "ordered_list", "list_item"})
                )

    def _block(self, item: Item) -> Iterator[Block]:
        if item.data is not None:
            yield from (*self._captions(item), self._table(item, item.data))
        elif item.image is not None or item.label == "picture":
            yield from (self._picture(item), *self._captions(item))
        else:
            yield from (self._placed(made, item) for made in self._text(item))

    def _text(self, item: Item) -> Sequence[Block]:
        text = _words(item.text or item.orig)
        read = Inline(text, escape.words(text))
        if item.label in {"title", "section_header"}:
            level = 1 if item.label == "title" else min(max(item.level, 1) + 1, 6)
            made = blocks.heading(read, level, "", 0)
            return (
                [msgspec.structs.replace(made, hint="title" if item.label == "title" else "")] if text else []
            )
        if item.label == "formula" and item.text:
            return blocks.formula(item.text, 0)
        if item.label == "code":
            return blocks.code(item.text, "", 0)
        return blocks.paragraph(read, 0, _HINTS.get(item.label, ""))

    def _list(self, run: Sequence[tuple[Item, int]]) -> Block:
        outer = min(depth for _, depth in run)
        lines, texts = [], []
        for item, depth in run:
            text = _words(item.text or item.orig)
            number = item.marker.strip("().") if item.enumerated else ""
            mark = f"{number}. " if number.isascii() and number.isdigit() else "- "
            indent = "    " * min(max(depth - outer, 0) // 2, 5)
            lines.append(indent + blocks.hung(blocks.escaped(escape.words(text)), mark))
            texts.append(text)
        return self._placed(Block(kind="list", text="\n".join(texts), md="\n".join(lines)), run[0][0])

    def _picture(self, item: Item) -> Block:
        uri = item.image.uri if item.image else ""
        if not uri:
            self.scope.warn("pictures without a file: export them from Docling as files or inside the JSON")
        image = self.scope.look(uri, "", "") if uri else ImageRef(href="")
        inner = [
            self.items[ref.ref] for ref in item.children if ref.ref in self.items and ref.ref not in self.told
        ]
        text = " ".join(" ".join((one.text or one.orig).split()) for one in inner)
        return self._placed(Block(kind="image", text=text, md="", images=(image,), hint=WHOLE), item)

    def _table(self, item: Item, data: TableData) -> Block:
        rows: dict[int, list[tuple[int, Cell]]] = {}
        for cell in data.table_cells:
            text = _words(cell.text)
            spans = (min(max(cell.row_span, 1), WIDEST), min(max(cell.col_span, 1), WIDEST))
            made = Cell(text, escape.words(text), cell.column_header, *spans)
            rows.setdefault(min(cell.start_row_offset_idx, _LISTED), []).append(
                (cell.start_col_offset_idx, made)
            )
        grid = [
            [cell for _, cell in sorted(row, key=lambda pair: pair[0])] for _, row in sorted(rows.items())
        ]
        images = (self.scope.look(item.image.uri, "", ""),) if item.image and item.image.uri else ()
        return self._placed(msgspec.structs.replace(blocks.table(grid, 0, images), hint=WHOLE), item)

    def _captions(self, item: Item) -> Iterator[Block]:
        for ref in item.captions:
            told = self.items.get(ref.ref)
            text = _words(told.text or told.orig) if told else ""
            for made in blocks.paragraph(Inline(text, escape.words(text)), 0, "caption"):
                yield self._placed(made, told or item)

    def _placed(self, block: Block, item: Item) -> Block:
        if not item.prov:
            return block
        prov = item.prov[0]
        return msgspec.structs.replace(block, page=prov.page_no, bbox=self._box(prov))

    def _box(self, prov: Prov) -> Box:
        """A box from the upper left corner, whichever corner the file counts from."""
        box = prov.bbox
        top, end = box.t, box.b
        if box.coord_origin == "BOTTOMLEFT":
            page = self.document.pages.get(str(prov.page_no))
            height = (page.size.height if page else 0) or LETTER
            top, end = height - box.t, height - box.b
        low, high = sorted((top, end))
        return round(box.l, 2), round(low, 2), round(box.r, 2), round(high, 2)


def _words(text: str) -> str:
    """A text without control characters, on one line."""
    return " ".join(escape.CONTROL.sub("", text).split())
