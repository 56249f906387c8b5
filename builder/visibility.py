"""Who may see a document: everybody, whoever has its address, or nobody but its owner.

A private document is not read into the portal at all. An unlisted one has its pages, and stands in no list,
no index, no search, no feed and no map of the site; its pages ask machines not to list them either.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from serverless.model import Struct


class Visibility(Struct, frozen=True):
    """`[visibility]`: ids of documents, with `*` for any letters; what is in neither list is public."""

    private: tuple[str, ...] = ()
    unlisted: tuple[str, ...] = ()

    def is_private(self, document: str) -> bool:
        return matches(document, self.private)

    def is_unlisted(self, document: str) -> bool:
        return matches(document, self.unlisted)


def matches(document: str, patterns: Sequence[str]) -> bool:
    """Whether the id of a document is one of these; `*` stands for any letters."""
    return any(fnmatchcase(document, pattern) for pattern in patterns)
