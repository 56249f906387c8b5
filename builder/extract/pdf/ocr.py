"""RapidOCR: the one room that knows it. A picture of a page becomes lines of text.

Nothing is fetched: the models lie in the package (`pip install 'sourceleaf[ocr]'`).
"""

from __future__ import annotations

import hashlib
import logging
import os
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from serverless.errors import ConfigError
from serverless.model import Box, Struct

if TYPE_CHECKING:
    from PIL.Image import Image

PACKAGE = "rapidocr"


class Seen(Struct, frozen=True):
    """A line that was seen: its box in pixels of the picture, and how sure it is, 0…1."""

    text: str
    box: Box
    score: float


class Eyes:
    """Reads pictures; what was read is kept in `folder`, and the models are opened for new ones only."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @staticmethod
    def name() -> str:
        """The package with its version; ConfigError where it is not installed."""
        try:
            return f"{PACKAGE} {version(PACKAGE)}"
        except PackageNotFoundError:
            raise ConfigError(
                "pdf.ocr is true, but rapidocr is not installed",
                "pip install 'sourceleaf[ocr]', or set it to false in library.toml",
            ) from None

    def read(self, picture: Image) -> tuple[Seen, ...]:
        """The lines of a picture, as they were found: in no order that can be relied on."""
        told = f"{self.name()} {picture.size}".encode()
        kept = self._folder / f"{hashlib.sha256(told + picture.tobytes()).hexdigest()}.json"
        try:
            return msgspec.json.decode(kept.read_bytes(), type=tuple[Seen, ...])
        except (OSError, msgspec.DecodeError):
            made = self._read(picture)
        self._folder.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(".part")
        part.write_bytes(msgspec.json.encode(made))
        os.replace(part, kept)
        return made

    def _read(self, picture: Image) -> tuple[Seen, ...]:
        import numpy as np

        found = self._engine(np.asarray(picture.convert("RGB"))[:, :, ::-1])
        if not found.txts:
            return ()
        lines = zip(found.txts, found.boxes.tolist(), found.scores, strict=True)
        return tuple(Seen(text, _around(corners), round(float(score), 3)) for text, corners, score in lines)

    @cached_property
    def _engine(self) -> Any:
        from rapidocr import RapidOCR

        logging.getLogger("RapidOCR").setLevel(logging.WARNING)
        return RapidOCR(params={"Global.log_level": "warning"})


def _around(corners: list[list[float]]) -> Box:
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return round(min(across), 1), round(min(down), 1), round(max(across), 1), round(max(down), 1)
