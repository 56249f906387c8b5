"""Sources small enough to read, written into a temporary folder."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from PIL import Image

from builder.blocks import Block, Extracted, ImageRef
from builder.config import Config
from builder.extract import extract, find, markdown
from builder.extract.writer import Scope

CORPUS = Path(__file__).parent.parent / "corpus"


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Writes files by their relative paths; the folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    """An archive of such files."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def picture(width: int = 4, height: int = 3, kind: str = "PNG") -> bytes:
    """A plain picture file."""
    target = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(target, kind)
    return target.getvalue()


def only(sources: Path, config: Config | None = None) -> Extracted:
    """The one document of a sources folder, read."""
    (found,) = find(sources)
    return extract(found, sources, config or Config(), sources.parent / "work")


def blocks(text: str) -> list[Block]:
    """The blocks of a Markdown text in which every picture exists."""
    return read(text)[0]


def read(text: str) -> tuple[list[Block], list[str]]:
    """The blocks and the warnings of a Markdown text in which every picture exists."""
    warnings: list[str] = []
    document = markdown.read(text, Scope(_every_picture, warnings.append))
    return list(document.blocks), warnings


def _every_picture(href: str, alt: str, title: str) -> ImageRef:
    return ImageRef(href=href, file="" if "//" in href else f"/pictures/{href}", alt=alt, title=title)


def shown(made: list[Block]) -> str:
    """Blocks as a text to compare: a line `kind: Markdown` each, pictures in angle brackets."""
    return "\n".join(_line(block) for block in made)


def _line(block: Block) -> str:
    kind = f"{block.kind} {block.level}" if block.level else block.kind
    anchor = f" #{block.anchor}" if block.anchor else ""
    hint = f" ({block.hint})" if block.hint else ""
    pictures = "".join(f" <{image.href}>" for image in block.images)
    return f"{kind}{anchor}{hint}: {f'{block.md}{pictures}'.strip()}"
