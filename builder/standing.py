"""What the last build was made of: where that is the same, what it made stands and nothing is made."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import msgspec

from serverless.model import Struct

from . import disk, nav, site
from .config import Config
from .known import PROGRAM, TOOLS
from .lock import dates, hosts
from .places import HOME, Places
from .tree import Tree
from .urls import LIBRARY

FILE = "standing.json"
PACKAGES = (*site.TOOLS, *TOOLS, "numpy", "faiss-cpu", "onnxruntime", "tokenizers", "snowballstemmer")
VARIABLES = ("SOURCELEAF_ENDPOINT", dates.EPOCH)

T = TypeVar("T", bound=Struct)


class Standing(Struct, frozen=True):
    """`inputs` and `outputs` are digests; `report` is what was said of the build, as JSON."""

    inputs: str
    outputs: str
    report: msgspec.Raw


def inputs(trees: Sequence[Tree], places: Places, config: Config, index_only: bool) -> str:
    """A digest of all that a build is made of once its documents are read."""
    digest = hashlib.sha256(msgspec.json.encode((config, index_only, os.fspath(places.root))))
    for tree in trees:
        digest.update(msgspec.json.encode(tree))
        digest.update(_signs(Path(tree.pdf)) if tree.pdf else b"")
    for path in (*_program(), *_project(places.root), places.remembered, places.lock):
        digest.update(f"\n{path} ".encode("utf-8", "surrogateescape"))
        digest.update(hashlib.sha256(path.read_bytes()).digest() if path.is_file() else b"-")
    return _with_tools(digest.copy(), os.environ)


def _with_tools(digest: hashlib._Hash, environment: Mapping[str, str]) -> str:
    for name in PACKAGES:
        digest.update(f"{name} {version(name)}\n".encode())
    for name in VARIABLES:
        digest.update(f"{name} {environment.get(name, '')}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _program() -> Iterator[Path]:
    for part in PROGRAM:
        yield from sorted(path for path in (HOME / part).rglob("*") if path.suffix not in {".pyc", ""})


def _project(root: Path) -> Iterator[Path]:
    """The files of a person that the site is made from."""
    yield site.own(root, site.CONFIG)
    for part in site.PARTS:
        folder = site.own(root, part)
        yield from (folder / name for name in sorted(disk.files(folder, site.made(part))))


def outputs(places: Places) -> str:
    """A digest of the names, sizes and times of all that a build writes."""
    own = [site.CONFIG] if places.project != places.root else []
    files = [places.project / nav.FILE, *(places.out / name for name in sorted({*hosts.NAMES.values()}))]
    files += [places.project / name for name in own]
    digest = hashlib.sha256(b"\n".join(map(_signs, files)))
    parts = ["docs", "overrides"] if own else [f"docs/{LIBRARY}"]
    for folder in (places.index, places.site, *(places.project / part for part in parts)):
        digest.update(os.fsencode(folder))
        for sign in sorted(_below(folder)):
            digest.update(sign)
    return digest.hexdigest()


def _below(folder: Path) -> Iterator[bytes]:
    for place, _, names in os.walk(folder):
        for name in names:
            stat = os.stat(os.path.join(place, name))
            yield os.fsencode(os.path.join(place, name)) + b" %d %d\n" % (stat.st_size, stat.st_mtime_ns)


def _signs(path: Path) -> bytes:
    if not path.is_file():
        return b"-"
    stat = path.stat()
    return b"%d %d" % (stat.st_size, stat.st_mtime_ns)


def found(made_of: str, places: Places, kind: type[T]) -> T | None:
    """What was said of the last build, where it was made of the same and nobody touched what it made."""
    try:
        standing = msgspec.json.decode((places.store / FILE).read_bytes(), type=Standing)
        said = msgspec.json.decode(standing.report, type=kind)
    except (OSError, msgspec.DecodeError):
        return None
    return said if standing.inputs == made_of and standing.outputs == outputs(places) else None


def keep(made_of: str, places: Places, report: Struct) -> None:
    """Notes what a build was made of, for the next."""
    said = msgspec.Raw(msgspec.json.encode(report))
    disk.put(places.store / FILE, msgspec.json.encode(Standing(made_of, outputs(places), said)))
