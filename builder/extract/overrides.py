"""What a person says about a document, in `overrides/<document>.toml` of the sources folder.

It stands beside what was extracted and not in it, so that it holds when the document is extracted again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from builder.blocks import Block, Extracted
from serverless.errors import SourceError
from serverless.model import Noise, Struct

from . import escape

FOLDER = "overrides"
Format = Literal["", "markdown", "adobe", "docling", "marker", "mineru", "mistral"]
"""What a document is read as, where several extractions lie in its folder."""


class Heading(Struct, frozen=True):
    """A line by its text (and page), and what it is to be: its level, its words, or no heading."""

    text: str
    page: int | None = None
    level: Annotated[int, Meta(ge=1, le=6)] | None = None
    title: str = ""
    none: bool = False
    noise: Noise | None = None


class Caption(Struct, frozen=True):
    """A figure or a table by its label ("Figure 3"), and the caption that it is to have."""

    label: str
    caption: str


class Overrides(Struct, frozen=True):
    format: Format = ""
    password: str = ""
    title: str = ""
    lang: str = ""
    headings: tuple[Heading, ...] = ()
    captions: tuple[Caption, ...] = ()


def read(sources: Path, document: str) -> Overrides:
    """The overrides of a document, empty without a file; SourceError names what is wrong in it."""
    file = sources / FOLDER / f"{document}.toml"
    if not file.is_file():
        return Overrides()
    try:
        return msgspec.toml.decode(file.read_bytes(), type=Overrides)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        name = file.relative_to(sources).as_posix()
        raise SourceError(f"{name}: {error}", "docs/overrides.md lists every key") from None


def applied(extracted: Extracted, said: Overrides) -> Extracted:
    """The document as a person wants it; what matches nothing is a warning."""
    blocks, warnings = list(extracted.blocks), list(extracted.warnings)
    for heading in said.headings:
        places = [at for at, block in enumerate(blocks) if _is_meant(block, heading)]
        if not places:
            warnings.append(f"overrides: no line of the document is {heading.text!r}")
        for at in places:
            blocks[at] = _changed(blocks[at], heading)
    return msgspec.structs.replace(
        extracted,
        title=said.title or extracted.title,
        lang=said.lang or extracted.lang,
        blocks=_titled(blocks, said.title),
        warnings=tuple(warnings),
    )


def _is_meant(block: Block, heading: Heading) -> bool:
    is_line = block.kind in {"heading", "paragraph"} and _key(block.text) == _key(heading.text)
    return is_line and heading.page in {None, block.page}


def _key(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().casefold()


def _changed(block: Block, heading: Heading) -> Block:
    if heading.none:
        return msgspec.structs.replace(block, kind="paragraph", level=0, hint="")
    text = heading.title or block.text
    md = escape.words(heading.title) if heading.title else block.md
    level = heading.level or block.level or 1
    return msgspec.structs.replace(block, kind="heading", text=text, md=md, level=level)


def _titled(blocks: Sequence[Block], title: str) -> tuple[Block, ...]:
    """The blocks with the words of the title where the document has its own."""
    if not title:
        return tuple(blocks)
    return tuple(
        msgspec.structs.replace(block, text=title, md=escape.words(title)) if block.hint == "title" else block
        for block in blocks
    )
