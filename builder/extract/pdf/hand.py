"""What a process of a crew does with a file: it tells of it, reads its pages, draws parts of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from builder.blocks import ImageRef
from builder.config import Config, Figures
from builder.config import Pdf as Options
from serverless.errors import SourceError
from serverless.model import Struct

from .. import front
from . import crops, graphics, lacks, lines, mending, pdfium
from .crew import Work
from .crops import Crop
from .pdfium import Bookmark, Pdf
from .scans import Sights
from .shapes import Page, Sheet


class Place(Struct, frozen=True):
    """The file, what to call it, where to write its pictures, and what bounds them."""

    file: Path
    name: str
    folder: Path
    limits: Figures = Figures()
    password: str = ""
    options: Options = Options()

    @classmethod
    def of(cls, file: Path, name: str, work: Path, password: str, config: Config) -> Place:
        """`work` is the folder of the document; whoever gives the same finds the pages that were read."""
        return cls(file, name, work / "crops", config.figures, password, config.pdf)


class Tell(Struct, frozen=True, tag=True):
    """Asks for the Facts."""


class Look(Struct, frozen=True, tag=True):
    """Asks for a Page."""

    page: int


class Glance(Struct, frozen=True, tag=True):
    """Asks for a Page that nothing but the size is known of."""

    page: int


class Draw(Struct, frozen=True, tag=True):
    """Asks for pictures of parts of one page, which was turned by so many quarters to be read."""

    page: int
    turn: int
    crops: tuple[Crop, ...]


class Facts(Struct, frozen=True):
    """What a file says of itself; with a `problem` it could not be opened."""

    pages: int = 0
    title: str = ""
    producer: str = ""
    lang: str = ""
    outline: tuple[Bookmark, ...] = ()
    problem: str = ""
    hint: str = ""


Task = Tell | Look | Glance | Draw


@contextmanager
def opened(place: Place) -> Iterator[Work]:
    """Answers tasks on one file; one that cannot be opened says so in its Facts."""
    try:
        with pdfium.opened(place.file, place.name, place.password) as pdf:
            yield _Hand(pdf, place).work
    except SourceError as error:
        refused = msgspec.msgpack.encode(Facts(problem=error.message, hint=error.hint))
        yield lambda task: refused


class _Hand:
    def __init__(self, pdf: Pdf, place: Place) -> None:
        self._pdf = pdf
        self._place = place
        self._sights = Sights(place.options, place.folder.parent / "seen")

    def work(self, task: bytes) -> bytes:
        return msgspec.msgpack.encode(self._answer(msgspec.msgpack.decode(task, type=Task)))

    def _answer(self, task: Task) -> Facts | Page | list[ImageRef]:
        if isinstance(task, Look):
            return self._sights.through(self._pdf, page(self._pdf.sheet(task.page)))
        if isinstance(task, Glance):
            return unread(task.page, *self._pdf.size(task.page))
        if isinstance(task, Draw):
            return self._drawn(task)
        return facts(self._pdf)

    def _drawn(self, task: Draw) -> list[ImageRef]:
        self._pdf.turns[task.page] = task.turn
        place = self._place
        return crops.drawn(self._pdf, task.crops, place.folder, place.name, place.limits)


def facts(pdf: Pdf) -> Facts:
    """What the file says of itself."""
    title = pdf.said("Title")
    is_name = title.casefold().endswith((".doc", ".docx", ".tex", ".dvi", ".pdf", ".indd", ".qxd"))
    said = "" if is_name or title.casefold() in {"untitled", "title"} else title
    return Facts(len(pdf), said, pdf.said("Producer"), front.language(pdf.lang), pdf.outline())


def unread(number: int, width: float, height: float) -> Page:
    """A page that was given up."""
    return Page(number, width, height, (), (), (), slow=True)


def page(sheet: Sheet) -> Page:
    """A page as lines."""
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
        turn=sheet.turn,
    )
