"""What is made of one document alone, kept until the document, the program or the settings change.

A library is put together anew at every build. What a document gives to it (its chunks, its words, its
pages) is taken from the store where it was made of the same before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from serverless.checksum import joined

from . import disk, known
from .tree import Tree

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Options_contra = TypeVar("Options_contra", contravariant=True)
TOOLS = ("snowballstemmer", "Jinja2", "MarkupSafe")
"""Packages, beside those that read, whose versions may change what is made of a document."""


class Part(Generic[Options_contra, T_co]):
    """Something that `make(tree, options)` makes of one document, a value of the type `kind`."""

    def __init__(self, name: str, kind: Any, make: Callable[[Tree, Options_contra], T_co]) -> None:
        self.name, self.kind, self.make = name, kind, make


class Maker(Protocol):
    """Gives a part of a document; `options` are what it is made by, beside the document."""

    def __call__(self, part: Part[Options_contra, T], tree: Tree, options: Options_contra) -> T: ...


def anew(part: Part[Options_contra, T], tree: Tree, options: Options_contra) -> T:
    """A Maker that makes everything."""
    return part.make(tree, options)


class Memo:
    """A Maker that looks into `folder` first, and forgets the documents that are none of `trees`."""

    def __init__(self, folder: Path, trees: Sequence[Tree]) -> None:
        self._folder = folder
        self._digests = {tree.document.id: joined(msgspec.msgpack.encode(tree)) for tree in trees}
        self._base = known.program(TOOLS).encode()
        if folder.is_dir():
            names = {_name(document) for document in self._digests}
            disk.prune(folder, [file for file in disk.files(folder) if file.partition(".")[0] in names])

    def __call__(self, part: Part[Options_contra, T], tree: Tree, options: Options_contra) -> T:
        """The part as it was made before of the same, else made now and kept."""
        document = tree.document.id
        key = joined(self._base, self._digests[document], msgspec.msgpack.encode(options))
        file = self._folder / f"{_name(document)}.{part.name}"
        try:
            blob = file.read_bytes()
            if blob.startswith(key):
                kept: T = msgspec.msgpack.decode(memoryview(blob)[len(key) :], type=part.kind)
                return kept
        except (OSError, msgspec.DecodeError):
            pass  # never made, or broken off: it is made now
        made = part.make(tree, options)
        disk.put(file, key + msgspec.msgpack.encode(made))
        return made


def _name(document: str) -> str:
    return joined(document.encode()).hex()[:24]
