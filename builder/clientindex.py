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
from itertools import groupby

import msgspec

from serverless.model import Figure, Library, Section, Struct
from serverless.plain import inline, plain
from serverless.stopwords import WORDS

from . import clientcards
from .clientpostings import Fields, Shard, postings, shards
from .clienttokens import rank, tokens

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


def client_index(library: Library) -> dict[str, bytes]:
    """All files by their place in the site; the same library gives the same bytes."""
    sections = [section for section in library.sections if section.noise == "none"]
    homes = clientcards.shown(library.figures)
    stops = _stops(section.lang for section in sections)
    fields = (_fields(section, homes, stops) for section in sections)
    cut = shards(postings(fields), _documents(sections))
    files = {f"{PREFIX}terms/{n}.json": msgspec.json.encode(shard.entries) for n, shard in enumerate(cut)}
    files |= _blocks(sections, homes)
    manifest = _manifest(files, cut, len(sections), stops)
    return {f"{PREFIX}manifest.json": msgspec.json.encode(manifest), **files}


def _manifest(
    files: Mapping[str, bytes], cut: Sequence[Shard], count: int, stops: frozenset[str]
) -> Manifest:
    version = hashlib.sha256(b"\0".join(part for name in files for part in (name.encode(), files[name])))
    return Manifest(
        format=FORMAT,
        version=version.hexdigest()[:12],
        sections=count,
        block=BLOCK,
        shards=tuple(shard.first for shard in cut),
        stops=tuple(sorted(stops, key=rank)),
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


def _documents(sections: Sequence[Section]) -> dict[str, tuple[int, int]]:
    """Where each document's sections begin, and how many there are; a document's sections stand together."""
    places: dict[str, tuple[int, int]] = {}
    start = 0
    for document, group in groupby(sections, key=lambda section: section.document):
        count = sum(1 for _ in group)
        places[document] = (start, count)
        start += count
    return places


def _blocks(sections: Sequence[Section], homes: Mapping[str, list[Figure]]) -> dict[str, bytes]:
    cards = [clientcards.card(section, homes.get(section.id, ())) for section in sections]
    return {
        f"{PREFIX}sections/{at // BLOCK}.json": msgspec.json.encode(cards[at : at + BLOCK])
        for at in range(0, len(cards), BLOCK)
    }
