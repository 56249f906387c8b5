"""One found document, read: dispatch by format, provenance, title, language."""

from __future__ import annotations

import hashlib
from pathlib import Path

from builder.blocks import Block, Extracted
from builder.config import Config
from serverless.errors import SourceError
from serverless.model import Extractor, Source

from . import markdown
from .find import Found
from .images import Pictures

VERSION = "1"


def extract(found: Found, sources: Path, config: Config, work: Path) -> Extracted:
    """Reads one document; raises SourceError that names the file, the place and the way out."""
    if found.problem:
        raise SourceError(found.problem, found.hint)
    data = found.path.read_bytes()
    text = decoded(data, found.path.name)
    root = found.path.parent
    pictures = Pictures(root, root, root.relative_to(sources).as_posix(), config.figures)
    blocks, warnings, _front = markdown.read(text, pictures.look)
    return Extracted(
        id=found.id,
        title=_first_title(blocks) or found.id,
        lang="",
        source=Source(
            found.path.relative_to(sources).as_posix(), hashlib.sha256(data).hexdigest(), len(data)
        ),
        extractor=Extractor("markdown", VERSION),
        blocks=blocks,
        warnings=(*warnings, *pictures.warnings),
    )


def decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise SourceError(
            f"{name} is not UTF-8: byte {error.start} is {data[error.start]:#04x}",
            "save it as UTF-8, for example with `iconv -f windows-1252 -t utf-8`",
        ) from None


def _first_title(blocks: tuple[Block, ...]) -> str:
    return next((block.text for block in blocks if block.kind == "heading" and block.level == 1), "")
