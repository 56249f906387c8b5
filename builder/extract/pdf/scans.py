"""What optional packages see on pages: the text of scanned ones, figures and tables on any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import msgspec

from builder.config import Pdf as Options
from serverless.model import Box
from serverless.units import CJK

from . import lacks
from .ocr import Eyes
from .pdfium import Pdf
from .shapes import Line, Mark, Page, Word
from .sight import SCALE, Seen
from .spotting import Spotter

if TYPE_CHECKING:
    from PIL.Image import Image

SURE = 0.5
"""How sure a line must be to be text and not a smudge."""
CERTAIN = 0.8
"""How sure a figure must be to count on a page that has drawings of its own."""
LETTERS = 0.78
"""Share of a line's box that its letter size is."""
ALIKE = 0.14
"""By how much a line may be taller or lower than most and still be of the same size: boxes are not exact."""


class Sights:
    """The packages that are switched on; `folder` keeps what they saw."""

    def __init__(self, options: Options, folder: Path) -> None:
        self._eyes = Eyes(folder) if options.ocr else None
        self._spotter = Spotter(folder) if options.layout else None

    @staticmethod
    def names(options: Options) -> str:
        """The packages with their versions; ConfigError where one is not installed."""
        wanted = [sight for sight in (Eyes, Spotter) if getattr(options, sight.option)]
        return ", ".join(sight.name() for sight in wanted)

    def through(self, pdf: Pdf, page: Page) -> Page:
        """A page with what is seen on it."""
        is_bare = lacks.is_bare(page)
        if page.crowded or page.damaged or not (self._spotter or (self._eyes and is_bare)):
            return page
        whole = (0.0, 0.0, page.width, page.height)
        (picture,) = pdf.pictures(page.number, [(whole, SCALE)])
        return self._read(page, picture) if is_bare else self._spotted(page, picture)

    def _read(self, page: Page, picture: Image) -> Page:
        """A page that is only a picture, with its text, and its figures and tables as drawings."""
        found = tuple(lines(self._eyes.seen(picture))) if self._eyes else ()
        if not found:
            return page
        drawn = tuple(_marks(self._spotter.seen(picture), SURE)) if self._spotter else ()
        return msgspec.structs.replace(page, lines=found, marks=drawn, rules=(), lost=False, recognised=True)

    def _spotted(self, page: Page, picture: Image) -> Page:
        """A page with its figures as drawings, so that parts of one that stand apart are taken together."""
        assert self._spotter
        figures = [one for one in self._spotter.seen(picture) if one.text == "figure"]
        return msgspec.structs.replace(page, marks=(*page.marks, *_marks(figures, CERTAIN)))


def _marks(seen: Sequence[Seen], least: float) -> Iterator[Mark]:
    for one in seen:
        if one.score >= least:
            yield Mark("image", _points(one.box))


def _points(box: Box) -> Box:
    x0, y0, x1, y1 = box
    return x0 / SCALE, y0 / SCALE, x1 / SCALE, y1 / SCALE


def lines(seen: Sequence[Seen]) -> Iterator[Line]:
    """What was seen as lines in points, from the top of the page to its foot."""
    sure = [one for one in seen if one.score >= SURE and one.text.strip()]
    usual = median([_size(one) for one in sure]) if sure else 0.0
    for order, one in enumerate(sorted(sure, key=lambda one: (one.box[1], one.box[0]))):
        size = _size(one)
        size = usual if abs(size - usual) <= ALIKE * usual else size
        box = _points(one.box)
        base = box[3] - 0.2 * (box[3] - box[1])
        yield Line(tuple(_words(one.text, box)), box, base, round(size, 1), "", False, False, order)


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
