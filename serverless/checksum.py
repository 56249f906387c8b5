"""The SHA-256 of files and of values, by which they are known again."""

from __future__ import annotations

import hashlib
from pathlib import Path


def of(file: Path) -> str:
    """In hexadecimal digits; the file is not held in memory. Raises OSError where it cannot be read."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def joined(*parts: bytes) -> bytes:
    """The SHA-256 of several values, which tells where one ends and the next begins."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(b"%d:" % len(part) + part)
    return digest.digest()
