"""nav.yml: what the builder tells the site tool beside the pages themselves."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from serverless.model import Struct

from .config import Portal
from .urls import LIBRARY

FILE = "nav.yml"
OPTIONAL = frozenset(("summary", "letter", "collections"))
"""Fields of a card that are left out where they are empty."""
UNLISTED = "·"
"""The group of documents that stand in no list; the theme leaves it out."""

_BREAKS_YAML = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""What JSON lets stand in a string and YAML does not."""


class Entry(Struct, frozen=True):
    """A page (`path`, relative to the docs folder) or a group, whose first child is its own page."""

    title: str
    path: str = ""
    children: tuple[Entry, ...] = ()


Node = dict[str, Any]
"""The same as data: {title: path}, or {title: [nodes]} with its own page first."""


class Card(Struct, frozen=True):
    """A document as the library shows it; `url` is relative to the root of the site.

    `letter` is what it stands under in a long list, "" in a short one; `collections` are those it is in.
    """

    title: str
    url: str
    lang: str
    dir: str
    facts: str
    summary: str
    letter: str = ""
    collections: tuple[str, ...] = ()


def scalar(text: str) -> str:
    """`text` as a quoted scalar that JSON and YAML read alike."""
    quoted = json.dumps(text, ensure_ascii=False)
    return _BREAKS_YAML.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)


class Listing(msgspec.Struct, frozen=True):
    """What nav.yml says, as data."""

    site_name: str
    site_description: str
    site_url: str
    nav: list[Node]
    extra: dict[str, msgspec.Raw]


def read(path: Path) -> Listing:
    """nav.yml as it was written: JSON, which is read in a hundredth of the time that YAML takes."""
    return msgspec.json.decode(path.read_bytes(), type=Listing)


def text(
    portal: Portal,
    entries: Sequence[Entry],
    cards: Sequence[Card],
    listed: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """The whole file, YAML that is JSON as well; `mkdocs.yml` inherits it.

    `listed` are lists of files for the theme, by name.
    """
    lists = [("library", [_card(card) for card in cards])]
    lists += [(name, list(map(scalar, files))) for name, files in (listed or {}).items()]
    lines = [
        "{",
        f'"site_name": {scalar(portal.title)},',
        f'"site_description": {scalar(portal.description)},',
        f'"site_url": {scalar(portal.site_url)},',
        '"nav": [',
        ",\n".join(_entry(entry, 1) for entry in entries),
        "],",
        '"extra": {',
        ",\n".join(f"{scalar(name)}: {_lines(values)}" for name, values in lists),
        "}",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _entry(entry: Entry, depth: int) -> str:
    start = f"{'  ' * depth}{{{scalar(entry.title)}: "
    if not entry.children:
        return f"{start}{scalar(entry.path)}}}"
    return start + "[\n" + ",\n".join(_entry(child, depth + 1) for child in entry.children) + "]}"


def _card(card: Card) -> str:
    values = ((name, getattr(card, name)) for name in card.__struct_fields__)
    kept = ((name, value) for name, value in values if value or name not in OPTIONAL)
    return f"{{{', '.join(f'{scalar(name)}: {_value(value)}' for name, value in kept)}}}"


def _value(value: str | Sequence[str]) -> str:
    return scalar(value) if isinstance(value, str) else f"[{', '.join(map(scalar, value))}]"


def _lines(values: Sequence[str]) -> str:
    return "[\n  " + ",\n  ".join(values) + "]" if values else "[]"


def own(node: Node) -> str:
    """The page of an entry: a group's is that of its first child."""
    (below,) = node.values()
    return below if isinstance(below, str) else own(below[0])


def _document(node: Node) -> str:
    """The document of which this is the entry, "" for a page or a group outside of documents."""
    (title,) = node
    folders = own(node).split("/")
    return folders[1] if title != UNLISTED and folders[0] == LIBRARY and len(folders) == 3 else ""


def documents(nodes: Sequence[Node]) -> dict[str, Node]:
    """The entries of all documents."""
    found: dict[str, Node] = {}
    for node in nodes:
        (below,) = node.values()
        if name := _document(node):
            found[name] = node
        elif not isinstance(below, str):
            found |= documents(below)
    return found


def trimmed(nodes: Sequence[Node], whole: Collection[str]) -> list[Node]:
    """The navigation in which all documents but those that stay `whole` have their first page alone."""
    return [_trimmed(node, whole) for node in nodes]


def _trimmed(node: Node, whole: Collection[str]) -> Node:
    ((title, below),) = node.items()
    if name := _document(node):
        return node if name in whole else {title: own(node)}
    return node if isinstance(below, str) else {title: trimmed(below, whole)}
