"""Asking again: after the time that the server names, else after longer and longer ones, never too late."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from .deadline import Deadline
from .port import TRANSIENT, ModelError

if TYPE_CHECKING:
    from tenacity import RetryCallState

T = TypeVar("T")
Sleep = Callable[[float], None]
FIRST = 0.5
LONGEST = 30.0
"""Seconds to wait before asking the second time, and at most."""


def retried(work: Callable[[], T], deadline: Deadline, attempts: int = 3, sleep: Sleep = time.sleep) -> T:
    """`work()`, again where its ModelError may pass, at most `attempts` times.

    Where the wait would be longer than there is time, the error is raised at once.
    """
    from tenacity import Retrying, retry_if_exception, wait_exponential_jitter

    backoff = wait_exponential_jitter(initial=FIRST, max=LONGEST, jitter=FIRST)

    def wait(state: RetryCallState) -> float:
        after = getattr(_error(state), "after", None)
        return float(after) if after is not None else backoff(state)

    def stop(state: RetryCallState) -> bool:
        return state.attempt_number >= attempts or state.upcoming_sleep >= deadline.left()

    again = Retrying(retry=retry_if_exception(_may_pass), wait=wait, stop=stop, sleep=sleep, reraise=True)
    return again(work)


def _error(state: RetryCallState) -> BaseException | None:
    return state.outcome.exception() if state.outcome else None


def _may_pass(error: BaseException) -> bool:
    return isinstance(error, ModelError) and error.kind in TRANSIENT
