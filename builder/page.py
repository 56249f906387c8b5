"""One section as one page: front matter and Markdown, with its figures where they stand."""

from __future__ import annotations

from collections.abc import Iterator

from serverless.model import Figure, Section, Struct

from . import digest, exhibits, markup, prose, urls, words
from .bibliography import LISTED, anchored
from .book import Book, heading, is_exhibit
from .extract import escape
from .links import Links
from .nav import scalar

SUMMARY = 150
"""Characters of text that stand for a section in a list."""

SHORT_LIST = 30
"""Up to so many sections below, each is shown with its first words."""

LONG_LIST = 120
"""Beyond so many sections below, a document's contents show the first level alone."""

BESIDE = 12
"""Figures of other pages that are shown as small pictures."""


class Line(Struct, frozen=True):
    """One entry of a list on a page; `text` and `summary` are Markdown, `href` a Markdown link's."""

    text: str
    href: str
    summary: str = ""
    depth: int = 0


class Thumb(Struct, frozen=True):
    """A figure of another page, small."""

    href: str
    label: str
    caption: str
    image: str
    width: int
    height: int


def page(book: Book, section: Section, links: Links) -> str:
    """The whole text of the section's `index.md`."""
    is_root = section is book.root
    text = markup.render(
        "section.md.jinja",
        front=front(book, section),
        heading=escape.words(heading(section)),
        origin=origin(book, section),
        body=body(book, section, links).strip("\n"),
        root=is_root,
        children=contents(book, section),
        exhibits=gallery(book) if is_root else (),
        elsewhere=elsewhere(book, section),
        words=book.words,
    )
    return text.rstrip("\n") + "\n"


def front(book: Book, section: Section) -> list[tuple[str, str]]:
    """Front matter as pairs of key and YAML; what the theme and other readers of the files use."""
    figures = [figure for figure in book.at_home(section) if figure.label and is_exhibit(figure)]
    pairs = [
        ("id", scalar(section.id)),
        ("title", scalar(heading(section))),
        ("description", scalar(digest.plain(digest.words(section, SUMMARY)))),
        ("document", scalar(book.document.id)),
        ("document_title", scalar(book.document.title)),
        ("breadcrumb", f"[{', '.join(map(scalar, section.breadcrumb))}]"),
        ("lang", scalar(section.lang)),
        ("dir", scalar(words.direction(section.lang))),
        ("pages", f"[{section.pages[0]}, {section.pages[1]}]" if section.pages else "[]"),
        ("figures", f"[{', '.join(map(_figure_entry, figures))}]"),
        ("exhibits", scalar(book.words.exhibits if figures else "")),
        ("unlisted", "[]" if book.listed else "true"),
        ("kind", scalar(book.kind)),
        ("first", "true" if section is book.sections[0] else "[]"),
        ("last", "true" if section is book.sections[-1] else "[]"),
    ]
    return [(key, value) for key, value in pairs if value not in {'""', "[]"}]


def _figure_entry(figure: Figure) -> str:
    return f"{{id: {scalar(figure.anchor)}, name: {scalar(figure.label)}}}"


def origin(book: Book, section: Section) -> str:
    """One line under the title: the pages of the source, linked where the PDF is shipped."""
    said = book.words
    facts = []
    if section is book.root:
        good = sum(map(is_exhibit, book.figures))
        facts.append(escape.words(words.facts(book.document, len(book.sections), good)))
    if section.pages:
        first, last = section.pages
        pages = said.page.format(first) if first == last else said.pages.format(first, last)
        where = urls.markdown(f"{book.pdf}#page={first}", section.url) if book.pdf else ""
        facts.append(f"[{said.of_pdf.format(pages)}]({where})" if where else pages)
    if section is book.root:
        facts.append(_source(book, section))
    return " · ".join(facts)


def _source(book: Book, section: Section) -> str:
    """Where the document comes from, linked where its PDF is shipped and no page of it is linked already."""
    name = escape.words(book.document.source.path)
    if book.pdf and not section.pages:
        name = f"[{escape.label(name)}]({urls.markdown(book.pdf, section.url)})"
    return f"{book.words.source}{book.words.colon}{name}"


