"""Editions of documents as Markdown, read by the real importer, and their addresses as lines of text."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from builder.config import Config
from builder.extract import extract, find
from builder.lock.memory import Lock
from builder.lock.settle import Settled, settle
from builder.tree import Tree, grow


def trees(folder: Path, files: Mapping[str, str]) -> list[Tree]:
    """The documents of one edition; `folder` is emptied of an earlier one."""
    sources = folder / "sources"
    sources.mkdir(parents=True, exist_ok=True)
    for path in sources.iterdir():
        path.unlink()
    for name, text in files.items():
        (sources / name).write_text(text, encoding="utf-8")
    return [grow(extract(found, sources, Config(), folder / "work")) for found in find(sources)]


def edition(
    folder: Path, files: Mapping[str, str], lock: Lock | None = None, unread: Collection[str] = ()
) -> Settled:
    return settle(trees(folder, files), lock or {}, unread)


def pages(settled: Settled) -> dict[str, str]:
    """The title of the page at each address."""
    return {section.id: section.title for tree in settled.trees for section in tree.sections}


def leads(settled: Settled) -> list[str]:
    """The addresses that lead on (->) and those whose section is gone (x)."""
    lines = []
    for memory in settled.lock.values():
        lines += [f"{memory.id_of(past.slug)} -> {past.to}" for past in memory.moved]
        lines += [f"{memory.id_of(past.slug)} x {past.near}" for past in memory.gone]
    return sorted(lines)
