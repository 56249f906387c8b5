"""nav.yml: what the builder tells the site tool beside the pages themselves."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from serverless.model import Struct

from .config import Portal

FILE = "nav.yml"
UNLISTED = "·"
"""The group of documents that stand in no list; the theme leaves it out."""

_BREAKS_YAML = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""What JSON lets stand in a string and YAML does not."""


class Entry(Struct, frozen=True):
    """A page (`path`, relative to the docs folder) or a group, whose first child is its own page."""

    title: str
    path: str = ""
    children: tuple[Entry, ...] = ()


class Card(Struct, frozen=True):
    """A document as the library shows it; `url` is relative to the root of the site.

    `letter` is what it stands under in a long list, "" in a short one.
    """

    title: str
    url: str
    lang: str
    dir: str
    facts: str
    summary: str
    letter: str = ""


def scalar(text: str) -> str:
    """`text` as a quoted scalar that JSON and YAML read alike."""
    quoted = json.dumps(text, ensure_ascii=False)
    return _BREAKS_YAML.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)


def text(
    portal: Portal,
    entries: Sequence[Entry],
    cards: Sequence[Card],
    listed: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """The whole file; `mkdocs.yml` inherits it. `listed` are lists of files for the theme, by name."""
    lines = [
        "# Written by the builder at every build.",
        f"site_name: {scalar(portal.title)}",
        f"site_description: {scalar(portal.description)}",
        f"site_url: {scalar(portal.site_url)}",
        "nav:",
        *(line for entry in entries for line in _entry(entry, 1)),
        "extra:",
        "  library:" if cards else "  library: []",
        *(line for card in cards for line in _card(card)),
        *(f"  {name}: [{', '.join(map(scalar, files))}]" for name, files in (listed or {}).items()),
    ]
    return "\n".join(lines) + "\n"


def _entry(entry: Entry, depth: int) -> list[str]:
    start = f"{'  ' * depth}- {scalar(entry.title)}:"
    if not entry.children:
        return [f"{start} {scalar(entry.path)}"]
    return [start, *(line for child in entry.children for line in _entry(child, depth + 2))]


def _card(card: Card) -> list[str]:
    values = ((name, getattr(card, name)) for name in card.__struct_fields__)
    pairs = [f"{name}: {scalar(value)}" for name, value in values if value or name != "letter"]
    return [f"    - {pairs[0]}", *(f"      {pair}" for pair in pairs[1:])]
