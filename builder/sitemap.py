"""The map of the site for search engines: files that hold some addresses each; sitemap.xml lists them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from . import markup, urls
from .lock.memory import Lock
from .tree import Tree
from .urls import LIBRARY

MOST = 10_000
"""Addresses of one file; search engines take 50,000."""


def files(trees: Sequence[Tree], lock: Lock, site_url: str, lists: Sequence[str] = ()) -> dict[str, bytes]:
    """The files by their place in the site; each address with the day on which its text changed.

    `lists` are pages that list documents, beside the library.
    """
    addresses = [f"{LIBRARY}/", *lists, *(section.url for tree in trees for section in tree.sections)]
    days = changed(lock)
    made: dict[str, bytes] = {}
    for number, start in enumerate(range(0, len(addresses), MOST), 1):
        part = [
            (urls.absolute(site_url, address), days.get(address, ""))
            for address in addresses[start : start + MOST]
        ]
        made[f"{LIBRARY}/sitemap-{number}.xml"] = markup.render("sitemap.xml.jinja", pages=part).encode()
    return made


def changed(lock: Lock) -> Mapping[str, str]:
    """The day on which each address of a section last changed."""
    return {
        f"{LIBRARY}/{memory.id}/{entry.slug}{'/' if entry.slug else ''}": entry.changed
        for memory in lock.values()
        for entry in memory.kept
    }
