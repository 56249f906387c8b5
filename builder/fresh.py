"""Which pages of the last site can be kept: those whose page would come out the same.

A page is made from its own text, from the navigation of its own document, and from what all pages share:
settings, theme and the versions of the tools. The pages outside of documents show the library as well, so
they depend on the whole navigation.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping

import msgspec

_DOCUMENT = re.compile(r'"library/([^/"]+)/')
_SHARED = re.compile(r"^(site_|  - )")


class Stamps(msgspec.Struct, frozen=True):
    """`pages` maps each Markdown file to a hash of all that its page is made from."""

    pages: dict[str, str]


def stamps(texts: Mapping[str, bytes], nav: str, shared: Iterable[bytes]) -> Stamps:
    """`texts` are the Markdown files by path in docs, `nav` is nav.yml, `shared` whatever else pages show."""
    base = _hash(*shared, *(line.encode() for line in nav.splitlines() if _SHARED.match(line)))
    parts = _by_document(nav)
    return Stamps(
        {path: _hash(base, text, parts.get(_document(path), nav).encode()) for path, text in texts.items()}
    )


def _document(path: str) -> str:
    folders = path.split("/")
    return folders[1] if folders[0] == "library" and len(folders) > 2 else ""


def _by_document(nav: str) -> dict[str, str]:
    """The lines of the navigation that name a document's pages; groups repeat the title of such a line."""
    lines: dict[str, list[str]] = {}
    for line in nav.splitlines():
        if match := _DOCUMENT.search(line):
            lines.setdefault(match[1], []).append(line)
    return {document: "\n".join(found) for document, found in lines.items()}


def _hash(*parts: bytes | str) -> str:
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()
