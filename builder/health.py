"""What was lost on the way from a source to its sections, counted for each document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from serverless.anchors import Anchor, AnchorKind
from serverless.errors import SourceError, UsageError
from serverless.model import Figure, FigureKind, Section, Struct
from serverless.plain import plain

from . import captions, mentions
from .config import Config
from .extract import overrides, pdf
from .places import Places
from .tree import Tree

LEAST_WORDS = 50
"""Words of a PDF below which a share of them says nothing."""
_WORD = re.compile(r"[^\W_]{2,}")
_MISSING = re.compile(r"image .+ (?:is missing|is refused|cannot be read|has \d)")


class Health(Struct, frozen=True):
    """One document. Counts are better the lower they are, shares (0 to 1, None for unknown) the higher.

    `text_share` is how much of the PDF's text stands in a section or a figure, `pages_unread` how many of
    its pages with text gave nothing.
    """

    document: str
    source: str
    extractor: str
    sections: int
    figures: int
    tables: int
    pages: int = 0
    pages_unread: int = 0
    text_share: float | None = None
    captions_alone: int = 0
    pictures_alone: int = 0
    tables_bare: int = 0
    mentions_lost: int = 0
    images_missing: int = 0
    pdfs_closed: int = 0
    sections_empty: int = 0
    warnings: int = 0


TOLD = {
    "pages_unread": "pages gave nothing",
    "captions_alone": "captions without a picture",
    "pictures_alone": "pictures without a caption",
    "tables_bare": "tables without cells",
    "mentions_lost": "figures or tables that the text names are not there",
    "images_missing": "picture files are missing",
    "pdfs_closed": "PDF that the pages link to cannot be read",
    "sections_empty": "sections are empty",
    "warnings": "warnings",
}
"""The counts that a limit may be set for, as a person reads them."""


def limits(written: Sequence[str]) -> dict[str, float]:
    """The limits of `--max COUNT=NUMBER`; UsageError names what cannot be read."""
    made = {}
    for one in written:
        name, _, number = one.partition("=")
        if name not in TOLD or not number.strip().isdecimal():
            known = ", ".join(TOLD)
            raise UsageError(f"--max {one!r} is no limit", f"COUNT=NUMBER, COUNT is one of {known}")
        made[name] = float(number)
    return made


def text(found: Sequence[Health]) -> str:
    """A line for each document, with what was lost; nothing more for one that lost nothing."""
    return "\n".join(map(_line, found))


def _line(one: Health) -> str:
    size = f"{one.sections} sections, {one.figures} figures, {one.tables} tables"
    share = f", {one.text_share:.1%} of the PDF's text" if one.text_share is not None else ""
    lost = [f"{getattr(one, name)} {words}" for name, words in TOLD.items() if getattr(one, name)]
    return "\n".join([f"{one.document} ({one.extractor}): {size}{share}", *(f"  - {line}" for line in lost)])


def broken(found: Sequence[Health], most: Mapping[str, float], least: float | None) -> list[str]:
    """A line for each limit that is broken: totals above `most`, a document's text share below `least`."""
    totals = {name: sum(getattr(one, name) for one in found) for name in TOLD}
    over = [
        f"{name} is {totals[name]}, more than {limit:g}"
        for name, limit in most.items()
        if totals[name] > limit
    ]
    under = [
        f"{one.document}: text_share is {one.text_share:.4f}, less than {least:g}"
        for one in found
        if least is not None and one.text_share is not None and one.text_share < least
    ]
    return [*over, *under]


