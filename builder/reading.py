"""All documents, read side by side: a PDF that outweighs the others by pages, the others by documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Protocol, TypeVar

from serverless.errors import SourceError, UsageError
from serverless.model import Struct

from .amend import amended
from .config import Config
from .extract import Found, extract, find, overrides
from .extract.pdf import ALONE, Pace
from .known import Known
from .places import Places
from .progress import Tick
from .tree import Tree, grow

T_co = TypeVar("T_co", covariant=True)


class Failure(Struct, frozen=True):
    """A document that could not be read, and what to do about it."""

    document: str
    message: str
    hint: str


class Reader(Protocol[T_co]):
    def __call__(self, found: Found, pace: Pace) -> T_co: ...


def read_all(
    places: Places, config: Config, jobs: int, tick: Tick, only: Sequence[str] = ()
) -> tuple[list[Tree], list[Failure]]:
    """Every document as a tree, or as the reason why not, in the order of the sources folder."""
    found = _chosen(find(places.sources), config, only)
    known = Known(places, config, found)
    kept = {at: tree for at, one in enumerate(found) if (tree := known.tree(one))}
    fresh = [at for at in range(len(found)) if at not in kept]
    read = partial(_read_one, places=places, config=config)
    made = dict(zip(fresh, every([found[at] for at in fresh], read, jobs, tick), strict=True))
    for result in made.values():
        if isinstance(result, Tree):
            known.keep(result)
    known.close()
    results = [kept.get(at) or made[at] for at in range(len(found))]
    trees = [result for result in results if isinstance(result, Tree)]
    failures = [result for result in results if isinstance(result, Failure)]
    if not trees:
        raise SourceError(_nothing_read(failures), failures[0].hint if failures else "")
    return trees, failures


def _chosen(found: Sequence[Found], config: Config, only: Sequence[str]) -> list[Found]:
    """The documents that are not private; UsageError where one of `only` is not there."""
    ids = {one.id for one in found}
    if missing_ := [name for name in only if name not in ids]:
        raise UsageError(f"there is no document {missing_[0]!r}", f"there are {', '.join(sorted(ids)[:10])}")
    wanted = set(only) or ids
    return [one for one in found if one.id in wanted and not config.visibility.is_private(one.id)]


def _read_one(found: Found, pace: Pace, places: Places, config: Config) -> Tree | Failure:
    try:
        tree = grow(extract(found, places.sources, config, places.work, pace))
        return amended(tree, overrides.read(places.sources, found.id))
    except SourceError as error:
        return Failure(found.id, error.message, error.hint)


def _nothing_read(failures: Sequence[Failure]) -> str:
    reasons = "; ".join(f"{failure.document}: {failure.message}" for failure in failures)
    return f"no document could be read: {reasons}"


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
