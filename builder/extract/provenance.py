"""Where a document came from: its files as one hash, and the PDF that stands beside it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from serverless import checksum
from serverless.model import Source


def of_files(path: str, base: Path, files: Sequence[Path], pages: int = 0, producer: str = "") -> Source:
    """The source made of `files`: the hash of the file, or of the sorted list of names and hashes."""
    digests = {file.relative_to(base).as_posix(): checksum.of(file) for file in files}
    if len(digests) == 1:
        total = next(iter(digests.values()))
    else:
        lines = "".join(f"{digest}  {name}\n" for name, digest in sorted(digests.items()))
        total = hashlib.sha256(lines.encode("utf-8", "surrogateescape")).hexdigest()
    return Source(path, total, sum(file.stat().st_size for file in files), pages, producer)


def files_below(folder: Path) -> list[Path]:
    """The plain, visible files of a folder and its sub-folders, sorted."""
    found: list[Path] = []
    for here, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(here, name) for name in names if not name.startswith(".")]
    return sorted(path for path in found if path.is_file() and not path.is_symlink())


def pdf_of(folder: Path, names: Sequence[str], alone: bool) -> str:
    """The PDF that a document was made from: one of `names`, or the folder's only one; else ""."""
    named = [folder / f"{name}{suffix}" for name in names for suffix in (".pdf", ".PDF")]
    chosen = next((path for path in named if path.is_file()), None)
    if chosen is None and alone:
        pdfs = [path for path in sorted(folder.iterdir()) if path.suffix.lower() == ".pdf" and path.is_file()]
        chosen = pdfs[0] if len(pdfs) == 1 else None
    return str(chosen.resolve()) if chosen and not chosen.is_symlink() else ""
