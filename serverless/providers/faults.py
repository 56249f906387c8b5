"""The ways in which a service on the network fails, in words that give away neither prompt nor key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..roles.port import Failure, ModelError

SECONDS = re.compile(r"(\d+(?:\.\d+)?)s")
WORDS = re.compile(r"[^A-Z0-9_ ]")
"""What a status word is cleaned of before it is repeated."""
BLOCKS = frozenset(
    (
        *("SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "OTHER", "LANGUAGE"),
        *("IMAGE_SAFETY", "MODEL_ARMOR", "JAILBREAK", "BLOCKED_REASON_UNSPECIFIED", "content_filter"),
    )
)
"""Reasons that services give for having said nothing."""


def of_status(name: str, code: int, status: str = "", wait: float | None = None) -> ModelError:
    """The error of an HTTP status."""
    kinds: dict[int, Failure] = {401: "auth", 403: "auth", 408: "timeout", 429: "limit", 504: "timeout"}
    kind = kinds.get(code, "server" if code >= 500 else "request")
    hints: dict[Failure, str] = {
        "auth": "check the key in the environment",
        "limit": "wait, or raise the quota",
        "request": "check the name of the model and the key",
    }
    words = WORDS.sub("", status.upper())[:40].strip()
    return ModelError(f"{name} answered {code} {words}".strip(), hints.get(kind, ""), kind=kind, after=wait)


def after(details: Any) -> float | None:
    """The seconds that a Google error asks to wait (google.rpc.RetryInfo), or None."""
    error = details.get("error", details) if isinstance(details, dict) else {}
    infos = error.get("details") if isinstance(error, dict) else None
    for info in infos if isinstance(infos, list) else ():
        found = SECONDS.fullmatch(str(info.get("retryDelay", ""))) if isinstance(info, dict) else None
        if found:
            return float(found[1])
    return None


def no_answer(name: str, reason: str) -> ModelError:
    """The error of a reply without words, or with too many."""
    if reason in BLOCKS:
        word = WORDS.sub("", reason.upper())
        return ModelError(f"{name} declined to answer ({word})", "ask otherwise", kind="blocked")
    if reason in {"MAX_TOKENS", "length"}:
        return ModelError(f"{name} wrote more than it may", "", kind="malformed")
    return ModelError(f"{name} answered nothing", "", kind="empty")


def broken_off(name: str, reason: str = "", kind: Failure = "cut") -> ModelError:
    """The error of a stream that ended before its end."""
    if reason in BLOCKS:
        return no_answer(name, reason)
    told = f": {reason}" if reason else ""
    return ModelError(f"{name} broke off{told}", "the answer may be incomplete", kind=kind)


Meaning = Callable[[str, Exception], ModelError | None]
"""What an exception of a package means for the model of that name; None for one that is not expected."""


@contextmanager
def translated(name: str, meaning: Meaning, *, begun: bool = False) -> Iterator[None]:
    """What a package raises inside becomes a ModelError; where the reply has `begun`, it broke off."""
    try:
        yield
    except ModelError:
        raise
    except Exception as error:
        failure = meaning(name, error)
        if failure is None:
            raise
        raise (broken_off(name, failure.message) if begun else failure) from None
