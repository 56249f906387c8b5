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
from itertools import pairwise

import msgspec
import numpy as np
from numpy.typing import NDArray

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

Numbers = NDArray[np.int32]


class Fields(Struct, frozen=True):
    """The tokens of one section; `exhibits` are the words in its tables and pictures."""

    title: list[str]
    trail: list[str]
    captions: list[str]
    body: list[str]
    exhibits: list[str]


class Leaf(Struct, frozen=True):
    """The words of one document with `sections` sections.

    `levels` are numbers in threes (little-endian, 32 bits): a place in `terms`, a section from 0, a level.
    """

    sections: int
    terms: tuple[str, ...]
    levels: bytes


class Postings(Struct, frozen=True):
    """Terms in order; number n has its sections from `starts[n]` to `starts[n + 1]`, strongest first."""

    terms: list[str]
    starts: Numbers
    sections: Numbers
    levels: Numbers

    def between(self, low: int, high: int) -> Postings:
        """Those of the terms from `low` to `high`, as if they were one, each section at its best level."""
        own = slice(self.starts[low], self.starts[high])
        best = np.zeros(1 + max(self.sections[own], default=0), np.int32)
        np.maximum.at(best, self.sections[own], self.levels[own])
        sections = np.flatnonzero(best).astype(np.int32)
        order = np.argsort(-best[sections], kind="stable")
        ends = np.array([0, len(sections)], np.int32)
        return Postings([self.terms[low]], ends, sections[order], best[sections[order]])


class Shard(Struct, frozen=True):
    """`first` is the smallest term; `entries` are in order, each as JSON."""

    first: str
    entries: dict[str, msgspec.Raw]


def leaf(sections: Sequence[Fields]) -> Leaf:
    """The words of a document's sections, in their order."""
    places: dict[str, int] = {}
    found = [
        (places.setdefault(term, len(places)), number, level)
        for number, fields in enumerate(sections)
        for term, level in levels(fields).items()
    ]
    return Leaf(len(sections), tuple(places), np.array(found, "<i4").tobytes())


def levels(fields: Fields) -> dict[str, int]:
    """How much one section is about each of its terms, in steps from 1 to LEVELS."""
    strength: defaultdict[str, float] = defaultdict(float)
    for name, weight in WEIGHTS.items():
        words: list[str] = getattr(fields, name)
        length = 1 - LENGTH + LENGTH * len(words) / TYPICAL[name]
        for word, times in Counter(words).items():
            strength[word] += weight * times / length
    return {word: math.ceil(LEVELS * value / (value + SATURATION)) for word, value in strength.items()}


def postings(leaves: Iterable[Leaf]) -> Postings:
    """Every term of a library, whose sections are numbered from 0 through all documents."""
    places: dict[str, int] = {}
    parts = [np.empty((0, 3), np.int32)]
    start = 0
    for one in leaves:
        own = np.array([places.setdefault(term, len(places)) for term in one.terms], np.int32)
        term, section, level = np.frombuffer(one.levels, "<i4").reshape(-1, 3).T
        parts.append(np.stack((own[term], section + start, level), axis=1))
        start += one.sections
    terms = sorted(places, key=rank)
    ranks = np.empty(len(terms), np.int32)
    ranks[[places[term] for term in terms]] = np.arange(len(terms), dtype=np.int32)
    term, section, level = np.concatenate(parts).T
    # One number each, which sorts as its three parts would and much faster than they.
    keys = np.sort(ranks[term].astype(np.int64) << 40 | (LEVELS - level).astype(np.int64) << 32 | section)
    starts = np.searchsorted(keys >> 40, np.arange(len(terms) + 1)).astype(np.int32)
    held = (keys & 0xFFFFFFFF).astype(np.int32)
    return Postings(terms, starts, held, LEVELS - (keys >> 32 & 0xFF).astype(np.int32))


def shards(found: Postings, documents: Mapping[str, tuple[int, int]]) -> list[Shard]:
    """All entries in order of their terms.

    `documents` become entries as well, "@id": [first section, number of sections], to search in one alone.
    """
    entries = dict(zip(found.terms, listed(found, KEPT), strict=True))
    entries |= {f"@{document}": msgspec.json.encode(place) for document, place in documents.items()}
    ranks = [rank(term) for term in found.terms]
    for beginning in list(_wide([shard.first for shard in _cut(entries)])):
        low = bisect_left(ranks, rank(beginning))
        high = bisect_left(ranks, rank(beginning + "\uffff"))
        (entries[f"{beginning}*"],) = listed(found.between(low, high), KEPT_BEGINNING)
    return _cut(entries)


def listed(found: Postings, kept: int) -> list[bytes]:
    """The entry of each term as JSON: its strongest `kept` sections, earlier ones first among equals."""
    counts = np.diff(found.starts)
    term = np.repeat(np.arange(len(counts)), counts)
    strongest = np.arange(len(term)) - found.starts[term] < kept
    term, section, level = term[strongest], found.sections[strongest], found.levels[strongest]
    begins = np.ones(len(term), bool)
    begins[1:] = (term[1:] != term[:-1]) | (level[1:] != level[:-1])
    gaps = section.copy()
    gaps[1:] -= section[:-1]
    gaps[begins] = section[begins]
    groups: list[list[int | list[int]]] = [[count] for count in counts.tolist()]
    for start, stop in pairwise([*np.flatnonzero(begins).tolist(), len(term)]):
        groups[term[start]].append([int(level[start]), *gaps[start:stop].tolist()])
    return [msgspec.json.encode(entry) for entry in groups]


def _cut(entries: Mapping[str, bytes]) -> list[Shard]:
    """Shards of about SHARD bytes; an empty library has one that is empty."""
    cut: list[dict[str, msgspec.Raw]] = [{}]
    filled = 0
    for term in sorted(entries, key=rank):
        size = len(term.encode()) + len(entries[term]) + len('"":,')
        if cut[-1] and filled + size > SHARD:
            cut.append({})
            filled = 0
        cut[-1][term] = msgspec.Raw(entries[term])
        filled += size
    return [Shard(next(iter(part), ""), part) for part in cut]


def _wide(firsts: Sequence[str]) -> Iterator[str]:
    """The beginnings of words that are spread over more than WIDE shards, given each shard's first term."""
    for length in range(1, LONGEST_BEGINNING + 1):
        starts = Counter(first[:length] for first in firsts[1:] if len(first) >= length and first[0] != "@")
        yield from sorted(beginning for beginning, count in starts.items() if count >= WIDE)
