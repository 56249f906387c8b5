"""The answer of Mistral's OCR as blocks: Markdown page by page, with pictures and tables beside it."""

from __future__ import annotations

import re

import msgspec

from builder.blocks import Block
from serverless.errors import SourceError

from . import markdown
from .exports import Imported
from .writer import Scope

_LINK = re.compile(r"!?\[([^\]\n]{1,200})\]\(\1\)")


class Image(msgspec.Struct, frozen=True):
    id: str
    image_base64: str | None = None


class Table(msgspec.Struct, frozen=True):
    id: str
    content: str = ""


class Page(msgspec.Struct, frozen=True):
    index: int
    markdown: str
    images: tuple[Image, ...] = ()
    tables: tuple[Table, ...] | None = None


class Answer(msgspec.Struct, frozen=True):
    pages: tuple[Page, ...]
    model: str = ""


def read(text: str, name: str, scope: Scope) -> Imported:
    """All blocks of an answer; raises SourceError that calls it `name` where its types are wrong."""
    try:
        answer = msgspec.json.decode(text, type=Answer)
    except msgspec.DecodeError as error:
        raise SourceError(f"{name} is not an answer of Mistral OCR: {error}", "ask for it again") from None
    made = [block for page in answer.pages for block in _blocks(page, scope)]
    return Imported(tuple(made), "", "", len(answer.pages), f"Mistral OCR ({answer.model})")


def _blocks(page: Page, scope: Scope) -> list[Block]:
    read = markdown.read(_LINK.sub(lambda match: _shown(match, page), page.markdown), scope)
    return [msgspec.structs.replace(block, page=page.index + 1, line=0) for block in read.blocks]


def _shown(match: re.Match[str], page: Page) -> str:
    """A picture by the bytes that came with it (the names come back on each page), a table by its cells."""
    image = next((image for image in page.images if image.id == match[1]), None)
    if image and image.image_base64:
        return f"![]({image.image_base64})"
    table = next((table for table in page.tables or () if table.id == match[1]), None)
    return f"\n\n{table.content}\n\n" if table else match[0]
