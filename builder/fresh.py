"""Which pages of the last site can be kept: those whose page would come out the same.

A page is made from its own text, from the navigation of its own document, and from what all pages share:
settings, theme and the versions of the tools. The pages outside of documents show the library as well: the
first page of each document, and what is listed for the theme.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from serverless.checksum import joined

from . import nav, urls
from .nav import Listing


class Stamps(msgspec.Struct, frozen=True):
    """`pages` maps each Markdown file to a hash of all that its page is made from."""

    pages: dict[str, str]


def stamps(texts: Mapping[str, str], listing: Listing, shared: Iterable[bytes]) -> Stamps:
    """`texts` are the hashes of the Markdown files by path in docs, `shared` what all pages show as well."""
    has_feed = bytes(listing.extra.get("maps", b"[]")) != b"[]"
    names = (listing.site_name, listing.site_description, listing.site_url, has_feed)
    base = joined(*shared, msgspec.json.encode((names, [_head(node) for node in listing.nav])))
    outside = msgspec.json.encode((nav.trimmed(listing.nav, ()), listing.extra))
    within = {name: msgspec.json.encode(node) for name, node in nav.documents(listing.nav).items()}
    parts = ((path, text, within.get(urls.document(path), outside)) for path, text in texts.items())
    return Stamps({path: joined(base, text.encode(), shown).hex() for path, text, shown in parts})


def _head(node: nav.Node) -> tuple[str, str]:
    """What the pages of a group show of it; the one that stands in no list has no page."""
    (title,) = node
    return title, "" if title == nav.UNLISTED else nav.own(node)
