"""A PDF as blocks: the story, from characters to headings, text, figures and tables.

characters → lines → running lines removed → figures, tables and formulas → headings → order of reading.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from builder.blocks import WHOLE, Block, ImageRef
from builder.config import Figures
from builder.config import Pdf as PdfOptions
from serverless.model import Struct

from .. import front
from . import (
    cache,
    columns,
    crops,
    furniture,
    graphics,
    headings,
    lacks,
    layout,
    lines,
    mending,
    outline,
    pdfium,
    styles,
    write,
)
from .crops import Crop
from .headings import Heading
from .layout import Part
from .paragraphs import Paragraph
from .pdfium import Pdf
from .prose import flowing
from .scans import Sights
from .shapes import Page, Read, Sheet
from .styles import Style

_WORD = re.compile(r"[^\W_]{2,}")
PICTURES = 200
"""Pages without text of which a picture is shown, in one document."""


class Place(Struct, frozen=True):
    """The file, what to call it, where to write its pictures, and what bounds them."""

    file: Path
    name: str
    folder: Path
    limits: Figures
    password: str = ""
    options: PdfOptions = PdfOptions()


def read(place: Place) -> Read:
    """Reads a PDF, or takes what was read of it before; raises SourceError where it cannot be opened."""
    key = cache.key(place.file, place.limits, place.password, Sights.names(place.options))
    kept = cache.found(place.folder, key)
    if kept is None:
        shutil.rmtree(place.folder, ignore_errors=True)
        kept = _read(place)
        cache.keep(place.folder, key, kept)
    return kept


def _read(place: Place) -> Read:
    with pdfium.opened(place.file, place.name, place.password) as pdf:
        pages = gathered(pdf, Sights(place.options, place.folder.parent / "seen"))
        made = tuple(_blocks(pdf, pages, place))
        title = next((block.text for block in made if block.hint == "title"), "") or _said(pdf)
        producer, warnings = pdf.said("Producer"), tuple(lacks.warnings(pages))
        return Read(made, title, front.language(pdf.lang), len(pdf), producer, warnings)


def _said(pdf: Pdf) -> str:
    """The title that the file gives itself, unless it is the name of another file."""
    title = pdf.said("Title")
    is_name = title.casefold().endswith((".doc", ".docx", ".tex", ".dvi", ".pdf", ".indd", ".qxd"))
    return "" if is_name or title.casefold() in {"untitled", "title"} else title


def gathered(pdf: Pdf, sights: Sights | None = None) -> tuple[Page, ...]:
    """All pages as lines, without what stands on each of them; with what is seen on them as well."""
    pages = [_page(pdf.sheet(number)) for number in range(1, len(pdf) + 1)]
    return furniture.without(list(sights.through(pdf, pages)) if sights else pages)


def _page(sheet: Sheet) -> Page:
    found, is_lost = lacks.readable(mending.whole(lines.read(sheet.chars, sheet.runs)))
    return Page(
        number=sheet.number,
        width=sheet.width,
        height=sheet.height,
        lines=found,
        marks=sheet.marks,
        rules=graphics.rules(sheet.marks),
        tags=sheet.tags,
        crowded=sheet.crowded,
        damaged=sheet.damaged,
        lost=is_lost,
    )


def laid_out(pdf: Pdf, pages: Sequence[Page], style: Style) -> list[tuple[Page, list[Part]]]:
    """What stands on each page, in the order of reading; nothing on pages that can only be shown."""
    spans = columns.typical(pages, style.size)
    laid = [layout.of(page, style, spans) for page in pages]
    told = outline.plan(pdf.outline(), pages)
    blocked = {one.page.number: one.taken for one in laid}
    columns_ = {one.page.number: one.spans for one in laid}
    heads: dict[int, list[Heading]] = {}
    for head in headings.found(pages, blocked, columns_, style, told):
        heads.setdefault(head.page, []).append(head)
    return [
        (
            one.page,
            [] if lacks.is_bare(one.page) else list(layout.parts(one, heads.get(one.page.number, []), style)),
        )
        for one in laid
    ]


def _blocks(pdf: Pdf, pages: Sequence[Page], place: Place) -> Iterator[Block]:
    style = styles.of(pages)
    laid = laid_out(pdf, pages, style)
    names = write.Names()
    wanted = {page.number: write.crops(page, parts, names) for page, parts in laid}
    whole = _whole(pages)
    every = [*(crop for own in wanted.values() for crop in own.values()), *whole.values()]
    images = crops.drawn(pdf, every, place.folder, place.name, place.limits)
    for page, parts in laid:
        if page.number in whole:
            yield _page_picture(page, images[whole[page.number].name])
        shown = {at: images[crop.name] for at, crop in wanted[page.number].items()}
        yield from _page_blocks(page, parts, shown, style)


def _whole(pages: Iterable[Page]) -> dict[int, Crop]:
    """Pages that are shown as a picture, as nothing of them can be read, or not for sure."""
    bare = [page for page in pages if lacks.is_bare(page) or page.recognised]
    return {
        page.number: Crop(f"page-{page.number}", "page", page.number, (0.0, 0.0, page.width, page.height))
        for page in bare[:PICTURES]
    }


def _page_picture(page: Page, image: ImageRef) -> Block:
    box = (0.0, 0.0, round(page.width, 2), round(page.height, 2))
    return Block(kind="image", text="", md="", page=page.number, bbox=box, images=(image,), hint=WHOLE)


def _page_blocks(
    page: Page, parts: Sequence[Part], shown: dict[int, ImageRef], style: Style
) -> Iterator[Block]:
    """The parts of a page as blocks, items in a row as one list."""
    runs = groupby(enumerate(parts), key=lambda pair: -1 if _is_item(pair[1]) else pair[0])
    for _, run in runs:
        group = list(run)
        desk = write.Desk(page, shown.get(group[0][0]), style)
        yield from write.written(desk, [part for _, part in group])


def _is_item(part: Part) -> bool:
    return isinstance(part, Paragraph) and part.kind == "item"


def words(file: Path) -> list[list[str]]:
    """The words of each page, in small letters, without what stands on every page."""
    with pdfium.opened(file, file.name) as pdf:
        pages = gathered(pdf)
        known = styles.of(pages).words
        texts = [flowing([line.words for line in page.lines], known).text for page in pages]
    return [[word.casefold() for word in _WORD.findall(text)] for text in texts]
