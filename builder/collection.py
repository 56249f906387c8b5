"""Documents that belong together, as library.toml says: each collection has a page that lists its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from serverless.model import Struct

from . import ids, urls
from .ids import Named
from .visibility import matches

PLACE = f"{urls.LIBRARY}/_collection/"
"""No document has an address that begins so."""


class Collection(Struct, frozen=True):
    """`url` is that of its page; `documents` are ids, in the order of the library."""

    name: str
    url: str
    documents: tuple[str, ...]


def collected(wanted: Mapping[str, Sequence[str]], documents: Sequence[str]) -> tuple[Collection, ...]:
    """The collections that have any of these documents, in the order in which they are wanted."""
    slugs = ids.slugs([Named(name) for name in wanted])
    held = [tuple(one for one in documents if matches(one, patterns)) for patterns in wanted.values()]
    made = zip(wanted, slugs, held, strict=True)
    return tuple(Collection(name, f"{PLACE}{slug}/", own) for name, slug, own in made if own)


def names(groups: Sequence[Collection]) -> dict[str, tuple[str, ...]]:
    """The collections of each document, by the address of the document."""
    found: dict[str, list[str]] = {}
    for one in groups:
        for document in one.documents:
            found.setdefault(f"{urls.LIBRARY}/{document}/", []).append(one.name)
    return {url: tuple(own) for url, own in found.items()}


def empty(wanted: Mapping[str, Sequence[str]], documents: Sequence[str]) -> list[str]:
    """The names of those that have none, which have no page either."""
    held = {one.name for one in collected(wanted, documents)}
    return [name for name in wanted if name not in held]
