"""The output of Adobe PDF Extract as blocks, with page and place of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

import msgspec

from builder.blocks import Block, ImageRef
from serverless.model import Box

from . import adobe_groups, blocks, escape
from .adobe_groups import Group, Piece
from .adobe_schema import StructuredData
from .tables import Cell
from .writer import Inline, Scope

LETTER = 792.0
"""Height of a page, in points, where the file does not say."""

_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg")
_NUMBERED = re.compile(r"\(?(\d{1,4})[.)]")


def read(data: StructuredData, scope: Scope) -> tuple[Block, ...]:
    """All blocks in the order of the file; text whose parts lie apart stands where it begins."""
    heights = {page.page_number: page.height for page in data.pages if page.height}
    made: list[Block] = []
    for group in adobe_groups.grouped(data.elements):
        page, box = _place(group, heights)
        made += [
            msgspec.structs.replace(block, page=page, bbox=box)
            for block in _READERS[group.kind](group, scope)
        ]
    return tuple(made)


def _place(group: Group, heights: dict[int | None, float]) -> tuple[int | None, Box | None]:
    """The 1-based page where a group begins, and the box there, from the upper left corner."""
    pages = [piece.page for piece in group.pieces if piece.page is not None]
    if not pages:
        return None, None
    height = heights.get(pages[0]) or LETTER
    boxes = [piece.bounds for piece in group.pieces if piece.page == pages[0] and piece.bounds]
    if not boxes:
        return pages[0] + 1, None
    left, bottom, right, top = zip(*boxes, strict=True)
    edges = (min(left), height - max(top), max(right), height - min(bottom))
    x0, y0, x1, y1 = (round(edge, 2) for edge in edges)
    return pages[0] + 1, (x0, y0, x1, y1)


def _paragraph(group: Group, scope: Scope) -> Sequence[Block]:
    images = _images(group.pieces, scope)
    read = adobe_groups.inline(group.pieces, images, scope)
    if images and not any(piece.text and not piece.inside("Figure") for piece in group.pieces):
        hint = group.hint or "inline-figure"
        return [Block(kind="image", text=read.text, md="", images=images, hint=hint)]
    return blocks.paragraph(read, 0, group.hint)


def _heading(group: Group, scope: Scope) -> Sequence[Block]:
    read = adobe_groups.inline(group.pieces, _images(group.pieces, scope), scope)
    if not read.text:
        return blocks.paragraph(read, 0)
    made = blocks.heading(read, group.level, "", 0)
    return [msgspec.structs.replace(made, hint=group.hint)]


def _figure(group: Group, scope: Scope) -> Sequence[Block]:
    text = adobe_groups.inline(group.pieces, (), scope).text
    images = _images(group.pieces, scope)
    if not images:
        scope.warn("figures without a file: the extraction was made without renditions of figures")
        images = (ImageRef(href=""),)
    return [Block(kind="image", text=text, md="", images=images, hint=group.hint)]


def _images(pieces: Iterable[Piece], scope: Scope) -> tuple[ImageRef, ...]:
    files = [file for piece in pieces for file in piece.files if file.lower().endswith(_PICTURES)]
    return tuple(scope.look(file, "", "") for file in files)


def _list(group: Group, scope: Scope) -> Sequence[Block]:
    lines, texts = [], []
    for item in adobe_groups.items(group.pieces):
        number = _NUMBERED.fullmatch(item.label)
        glyph = not any(letter.isalnum() for letter in item.label)
        lead = "" if number or glyph else item.label
        body = adobe_groups.inline(item.body, (), scope)
        read = Inline(f"{lead} {body.text}".strip(), f"{escape.words(lead)} {body.md}".strip())
        if read.text:
            hung = blocks.hung(blocks.escaped(read.md), f"{number[1]}. " if number else "- ")
            lines += ["    " * item.depth + line for line in hung.split("\n")]
            texts.append(f"{item.label} {body.text}".strip() if number else read.text)
    images = _images(group.pieces, scope)
    if not texts:
        return blocks.paragraph(Inline("", "", images), 0)
    return [Block(kind="list", text="\n".join(texts), md="\n".join(lines), images=images, hint=group.hint)]


def _table(group: Group, scope: Scope) -> Sequence[Block]:
    images = _images(group.pieces, scope)
    rows = [[_cell(cell, scope) for cell in row] for row in adobe_groups.cells(group.pieces)]
    made: list[Block] = []
    for hint, pieces in adobe_groups.beside_cells(group.pieces).items():
        made += blocks.paragraph(adobe_groups.inline(pieces, (), scope), 0, hint)
    if rows:
        return [*made, blocks.table(rows, 0, images)]
    return [*made, *([Block(kind="table", text="", md="", images=images)] if images else [])]


def _cell(cell: adobe_groups.CellPieces, scope: Scope) -> Cell:
    read = adobe_groups.inline(cell.pieces, (), scope)
    return Cell(read.text, read.md, cell.head, max(cell.rowspan, 1), max(cell.colspan, 1))


_READERS: dict[str, Callable[[Group, Scope], Sequence[Block]]] = {
    "paragraph": _paragraph,
    "heading": _heading,
    "figure": _figure,
    "list": _list,
    "table": _table,
}
