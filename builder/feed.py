"""The feed of what changed: new documents, and sections whose text is another than before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from serverless.model import Struct

from . import digest, markup, urls
from .book import heading
from .config import Portal
from .lock.memory import Lock
from .sitemap import changed
from .tree import Tree
from .urls import LIBRARY

FILE = f"{LIBRARY}/feed.xml"
MOST = 50
SUMMARY = 300


class Item(Struct, frozen=True):
    """An entry: `day` as "2027-03-01"."""

    day: str
    title: str
    url: str
    summary: str


def opening(tree: Tree) -> str:
    """The first words of a document."""
    return digest.plain(digest.opening(tree.sections, SUMMARY))


def file(trees: Sequence[Tree], openings: Sequence[str], lock: Lock, portal: Portal) -> dict[str, bytes]:
    """The feed by its place in the site; the newest entries first, each with the day of its change.

    `openings` are the first words of the documents.
    """
    days = changed(lock)
    told = zip(trees, openings, strict=True)
    found = [item for tree, words in told for item in _items(tree, words, days, portal.site_url)]
    newest = sorted(found, key=lambda item: item.day, reverse=True)[:MOST]
    text = markup.render(
        "feed.xml.jinja", portal=portal, own=urls.absolute(portal.site_url, FILE), items=newest
    )
    return {FILE: text.encode()}


def _items(tree: Tree, opening: str, days: Mapping[str, str], site: str) -> Iterator[Item]:
    """A document whose sections all came on one day is one entry, else each section is one."""
    own = [(section, days.get(section.url, "")) for section in tree.sections]
    first = min((day for _, day in own if day), default="")
    yield Item(first, tree.document.title, urls.absolute(site, tree.document.url), opening)
    for section, day in own:
        if day > first:
            title = f"{tree.document.title}: {heading(section)}"
            yield Item(
                day, title, urls.absolute(site, section.url), digest.plain(digest.words(section, SUMMARY))
            )
