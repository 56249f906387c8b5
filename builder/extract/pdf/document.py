"""A PDF as blocks: the story, from characters to headings, text, figures and tables.

characters → lines → running lines removed → figures, tables and formulas → headings → order of reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from builder.blocks import WHOLE, Block, ImageRef
from builder.config import Figures
from serverless.model import Struct

from .. import front
from . import columns, crops, furniture, graphics, headings, layout, lines, outline, pdfium, styles, write
from .crops import Crop
from .layout import Layout, Part
from .letters import UNKNOWN
from .paragraphs import Paragraph
from .pdfium import Pdf
from .shapes import Page, Sheet
from .styles import Style

UNREADABLE = 0.3
"""Share of letters without a name from which on a page cannot be read."""
PICTURES = 200
"""Pages without text of which a picture is shown, in one document."""


class Read(Struct, frozen=True):
    """A PDF as read; `title` and `lang` are "" where the file says nothing."""

    blocks: tuple[Block, ...]
    title: str
    lang: str
    pages: int
    producer: str
    warnings: tuple[str, ...]


class Place(Struct, frozen=True):
    """The file, what to call it, where to write its pictures, and what bounds them."""

    file: Path
    name: str
    folder: Path
    limits: Figures
    password: str = ""


def read(place: Place) -> Read:
    """Reads a PDF; raises SourceError where it cannot be opened."""
    with pdfium.opened(place.file, place.name, place.password) as pdf:
        pages = [_page(pdf.sheet(number)) for number in range(1, len(pdf) + 1)]
        warnings = tuple(_warnings(pages))
        made = tuple(_blocks(pdf, furniture.without(pages), place))
        title = next((block.text for block in made if block.hint == "title"), "")
        return Read(
            made, title or _said(pdf), front.language(pdf.lang), len(pdf), pdf.said("Producer"), warnings
        )


def _said(pdf: Pdf) -> str:
    """The title that the file gives itself, unless it is the name of another file."""
    title = pdf.said("Title")
    is_name = title.casefold().endswith((".doc", ".docx", ".tex", ".dvi", ".pdf", ".indd", ".qxd"))
    return "" if is_name or title.casefold() in {"untitled", "title"} else title


def _page(sheet: Sheet) -> Page:
    found = lines.read(sheet.chars, sheet.runs)
    text = "".join(line.text for line in found)
    is_lost = bool(text) and text.count(UNKNOWN) > UNREADABLE * len(text.replace(" ", ""))
    return Page(
        number=sheet.number,
        width=sheet.width,
        height=sheet.height,
        lines=() if is_lost else found,
        marks=sheet.marks,
        rules=graphics.rules(sheet.marks),
        tags=sheet.tags,
        crowded=sheet.crowded,
        lost=is_lost,
    )


def _warnings(pages: Sequence[Page]) -> Iterator[str]:
    """What a person must know about pages that gave no text."""
    crowded = [page.number for page in pages if page.crowded]
    lost = [page.number for page in pages if page.lost]
    empty = [page.number for page in pages if not (page.lines or page.crowded or page.lost) and page.marks]
    if crowded:
        yield f"{_listed(crowded)}: too much is drawn there to be read, a picture is shown"
    if lost:
        yield f"{_listed(lost)}: the fonts do not say which letters they show, a picture is shown"
    if empty:
        yield f"{_listed(empty)}: no text, only a picture; recognise its text (OCR) so that it can be found"
    if not any(page.lines for page in pages):
        yield "no page has text that can be read"


def _listed(numbers: Sequence[int]) -> str:
    """Page numbers as a person writes them: "pages 2-4, 9"."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][-1] + 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    told = ", ".join(f"{span[0]}-{span[-1]}" if len(span) > 1 else str(span[0]) for span in spans)
    return f"page {told}" if len(numbers) == 1 else f"pages {told}"


def _blocks(pdf: Pdf, pages: Sequence[Page], place: Place) -> Iterator[Block]:
    style = styles.of(pages)
    spans = columns.typical(pages, style.size)
    laid = [layout.of(page, style, spans) for page in pages]
    parts = list(_parts(pdf, laid, style))
    wanted = write.crops(parts)
    whole = _whole(pages)
    images = crops.drawn(pdf, (*wanted.values(), *whole.values()), place.folder, place.name, place.limits)
    shown = {at: images[crop.name] for at, crop in wanted.items()}
    at = 0
    for page in pages:
        if page.number in whole:
            yield _page_picture(page, images[whole[page.number].name])
        own = [part for other, part in parts if other is page]
        yield from _page_blocks(
            page, own, {n: shown[at + n] for n in range(len(own)) if at + n in shown}, style
        )
        at += len(own)


def _parts(pdf: Pdf, laid: Sequence[Layout], style: Style) -> Iterator[tuple[Page, Part]]:
    pages = [one.page for one in laid]
    told = outline.plan(pdf.outline(), pages)
    blocked = {one.page.number: one.taken for one in laid}
    spans = {one.page.number: one.spans for one in laid}
    found = headings.found(pages, blocked, spans, style, told)
    for one in laid:
        heads = [head for head in found if head.page == one.page.number]
        for part in layout.parts(one, heads, style):
            yield one.page, part


def _whole(pages: Iterable[Page]) -> dict[int, Crop]:
    """Pages that are shown as a picture, as nothing of them can be read."""
    bare = [page for page in pages if page.crowded or page.lost or (not page.lines and page.marks)]
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
    if page.crowded or page.lost or (not page.lines and page.marks):
        return
    runs = groupby(enumerate(parts), key=lambda pair: _is_item(pair[1]) or pair[0] + 1)
    for _, run in runs:
        group = list(run)
        desk = write.Desk(page, shown.get(group[0][0]), style)
        yield from write.written(desk, [part for _, part in group])


def _is_item(part: Part) -> bool:
    return isinstance(part, Paragraph) and part.kind == "item"
