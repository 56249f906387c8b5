"""Hashes of files, taken once: a file of the same size, times and place on the disk is the same file."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from serverless import checksum

from . import disk

Sign = tuple[int, int, int, int]
"""Size, time of the last change of the content and of the entry, and number of the file."""


class Fingerprints:
    """The SHA-256 of files by their path, kept in one file between builds."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known = _read(path)
        self._seen: dict[str, tuple[Sign, str]] = {}

    def of(self, file: Path | str) -> str:
        """The hash of a file, "" where there is none that can be read."""
        name = os.fspath(file)
        if name in self._seen:
            return self._seen[name][1]
        try:
            sign = _sign(name)
            known = self._known.get(name)
            digest = known[1] if known and tuple(known[0]) == sign else checksum.of(Path(name))
        except OSError:
            return ""
        self._seen[name] = (sign, digest)
        return digest

    def keep(self) -> None:
        """Writes what was seen; files that were not asked for are forgotten."""
        disk.put(self._path, msgspec.json.encode(self._seen))


def _read(path: Path) -> dict[str, tuple[Sign, str]]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, tuple[Sign, str]])
    except (OSError, msgspec.DecodeError):
        return {}


def _sign(file: str) -> Sign:
    stat = os.stat(file)
    return stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino
