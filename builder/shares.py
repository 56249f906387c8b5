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


def shared(work: Callable[[T], None], parts: Sequence[T], tick: Tick) -> None:
    """Calls `work(part)` for every part, each in a process that ends with it.

    Raises what the first of them raises that fails; the others come to their end.
    """
    with ProcessPoolExecutor(len(parts), get_context("spawn"), max_tasks_per_child=1) as pool:
        running = [pool.submit(work, part) for part in parts]
        tick(0, len(parts))
        for done, part in enumerate(as_completed(running), 1):
            part.result()
            tick(done, len(parts))
