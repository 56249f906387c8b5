"""Blocks from their parts, the same way for Markdown, HTML and every other source."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.blocks import Block, ImageRef

from . import escape, tables
from .tables import Cell
from .writer import Inline


def heading(read: Inline, level: int, anchor: str, line: int) -> Block:
    """A heading on one line, without the bold or italics that wrap all of it."""
    md = " ".join(read.md.replace("<br>", " ").split())
    wrapped = re.fullmatch(r"(\*{1,3})([^*]+)\1", md)
    return Block(
        kind="heading",
        text=" ".join(read.text.split()),
        md=re.sub(r"#$", r"\\#", wrapped[2].strip() if wrapped else md),
        level=level,
        anchor=anchor,
        line=line,
        images=read.images,
    )


def paragraph(read: Inline, line: int, hint: str = "") -> Sequence[Block]:
    """A paragraph, or an image block where it holds only pictures; nothing for an empty one."""
    if read.bare:
        alt = " ".join(image.alt for image in read.images if image.alt)
        return [Block(kind="image", text=alt, md="", line=line, images=read.images, hint=hint)]
    if not read.text:
        return []
    md = escaped(read.md)
    return [Block(kind="paragraph", text=read.text, md=md, line=line, images=read.images, hint=hint)]


def escaped(md: str) -> str:
    """Inline Markdown as a paragraph: no line starts another kind of block."""
    return escape.paragraph(md)


def formula(source: str, line: int) -> Sequence[Block]:
    """A displayed formula from its TeX."""
    tex = "\n".join(part.strip() for part in escape.tex(source).splitlines() if part.strip())
    if not tex:
        return []
    return [Block(kind="formula", text=" ".join(tex.split()), md=f"$$\n{tex}\n$$", line=line)]


def code(source: str, language: str, line: int) -> Sequence[Block]:
    """A listing, in a fence that is longer than any inside it."""
    body = source.strip("\n")
    if not body.strip():
        return []
    fence = "`" * (max((len(run) for run in re.findall(r"`{3,}", body)), default=2) + 1)
    name = re.match(r"[\w+#.-]*", language.strip())
    return [Block(kind="code", text=body, md=f"{fence}{name[0] if name else ''}\n{body}\n{fence}", line=line)]


def quote(read: Inline, line: int) -> Sequence[Block]:
    """A quotation; its Markdown may hold several blocks."""
    if not read.md and not read.images:
        return []
    md = "\n".join(f"> {part}".rstrip() for part in read.md.split("\n"))
    return [Block(kind="quote", text=read.text, md=md, line=line, images=read.images)]


def table(rows: Sequence[Sequence[Cell]], line: int, images: tuple[ImageRef, ...] = ()) -> Block:
    """A table from its cells."""
    plain = tables.texts(rows)
    return Block(
        kind="table",
        text="\n".join(" | ".join(row) for row in plain),
        md=tables.pipes(rows),
        line=line,
        images=images,
        rows=plain,
        html=tables.markup(rows),
    )


def hung(md: str, mark: str) -> str:
    """`md` behind a list mark, later lines four spaces in (as Python-Markdown wants them)."""
    first, *rest = md.split("\n")
    return "\n".join([f"{mark}{first}", *(f"    {line}" if line else "" for line in rest)])
