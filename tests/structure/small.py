"""Tiny documents as text: what an importer would hand over, without files.

    # Heading {#anchor}
    A paragraph.
    - a list
    !figures/plot.png 600x400 an alternative text     (a picture; a paragraph may end with one)
    | a | b |                                         (a table, first row = header)
    $$ a = b                                          (a formula)
    ``` print()                                       (code)

Blocks stand apart by one blank line. A block whose first line is `~ ` stands closer to the one before than
usual, as the text does that an extractor found inside a picture.
"""

from __future__ import annotations

import hashlib
import re
from textwrap import dedent

from builder.blocks import Block, BlockKind, Extracted, ImageRef
from builder.tree import Tree, grow
from serverless.model import Extractor, Source

from .outline import outline

GAP = 3
"""Lines from one block to the next."""
PICTURE = re.compile(r"!(?P<href>\S+) (?P<width>\d+)x(?P<height>\d+) ?(?P<alt>.*)$")


def document(text: str, name: str = "doc", lang: str = "en", title: str = "") -> Extracted:
    return Extracted(
        id=name,
        title=title,
        lang=lang,
        source=Source(f"{name}/{name}.md", hashlib.sha256(text.encode()).hexdigest(), len(text)),
        extractor=Extractor("small", "1"),
        blocks=blocks(text),
    )


def blocks(text: str) -> tuple[Block, ...]:
    made: list[Block] = []
    line = 1
    for part in dedent(text).strip("\n").split("\n\n"):
        is_close = part.startswith("~ ")
        line -= 1 if is_close else 0
        made.append(_block(part.removeprefix("~ ").strip(), line))
        line += GAP
    return tuple(made)


def tree(text: str, **fields: str) -> Tree:
    return grow(document(text, **fields))


def shown(text: str, **fields: str) -> str:
    """The outline of a tiny document, ready to be compared with a dedented block."""
    return "\n" + outline(tree(text, **fields))


def texts(grown: Tree) -> str:
    """Every section's text below its id."""
    return "\n".join(f"[{section.id}]\n{section.text}\n" for section in grown.sections)


def image(href: str, width: int, height: int, alt: str = "") -> ImageRef:
    is_missing = href.startswith("missing")
    return ImageRef(
        href=href,
        file="" if is_missing else f"/sources/doc/{href}",
        source="" if is_missing else f"doc/{href}",
        alt=alt,
        sha256="" if is_missing else hashlib.sha256(href.encode()).hexdigest(),
        mime="image/svg+xml" if href.endswith(".svg") else "image/png",
        width=width,
        height=height,
    )


def _block(part: str, line: int) -> Block:
    text, _, last = part.rpartition("\n")
    picture = PICTURE.match(last)
    if not picture:
        return _text_block(part, line, ())
    shown_ = image(picture["href"], int(picture["width"]), int(picture["height"]), picture["alt"])
    if text:
        return _text_block(text, line, (shown_,))
    return Block("image", shown_.alt, "", line=line, images=(shown_,))


def _text_block(text: str, line: int, images: tuple[ImageRef, ...]) -> Block:
    kinds: dict[str, BlockKind] = {"| ": "table", "- ": "list", "$$": "formula", "``": "code"}
    kind = kinds.get(text[:2], "paragraph")
    if heading := re.match(r"(#+) (.*?)(?: \{#(.+)\})?$", text):
        marks, title, anchor = heading.groups(default="")
        return Block("heading", title, title, level=len(marks), anchor=anchor, line=line, images=images)
    if kind == "table":
        rows = tuple(tuple(cell.strip() for cell in row.strip("| ").split("|")) for row in text.split("\n"))
        return Block(kind, text, _pipes(rows), line=line, images=images, rows=rows, html="<table></table>")
    if kind in {"formula", "code"}:
        mark, _, body = text.partition(" ")
        return Block(kind, body, f"{mark}\n{body}\n{mark}", line=line)
    return Block(kind, text.replace("- ", "") if kind == "list" else text, text, line=line, images=images)


def _pipes(rows: tuple[tuple[str, ...], ...]) -> str:
    head, *body = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([head, f"|{' --- |' * len(rows[0])}", *body])
