"""Documents that a question names: by words that are written like names and that one document owns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from .index import Index
from .lexical import Known
from .tokens import Term, query_terms

WORD = re.compile(r"[A-Za-z\u00c0-\u024f][\w\-./+\u00c0-\u024f]*")
INNER_CAPITAL = re.compile(r"\w[A-Z]|[A-Za-z]\d|\d[A-Za-z]")
OWNED = 0.85
"""A name belongs to a document that holds this share of the sections with it."""
OFTEN = 3
"""Sections of one document that a name must stand in to be that document's name."""
WIDE = 400
"""A word in more sections than this is nobody's name."""
CLAUSE = re.compile(
    r"[.,;:?!]+(?=\s|$)|[。，；？！]|\b(?:and|or|versus|vs|with|than|while|whereas|in terms of|compared to"
    r"|et|ou|avec|tandis que|und|oder|mit|als|während|y|con|mientras)\b|[和与跟而]",
    re.IGNORECASE,
)
"""Where one half of a comparison may end."""


def owners(text: str, words: Iterable[Known], lang: str, index: Index) -> dict[str, str]:
    """The names in `text` and the document that owns each, in their order; none in a library of one."""
    if len(index.documents) < 2:
        return {}
    counts = {term: count for count, term in words}
    found: dict[str, str] = {}
    for word in WORD.findall(text):
        # Of "CLIP-CITE's" the whole is tried before its parts.
        for term in query_terms(word, lang, index.manifest.languages):
            owner = _owner(word, term, counts, index)
            if owner:
                found[word] = owner
                break
    return found


def _owner(word: str, term: Term, counts: Mapping[Term, int], index: Index) -> str | None:
    """Capitals inside make a name; a capital in front alone does where the document's title has the word."""
    if not OFTEN <= counts.get(term, 0) <= WIDE or (not word[0].isupper() and not INNER_CAPITAL.search(word)):
        return None
    owner = index.owner(term, OWNED, OFTEN)
    if owner is None or INNER_CAPITAL.search(word):
        return owner
    document = index.documents[owner]
    return owner if term in query_terms(document.title, document.lang, index.manifest.languages) else None


def half(text: str, document: str, named: Mapping[str, str]) -> str:
    """What a comparison asks of one document: the clauses that do not name only others."""
    kept: list[str] = []
    for clause in CLAUSE.split(text):
        owned = {owner for name, owner in named.items() if name in clause}
        if clause.strip() and (not owned or document in owned):
            kept.append(clause.strip())
    return ", ".join(kept)
