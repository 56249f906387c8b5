"""One build at a time in one output folder: a second one waits, and says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

FILE = "build.lock"


@contextmanager
def held(store: Path, say: Callable[[str], None]) -> Iterator[None]:
    """Keeps other builds out of `store`, after waiting for one that runs; `say` is told of the wait.

    A build that is killed lets go of the folder.
    """
    from filelock import FileLock, Timeout

    store.mkdir(parents=True, exist_ok=True)
    latch = FileLock(store / FILE)
    try:
        latch.acquire(blocking=False)
    except Timeout:
        say(f"waiting for another build in {store.parent}…")
        latch.acquire()
    try:
        yield
    finally:
        latch.release()
