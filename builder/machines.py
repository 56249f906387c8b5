"""What programs read: the text of the library in parts, the feed, the map of the site, and where they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from serverless.model import Figure, Section, Struct

from . import feed, sitemap, urls
from .book import heading
from .collection import collected
from .config import Config
from .lock.memory import Lock
from .memo import Maker, Part, anew
from .tree import Tree
from .urls import LIBRARY

PART = 1_000_000
"""Bytes of a part of the whole text, unless a single section has more."""
_LINE = re.compile(r"^[ \t]*!\[[^\]]*\]\(figure:(?P<id>[^)\s]+)\)[ \t]*$", re.MULTILINE)


class Machines(Struct, frozen=True):
    """Files by their place in the site; `parts` and `maps` are those that others list."""

    files: dict[str, bytes]
    parts: tuple[str, ...]
    maps: tuple[str, ...]


class Script(Struct, frozen=True):
    """What one document gives: the text of each section, and its first words."""

    texts: tuple[bytes, ...]
    opening: str


def made(trees: Sequence[Tree], lock: Lock, config: Config, make: Maker = anew) -> Machines:
    """All of it for the documents that may be listed."""
    site = config.library.site_url
    groups = collected(config.collections, [tree.document.id for tree in trees])
    maps = sitemap.files(trees, lock, site, [one.url for one in groups])
    scripts = [make(SCRIPT, tree, site) for tree in trees]
    whole = enumerate(_parts(chain.from_iterable(one.texts for one in scripts)), 1)
    parts = {f"{LIBRARY}/llms-full-{number}.txt": text for number, text in whole}
    news = feed.file(trees, [one.opening for one in scripts], lock, config.library)
    return Machines({**parts, **maps, **news}, tuple(parts), tuple(maps))


def _script(tree: Tree, site: str) -> Script:
    figures = {figure.id: figure for figure in tree.figures}
    homes = {one.id: one.url for one in tree.sections}
    texts = tuple(_text(section, homes, figures, site).encode() for section in tree.sections)
    return Script(texts, feed.opening(tree))


SCRIPT: Part[str, Script] = Part("machines", Script, _script)
"""Made for the address of the site."""


def _parts(texts: Iterable[bytes]) -> Iterator[bytes]:
    """The whole text, cut between sections."""
    held: list[bytes] = []
    size = 0
    for text in texts:
        if held and size + len(text) > PART:
            yield b"\n".join(held)
            held, size = [], 0
        held.append(text)
        size += len(text)
    if held:
        yield b"\n".join(held)


def _text(section: Section, homes: dict[str, str], figures: dict[str, Figure], site: str) -> str:
    """A section under its heading, with its address; figures as links to where they stand."""

    def shown(match: re.Match[str]) -> str:
        figure = figures.get(match["id"])
        if figure is None:
            return ""
        said = f"{figure.label}: {figure.caption}" if figure.label else figure.caption or "Picture"
        return f"[{' '.join(said.split())}]({urls.absolute(site, homes[figure.home])}#{figure.anchor})"

    mark = "#" * min(6, section.level + 1)
    body = _LINE.sub(shown, section.text).strip("\n")
    return f"{mark} {heading(section)}\n\n{urls.absolute(site, section.url)}\n\n{body}".rstrip("\n") + "\n"
