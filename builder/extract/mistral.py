"""The answer of Mistral's OCR as blocks: Markdown page by page, with pictures and tables beside it."""

from __future__ import annotations

import re

import msgspec

from builder.blocks import Block
from serverless.errors import SourceError
from serverless.model import Box

from . import markdown
from .exports import Imported
from .writer import Scope

POINTS = 72.0
_LINK = re.compile(r"!?\[([^\]\n]{1,200})\]\(\1\)")


class Image(msgspec.Struct, frozen=True):
    """A picture; its box is in pixels of the page that was read."""

    id: str
    image_base64: str | None = None
    top_left_x: float | None = None
    top_left_y: float | None = None
    bottom_right_x: float | None = None
    bottom_right_y: float | None = None

    def box(self, dpi: float) -> Box | None:
        """The box in points, where the file has one."""
        edges = (self.top_left_x, self.top_left_y, self.bottom_right_x, self.bottom_right_y)
        if dpi <= 0 or any(edge is None for edge in edges):
            return None
        x0, y0, x1, y1 = (round((edge or 0.0) * POINTS / dpi, 2) for edge in edges)
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


class Dimensions(msgspec.Struct, frozen=True):
    dpi: float = 0.0


class Table(msgspec.Struct, frozen=True):
    id: str
    content: str = ""


class Page(msgspec.Struct, frozen=True):
    index: int
    markdown: str
    images: tuple[Image, ...] = ()
    tables: tuple[Table, ...] | None = None
    dimensions: Dimensions | None = None


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
    return [_placed(block, page) for block in read.blocks]


def _placed(block: Block, page: Page) -> Block:
    """A block on its page; a picture with its box, which is found by the name that stands as its title."""
    own = {image.id: image for image in page.images}
    shown = next((own[image.title] for image in block.images if image.title in own), None)
    dpi = page.dimensions.dpi if page.dimensions else 0.0
    images = tuple(msgspec.structs.replace(image, title="") for image in block.images)
    return msgspec.structs.replace(
        block, page=page.index + 1, line=0, images=images, bbox=shown.box(dpi) if shown else None
    )


def _shown(match: re.Match[str], page: Page) -> str:
    """A picture by the bytes that came with it (the names come back on each page), a table by its cells."""
    image = next((image for image in page.images if image.id == match[1]), None)
    if image and image.image_base64:
        return f'![]({image.image_base64} "{image.id}")'
    table = next((table for table in page.tables or () if table.id == match[1]), None)
    return f"\n\n{table.content}\n\n" if table else match[0]
