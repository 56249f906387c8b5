"""Markdown of any dialect as blocks, each with clean Markdown for its page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from builder.blocks import Block, ImageRef
from serverless.model import Struct

from . import escape, inline, tables
from .grammar import Node, parse
from .html import blocks_of
from .inline import Inline, Look
from .tables import Cell


class Piece(Struct, frozen=True):
    """A block that stands inside another one: a list item's paragraph, a quote's list."""

    text: str
    md: str
    images: tuple[ImageRef, ...] = ()


def read(text: str, look: Look) -> tuple[tuple[Block, ...], list[str], str]:
    """The blocks of a Markdown text, warnings, and its front matter as written."""
    nodes, warnings = parse(escape.CONTROL.sub("", text))
    front = nodes[0].token.content if nodes and nodes[0].type == "front_matter" else ""
    blocks = tuple(block for node in nodes for block in _blocks(node, look))
    return blocks, warnings, front


def _blocks(node: Node, look: Look) -> Sequence[Block]:
    reader = _READERS.get(node.type)
    return reader(node, look) if reader else ()


def _heading(node: Node, look: Look) -> Sequence[Block]:
    line = inline.read(node.inline, look)
    return [
        Block(
            kind="heading",
            text=" ".join(line.text.split()),
            md=unwrapped(" ".join(line.md.replace("<br>", " ").split())),
            level=int(node.token.tag[1]),
            anchor=str(node.token.attrGet("id") or ""),
            line=node.line,
            images=line.images,
        )
    ]


def unwrapped(md: str) -> str:
    """A heading without the bold or italics that wrap all of it."""
    match = re.fullmatch(r"(\*{1,3})([^*]+)\1", md)
    return match[2].strip() if match else md


def _paragraph(node: Node, look: Look, hint: str = "") -> Sequence[Block]:
    doubles = [token for token in node.inline if token.type == "math_inline_double"]
    if doubles and len(node.inline) == 1:
        return [_formula(doubles[0].content, node.line)]
    return paragraph(inline.read(node.inline, look), node.line, hint)


def paragraph(read: Inline, line: int, hint: str = "") -> Sequence[Block]:
    """A paragraph, or an image block where it holds only pictures; nothing for an empty one."""
    if read.bare:
        alt = " ".join(image.alt for image in read.images if image.alt)
        return [Block(kind="image", text=alt, md="", line=line, images=read.images, hint=hint)]
    if not read.text and not read.images:
        return []
    md = escape.paragraph(read.md)
    return [Block(kind="paragraph", text=read.text, md=md, line=line, images=read.images, hint=hint)]


def _formula(source: str, line: int) -> Block:
    tex = escape.tex(source.strip())
    tex = "\n".join(part for part in tex.splitlines() if part.strip())
    return Block(kind="formula", text=" ".join(tex.split()), md=f"$$\n{tex}\n$$", line=line)


def _math(node: Node, _look: Look) -> Sequence[Block]:
    return [_formula(node.token.content, node.line)] if node.token.content.strip() else []


def _code(node: Node, _look: Look) -> Sequence[Block]:
    code = node.token.content.rstrip("\n")
    runs = (len(run) for run in re.findall(r"`{3,}", code))
    fence = "`" * (max(runs, default=2) + 1)
    language = re.match(r"[\w+#.-]*", node.token.info.strip())
    md = f"{fence}{language[0] if language else ''}\n{code}\n{fence}"
    return [Block(kind="code", text=code, md=md, line=node.line)]


def _list(node: Node, look: Look) -> Sequence[Block]:
    piece = _list_piece(node, look)
    return [Block(kind="list", text=piece.text, md=piece.md, line=node.line, images=piece.images)]


def _quote(node: Node, look: Look) -> Sequence[Block]:
    piece = _joined([_piece(child, look) for child in node.children])
    if not piece.md and not piece.images:
        return []
    return [Block(kind="quote", text=piece.text, md=_quoted(piece.md), line=node.line, images=piece.images)]


def _quoted(md: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in md.split("\n"))


def _table(node: Node, look: Look) -> Sequence[Block]:
    images: list[ImageRef] = []
    rows = [
        [_cell(cell, look, images) for cell in row.children]
        for part in node.children
        for row in part.children
    ]
    return [table(rows, node.line, tuple(images))]


def table(
    rows: Sequence[Sequence[Cell]], line: int, images: tuple[ImageRef, ...] = (), html: str = ""
) -> Block:
    """A table block from its cells; `html` where the source's own markup is worth keeping."""
    plain = tables.texts(rows)
    return Block(
        kind="table",
        text="\n".join(" | ".join(row) for row in plain),
        md=tables.pipes(rows),
        line=line,
        images=images,
        rows=plain,
        html=html or tables.markup(rows),
    )


def _cell(node: Node, look: Look, images: list[ImageRef]) -> Cell:
    read = inline.read(node.inline, look)
    images.extend(read.images)
    return Cell(read.text, read.md, head=node.type == "th")


def _html(node: Node, look: Look) -> Sequence[Block]:
    return blocks_of(node.token.content, node.line, look)


def _footnote(node: Node, look: Look) -> Sequence[Block]:
    label = str(node.token.meta.get("label", ""))
    piece = _joined([_piece(child, look) for child in node.children])
    md = f"<sup>{escape.words(label)}</sup> {piece.md}"
    text = f"[{label}] {piece.text}"
    return [Block(kind="paragraph", text=text, md=md, line=node.line, images=piece.images, hint="footnote")]


def _piece(node: Node, look: Look) -> Piece:
    """A block inside a list item or a quote."""
    if node.type in {"bullet_list", "ordered_list"}:
        return _list_piece(node, look)
    blocks = _blocks(node, look)
    parts = [
        Piece(
            block.text, f"**{block.md}**" if block.kind == "heading" and block.md else block.md, block.images
        )
        for block in blocks
    ]
    return _joined(parts)


def _joined(pieces: Sequence[Piece], gap: str = "\n\n") -> Piece:
    return Piece(
        text="\n".join(piece.text for piece in pieces if piece.text),
        md=gap.join(piece.md for piece in pieces if piece.md),
        images=tuple(image for piece in pieces for image in piece.images),
    )


def _list_piece(node: Node, look: Look) -> Piece:
    ordered = node.type == "ordered_list"
    start = (
        int(node.token.attrGet("start") or 1)
        if ordered and node.token.attrGet("start") != 0
        else 0
        if ordered
        else 1
    )
    items = [
        _item(item, look, f"{start + index}." if ordered else "-") for index, item in enumerate(node.children)
    ]
    tight = all(
        paragraph.token.hidden
        for item in node.children
        for paragraph in item.children
        if paragraph.type == "paragraph"
    )
    return _joined(items, "\n" if tight else "\n\n")


def _item(node: Node, look: Look, mark: str) -> Piece:
    pieces = [_piece(child, look) for child in node.children]
    tight = all(child.token.hidden or child.type.endswith("_list") for child in node.children)
    body = _joined(pieces, "\n" if tight else "\n\n")
    lines = body.md.split("\n")
    indented = [lines[0], *(f"    {line}" if line else "" for line in lines[1:])]
    return Piece(body.text, f"{mark} " + "\n".join(indented), body.images)


_READERS: dict[str, Callable[[Node, Look], Sequence[Block]]] = {
    "heading": _heading,
    "paragraph": _paragraph,
    "math_block": _math,
    "fence": _code,
    "code_block": _code,
    "bullet_list": _list,
    "ordered_list": _list,
    "blockquote": _quote,
    "table": _table,
    "html_block": _html,
    "footnote_reference": _footnote,
}
