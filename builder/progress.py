"""How a long run shows itself: bars on a terminal, one plain line a stage elsewhere, nothing for scripts."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from serverless.model import Struct

Tick = Callable[[int, int], None]
"""Called with (done, total)."""


class Stage(Struct, frozen=True):
    """How long one step of the build took."""

    name: str
    seconds: float


class Progress(Protocol):
    stages: list[Stage]

    def stage(self, name: str) -> AbstractContextManager[Tick]:
        """Times the block, and gives it a function to call as it advances."""
        ...


class Silent:
    """Times the stages and shows nothing."""

    def __init__(self) -> None:
        self.stages: list[Stage] = []

    @contextmanager
    def stage(self, name: str) -> Iterator[Tick]:
        start = time.perf_counter()
        with self._shown(name) as tick:
            yield tick
        self.stages.append(Stage(name, round(time.perf_counter() - start, 3)))

    @contextmanager
    def _shown(self, name: str) -> Iterator[Tick]:
        yield lambda done, total: None


class Bars(Silent):
    """Draws a bar a stage on a terminal; writes one line a stage where stderr is no terminal."""

    @contextmanager
    def _shown(self, name: str) -> Iterator[Tick]:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        console = Console(stderr=True)
        if not console.is_terminal:
            sys.stderr.write(f"{name}…\n")
            sys.stderr.flush()
            yield lambda done, total: None
            return
        columns = (
            TextColumn("{task.description:12}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
        )
        with Progress(*columns, console=console) as bars:
            task = bars.add_task(name, total=None)
            yield lambda done, total: bars.update(task, completed=done, total=total)
