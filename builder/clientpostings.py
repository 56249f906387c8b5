"""Which words stand in which sections, and how strongly, in files small enough to fetch while somebody types.

A term's entry is `[sections, [level, gap, gap, …], [level, …], …]`: in how many sections it stands, then for
each level, strongest first, the numbers of the sections as gaps from one to the next. Levels say how much a
section is about a term; they come from that section alone, so a document's levels do not move when its
neighbours change. Terms are sorted and cut into shards; the manifest holds the first term of each.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

import msgspec

from serverless.model import Struct

from .clienttokens import rank

LEVELS = 9
KEPT = 1500
"""Sections listed for a term; a word that stands in more of them tells little about any."""
KEPT_BEGINNING = 200
SHARD = 14_000
"""Bytes of a shard; a term with more has one of its own."""
WIDE = 2
"""Shards that a browser may fetch for the beginning of a word; beyond it, the beginning has an entry."""
LONGEST_BEGINNING = 8
TYPICAL = {"title": 4.0, "trail": 12.0, "captions": 40.0, "body": 200.0, "exhibits": 200.0}
"""Words of a typical field; a longer one needs more of a word to be about it."""
WEIGHTS = {"title": 14.0, "trail": 3.0, "captions": 3.0, "body": 1.5, "exhibits": 1.0}
LENGTH = 0.6
"""How much a field's length counts, from 0 to 1."""
SATURATION = 5.0

Levels = dict[int, int]
"""Section number to level, from 1 to LEVELS."""
Entry = list[int | list[int]]


class Fields(Struct, frozen=True):
    """The tokens of one section; `exhibits` are the words in its tables and pictures."""

    title: list[str]
    trail: list[str]
    captions: list[str]
    body: list[str]
    exhibits: list[str]


class Shard(Struct, frozen=True):
    """`first` is the smallest term; `entries` are in order."""

    first: str
    entries: dict[str, Entry]


def postings(sections: Iterable[Fields]) -> dict[str, Levels]:
    """Every term of all sections, numbered from 0."""
    found: defaultdict[str, Levels] = defaultdict(dict)
    for number, fields in enumerate(sections):
        for term, level in levels(fields).items():
            found[term][number] = level
    return dict(found)


def levels(fields: Fields) -> dict[str, int]:
    """How much one section is about each of its terms, in steps from 1 to LEVELS."""
    strength: defaultdict[str, float] = defaultdict(float)
    for name, weight in WEIGHTS.items():
        words: list[str] = getattr(fields, name)
        length = 1 - LENGTH + LENGTH * len(words) / TYPICAL[name]
        for word, times in Counter(words).items():
            strength[word] += weight * times / length
    return {word: math.ceil(LEVELS * value / (value + SATURATION)) for word, value in strength.items()}


def shards(found: Mapping[str, Levels], documents: Mapping[str, tuple[int, int]]) -> list[Shard]:
    """All entries in order of their terms.

    `documents` become entries as well, "@id": [first section, number of sections], to search in one alone.
    """
    terms = sorted(found, key=rank)
    entries = {term: entry(found[term], KEPT) for term in terms}
    entries |= {f"@{document}": list(place) for document, place in documents.items()}
    sizes = {term: _size(term, listed) for term, listed in entries.items()}
    for beginning in _wide([shard.first for shard in _cut(entries, sizes)]):
        term = f"{beginning}*"
        entries[term] = entry(_beginning(beginning, terms, found), KEPT_BEGINNING)
        sizes[term] = _size(term, entries[term])
    return _cut(entries, sizes)


def entry(sections: Levels, kept: int) -> Entry:
    """The strongest `kept` sections of a term, earlier ones first among equals; `sections` are in order."""
    strongest = sorted(sections.items(), key=itemgetter(1), reverse=True)[:kept]
    groups: Entry = [len(sections)]
    for level, members in groupby(strongest, key=itemgetter(1)):
        groups.append([level, *_gaps([number for number, _ in members])])
    return groups


def _size(term: str, listed: Entry) -> int:
    return len(term.encode()) + len(msgspec.json.encode(listed)) + len('"":,')


def _gaps(numbers: Sequence[int]) -> list[int]:
    return [number - before for before, number in zip([0, *numbers], numbers, strict=False)]


def _cut(entries: Mapping[str, Entry], sizes: Mapping[str, int]) -> list[Shard]:
    """Shards of about SHARD bytes; an empty library has one that is empty."""
    cut: list[dict[str, Entry]] = [{}]
    filled = 0
    for term in sorted(entries, key=rank):
        if cut[-1] and filled + sizes[term] > SHARD:
            cut.append({})
            filled = 0
        cut[-1][term] = entries[term]
        filled += sizes[term]
    return [Shard(next(iter(part), ""), part) for part in cut]


def _wide(firsts: Sequence[str]) -> Iterator[str]:
    """The beginnings of words that are spread over more than WIDE shards, given each shard's first term."""
    for length in range(1, LONGEST_BEGINNING + 1):
        starts = Counter(first[:length] for first in firsts[1:] if len(first) >= length and first[0] != "@")
        yield from sorted(beginning for beginning, count in starts.items() if count >= WIDE)


def _beginning(beginning: str, terms: Sequence[str], found: Mapping[str, Levels]) -> Levels:
    """The sections of all words with this beginning, in order, each at its best level."""
    best: Levels = {}
    low, high = rank(beginning), rank(beginning + "\uffff")
    for term in terms[bisect_left(terms, low, key=rank) : bisect_left(terms, high, key=rank)]:
        for number, level in found[term].items():
            if level > best.get(number, 0):
                best[number] = level
    return dict(sorted(best.items()))