def body(book: Book, section: Section, links: Links) -> str:
    """The section's Markdown with figures as HTML and mentions as links.

    A figure that is at home here and has no line in the text stands at the end.
    """
    editor = _Editor(book, section, links)
    text = prose.rewrite(section.text, editor)
    missing = [figure for figure in book.at_home(section) if figure.id not in editor.shown]
    if section.noise == LISTED:
        text = anchored(text, links.bibliography.places, section.url)
    return "\n\n".join([text, *(editor.figure(figure.id, "") for figure in missing)])


class _Editor:
    """Turns the text of one section into that of its page; remembers which figures it has shown."""

    def __init__(self, book: Book, section: Section, links: Links) -> None:
        self.book = book
        self.section = section
        self.links = links
        self.shown: set[str] = set()

    def figure(self, name: str, line: str) -> str:
        figure = self.book.figure.get(name)
        if figure is None:
            return ""
        again = name in self.shown or figure.home != self.section.id
        place = exhibits.Place(self.section.url, lazy=bool(self.shown), again=again)
        self.shown.add(name)
        readers = [
            exhibits.Link(urls.reference(reader.url, self.section.url), heading(reader))
            for reader in self.book.readers(figure)
        ]
        return exhibits.exhibit(figure, place, readers, self.book.words, tuple(self._origin(figure)))

    def _origin(self, figure: Figure) -> Iterator[exhibits.Link]:
        """Where a figure stands in the PDF: the PDF at its page, and the page with the figure outlined."""
        here, said = self.section.url, self.book.words
        if not figure.page or not figure.label:
            return
        if self.book.pdf:
            href = urls.reference(f"{self.book.pdf}#page={figure.page}", here)
            yield exhibits.Link(href, said.of_pdf.format(said.page.format(figure.page)))
        if picture := self.book.pictured.get(figure.id):
            yield exhibits.Link(urls.reference(picture, here), said.on_page, is_picture=True)

    def link(self, text: str) -> str:
        return self.links.link(text, self.section)

    def tags(self, text: str) -> str:
        return self.links.tags(text, self.section)

    def prose(self, text: str) -> str:
        return self.links.mentions(text, self.section)


def contents(book: Book, section: Section) -> list[Line]:
    """The sections below: two levels for a document, one elsewhere."""
    depth = 2 if section is book.root and len(list(book.below(section, 2))) <= LONG_LIST else 1
    listed = list(book.below(section, depth))
    is_short = len(listed) <= SHORT_LIST and section is not book.root
    return [
        Line(
            text=escape.label(escape.words(heading(child))),
            href=urls.markdown(child.url, section.url),
            summary=digest.markdown(digest.words(child, SUMMARY)) if is_short else "",
            depth=level,
        )
        for child, level in listed
    ]


def gallery(book: Book) -> list[Line]:
    """All labelled figures of the document, as links."""
    return [
        Line(
            text=escape.label(escape.words(figure.label)),
            href=urls.markdown(book.address(figure), book.root.url),
            summary=f" {escape.words(_cut(exhibits.caption(figure)))}",
        )
        for figure in book.figures
        if figure.label and is_exhibit(figure)
    ]


def elsewhere(book: Book, section: Section) -> str:
    """The figures that the text speaks of and that stand on another page, as one block of HTML."""
    figures = [_thumb(book, figure, section) for figure in book.from_elsewhere(section)[:BESIDE]]
    if not figures:
        return ""
    return markup.render("elsewhere.html.jinja", figures=figures, words=book.words).rstrip("\n")


def _thumb(book: Book, figure: Figure, section: Section) -> Thumb:
    place = exhibits.Place(section.url)
    picture = next(iter(exhibits.pictures(figure, place)), None)
    return Thumb(
        href=urls.reference(book.address(figure), section.url),
        label=figure.label,
        caption=_cut(exhibits.caption(figure)),
        image=(picture.srcset.partition(" ")[0] or picture.src) if picture else "",
        width=picture.width if picture else 0,
        height=picture.height if picture else 0,
    )


def _cut(text: str) -> str:
    flat = digest.plain(" ".join(text.split()))
    return flat if len(flat) <= 110 else flat[:109].rpartition(" ")[0] + "…"
