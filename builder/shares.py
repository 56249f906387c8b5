"""Work that several processes share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import TypeVar

from .progress import Tick

T = TypeVar("T")
ENOUGH = 200
"""Pages below which starting a process costs more than it gives."""
MOST = 5_000
"""Pages that one process makes at most, because it holds all of them until it has made the last."""


def count(pages: int, jobs: int) -> int:
    """In how many parts so many pages are made."""
    return max(jobs if pages >= ENOUGH else 1, -(-pages // MOST))


def shared(work: Callable[[T], None], parts: Sequence[T], jobs: int, tick: Tick) -> None:
    """Calls `work(part)` for every part, each in a process that ends with it, `jobs` of them at a time.

    Raises what the first of them raises that fails; the others come to their end.
    """
    with ProcessPoolExecutor(jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        running = [pool.submit(work, part) for part in parts]
        tick(0, len(parts))
        for done, part in enumerate(as_completed(running), 1):
            part.result()
            tick(done, len(parts))
