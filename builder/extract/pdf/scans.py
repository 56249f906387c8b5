"""Pages that are only pictures, with the lines that a reader of pictures finds on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

import msgspec

from serverless.model import Box
from serverless.units import CJK

from . import lacks
from .ocr import Eyes, Seen
from .pdfium import Pdf
from .shapes import Line, Page, Word

SCALE = 200 / 72
"""Pixels for a point: small print is still read, and a page takes seconds and not minutes."""
SURE = 0.5
"""How sure a line must be to be text and not a smudge."""
LETTERS = 0.78
"""Share of a line's box that its letter size is."""
ALIKE = 0.14
"""By how much a line may be taller or lower than most and still be of the same size: boxes are not exact."""


def recognised(pdf: Pdf, pages: Sequence[Page], eyes: Eyes) -> Iterator[Page]:
    """The pages; those that can only be shown with what can be read off their picture."""
    for page in pages:
        if not lacks.is_bare(page) or page.crowded:
            yield page
            continue
        whole = (0.0, 0.0, page.width, page.height)
        (picture,) = pdf.pictures(page.number, [(whole, SCALE)])
        found = tuple(lines(eyes.read(picture)))
        changes = {"lines": found, "marks": (), "rules": (), "lost": False, "recognised": True}
        yield msgspec.structs.replace(page, **changes) if found else page


def lines(seen: Sequence[Seen]) -> Iterator[Line]:
    """What was seen as lines in points, from the top of the page to its foot."""
    sure = [one for one in seen if one.score >= SURE and one.text.strip()]
    usual = median([_size(one) for one in sure]) if sure else 0.0
    for order, one in enumerate(sorted(sure, key=lambda one: (one.box[1], one.box[0]))):
        size = _size(one)
        size = usual if abs(size - usual) <= ALIKE * usual else size
        box = tuple(edge / SCALE for edge in one.box)
        x0, y0, x1, y1 = box
        base = y1 - 0.2 * (y1 - y0)
        yield Line(
            tuple(_words(one.text, (x0, y0, x1, y1))),
            (x0, y0, x1, y1),
            base,
            round(size, 1),
            "",
            False,
            False,
            order,
        )


def _size(one: Seen) -> float:
    return LETTERS * (one.box[3] - one.box[1]) / SCALE


def _words(text: str, box: Box) -> Iterator[Word]:
    """The words of a line at about their places; no spaces between signs of Chinese and Japanese."""
    step = (box[2] - box[0]) / max(1, len(text))
    at = 0
    before = ""
    for part in text.split():
        start = text.index(part, at)
        at = start + len(part)
        glued = bool(before) and bool(CJK.match(part[0]) and CJK.match(before[-1]))
        yield Word(part, box[0] + start * step, box[0] + at * step, glued=glued)
        before = part
