"""Picture references of a document: found inside its own folder, measured, or refused with a reason."""

from __future__ import annotations

import base64
import binascii
import hashlib
import html
import os
import re
import struct
import warnings
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import unquote

import msgspec

from builder.blocks import ImageRef
from builder.config import Figures
from serverless.model import Struct

from .svg import UnsafeSvgError
from .svg import measure as measure_svg

SHOWN = {
    "PNG": "image/png",
    "JPEG": "image/jpeg",
    "MPO": "image/jpeg",
    "GIF": "image/gif",
    "WEBP": "image/webp",
    "BMP": "image/bmp",
    "AVIF": "image/avif",
}
"""Formats that every browser shows."""

if TYPE_CHECKING:
    from PIL.Image import Image

_READ = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "AVIF", "TIFF")
_SUFFIX = {"image/png": ".png", "image/jpeg": ".jpg", "image/svg+xml": ".svg"}
_EMBEDDED = re.compile(r"(?<=[(\"'<\s])data:(image/[\w.+-]{1,30});base64,([A-Za-z0-9+/=]+)")
_BROKEN = (
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    EOFError,
    struct.error,
    zlib.error,
)
"""What Pillow's readers raise on damaged files."""


class RefusedError(Exception):
    """Why a reference gives no picture; becomes a warning of the document."""


class Place(Struct, frozen=True):
    """Where a document's files are.

    `root` is the folder that no reference may leave, `source` its path as seen from the sources
    folder ("" for that folder itself), `near` the folder of the text, `work` where pictures that are
    written inside the text are unpacked to.
    """

    root: Path
    source: str
    near: Path
    work: Path


class Pictures:
    """The pictures of one document; remembers each file, and each reason why one was left out."""

    def __init__(self, place: Place, limits: Figures) -> None:
        self.place = place
        self.root = place.root.resolve()
        self.limits = limits
        self.warnings: list[str] = []
        self._embedded: list[tuple[str, str]] = []
        self._known: dict[Path, ImageRef] = {}
        self._names: dict[str, list[Path]] | None = None

    @property
    def files(self) -> list[Path]:
        """Every file that a reference led to, sorted."""
        return sorted(self._known)

    def warn(self, message: str) -> None:
        """Takes a line for the document's warnings; equal ones are kept once."""
        if message not in self.warnings:
            self.warnings.append(message)

    def lifted(self, text: str) -> str:
        """`text` with short names in place of the pictures that are written out inside it."""

        def name(match: re.Match[str]) -> str:
            self._embedded.append((match[1], match[2]))
            return f"embedded:{len(self._embedded)}"

        return _EMBEDDED.sub(name, text)

    def look(self, href: str, alt: str = "", title: str = "") -> ImageRef:
        """The picture that `href` names; its `file` is "" when there is none to show."""
        try:
            file = self._resolve(href)
            if file not in self._known:
                self._known[file] = self._measured(file)
        except (RefusedError, UnsafeSvgError) as refused:
            self.warn(f"image {href[:200]} {refused}")
            return ImageRef(href=href, alt=alt, title=title)
        return msgspec.structs.replace(self._known[file], href=href, alt=alt, title=title)

    def _resolve(self, href: str) -> Path:
        if href.startswith("embedded:"):
            return self._unpacked(href)
        if re.match(r"(?i)\s*(https?|ftp)://|\s*//", href):
            raise RefusedError("is on another site and was not loaded")
        if re.match(r"(?i)\s*(?!file:)[a-z][a-z0-9+.-]+:", href):
            raise RefusedError("is not the name of a file")
        ways = spellings(href)
        for way in ways:
            if not _is_absolute(way) and _is_file(path := self.place.near / way):
                return self._inside(path)
        if any(".." in PurePosixPath(way).parts for way in ways):
            raise RefusedError("is refused: it lies outside the document's folder")
        return self._by_name(ways)

    def _inside(self, path: Path) -> Path:
        real = path.resolve()
        if not real.is_relative_to(self.root):
            raise RefusedError("is refused: it lies outside the document's folder")
        return real

    def _by_name(self, ways: list[str]) -> Path:
        """The one file of that name in the document's folder, for paths that were true elsewhere."""
        for way in ways:
            found = self._all_names().get(PurePosixPath(way).name.casefold(), [])
            if len(found) == 1:
                return self._inside(found[0])
            if found:
                raise RefusedError(f"is missing, and {len(found)} other files have its name")
        if any(map(_is_absolute, ways)):
            raise RefusedError("is refused: it is an absolute path")
        raise RefusedError("is missing")

    def _all_names(self) -> dict[str, list[Path]]:
        if self._names is None:
            self._names = {}
            for path in self._files_near():
                self._names.setdefault(path.name.casefold(), []).append(path)
        return self._names

    def _files_near(self) -> Iterator[Path]:
        """All files of a document's folder; only those beside it for a text that shares its folder."""
        if not self.place.source:
            yield from (path for path in self.place.near.iterdir() if path.is_file())
            return
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            yield from (Path(folder, name) for name in sorted(names) if not name.startswith("."))

    def _unpacked(self, href: str) -> Path:
        number = href.removeprefix("embedded:")
        if not number.isdecimal() or not 0 < int(number) <= len(self._embedded):
            raise RefusedError("is missing")
        mime, encoded = self._embedded[int(number) - 1]
        try:
            data = base64.b64decode(encoded + "=" * (-len(encoded) % 4))
        except binascii.Error as error:
            raise RefusedError(f"inside the text is broken: {error}") from None
        self.place.work.mkdir(parents=True, exist_ok=True)
        suffix = _SUFFIX.get(mime, "." + re.sub(r"\W.*", "", mime.partition("/")[2]))
        file = self.place.work / f"embedded-{hashlib.sha256(data).hexdigest()[:16]}{suffix}"
        file.write_bytes(data)
        return file.resolve()

    def _measured(self, file: Path) -> ImageRef:
        size = file.stat().st_size
        if size > self.limits.max_bytes:
            raise RefusedError(f"has {size} bytes, more than figures.max_bytes allows")
        data = file.read_bytes()
        if file.suffix.lower() == ".svg":
            found = measure_svg(data)
            mime, width, height = "image/svg+xml", found.width, found.height
        else:
            mime, width, height = measure(file, self.limits.max_pixels)
        base = self.root if file.is_relative_to(self.root) else self.place.work.resolve()
        return ImageRef(
            href="",
            file=str(file),
            source=(PurePosixPath(self.place.source) / file.relative_to(base).as_posix()).as_posix(),
            sha256=hashlib.sha256(data).hexdigest(),
            mime=mime,
            width=width,
            height=height,
        )


