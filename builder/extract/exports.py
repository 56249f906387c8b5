"""JSON files of other extractors: which one wrote a file, and what its document is called."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from builder.blocks import Block
from serverless.model import Struct

Kind = Literal["docling", "marker", "mineru", "mistral", ""]

MINERU = "_content_list"
_SNIFFED = 4096
_DOCLING = re.compile(rb'"schema_name"\s*:\s*"DoclingDocument"')
_MARKER = re.compile(rb'"block_type"\s*:\s*"(?:Document|Page)"')
_MISTRAL = re.compile(rb'^\s*\{\s*"pages"\s*:\s*\[\s*\{\s*"index"\s*:\s*\d+\s*,\s*"markdown"\s*:')


class Imported(Struct, frozen=True):
    """What an importer made of one file; `title` and `lang` are "" where the file says nothing."""

    blocks: tuple[Block, ...]
    title: str = ""
    lang: str = ""
    pages: int = 0
    producer: str = ""


def kind(path: Path) -> Kind:
    """The extractor that wrote a file, "" for any other file."""
    if path.suffix.lower() != ".json" or not path.is_file():
        return ""
    if path.stem.endswith(MINERU):
        return "mineru"
    with path.open("rb") as opened:
        head = opened.read(_SNIFFED)
    signs: dict[Kind, re.Pattern[bytes]] = {"docling": _DOCLING, "marker": _MARKER, "mistral": _MISTRAL}
    return next((name for name, sign in signs.items() if sign.search(head)), "")


def stem(path: Path) -> str:
    """The name of the document in a file."""
    return path.stem.removesuffix(MINERU)
