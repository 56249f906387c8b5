"""What an optional package sees on the picture of a page, kept for the next time."""

from __future__ import annotations

import hashlib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import msgspec

from builder import disk
from serverless.errors import ConfigError
from serverless.model import Box, Struct

if TYPE_CHECKING:
    from PIL.Image import Image

SCALE = 200 / 72
"""Pixels for a point: small print is still read, and a page takes seconds and not minutes."""


class Seen(Struct, frozen=True):
    """A line of text, or a thing by its kind: its box in pixels of the picture, and how sure it is, 0…1."""

    text: str
    box: Box
    score: float


class Sight:
    """Looks at pictures; `folder` keeps what was seen, and the models are opened for new pictures only."""

    package: ClassVar[str]
    option: ClassVar[str]
    """The key under `[pdf]` that switches it on, which is the name of the extra too."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @classmethod
    def name(cls) -> str:
        """The package with its version; ConfigError where it is not installed."""
        try:
            return f"{cls.package} {version(cls.package)}"
        except PackageNotFoundError:
            raise ConfigError(
                f"pdf.{cls.option} is true, but {cls.package} is not installed",
                f"pip install 'sourceleaf[{cls.option}]', or set it to false in library.toml",
            ) from None

    def seen(self, picture: Image) -> tuple[Seen, ...]:
        """What is on a picture, in no order that can be relied on."""
        told = f"{self.name()} {picture.size}".encode()
        kept = self._folder / f"{hashlib.sha256(told + picture.tobytes()).hexdigest()}.json"
        try:
            return msgspec.json.decode(kept.read_bytes(), type=tuple[Seen, ...])
        except (OSError, msgspec.DecodeError):
            made = self.look(picture)
        disk.write(kept, msgspec.json.encode(made))
        return made

    def look(self, picture: Image) -> tuple[Seen, ...]:
        """Asks the package."""
        raise NotImplementedError
