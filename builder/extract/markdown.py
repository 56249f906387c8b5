"""Markdown of any dialect as blocks, each with clean Markdown for its page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from builder.blocks import Block, ImageRef
from serverless.model import Struct

from . import blocks, escape, inline, pages, running
from .grammar import Node, parse
from .html import blocks_of
from .tables import Cell
from .writer import Inline, Scope

_BOX = re.compile(r"(?<![\w:]):(un)?selected:(?![\w:])")


class Document(Struct, frozen=True):
    """A Markdown text as blocks, and its front matter as written (YAML, without the dashes)."""

    blocks: tuple[Block, ...]
    front: str = ""


def read(text: str, scope: Scope) -> Document:
    """The blocks of a Markdown text in reading order."""
    nodes, warnings = parse(_BOX.sub(_box, escape.CONTROL.sub("", text)))
    for warning in warnings:
        scope.warn(warning)
    front = nodes[0].token.content if nodes and nodes[0].type == "front_matter" else ""
    made = pages.numbered([block for node in nodes for block in _blocks(node, scope)])
    return Document(running.without(made), front)


def _box(mark: re.Match[str]) -> str:
    """A box of a form, as one producer spells it out."""
    return "\u2610" if mark[1] else "\u2611"


def _blocks(node: Node, scope: Scope) -> Sequence[Block]:
    reader = _READERS.get(node.type)
    return reader(node, scope) if reader else ()


def _heading(node: Node, scope: Scope) -> Sequence[Block]:
    read = inline.read(node.inline, scope)
    if read.bare:
        return blocks.paragraph(read, node.line)
    level, anchor = int(node.token.tag[1]), str(node.token.attrGet("id") or "")
    return [blocks.heading(read, level, anchor, node.line)] if read.text else []


def _paragraph(node: Node, scope: Scope) -> Sequence[Block]:
    if len(node.inline) == 1 and node.inline[0].type == "math_inline_double":
        return blocks.formula(node.inline[0].content, node.line)
    return [
        block
        for offset, tokens in inline.stretches(node.inline)
        for block in blocks.paragraph(inline.read(tokens, scope), node.line + offset)
    ]


def _math(node: Node, _scope: Scope) -> Sequence[Block]:
    return blocks.formula(node.token.content, node.line)


def _code(node: Node, _scope: Scope) -> Sequence[Block]:
    return blocks.code(node.token.content, node.token.info, node.line)


def _list(node: Node, scope: Scope) -> Sequence[Block]:
    read = _list_inside(node, scope)
    if not read.md and not read.images:
        return []
    return [Block(kind="list", text=read.text, md=read.md, line=node.line, images=read.images)]


def _quote(node: Node, scope: Scope) -> Sequence[Block]:
    return blocks.quote(_joined([_inside(child, scope) for child in node.children]), node.line)


def _table(node: Node, scope: Scope) -> Sequence[Block]:
    images: list[ImageRef] = []
    lines = [row for part in node.children for row in part.children]
    rows = [[_cell(cell, scope, images) for cell in row.children] for row in lines]
    return [blocks.table(rows, node.line, tuple(images))]


def _cell(node: Node, scope: Scope, images: list[ImageRef]) -> Cell:
    read = inline.read(node.inline, scope)
    images.extend(read.images)
    return Cell(read.text, read.md, head=node.type == "th")


def _html(node: Node, scope: Scope) -> Sequence[Block]:
    return blocks_of(node.token.content, node.line, scope)


def _footnote(node: Node, scope: Scope) -> Sequence[Block]:
    label = str(node.token.meta.get("label", ""))
    read = _joined([_inside(child, scope) for child in node.children])
    md, text = f"<sup>{escape.words(label)}</sup> {read.md}", f"[{label}] {read.text}"
    return [Block(kind="paragraph", text=text, md=md, line=node.line, images=read.images, hint="footnote")]


def _inside(node: Node, scope: Scope) -> Inline:
    """A block that stands inside a list item, a quote or a footnote; a quote there is not set apart."""
    if node.type in {"bullet_list", "ordered_list"}:
        return _list_inside(node, scope)
    if node.type == "blockquote":
        return _joined([_inside(child, scope) for child in node.children])
    return _joined([Inline(block.text, _nested_md(block), block.images) for block in _blocks(node, scope)])


def _nested_md(block: Block) -> str:
    """A heading inside another block is no section: it is shown in bold."""
    return f"**{block.md.replace('**', '')}**" if block.kind == "heading" else block.md


def _joined(parts: Sequence[Inline], gap: str = "\n\n") -> Inline:
    return Inline(
        text="\n".join(part.text for part in parts if part.text),
        md=gap.join(part.md for part in parts if part.md),
        images=tuple(image for part in parts for image in part.images),
    )


def _list_inside(node: Node, scope: Scope) -> Inline:
    first = _first_number(node)
    items = [
        _item(item, scope, "- " if first is None else f"{first + index}. ")
        for index, item in enumerate(node.children)
    ]
    return _joined(items, "\n" if all(map(_is_tight, node.children)) else "\n\n")


def _first_number(node: Node) -> int | None:
    """The number of an ordered list's first item; None for bullets."""
    start = node.token.attrGet("start")
    return None if node.type == "bullet_list" else 1 if start is None else int(start)


def _is_tight(item: Node) -> bool:
    return all(child.token.hidden for child in item.children if child.type == "paragraph")


def _item(node: Node, scope: Scope, mark: str) -> Inline:
    parts = [_inside(child, scope) for child in node.children]
    body = _joined(parts, "\n" if _is_packed(node) else "\n\n")
    return Inline(body.text, blocks.hung(body.md, mark) if body.md else "", body.images)


def _is_packed(item: Node) -> bool:
    """Whether an item is one line with perhaps a list below, as in most lists."""
    return all(child.token.hidden or child.type.endswith("_list") for child in item.children)


_READERS: dict[str, Callable[[Node, Scope], Sequence[Block]]] = {
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
