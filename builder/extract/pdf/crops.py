"""Pictures of parts of pages: rendered, written, and known by their bytes."""

from __future__ import annotations

import hashlib
import io
import math
from collections.abc import Sequence
from pathlib import Path

from builder.blocks import ImageRef
from builder.config import Figures
from serverless.model import Box, Struct

from .pdfium import Pdf

SCALE = {"figure": 2.0, "table": 2.0, "algorithm": 2.0, "formula": 2.0, "page": 1.5}
"""Pixels for each point."""
LEAST = 40
"""Pixels of height at least."""
WIDEST = 4000
"""Pixels of the longer side of a picture at most."""


class Crop(Struct, frozen=True):
    """A part of a page to be drawn; `name` is that of the file, without its ending."""

    name: str
    kind: str
    page: int
    box: Box


def drawn(pdf: Pdf, crops: Sequence[Crop], folder: Path, source: str, limits: Figures) -> list[ImageRef]:
    """Pictures of parts of one page (at least one), written as PNG into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    wanted = [(crop.box, _scale(crop, limits)) for crop in crops]
    for crop, picture in zip(crops, pdf.pictures(crops[0].page, wanted), strict=True):
        buffer = io.BytesIO()
        picture.save(buffer, "PNG")
        made.append(_written(crop.name, buffer.getvalue(), picture.size, folder, source))
    return made


def _scale(crop: Crop, limits: Figures) -> float:
    x0, y0, x1, y1 = crop.box
    width, height = max(x1 - x0, 1.0), max(y1 - y0, 1.0)
    most = min(WIDEST / max(width, height), math.sqrt(limits.max_pixels / (width * height)))
    return min(max(SCALE[crop.kind], LEAST / height), most)


def _written(name: str, data: bytes, size: tuple[int, int], folder: Path, source: str) -> ImageRef:
    file = folder / f"{name}.png"
    file.write_bytes(data)
    return ImageRef(
        href=f"{name}.png",
        file=str(file.resolve()),
        source=f"{source}/{name}.png",
        sha256=hashlib.sha256(data).hexdigest(),
        mime="image/png",
        width=size[0],
        height=size[1],
    )
