"""Work that several processes share, each a part that its names decide."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from .progress import Tick

ENOUGH = 200
"""Pages below which starting a process costs more than it gives."""


def share(path: str, jobs: int) -> int:
    """Which of the processes makes a file: one process has all pages of a document."""
    return zlib.crc32("/".join(path.split("/")[:2]).encode()) % jobs


def shared(work: Callable[[int, int], None], jobs: int, tick: Tick) -> None:
    """Calls `work(number, jobs)` for every number below `jobs`, each in a process that ends with it.

    Raises what the first of them raises that fails; the others come to their end.
    """
    with ProcessPoolExecutor(jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        parts = [pool.submit(work, number, jobs) for number in range(jobs)]
        tick(0, jobs)
        for done, part in enumerate(as_completed(parts), 1):
            part.result()
            tick(done, jobs)