def of(tree: Tree, places: Places, config: Config) -> Health:
    """The health of one document; its PDF is read where there is one."""
    known = {(figure.kind, figure.number.casefold()) for figure in tree.figures if figure.number}
    health = Health(
        document=tree.document.id,
        source=tree.document.source.path,
        extractor=tree.document.extractor.name,
        sections=len(tree.sections),
        figures=sum(figure.kind == "figure" for figure in tree.figures),
        tables=sum(figure.kind == "table" for figure in tree.figures),
        pages=tree.document.source.pages,
        captions_alone=_captions_alone(tree, known),
        pictures_alone=sum(_is_alone(figure) for figure in tree.figures),
        tables_bare=sum(figure.kind == "table" and not figure.table_html for figure in tree.figures),
        mentions_lost=_mentions_lost(tree),
        images_missing=sum(bool(_MISSING.search(warning)) for warning in tree.document.warnings),
        sections_empty=_empty(tree.sections),
        warnings=len(tree.document.warnings),
    )
    return _against_pdf(health, tree, _place(tree, places, config)) if tree.pdf else health


def _place(tree: Tree, places: Places, config: Config) -> pdf.Place:
    """The PDF as it was read, so that its pages are not read again."""
    document = tree.document.id
    password = overrides.read(places.sources, document).password
    name, folder = Path(tree.pdf).name, places.work / document / "crops"
    return pdf.Place(Path(tree.pdf), name, folder, config.figures, password, config.pdf)


def _captions_alone(tree: Tree, known: set[tuple[FigureKind, str]]) -> int:
    """Captions that stayed text, and figures that have no picture and no rows."""
    bare = sum(
        bool(figure.label) and not (figure.panels or figure.rows or figure.cells) for figure in tree.figures
    )
    lines = (line for section in tree.sections for line in section.text.split("\n"))
    told = (captions.parse(plain(line), tree.document.lang) for line in lines)
    return bare + sum(one is not None and (one.kind, one.number.casefold()) not in known for one in told)


def _is_alone(figure: Figure) -> bool:
    is_picture = figure.kind in {"figure", "image"} and figure.quality == "good"
    return is_picture and bool(figure.panels) and not figure.caption and not figure.label


def _mentions_lost(tree: Tree) -> int:
    """Figures and tables that the text names and the document does not have."""
    numbers = {
        (mentions.CALLED[figure.kind], figure.number.casefold()) for figure in tree.figures if figure.number
    }
    texts = (plain(section.text) for section in tree.sections if section.noise == "none")
    named = {
        (anchor.kind, anchor.number)
        for text in texts
        for anchor in mentions.find(text)
        if anchor.kind in {"figure", "table"} and not _is_known(anchor, numbers)
    }
    return len(named)


def _is_known(anchor: Anchor, numbers: set[tuple[AnchorKind, str]]) -> bool:
    return any((anchor.kind, spelling) in numbers for spelling in (anchor.number, *anchor.spellings))


def _empty(sections: Sequence[Section]) -> int:
    """Sections without text and without sections below them."""
    parents = {section.parent for section in sections}
    return sum(not section.text.strip() and section.id not in parents for section in sections)


def _against_pdf(health: Health, tree: Tree, place: pdf.Place) -> Health:
    try:
        pages = pdf.words(place)
    except SourceError:
        return msgspec.structs.replace(health, pdfs_closed=1)
    whole = Counter(word for page in pages for word in page)
    if whole.total() < LEAST_WORDS:
        return msgspec.structs.replace(health, pages=len(pages))
    kept = _words(_texts(tree))
    share = (whole & kept).total() / whole.total()
    read = {page for section in tree.sections for page, _ in section.bboxes}
    read |= {figure.page for figure in tree.figures if figure.page}
    unread = sum(bool(words) and number not in read for number, words in enumerate(pages, 1)) if read else 0
    return msgspec.structs.replace(health, pages=len(pages), text_share=round(share, 4), pages_unread=unread)


def _texts(tree: Tree) -> Iterable[str]:
    for section in tree.sections:
        yield from (section.heading, plain(section.text))
    for figure in tree.figures:
        yield from (
            figure.label,
            figure.caption,
            *figure.cells,
            *(cell for row in figure.rows for cell in row),
        )
    yield tree.document.title


def _words(texts: Iterable[str]) -> Counter[str]:
    return Counter(word.casefold() for text in texts for word in _WORD.findall(text))
