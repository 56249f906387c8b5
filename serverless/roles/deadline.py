"""How long there is still time: one deadline for an answer, nearer ones for its parts."""

from __future__ import annotations

import time
from collections.abc import Callable

Clock = Callable[[], float]
"""Seconds since some moment; time.monotonic outside of tests."""


class Deadline:
    """A moment after which nobody waits any more."""

    def __init__(self, seconds: float, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._end = clock() + seconds

    def left(self) -> float:
        """Seconds until then, at least 0."""
        return max(0.0, self._end - self._clock())

    def within(self, seconds: float) -> Deadline:
        """The nearer one of this and `seconds` from now."""
        return Deadline(min(seconds, self.left()), self._clock)
