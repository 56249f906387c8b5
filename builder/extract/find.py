"""What stands in the sources folder: one entry a document, good or bad."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from serverless.errors import SourceError
from serverless.model import Struct


class Found(Struct, frozen=True):
    """A document before it is read. `path` is its folder, its archive or its Markdown file.

    `problem` and `hint` say why it cannot be read; `extract` raises them, so that one bad document
    does not hide the others.
    """

    id: str
    path: Path
    format: str
    problem: str = ""
    hint: str = ""


def find(sources: Path) -> tuple[Found, ...]:
    """Every document below `sources`, sorted by id; raises SourceError where there is none."""
    found = [
        Found(slug(f.parent.name if f.parent != sources else f.stem), f, "markdown")
        for f in sorted(sources.rglob("*.md"))
    ]
    if not found:
        raise SourceError(f"no documents in {sources}", "put a Markdown file or a folder with one there")
    return tuple(sorted(found, key=lambda one: one.id))


def slug(name: str) -> str:
    """`name` as part of an address: lower case, words joined by hyphens, any script."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return re.sub(r"[^\w]+|_+", "-", folded).strip("-") or "document"
