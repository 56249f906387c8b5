"""What keeps a public endpoint safe and cheap: limits on what comes in, who asks, and how often."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterable, Hashable
from typing import Generic, TypeVar

import msgspec

from .errors import UsageError
from .model import Question

BODY = 64 * 1024
BODY_WITH_PICTURE = 6_000_000
"""Bytes of a body, and of one with a picture where a model looks at pictures."""
QUESTION = 2_000
CLIENTS = 10_000
"""Clients that are remembered; the one that was quiet longest is forgotten first."""
MINUTE = 60.0
T = TypeVar("T")


def question(text: str, lang: str | None = None, document: str | None = None) -> Question:
    """A question from a command line or a query string, checked like one that was posted."""
    return checked(Question(question=text, lang=lang or None, document=document or None))


def decode(body: bytes) -> Question:
    """The question in the body of a request; UsageError says what is wrong with it."""
    try:
        return checked(msgspec.json.decode(body, type=Question))
    except msgspec.ValidationError as error:
        if "length <= 2000" in str(error):
            raise UsageError(
                "the question is too long", "ask with at most 2,000 characters", "question-too-long"
            ) from None
        raise UsageError(f"the question cannot be read: {error}", _SHAPE, "bad-question") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"the body is not JSON: {error}", _SHAPE, "not-json") from None


_SHAPE = 'send {"question": "…"} of at most 2,000 characters as application/json'


def checked(asked: Question) -> Question:
    """The question without spaces around it; UsageError where it is empty or too long."""
    text = asked.question.strip()
    if not any(letter.isalnum() for letter in text):
        raise UsageError("the question is empty", "ask something in words", "question-empty")
    if len(text) > QUESTION:
        raise UsageError(
            f"the question has {len(text)} characters",
            "ask with at most 2,000 characters",
            "question-too-long",
        )
    return msgspec.structs.replace(asked, question=text)


async def read_body(stream: AsyncIterable[bytes], limit: int = BODY) -> bytes:
    """The whole body; stops reading and raises UsageError as soon as it is longer than `limit` bytes."""
    parts: list[bytes] = []
    size = 0
    async for part in stream:
        size += len(part)
        if size > limit:
            raise UsageError(
                f"the body has more than {limit} bytes", "send a shorter question", "body-too-large"
            )
        parts.append(part)
    return b"".join(parts)


def check_origin(origin: str | None, host: str | None, allowed: tuple[str, ...]) -> None:
    """Raises UsageError where a page of another site asks and is not allowed to."""
    if origin is None or "*" in allowed or origin in allowed:
        return
    if origin.partition("://")[2] == host:
        return
    raise UsageError(f"pages of {origin} may not ask here", "add it to SOURCELEAF_ORIGINS", "origin-refused")


class Limiter:
    """A token bucket for each client; a process counts for itself alone."""

    def __init__(self, a_minute: int) -> None:
        self._a_minute = a_minute
        self._clients: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, client: str, now: float | None = None) -> None:
        """Counts a question of `client` at `now` (seconds); UsageError where it has none left."""
        if not self._a_minute:
            return
        now = time.monotonic() if now is None else now
        with self._lock:
            left, then = self._clients.pop(client, (float(self._a_minute), now))
            left = min(float(self._a_minute), left + (now - then) * self._a_minute / MINUTE)
            self._clients[client] = (left - 1 if left >= 1 else left, now)
            while len(self._clients) > CLIENTS:
                self._clients.popitem(last=False)
        if left < 1:
            raise UsageError("too many questions from here", "wait a minute and ask again", "rate-limited")


class Cache(Generic[T]):
    """The values asked for last, at most `size`; safe from several threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> T | None:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: T) -> None:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._size:
                self._values.popitem(last=False)
