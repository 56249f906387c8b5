"""The hand-written pages of a portal, as they stand in the navigation."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .nav import Entry

HOME = "index.md"

_FRONT = re.compile(r"\A---\s*\n(.*?)\n---\s*\n", re.DOTALL)
_HEADING = re.compile(r"^#\s+(.+?)\s*(?:\{[^}]*\})?\s*$", re.MULTILINE)


def front(pages: Mapping[str, str]) -> list[Entry]:
    """The front page, where there is one. `pages` are Markdown texts by path."""
    return [Entry("Home", HOME)] if HOME in pages else []


def group(pages: Mapping[str, str]) -> list[Entry]:
    """All other pages under one heading: by `order` in their front matter, then by title."""
    titled = sorted((_order(text), title(path, text), path) for path, text in pages.items() if path != HOME)
    entries = tuple(Entry(name, path) for _, name, path in titled)
    return [Entry("Guide", "", entries)] if entries else []


def title(path: str, text: str) -> str:
    """`title` of the front matter, else the first heading, else the file's name."""
    named = _meta(text, "title") or next(iter(_HEADING.findall(text)), "")
    return re.sub(r"[`*_]", "", named).strip("\"' ") or path.rpartition("/")[2].removesuffix(".md")


def _order(text: str) -> int:
    order = _meta(text, "order")
    return int(order) if order.isdigit() else 1000


def _meta(text: str, key: str) -> str:
    matter = _FRONT.match(text)
    found = re.search(rf"^{key}:\s*(.*)$", matter[1], re.MULTILINE) if matter else None
    return found[1].strip() if found else ""
