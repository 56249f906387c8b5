"""What every importer hands to the tree: a document as a flat list of blocks, in reading order."""

from __future__ import annotations

from typing import Literal

from serverless.model import Box, Extractor, Source, Struct

BlockKind = Literal["heading", "paragraph", "list", "table", "image", "code", "formula", "quote", "html"]


WHOLE = "whole"
"""Hint of a picture or table in which the importer has put all that belongs to it: nothing fell out of it."""

FORMULA = "formula"
"""Hint of a picture that is a displayed formula, with its signs and its number as text."""


class ImageRef(Struct, frozen=True):
    """A picture that a block shows.

    `href` is the reference as written in the source; `file` is the absolute path of the existing file,
    inside the document's folder, or "" when it is missing or was refused (a warning then says why).
    `source` is `file` relative to the sources folder ("CLIP/figures/fileoutpart0.png").
    """

    href: str
    file: str = ""
    source: str = ""
    alt: str = ""
    title: str = ""
    sha256: str = ""
    mime: str = ""
    width: int = 0
    height: int = 0


class Block(Struct, frozen=True):
    """One block. `text` is plain text (for rules and search), `md` is clean Markdown (for the page).

    heading: `level` 1..6 as the source says, `anchor` from an explicit `{#id}`.
    image: a paragraph that holds only pictures, in `images`; pictures inside prose or headings stand
    in `images` of that block and are left out of `md`.
    table: `rows` (first row = header) and `html` (sanitised) where the source has a real table.
    """

    kind: BlockKind
    text: str
    md: str
    level: int = 0
    anchor: str = ""
    line: int = 0
    page: int | None = None
    bbox: Box | None = None
    images: tuple[ImageRef, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    html: str = ""
    hint: str = ""
    """What the importer knows beyond the kind: "caption", "footnote", "inline-figure", "table-cell"…"""
    evidence: str = "source"
    """What made a line a heading: "source" where it came as one, else what the importer went by."""


class Extracted(Struct, frozen=True):
    """One source document as read: nothing about sections or figures has been decided yet."""

    id: str
    title: str
    lang: str
    source: Source
    extractor: Extractor
    blocks: tuple[Block, ...]
    warnings: tuple[str, ...] = ()
    pdf: str = ""
    """Absolute path of a PDF beside the source that the pages may link to, or ""."""
