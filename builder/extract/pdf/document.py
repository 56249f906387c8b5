"""A PDF as blocks: the story, from characters to headings, text, figures and tables.

characters → lines → running lines removed → figures, tables and formulas → headings → order of reading.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from builder.blocks import WHOLE, Block, ImageRef

from . import cache, columns, furniture, headings, lacks, layout, outline, styles, write
from .crops import Crop
from .hand import Place
from .headings import Heading
from .layout import Part
from .paragraphs import Paragraph
from .pdfium import Bookmark
from .prose import flowing
from .scans import Sights
from .shapes import Page, Read
from .source import ALONE, Pace, Source
from .styles import Style

PICTURES = 200
"""Pages without text of which a picture is shown, in one document."""


def read(place: Place, pace: Pace = ALONE) -> Read:
    """Reads a PDF, or takes what was read of it before; raises SourceError where it cannot be opened."""
    key = cache.key(place.file, f"{place.limits} {_means(place)}")
    kept = cache.found(place.folder, key)
    if kept is None:
        shutil.rmtree(place.folder, ignore_errors=True)
        with Source(place, _means(place), pace) as source:
            kept = _read(source)
        cache.keep(place.folder, key, kept)
    return kept


def _means(place: Place) -> str:
    """What changes a page as it is read, beside the file."""
    return f"{place.password} {Sights.names(place.options)}"


def _read(source: Source) -> Read:
    facts = source.facts
    pages = furniture.without(list(source.pages()))
    made = tuple(_blocks(source, pages))
    title = next((block.text for block in made if block.hint == "title"), "") or facts.title
    warnings = tuple(lacks.warnings(pages, source.undrawn))
    return Read(made, title, facts.lang, facts.pages, facts.producer, warnings)


def laid_out(marks: Sequence[Bookmark], pages: Sequence[Page], style: Style) -> list[tuple[Page, list[Part]]]:
    """What stands on each page, in the order of reading; nothing on pages that can only be shown.

    `marks` is the outline of the file.
    """
    spans = columns.typical(pages, style.size)
    laid = [layout.of(page, style, spans) for page in pages]
    told = outline.plan(marks, pages)
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


def _blocks(source: Source, pages: Sequence[Page]) -> Iterator[Block]:
    style = styles.of(pages)
    laid = laid_out(source.facts.outline, pages, style)
    names = write.Names()
    wanted = {page.number: write.crops(page, parts, names) for page, parts in laid}
    whole = _whole(pages)
    every = [*(crop for own in wanted.values() for crop in own.values()), *whole.values()]
    images = source.pictures(every, {page.number: page.turn for page in pages})
    for page, parts in laid:
        if page.number in whole:
            yield from _page_picture(page, images.get(whole[page.number].name))
        shown = {at: images[crop.name] for at, crop in wanted[page.number].items() if crop.name in images}
        yield from _page_blocks(page, parts, shown, style)


def _whole(pages: Iterable[Page]) -> dict[int, Crop]:
    """Pages that are shown as a picture, as nothing of them can be read, or not for sure."""
    bare = [page for page in pages if lacks.is_bare(page) or page.recognised]
    return {
        page.number: Crop(f"page-{page.number}", "page", page.number, (0.0, 0.0, page.width, page.height))
        for page in bare[:PICTURES]
    }


def _page_picture(page: Page, image: ImageRef | None) -> Iterator[Block]:
    box = (0.0, 0.0, round(page.width, 2), round(page.height, 2))
    if image:
        yield Block(kind="image", text="", md="", page=page.number, bbox=box, images=(image,), hint=WHOLE)


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


def texts(place: Place, pace: Pace = ALONE) -> list[str]:
    """The text of each page as one line, without what stands on every page."""
    with Source(place, _means(place), pace) as source:
        pages = furniture.without(list(source.pages()))
    known = styles.of(pages).words
    return [flowing([line.words for line in page.lines], known).text for page in pages]
