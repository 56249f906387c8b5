"""The few ways in which the builder changes files: whole, or not at all."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def write_whole(path: Path, data: bytes) -> bool:
    """Writes `data` unless the file holds it already; says whether it wrote.

    A reader sees the old file or the new one, never half of it.
    """
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.part")
    temporary.write_bytes(data)
    temporary.replace(path)
    return True


def replace_folder(made: Path, target: Path) -> None:
    """Puts the folder `made` where `target` is; what stood there goes only when the new one is in place."""
    old = target.with_name(f".{target.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.exists():
        os.rename(target, old)
    os.rename(made, target)
    shutil.rmtree(old, ignore_errors=True)
