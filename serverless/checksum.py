"""The SHA-256 of a file, by which it is known again."""

from __future__ import annotations

import hashlib
from pathlib import Path


def of(file: Path) -> str:
    """In hexadecimal digits; the file is not held in memory. Raises OSError where it cannot be read."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
