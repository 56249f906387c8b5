"""The trees of documents that did not change since they were read: the store has them as they are."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path

import msgspec

from serverless.model import Struct

from . import disk
from .config import Config
from .extract import Found, overrides, provenance
from .extract.pdf.scans import Sights
from .fingerprints import Fingerprints
from .places import HOME, Places
from .tree import Tree

PROGRAM = ("builder", "serverless")
"""Folders of the checkout that decide what is made of a document."""
TOOLS = ("pypdfium2", "markdown-it-py", "nh3", "Pillow", "msgspec")
"""Packages whose versions may change what is read."""


class Kept(Struct, frozen=True):
    """A tree under the key of all that it was made from."""

    key: str
    tree: Tree


class Known:
    """The trees of one store, for the documents that were found."""

    def __init__(self, places: Places, config: Config, found: Sequence[Found]) -> None:
        self._places, self._found = places, found
        self._folder = places.store / "trees"
        self._prints = Fingerprints(places.store / "files.json")
        options = msgspec.json.encode((config.figures, config.limits, config.pdf, Sights.names(config.pdf)))
        self._base = hashlib.sha256(f"{program()} {places.sources} {places.work} ".encode() + options)
        self._owned = {one.path for one in found}
        self._beside: dict[Path, bytes] = {}
        self._keys = {one.id: self._key(one) for one in found if not one.problem}

    def tree(self, one: Found) -> Tree | None:
        """The tree of a document that is as it was, with every picture that it speaks of."""
        if one.problem:
            return None
        try:
            kept = msgspec.json.decode(self._file(one.id).read_bytes(), type=Kept)
        except (OSError, msgspec.DecodeError):
            return None
        is_whole = all(self._prints.of(Path(file)) == name for name, file in kept.tree.files.items())
        return kept.tree if kept.key == self._keys[one.id] and is_whole else None

    def keep(self, tree: Tree) -> None:
        """Puts a tree that was read into the store."""
        name = tree.document.id
        disk.put(self._file(name), msgspec.json.encode(Kept(self._keys[name], tree)))
        for file in tree.files.values():
            self._prints.of(Path(file))

    def close(self) -> None:
        """Forgets the documents that are no more."""
        if self._folder.is_dir():
            disk.prune(self._folder, [self._file(one.id).name for one in self._found])
        self._prints.keep()

    def _file(self, name: str) -> Path:
        return self._folder / f"{hashlib.sha256(name.encode()).hexdigest()[:24]}.json"

    def _key(self, one: Found) -> str:
        digest = self._base.copy()
        digest.update(f"{one.id} {one.format} ".encode() + os.fsencode(one.path))
        digest.update(self._digest(self._files(one)))
        if one.path.is_file() and one.format != "pdf":
            digest.update(self._loose(one.path.parent))
        return digest.hexdigest()

    def _digest(self, files: Iterable[Path]) -> bytes:
        """The names and hashes of files as one."""
        digest = hashlib.sha256()
        for file in sorted(files):
            name = file.relative_to(self._places.sources).as_posix()
            digest.update(f"{name}\0{self._prints.of(file)}\n".encode("utf-8", "surrogateescape"))
        return digest.digest()

    def _files(self, one: Found) -> Iterator[Path]:
        """The files of a document, the PDF beside it, and what a person says of it."""
        yield self._places.sources / overrides.FOLDER / f"{one.id}.toml"
        if one.path.is_dir():
            yield from provenance.files_below(one.path)
            yield from (one.path.with_name(f"{one.path.name}{end}") for end in (".pdf", ".PDF"))
        else:
            yield one.path

    def _loose(self, folder: Path) -> bytes:
        """The files of a folder that are no document's: any text beside them may show them."""
        if folder not in self._beside:
            below = provenance.files_below(folder)
            self._beside[folder] = self._digest(file for file in below if not self._is_owned(file))
        return self._beside[folder]

    def _is_owned(self, file: Path) -> bool:
        return file in self._owned or not self._owned.isdisjoint(file.parents)


@cache
def program(more: tuple[str, ...] = ()) -> str:
    """A digest of the program, of the packages that read, and of `more` packages."""
    names = (*TOOLS, *more)
    digest = hashlib.sha256(" ".join(f"{name} {version(name)}" for name in names).encode())
    for part in PROGRAM:
        for path in sorted((HOME / part).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()
