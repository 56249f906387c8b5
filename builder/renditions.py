"""Smaller copies of large pictures as WebP: which ones there should be, and the making of one."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from serverless.model import Asset, Struct

from . import disk

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTHS = (800, 1600)
"""A column of text at one and at two pixels a point; nothing is enlarged."""

SHRUNK = {"image/png", "image/jpeg", "image/bmp"}
"""GIFs may move, WebP and AVIF are small already."""

RECIPE = 1
"""Part of the name in the cache; raise it when the bytes would come out differently."""

FEW_COLOURS = 4096
"""Drawings stay sharp and become smaller without loss; photographs have more colours than this."""


class Rendition(Struct, frozen=True):
    """`path` is the place in the site, `asset` the sha256 of the original, `width` in pixels."""

    path: str
    asset: str
    width: int


def plan(asset: Asset) -> tuple[Rendition, ...]:
    """The renditions of a picture, narrowest first; none for one that is small or that cannot be shrunk."""
    if asset.mime not in SHRUNK or asset.width <= WIDTHS[0]:
        return ()
    stem = PurePosixPath(asset.path).with_suffix("")
    widths = sorted({min(width, asset.width) for width in WIDTHS})
    return tuple(Rendition(f"{stem}-{width}.webp", asset.id, width) for width in widths)


def make(rendition: Rendition, original: Path, store: Path) -> Path:
    """The file of `rendition`, made once and then taken from `store`.

    A picture that cannot be decoded, or that would grow, is stored as it is: browsers go by the bytes.
    """
    cached = store / f"{rendition.asset}-{rendition.width}-{RECIPE}.webp"
    if not cached.is_file():
        made = _shrunk(original, rendition.width)
        is_smaller = made and len(made) <= original.stat().st_size
        disk.put(cached, made if made and is_smaller else original)
    return cached


def _shrunk(original: Path, width: int) -> bytes | None:
    """The picture at `width`; None for one that cannot be decoded.

    A drawing at its own size is kept without loss; made smaller, its lines are blended anyway.
    """
    from PIL import Image

    try:
        with Image.open(original) as picture:
            plain = _plain(picture)
    except (OSError, ValueError, Image.DecompressionBombError):
        return None
    height = max(1, round(plain.height * width / plain.width))
    smaller = plain.resize((width, height), Image.Resampling.LANCZOS)
    is_drawing = width == plain.width and plain.getcolors(FEW_COLOURS) is not None
    out = BytesIO()
    smaller.save(out, "WEBP", lossless=is_drawing, quality=80, method=4)
    return out.getvalue()


def _plain(picture: Image) -> Image:
    """Red, green and blue, with transparency where there is any."""
    has_alpha = "A" in picture.getbands() or "transparency" in picture.info
    return picture.convert("RGBA" if has_alpha else "RGB")
