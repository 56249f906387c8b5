"""Processes that work side by side, each with what it opened; a task that takes too long, or brings
its process down, is given up, and the others go on."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType

Work = Callable[[bytes], bytes]
Opened = Callable[[], AbstractContextManager[Work]]
_PROCESSES = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
"""A fork is there at once; elsewhere it is not to be had, or not safe."""
MOST = 24
"""Tasks after which another takes its place: what a reader remembers of a file grows with each."""
PATIENCE = 5
_LOOK = 2.0
"""Seconds between two looks of a process whether the one that started it is still there."""


class Crew:
    """Up to `size` processes; `opened` is called once in each and gives what answers its tasks.

    Tasks and answers are bytes. A task has `seconds` of work, or PATIENCE times as long where the machine has
    much to do, after which its process is ended.
    """

    def __init__(self, opened: Opened, size: int, seconds: float) -> None:
        self._opened = opened
        self._size = size
        self._seconds = seconds
        self._idle: list[_Member] = []
        self._busy: list[_Member] = []

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for member in self._busy:
            member.end()
        self.rest()

    def rest(self) -> None:
        """Lets those go that have nothing to do; each holds what its parent held when it began."""
        while self._idle:
            self._idle.pop().end()

    def run(self, tasks: Sequence[bytes]) -> Iterator[bytes | None]:
        """The answers in the order of the tasks; None for one that was given up.

        Raises RuntimeError where a process ended with an error of this program: that is a bug, and its
        traceback is on stderr.
        """
        made: dict[int, bytes | None] = {}
        given = told = 0
        while told < len(tasks):
            while given < len(tasks) and len(self._busy) < self._size:
                self._give(given, tasks[given])
                given += 1
            for member in self._ready():
                made[member.at] = member.answer()
                self._busy.remove(member)
                self._keep(member)
            while told in made:
                yield made.pop(told)
                told += 1

    def _give(self, at: int, task: bytes) -> None:
        member = self._idle.pop() if self._idle else _Member(self._opened, self._seconds)
        member.give(at, task, time.monotonic() + PATIENCE * self._seconds)
        self._busy.append(member)

    def _keep(self, member: _Member) -> None:
        if member.is_well and member.told < MOST:
            self._idle.append(member)
        else:
            member.end()

    def _ready(self) -> list[_Member]:
        """Those that have answered, are down, or are too late; waits for the first."""
        left = min(member.until for member in self._busy) - time.monotonic()
        heard = wait([member.line for member in self._busy], max(left, 0.0))
        now = time.monotonic()
        return [member for member in self._busy if member.line in heard or member.until <= now]


class _Member:
    """One process, and the line to it."""

    def __init__(self, opened: Opened, seconds: float) -> None:
        self.line, far = _PROCESSES.Pipe()
        self.at, self.until, self.is_well, self.told = -1, 0.0, True, 0
        self._process: BaseProcess = _PROCESSES.Process(
            target=_serve, args=(far, opened, seconds, os.getpid()), daemon=True
        )
        self._process.start()
        far.close()

    def give(self, at: int, task: bytes, until: float) -> None:
        self.at, self.until = at, until
        self.told += 1
        try:
            self.line.send_bytes(task)
        except OSError:
            self.is_well = False

    def answer(self) -> bytes | None:
        try:
            if self.is_well and self.line.poll():
                return self.line.recv_bytes()
        except (EOFError, OSError):
            pass
        self.is_well = False
        self._process.join(max(self.until - time.monotonic(), 0.0))
        if self._process.exitcode == 1:
            raise RuntimeError("a process that reads pages failed, see its message above")
        return None

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self.line.close()


def _serve(line: Connection, opened: Opened, seconds: float, parent: int) -> None:
    """What a process does: it answers until the one that started it hangs up, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # what the parent holds is shared as long as nobody touches it
    with opened() as work:
        while True:
            while not line.poll(_LOOK):
                if os.getppid() != parent:
                    return
            _allow(seconds)
            try:
                line.send_bytes(work(line.recv_bytes()))
            except (EOFError, OSError):
                return


def _allow(seconds: float) -> None:
    """Ends this process after so much more work, however busy the machine is; where that can be told."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    wanted = int(used.ru_utime + used.ru_stime + seconds) + 1
    limit = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, most))
