"""Archives: unpacked below the work folder, and only what an honest archive would hold."""

from __future__ import annotations

import re
import shutil
import stat
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from builder.config import Limits
from serverless.errors import SourceError

_PIECE = 1 << 20
_IGNORED = {"__MACOSX", "Thumbs.db", "desktop.ini"}


def unpack(archive: Path, into: Path, limits: Limits, name: str) -> Path:
    """Unpacks `archive` into the fresh folder `into`; the folder that holds the document.

    A single folder at the top is stepped into. Raises SourceError, which calls the archive `name`,
    for what is no archive, for members that lead outside, and beyond the limits (bytes as written,
    whatever the headers claim).
    """
    shutil.rmtree(into, ignore_errors=True)
    try:
        into.mkdir(parents=True)
        with zipfile.ZipFile(archive) as opened:
            _unpack(opened, into, limits, name)
    except zipfile.BadZipFile as error:
        raise SourceError(f"{name} is not a readable zip archive: {error}", "pack it again") from None
    except (OSError, EOFError, RuntimeError, NotImplementedError, ValueError, zlib.error) as error:
        raise SourceError(
            f"{name} could not be unpacked: {error}", "pack it again, without a password"
        ) from None
    return _stepped_into(into)


def _unpack(opened: zipfile.ZipFile, into: Path, limits: Limits, name: str) -> None:
    members = [member for member in opened.infolist() if not member.is_dir()]
    if len(members) > limits.archive_files:
        raise SourceError(
            f"{name} holds {len(members)} files, more than the {limits.archive_files} allowed",
            "raise limits.archive_files in library.toml if that is right",
        )
    left = limits.archive_bytes
    for member in members:
        path = _safe(member, name)
        if path is None:
            continue
        left -= _write(opened, member, into / path, left)
        if left < 0:
            raise SourceError(
                f"{name} unpacks to more than {limits.archive_bytes} bytes",
                "raise limits.archive_bytes in library.toml if that is right",
            )


def _safe(member: zipfile.ZipInfo, name: str) -> PurePosixPath | None:
    """Where a member goes, below the folder; None for the droppings of file managers."""
    path = PurePosixPath(member.filename.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or re.match(r"[A-Za-z]:", member.filename):
        raise SourceError(
            f"{name} holds {member.filename}, which leads outside it", "do not trust this archive"
        )
    kind = stat.S_IFMT(member.external_attr >> 16)
    if kind not in {0, stat.S_IFREG}:
        raise SourceError(f"{name} holds {member.filename}, a link or device", "pack plain files only")
    hidden = any(part.startswith(".") or part in _IGNORED for part in path.parts)
    return None if hidden or not path.parts else path


def _write(opened: zipfile.ZipFile, member: zipfile.ZipInfo, path: Path, left: int) -> int:
    """Writes one member, stopping one piece beyond `left`; how many bytes were written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with opened.open(member) as source, path.open("xb") as target:
        while written <= left and (piece := source.read(_PIECE)):
            written += target.write(piece)
    return written


def _stepped_into(folder: Path) -> Path:
    inside = sorted(folder.iterdir())
    while len(inside) == 1 and inside[0].is_dir():
        folder = inside[0]
        inside = sorted(folder.iterdir())
    return folder
