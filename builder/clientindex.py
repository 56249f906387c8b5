"""The search data that is shipped with the site and read by the widget in the browser.

    manifest.json        small: how many sections, the first term of each shard, words to leave out
    terms/N.json         a shard of terms, in order, each with its sections (see `clientpostings`)
    sections/N.json      a block of cards, what is shown of a section (see `clientcards`)

A query costs three steps: the manifest, the shards of its words, the blocks of what it found; the files of
one step are fetched side by side. Names stay the same from build to build, so the widget adds the manifest's
`version` to every address.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

import msgspec

from serverless.model import Figure, Section, Struct
from serverless.plain import inline, plain
from serverless.stopwords import WORDS

from . import clientcards
from .clientpostings import Fields, Leaf, Shard, leaf, postings, shards
from .clienttokens import rank, tokens
from .memo import Maker, Part, anew
from .tree import Tree

FORMAT = 1
PREFIX = "library/_search/"
BLOCK = 8
"""Cards in a file; results are scattered, so a block is mostly cards that nobody asked for."""


class Manifest(Struct, frozen=True):
    """`shards` are the first terms of `terms/0.json`, `terms/1.json`…; `stops` are not looked up."""

    format: int
    version: str
    sections: int
    block: int
    shards: tuple[str, ...]
    stops: tuple[str, ...]


class Sheet(Struct, frozen=True):
    """What one document gives: its words, and the cards of its sections as JSON."""

    leaf: Leaf
    cards: tuple[bytes, ...]


def client_index(trees: Sequence[Tree], make: Maker = anew) -> dict[str, bytes]:
    """All files by their place in the site; the same documents give the same bytes."""
    stops = _stops(section.lang for tree in trees for section in _spoken(tree))
    told = tuple(sorted(stops, key=rank))
    sheets = [make(SHEET, tree, told) for tree in trees]
    cut = shards(postings(sheet.leaf for sheet in sheets), _documents(trees, sheets))
    files = {f"{PREFIX}terms/{n}.json": msgspec.json.encode(shard.entries) for n, shard in enumerate(cut)}
    cards = [card for sheet in sheets for card in sheet.cards]
    files |= _blocks(cards)
    manifest = _manifest(files, cut, len(cards), told)
    return {f"{PREFIX}manifest.json": msgspec.json.encode(manifest), **files}


def _spoken(tree: Tree) -> list[Section]:
    return [section for section in tree.sections if section.noise == "none"]


def _sheet(tree: Tree, stops: tuple[str, ...]) -> Sheet:
    homes = clientcards.shown(tree.figures)
    left_out = frozenset(stops)
    sections = _spoken(tree)
    cards = (clientcards.card(section, homes.get(section.id, ())) for section in sections)
    return Sheet(
        leaf([_fields(section, homes, left_out) for section in sections]),
        tuple(map(msgspec.json.encode, cards)),
    )


SHEET: Part[tuple[str, ...], Sheet] = Part("client", Sheet, _sheet)
"""Made by the words that are left out."""


def _manifest(
    files: Mapping[str, bytes], cut: Sequence[Shard], count: int, stops: tuple[str, ...]
) -> Manifest:
    version = hashlib.sha256(b"\0".join(part for name in files for part in (name.encode(), files[name])))
    return Manifest(
        format=FORMAT,
        version=version.hexdigest()[:12],
        sections=count,
        block=BLOCK,
        shards=tuple(shard.first for shard in cut),
        stops=stops,
    )


def _stops(languages: Iterator[str]) -> frozenset[str]:
    """Function words of the library's languages, as the tokeniser leaves them."""
    words = (word for language in set(languages) for word in WORDS.get(language, ()))
    return frozenset(token for word in words for token in tokens(word) if len(tokens(word)) == 1)


def _fields(section: Section, homes: Mapping[str, list[Figure]], stops: frozenset[str]) -> Fields:
    """Function words count in titles alone: there they may be the whole of it."""
    figures = homes.get(section.id, ())
    captions = " ".join(" ".join((figure.label, figure.caption, figure.alt)) for figure in figures)
    exhibits = " ".join(word for figure in figures for word in _exhibit(figure))
    return Fields(
        title=tokens(" ".join((section.title, *section.aliases))),
        trail=_without(stops, " ".join(clientcards.trail(section))),
        captions=_without(stops, captions),
        body=_without(stops, plain(section.text)),
        exhibits=_without(stops, exhibits),
    )


def _exhibit(figure: Figure) -> Iterator[str]:
    """What stands in a figure beside its caption: the cells of a table, the words of a picture."""
    if figure.rows:
        yield from (inline(cell) for row in figure.rows for cell in row)
    else:
        yield plain(figure.table_html)
    yield from figure.cells
    yield figure.description


def _without(stops: frozenset[str], text: str) -> list[str]:
    return [token for token in tokens(text) if token not in stops]


def _documents(trees: Sequence[Tree], sheets: Sequence[Sheet]) -> dict[str, tuple[int, int]]:
    """Where each document's sections begin, and how many there are; a document's sections stand together."""
    counts = [len(sheet.cards) for sheet in sheets]
    starts = accumulate(counts, initial=0)
    places = zip(trees, starts, counts, strict=False)
    return {tree.document.id: (start, count) for tree, start, count in places if count}


def _blocks(cards: Sequence[bytes]) -> dict[str, bytes]:
    return {
        f"{PREFIX}sections/{at // BLOCK}.json": b"[" + b",".join(cards[at : at + BLOCK]) + b"]"
        for at in range(0, len(cards), BLOCK)
    }
