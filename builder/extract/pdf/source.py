"""A PDF from outside: its facts, pages and pictures, made by processes of their own and kept page by page.

A file that brings PDFium down, or keeps it busy for ever, costs a page and not the build.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import groupby
from pathlib import Path
from types import TracebackType

import msgspec

from builder import disk
from builder.blocks import ImageRef
from serverless.errors import SourceError
from serverless.model import Struct

from . import cache, hand
from .crew import MOST, Crew
from .crops import Crop
from .hand import Place
from .pdfium import LETTER
from .shapes import Page

SECONDS = 60.0
"""That a page may take to be read, and again to be drawn."""
LOOKING = 240.0
"""More seconds where a model looks at pages."""
_PAGES = msgspec.msgpack.Decoder(Page)


def _untold(done: int, total: int) -> None:
    """Nobody is told."""


class Pace(Struct, frozen=True):
    """How many processes read pages side by side, and who is told (pages read, pages)."""

    jobs: int = 1
    tick: Callable[[int, int], None] = _untold


ALONE = Pace()


class Source:
    """An open file; `means` is all that changes a page beside the file."""

    def __init__(self, place: Place, means: str, pace: Pace) -> None:
        is_watched = place.options.ocr or place.options.layout
        self._crew = Crew(partial(hand.opened, place), pace.jobs, SECONDS + LOOKING * is_watched)
        self._place = place
        self._tick = pace.tick
        self._kept = place.folder.parent / "pages" / cache.key(place.file, means)[:16]
        self.undrawn: set[int] = set()
        """Pages with parts that could not be drawn."""

    def __enter__(self) -> Source:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._crew.__exit__(kind, error, trace)

    @cached_property
    def facts(self) -> hand.Facts:
        """What the file says of itself; SourceError where it cannot be opened."""
        (told,) = self._asked([hand.Tell()])
        hint = "print it to PDF anew, or repair it"
        if told is None:
            raise SourceError(f"{self._place.name} cannot be opened: it brings its reader down", hint)
        facts = msgspec.msgpack.decode(told, type=hand.Facts)
        if facts.problem:
            raise SourceError(facts.problem, facts.hint)
        return facts

    def pages(self) -> Iterator[Page]:
        """The pages as they stand in the file; those that were read before are not read again."""
        numbers = range(1, self.facts.pages + 1)
        self._swept()
        new = [number for number in numbers if not self._file(number).is_file()]
        answers = self._asked([hand.Look(number) for number in new])
        waiting = set(new)
        for number in numbers:
            made = self._new(number, next(answers)) if number in waiting else self._file(number).read_bytes()
            yield _PAGES.decode(made)
            self._tick(number, len(numbers))
        if len(numbers) > MOST:
            self._crew.rest()

    def _new(self, number: int, made: bytes | None) -> bytes:
        """A page as it was read, kept; one that could not be read with nothing but its size."""
        if made is None:
            (seen,) = self._asked([hand.Glance(number)])
            made = seen or msgspec.msgpack.encode(hand.unread(number, *LETTER))
        disk.write(self._file(number), made)
        return made

    def _file(self, number: int) -> Path:
        return self._kept / f"{number}.page"

    def _swept(self) -> None:
        """Makes the folder of these pages, and takes away those of another time."""
        self._kept.mkdir(parents=True, exist_ok=True)
        for other in self._kept.parent.iterdir():
            if other != self._kept:
                shutil.rmtree(other, ignore_errors=True)

    def pictures(self, crops: Iterable[Crop], turns: Mapping[int, int]) -> dict[str, ImageRef]:
        """The pictures by name; `turns` are the quarter turns of pages. What cannot be drawn is left out."""
        groups = [(page, tuple(own)) for page, own in groupby(_by_page(crops), key=lambda crop: crop.page)]
        tasks = [hand.Draw(page, turns.get(page, 0), own) for page, own in groups]
        made: dict[str, ImageRef] = {}
        for (page, own), drawn in zip(groups, self._asked(tasks), strict=True):
            if drawn is None:
                self.undrawn.add(page)
                continue
            images = msgspec.msgpack.decode(drawn, type=list[ImageRef])
            made |= {crop.name: image for crop, image in zip(own, images, strict=True)}
        return made

    def _asked(self, tasks: Iterable[hand.Task]) -> Iterator[bytes | None]:
        return self._crew.run([msgspec.msgpack.encode(task) for task in tasks])


def _by_page(crops: Iterable[Crop]) -> list[Crop]:
    return sorted(crops, key=lambda crop: crop.page)
