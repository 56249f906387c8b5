"""Picture references of a document: found inside its own folder, measured, or refused with a reason."""

from __future__ import annotations

import hashlib
import html
import re
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from builder.blocks import ImageRef
from builder.config import Figures

SHOWN = {
    "PNG": "image/png",
    "JPEG": "image/jpeg",
    "GIF": "image/gif",
    "WEBP": "image/webp",
    "BMP": "image/bmp",
    "AVIF": "image/avif",
}
"""Formats that every browser shows; others are named in a warning."""


class Pictures:
    """The pictures of one document; remembers each file, and each reason why one was left out."""

    def __init__(self, root: Path, near: Path, source: str, limits: Figures) -> None:
        """`root` is the folder that no reference may leave, `near` the folder of the text itself,
        `source` the path of `root` as seen from the sources folder."""
        self.root = root.resolve()
        self.near = near.resolve()
        self.source = source
        self.limits = limits
        self.warnings: list[str] = []
        self._known: dict[Path, ImageRef] = {}

    def look(self, href: str, alt: str = "", title: str = "") -> ImageRef:
        """The picture that `href` names; its `file` is "" when there is none to show."""
        bare = ImageRef(href=href, alt=alt, title=title)
        try:
            file = self._resolve(href)
        except _RefusedError as refused:
            self._warn(str(refused))
            return bare
        measured = self._known.get(file) or self._measure(file)
        self._known[file] = measured
        fields = {name: getattr(measured, name) for name in measured.__struct_fields__}
        return ImageRef(**{**fields, "href": href, "alt": alt, "title": title})

    def _warn(self, message: str) -> None:
        if message not in self.warnings:
            self.warnings.append(message)

    def _resolve(self, href: str) -> Path:
        for spelling in spellings(href):
            if PurePosixPath(spelling).is_absolute() or re.match(r"[A-Za-z]:|\\\\", spelling):
                continue
            path = self.near / spelling
            if path.is_file():
                return self._inside(path, href)
        return self._by_name(href)

    def _inside(self, path: Path, href: str) -> Path:
        real = path.resolve()
        if not real.is_relative_to(self.root):
            raise _RefusedError(f"image {href} is refused: it lies outside the document's folder")
        return real

    def _by_name(self, href: str) -> Path:
        """A file of that name directly beside the text or in its picture folders."""
        name = PurePosixPath(spellings(href)[-1].replace("\\", "/")).name
        if name not in {"", ".."}:
            for folder in (self.near, *(self.near / sub for sub in ("figures", "images", "tables"))):
                if (folder / name).is_file():
                    return self._inside(folder / name, href)
        raise _RefusedError(f"image {href} is missing")

    def _measure(self, file: Path) -> ImageRef:
        from PIL import Image

        with Image.open(file) as picture:
            mime = SHOWN.get(picture.format or "", "")
            width, height = picture.size
        return ImageRef(
            href="",
            file=str(file),
            source=str(PurePosixPath(self.source) / file.relative_to(self.root).as_posix()),
            sha256=hashlib.sha256(file.read_bytes()).hexdigest(),
            mime=mime,
            width=width,
            height=height,
        )


class _RefusedError(Exception):
    """Why a reference gives no picture; becomes a warning."""


def spellings(href: str) -> list[str]:
    """The ways in which `href` may name a file, the most literal first."""
    literal = href.strip().removeprefix("<").removesuffix(">")
    bare = re.sub(r"\\(?=[_()\[\] &-])", "", html.unescape(literal)).split("?")[0].split("#")[0]
    return list(dict.fromkeys(way for way in (literal, unquote(literal), bare, unquote(bare)) if way))
