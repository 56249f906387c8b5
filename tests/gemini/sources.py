"""Documents as trees, made from texts by the real importers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from builder.config import Config
from builder.extract import extract, find
from builder.tree import Tree, grow
from tests import shelf

HARBOUR: dict[str, str | bytes] = {**shelf.HARBOUR, "Harbour/figures/lamp.png": shelf.picture()}


def trees(folder: Path, files: Mapping[str, str | bytes] = HARBOUR) -> list[Tree]:
    sources = write(folder, files)
    return [grow(extract(one, sources, Config(), folder / "work")) for one in find(sources)]


def write(folder: Path, files: Mapping[str, str | bytes] = HARBOUR) -> Path:
    """The folder with these files in it."""
    sources = folder / "sources"
    for name, content in files.items():
        path = sources / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return sources