def measure(file: Path, max_pixels: int) -> tuple[str, int, int]:
    """Kind, width and height of a whole, readable picture; raises RefusedError for any other."""
    from PIL import Image

    try:
        with (
            warnings.catch_warnings(action="ignore", category=Image.DecompressionBombWarning),
            Image.open(file, formats=_READ) as picture,
        ):
            width, height = picture.size
            if width * height > max_pixels:
                raise RefusedError(f"has {width} × {height} pixels, more than figures.max_pixels allows")
            if picture.format not in SHOWN:
                raise RefusedError(f"is {picture.format}, which browsers do not show: convert it to PNG")
            mime = SHOWN[picture.format]
            return (mime, height, width) if _checked(picture) in {5, 6, 7, 8} else (mime, width, height)
    except Image.DecompressionBombError:
        raise RefusedError("has more pixels than can be read safely") from None
    except _BROKEN as error:
        raise RefusedError(f"cannot be read as a picture ({type(error).__name__})") from None


def _checked(picture: Image) -> int:
    """How the picture is turned (EXIF, 1 for not at all); raises where the file is damaged.

    PNG has checksums and is seldom turned; others are decoded, JPEG at an eighth of its size.
    """
    if picture.format == "PNG":
        picture.verify()
        return 1
    picture.draft("RGB", (64, 64))
    picture.load()
    return int(picture.getexif().get(0x0112, 1))


def spellings(href: str) -> list[str]:
    """The ways in which `href` may name a file, the most literal first."""
    literal = href.strip().removeprefix("file://").removeprefix("<").removesuffix(">")
    plain = re.sub(r"\\(?=[_()\[\] &-])", "", html.unescape(literal))
    bare = re.split(r"[?#]", plain)[0]
    slashed = bare.replace("\\", "/")
    ways = (literal, unquote(literal), plain, bare, unquote(bare), slashed, unquote(slashed))
    return list(dict.fromkeys(way for way in ways if way and "\0" not in way))


def _is_absolute(way: str) -> bool:
    return bool(re.match(r"[/\\~]|[A-Za-z]:", way))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name too long to be one
        return False
