"""Files written so that nobody meets half of one, and so that equal files are left alone."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from serverless.errors import SourceleafError

NO_ROOM = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS))
"""What a disk says that is full, or that nothing may be written to."""


def put(path: Path, content: bytes | Path) -> bool:
    """Writes bytes, or a copy of a file, unless `path` holds them already; True when it was written.

    Raises SourceleafError that names the file.
    """
    try:
        if _same(path, content):
            return False
        write(path, content)
    except OSError as error:
        raise SourceleafError(f"{path} was not written: {error.strerror}: {error.filename}") from None
    return True


def write(path: Path, content: bytes | Path) -> None:
    """The same without a look at what is there; raises OSError, for `room` to tell of a full disk."""
    partial = path.with_name(f".{path.name[:80]}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            partial.write_bytes(content)
        else:
            shutil.copyfile(content, partial)
        os.replace(partial, path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise


@contextmanager
def room(folder: Path) -> Iterator[None]:
    """Says in one line that there is no room to write in, or no right to; raises SourceleafError."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        raise _no_room(folder, error.strerror or "") from None
    except sqlite3.OperationalError as error:
        if not any(sign in str(error) for sign in ("disk", "readonly")):
            raise
        raise _no_room(folder, str(error)) from None


def _no_room(folder: Path, why: str) -> SourceleafError:
    hint = f"make room on the disk, then build again; what stood in {folder} is still there"
    return SourceleafError(f"nothing more can be written: {why}", hint)


def _same(path: Path, content: bytes | Path) -> bool:
    size = len(content) if isinstance(content, bytes) else content.stat().st_size
    try:
        if os.stat(path).st_size != size:
            return False
    except (FileNotFoundError, NotADirectoryError):
        return False
    return path.read_bytes() == (content if isinstance(content, bytes) else content.read_bytes())


def files(folder: Path, but: str = "") -> Iterator[str]:
    """The files below `folder` but for those in its folder `but`, relative to it with slashes; no order."""
    start = len(os.fspath(folder)) + 1
    for place, folders, names in os.walk(folder):
        if but in folders and not place[start:]:
            folders.remove(but)
        below = place[start:].replace(os.sep, "/")
        yield from (f"{below}/{name}" for name in names) if below else names


def prune(folder: Path, wanted: Iterable[str], but: str = "") -> tuple[str, ...]:
    """Deletes the files below `folder` that are not wanted and the folders left empty; what went, sorted.

    What is in its folder `but` stays.
    """
    gone = sorted(set(files(folder, but)) - set(wanted))
    for name in gone:
        (folder / name).unlink()
    left = {parent for name in gone for parent in PurePosixPath(name).parents}
    for place in sorted(left, key=lambda place: len(place.parts), reverse=True):  # the deepest first
        if not any((folder / place).iterdir()):
            (folder / place).rmdir()
    return tuple(gone)


def link(source: Path | str, target: Path | str) -> None:
    """Gives `source` a second place in a folder that is there, as a hard link where the disk can."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
