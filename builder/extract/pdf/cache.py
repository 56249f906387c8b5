"""What was read of a PDF, kept beside its pictures: an unchanged file is not read again."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

import msgspec

from builder import disk
from serverless import checksum
from serverless.model import Struct

from .shapes import Read

FILE = "read.json"
PACKAGE = Path(__file__).parent.parent.parent
"""The sources that decide what is read: whoever changes them gets new blocks."""


class Kept(Struct, frozen=True):
    key: str
    read: Read


def key(file: Path, options: str) -> str:
    """Changes with the bytes of the file, with the options and the program."""
    return hashlib.sha256(f"{program()} {options} {checksum.of(file)}".encode()).hexdigest()


@cache
def program() -> str:
    """A digest of the program and of the reader of PDFs below it."""
    digest = hashlib.sha256(version("pypdfium2").encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def found(folder: Path, key_: str) -> Read | None:
    """What was read under this key, if all pictures are still there as they were written."""
    try:
        kept = msgspec.json.decode((folder / FILE).read_bytes(), type=Kept)
    except (OSError, msgspec.DecodeError):
        return None
    images = {image.file: image.sha256 for block in kept.read.blocks for image in block.images}
    is_whole = kept.key == key_ and all(_digest(Path(file)) == digest for file, digest in images.items())
    return kept.read if is_whole else None


def _digest(file: Path) -> str:
    try:
        return checksum.of(file)
    except OSError:
        return ""


def keep(folder: Path, key_: str, read: Read) -> None:
    """Writes what was read; a file that is broken off is none."""
    disk.write(folder / FILE, msgspec.json.encode(Kept(key_, read)))
