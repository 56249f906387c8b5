"""All documents, read side by side: a PDF that outweighs the others by pages, the others by documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Protocol, TypeVar

from .extract import Found
from .extract.pdf import ALONE, Pace
from .progress import Tick

T_co = TypeVar("T_co", covariant=True)


class Reader(Protocol[T_co]):
    def __call__(self, found: Found, pace: Pace) -> T_co: ...


def every(found: Sequence[Found], read: Reader[T_co], jobs: int, tick: Tick) -> list[T_co]:
    """What `read` makes of each, in the order of `found`; `tick` counts documents and pages of PDFs.

    `read` is a function at the top of a module, so that another process can be told of it.
    """
    count = _Count(len(found), tick)
    alone = [at for at, one in enumerate(found) if jobs == 1 or _outweighs(one, found, jobs)]
    made = {}
    for at in alone:
        made[at] = read(found[at], Pace(jobs, count.page))
        count.document()
    rest = [at for at in range(len(found)) if at not in made]
    for at, result in zip(rest, _beside([found[at] for at in rest], read, jobs), strict=True):
        made[at] = result
        count.document()
    return [made[at] for at in range(len(found))]


def _beside(found: Sequence[Found], read: Reader[T_co], jobs: int) -> Iterator[T_co]:
    if found:
        with ProcessPoolExecutor(min(jobs, len(found))) as pool:
            yield from pool.map(read, found, [ALONE] * len(found))


def _outweighs(one: Found, found: Sequence[Found], jobs: int) -> bool:
    """Whether the other processes would have nothing left to do while this PDF is read."""
    return one.format == "pdf" and _size(one) * jobs > sum(map(_size, found))


def _size(one: Found) -> int:
    return one.path.stat().st_size if one.format == "pdf" and one.path.is_file() else 0


class _Count:
    """What was read so far, of what is known to be there."""

    def __init__(self, documents: int, tick: Tick) -> None:
        self._tick = tick
        self._total, self._done = documents, 0
        self._pages = (0, 0)

    def page(self, done: int, total: int) -> None:
        self._pages = (done, total)
        self._tick(self._done + done, self._total + total)

    def document(self) -> None:
        done, total = self._pages
        self._done, self._total, self._pages = self._done + done + 1, self._total + total, (0, 0)
        self._tick(self._done, self._total)
