"""The elements of an Adobe extraction gathered into what they are parts of.

A paragraph comes as one element, as an element whose text is in its kids, or as several elements with
a common path (`P/Sub`, `P/ParagraphSpan[2]`, `P/StyleSpan`…), which a floating figure may part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from builder.blocks import ImageRef
from serverless.model import Struct

from . import escape
from .adobe_schema import Bounds, Element, steps
from .tables import WIDEST
from .writer import Inline, Scope, Writer

Kind = Literal["paragraph", "heading", "figure", "list", "table"]

_LEVELS = {"Title": 1, "H": 1, **{f"H{level}": level for level in range(1, 7)}}
_HINTS = {
    "Footnote": "footnote",
    "Note": "footnote",
    "Caption": "caption",
    "TOCI": "contents",
    "Watermark": "aside",
}
_AROUND = {"Aside": "aside", "TOC": "contents", "Caption": "caption"}
_CONTAINERS = {
    "Document",
    "Part",
    "Art",
    "Sect",
    "Div",
    "Aside",
    "NonStruct",
    "Private",
    "TOC",
    "BlockQuote",
    "Index",
}
_GAP = 0.1
"""Share of the letter size from which a gap between two pieces of one line is a space."""

_BOXES = {"P", "LBody", "TD", "TH", "Lbl"}
"""Tags whose texts never run into each other."""

_PRIVATE = re.compile("[\ue000-\uf8ff]")


class Piece(Struct, frozen=True):
    """A stretch of text, or a file, with the tags above it. `page` is 0-based here."""

    tags: tuple[str, ...]
    paths: tuple[str, ...]
    text: str = ""
    page: int | None = None
    bounds: Bounds | None = None
    size: float = 0.0
    files: tuple[str, ...] = ()
    element: Element | None = None

    def inside(self, tag: str) -> bool:
        return tag in self.tags

    def path_to(self, tags: Iterable[str]) -> str:
        """The path down to the last of `tags`; "" where none is above."""
        wanted = set(tags)
        return next(
            (path for tag, path in zip(self.tags[::-1], self.paths[::-1], strict=True) if tag in wanted), ""
        )


class Group(Struct, frozen=True):
    """All pieces of one block."""

    kind: Kind
    pieces: tuple[Piece, ...]
    level: int = 0
    hint: str = ""


class Item(Struct, frozen=True):
    """One item of a list; `depth` 0 is the outermost."""

    label: str
    body: tuple[Piece, ...]
    depth: int


class CellPieces(Struct, frozen=True):
    pieces: tuple[Piece, ...]
    head: bool
    rowspan: int
    colspan: int


def grouped(elements: Iterable[Element]) -> list[Group]:
    """The blocks in the order in which each begins."""
    gathered: dict[tuple[str, Kind, int, str], list[Piece]] = {}
    for piece in _pieces(elements):
        gathered.setdefault(_key(piece), []).append(piece)
    return [Group(kind, tuple(pieces), level, hint) for (_, kind, level, hint), pieces in gathered.items()]


def _pieces(elements: Iterable[Element]) -> Iterator[Piece]:
    for element in elements:
        found = steps(element.path)
        yield Piece(
            tags=tuple(_tag(tag) for tag, _ in found),
            paths=tuple(path for _, path in found),
            text=_cleaned(element.text or ""),
            page=element.page,
            bounds=element.bounds,
            size=element.text_size,
            files=element.files,
            element=element,
        )
        yield from _pieces(element.kids)


def _tag(name: str) -> str:
    return {"aside": "Aside", "figure": "Figure"}.get(name, name)


def _cleaned(text: str) -> str:
    return escape.CONTROL.sub("", text.replace("\u00ad", "")).replace("\n", " ")


def _key(piece: Piece) -> tuple[str, Kind, int, str]:
    """What the piece is part of: path, kind, heading level and hint of the block."""
    hint = next((_AROUND[tag] for tag in piece.tags if tag in _AROUND), "")
    for tag, path in zip(piece.tags, piece.paths, strict=True):
        if tag in _LEVELS:
            return path, "heading", _LEVELS[tag], "title" if tag == "Title" else hint
        if tag == "Table":
            return path, "table", 0, hint if hint != "caption" else ""
        if tag == "L":
            return path, "list", 0, hint
        if tag == "Figure" and not piece.inside("Caption"):
            return path, "figure", 0, hint
        if tag not in _CONTAINERS and tag != "Figure":
            return path, "paragraph", 0, _HINTS.get(tag, hint)
    return (piece.paths or ("",))[-1], "paragraph", 0, hint


def inline(pieces: Sequence[Piece], images: tuple[ImageRef, ...], scope: Scope) -> Inline:
    """The text of pieces in a row, joined as the page shows them."""
    writer = Writer(scope)
    last: Piece | None = None
    for piece in pieces:
        if piece.text:
            _write(piece, last, writer)
            last = piece
    read = writer.done()
    return Inline(" ".join(read.text.split()), " ".join(read.md.split()), images)


def _write(piece: Piece, last: Piece | None, writer: Writer) -> None:
    if last and _is_apart(last, piece):
        writer.put(" ")
    position = piece.element.attributes.text_position if piece.element else ""
    tag = {"Sub": "sub", "Sup": "sup"}.get(position)
    if tag:
        writer.open(tag)
    writer.put(piece.text)
    if tag:
        writer.shut(tag)


def _is_apart(last: Piece, piece: Piece) -> bool:
    """Whether a space stands between two pieces that carry none themselves."""
    if last.text[-1:].isspace() or piece.text[:1].isspace():
        return False
    if last.path_to(_BOXES) != piece.path_to(_BOXES):
        return True
    if not last.bounds or not piece.bounds or not piece.size:
        return False
    if _on_one_line(last, piece):
        return piece.bounds[0] - last.bounds[2] > _GAP * piece.size
    words = last.text[-1:].isalnum() and piece.text[:1].isalnum() and last.text[-1:].isascii()
    return words and not any(tag.endswith(("CharSpan", "HyphenSpan")) for tag in (*last.tags, *piece.tags))


def _on_one_line(last: Piece, piece: Piece) -> bool:
    if not last.bounds or not piece.bounds or last.page != piece.page:
        return False
    height, drop = last.bounds[3] - last.bounds[1], abs(last.bounds[1] - piece.bounds[1])
    return height < 1.6 * piece.size and drop < piece.size / 2


def items(pieces: Iterable[Piece]) -> list[Item]:
    """The items of a list in order, those of inner lists one deeper."""
    gathered: dict[str, list[Piece]] = {}
    for piece in pieces:
        if piece.text:
            gathered.setdefault(piece.path_to({"LI"}) or piece.path_to({"L"}), []).append(piece)
    return [_item(path, parts) for path, parts in gathered.items()]


def _item(path: str, pieces: Sequence[Piece]) -> Item:
    label = "".join(piece.text for piece in pieces if piece.inside("Lbl"))
    body = tuple(piece for piece in pieces if not piece.inside("Lbl"))
    depth = max(len(re.findall(r"/L(?:\[\d+\])?(?=/|$)", path)) - 1, 0)
    return Item(_PRIVATE.sub("", label).strip(), body, depth)


def cells(pieces: Iterable[Piece]) -> list[list[CellPieces]]:
    """The cells of a table by row, each row in the order of its columns."""
    gathered: dict[str, dict[str, list[Piece]]] = {}
    for piece in pieces:
        row, cell = _cell_paths(piece)
        if row and cell:
            gathered.setdefault(row, {}).setdefault(cell, []).append(piece)
    rows = [[_cell(path, parts) for path, parts in row.items()] for row in gathered.values()]
    filled = any(piece.text for row in rows for cell in row for piece in cell.pieces)
    return rows if filled else []


def beside_cells(pieces: Iterable[Piece]) -> dict[str, list[Piece]]:
    """Text of a table that stands in none of its cells, by hint: its captions, and strays."""
    found: dict[str, list[Piece]] = {}
    for piece in pieces:
        if piece.text and not all(_cell_paths(piece)):
            found.setdefault("caption" if piece.inside("Caption") else "", []).append(piece)
    return found


def _cell_paths(piece: Piece) -> tuple[str, str]:
    """The paths of the outermost row and cell above a piece; a table in a cell is part of it."""
    steps_down = list(zip(piece.tags, piece.paths, strict=True))
    row = next((path for tag, path in steps_down if tag == "TR"), "")
    cell = next((path for tag, path in steps_down if tag in {"TD", "TH"}), "")
    return row, cell


def _cell(path: str, pieces: Sequence[Piece]) -> CellPieces:
    own = next((piece.element for piece in pieces if piece.paths[-1] == path and piece.element), None)
    rowspan, colspan = (own.attributes.row_span, own.attributes.col_span) if own else (1, 1)
    head = bool(re.search(r"/TH(?:\[\d+\])?$", path))
    return CellPieces(tuple(pieces), head, min(rowspan, WIDEST), min(colspan, WIDEST))
