"""Folders that readers use while a new one is being made."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def swap(made: Path, folder: Path) -> None:
    """Puts `made` where `folder` stands, or leaves `folder` as it was; both are on one disk."""
    recover(folder)
    old = _old(folder)
    shutil.rmtree(old, ignore_errors=True)
    had = folder.exists()
    if had:
        os.replace(folder, old)
    try:
        os.replace(made, folder)
    except OSError:
        if had:
            os.replace(old, folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def recover(folder: Path) -> None:
    """Puts the last `folder` back where a swap was killed between its two steps."""
    old = _old(folder)
    if old.exists() and not folder.exists():
        os.replace(old, folder)


def _old(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}.old")
