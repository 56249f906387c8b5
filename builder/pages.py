"""The trees as pages: what is written to the docs folder, as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import msgspec

from serverless.model import Section, Struct

from . import digest, markup, pagepictures, renditions, urls, words
from .book import Book, heading, is_exhibit
from .collection import Collection, collected, names
from .config import Config, Portal
from .extract import escape
from .links import Links
from .memo import Maker, Part, anew
from .nav import Card, Entry, scalar
from .page import page
from .pagepictures import PagePicture
from .renditions import Rendition
from .shelves import shelved
from .tree import Tree


class Pages(Struct, frozen=True):
    """All that the site is made of; every path is relative to the docs folder.

    `texts` are Markdown files, `copies` the absolute paths of the files to copy, `originals` the same by
    sha256 for the pictures of which `renditions` are made, `nav` the documents in the order of the library,
    `unlisted` those that stand in no list.
    """

    portal: Portal
    texts: dict[str, str]
    copies: dict[str, str]
    originals: dict[str, str]
    renditions: tuple[Rendition, ...]
    nav: tuple[Entry, ...]
    unlisted: tuple[Entry, ...]
    cards: tuple[Card, ...]
    parts: tuple[str, ...] = ()
    """Files of the whole text, and of the map of the site, by their place in the site."""
    maps: tuple[str, ...] = ()
    drawn: tuple[PagePicture, ...] = ()


class Setting(Struct, frozen=True):
    """What the pages of a document depend on beside it; `pictured` are pictures of pages by figure."""

    listed: bool
    pictured: dict[str, str]
    templates: str


class Leaves(Struct, frozen=True):
    """What one document gives to the site; `exhibits` are its figures that are worth a count."""

    texts: tuple[tuple[str, str], ...]
    copies: tuple[tuple[str, str], ...]
    renditions: tuple[Rendition, ...]
    entry: Entry
    card: Card
    exhibits: int


def render(trees: Sequence[Tree], config: Config, make: Maker = anew) -> Pages:
    """Every section as a page, and the library that lists the documents."""
    hidden = config.visibility.is_unlisted
    drawn = [pagepictures.plan(tree) if config.pdf.page_pictures else {} for tree in trees]
    settings = [
        Setting(
            not hidden(tree.document.id),
            {name: picture.path for name, picture in own.items()},
            markup.templates(),
        )
        for tree, own in zip(trees, drawn, strict=True)
    ]
    made = [make(LEAVES, tree, setting) for tree, setting in zip(trees, settings, strict=True)]
    groups = collected(
        config.collections, [tree.document.id for tree in trees if not hidden(tree.document.id)]
    )
    within = names(groups)
    listed = [_within(one, within) for one, setting in zip(made, settings, strict=True) if setting.listed]
    return Pages(
        portal=config.library,
        texts=dict(chain(_lists(listed, groups), chain.from_iterable(one.texts for one in made))),
        copies=dict(chain.from_iterable(one.copies for one in made)),
        originals={name: file for tree in trees for name, file in tree.files.items()},
        renditions=tuple(chain.from_iterable(one.renditions for one in made)),
        nav=(
            *(Entry(one.name, urls.page(one.url)) for one in groups),
            *(one.entry for one in listed),
        ),
        unlisted=tuple(one.entry for one, setting in zip(made, settings, strict=True) if not setting.listed),
        cards=shelved([one.card for one in listed]),
        drawn=tuple(chain.from_iterable(own.values() for own in drawn)),
    )


def _leaves(tree: Tree, setting: Setting) -> Leaves:
    book = Book(tree, setting.listed, setting.pictured)
    links = Links(book)
    return Leaves(
        texts=tuple((urls.page(section.url), page(book, section, links)) for section in book.sections),
        copies=tuple(_copies(tree, book)),
        renditions=tuple(_renditions(tree)),
        entry=_entry(book, book.root),
        card=_card(book),
        exhibits=sum(map(is_exhibit, book.figures)),
    )


LEAVES: Part[Setting, Leaves] = Part("pages", Leaves, _leaves)


def _lists(made: Sequence[Leaves], groups: Sequence[Collection]) -> Iterator[tuple[str, str]]:
    """The page of the library and those of its collections."""
    here = f"{urls.LIBRARY}/"
    ways = [
        (escape.label(escape.words(one.name)), urls.markdown(one.url, here), len(one.documents))
        for one in groups
    ]
    yield urls.page(here), markup.render("library.md.jinja", counts=_counts(made), collections=ways)
    for one in groups:
        text = markup.render(
            "collection.md.jinja",
            title=scalar(one.name),
            heading=escape.words(one.name),
            counts=_counts([leaves for leaves in made if one.name in leaves.card.collections]),
            library=urls.markdown(here, one.url),
        )
        yield urls.page(one.url), text


def _counts(made: Sequence[Leaves]) -> str:
    counts = [
        words.counted(len(made), ("document", "documents")),
        words.counted(sum(len(one.texts) for one in made), ("section", "sections")),
        words.counted(sum(one.exhibits for one in made), ("figure", "figures")),
    ]
    return " · ".join(counts)


def _within(leaves: Leaves, names: Mapping[str, tuple[str, ...]]) -> Leaves:
    """A document with the names of the collections that it is in on its card."""
    own = names.get(leaves.card.url, ())
    card = msgspec.structs.replace(leaves.card, collections=own)
    return msgspec.structs.replace(leaves, card=card) if own else leaves


def _copies(tree: Tree, book: Book) -> list[tuple[str, str]]:
    panels = chain.from_iterable(figure.panels for figure in tree.figures)
    pictures = [(asset.path, tree.files[asset.id]) for asset in panels if asset.id in tree.files]
    return [*pictures, (book.pdf, tree.pdf)] if tree.pdf else pictures


def _renditions(tree: Tree) -> list[Rendition]:
    panels = chain.from_iterable(figure.panels for figure in tree.figures)
    planned = {
        made.path: made for asset in panels if asset.id in tree.files for made in renditions.plan(asset)
    }
    return list(planned.values())


def _entry(book: Book, section: Section) -> Entry:
    """A section in the navigation; one with sections below is a group, its own page first."""
    own = Entry(book.document.title if section is book.root else heading(section), urls.page(section.url))
    below = tuple(_entry(book, child) for child in book.children(section))
    return Entry(own.title, "", (own, *below)) if below else own


def _card(book: Book) -> Card:
    document = book.document
    good = sum(map(is_exhibit, book.figures))
    return Card(
        title=document.title,
        url=document.url,
        lang=document.lang,
        dir=words.direction(document.lang),
        facts=words.facts(document, len(book.sections), good),
        summary=_first_words(book),
    )


def _first_words(book: Book) -> str:
    """The first paragraph of prose speaks for the document."""
    return digest.plain(
        digest.opening((section for section in book.sections if section.noise == "none"), 240)
    )
