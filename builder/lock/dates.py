"""When each section last changed: the day of the build that first saw its text."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime

import msgspec

from .memory import Kept, Lock, Memory

EPOCH = "SOURCE_DATE_EPOCH"
"""The variable by which builds are made as of another day, in seconds since 1970."""


def today(environment: Mapping[str, str] = os.environ) -> str:
    """The day of this build, as "2027-03-01"."""
    told = environment.get(EPOCH, "")
    now = datetime.fromtimestamp(int(told), UTC) if told.isdecimal() else datetime.now(UTC)
    return now.date().isoformat()


def dated(lock: Lock, before: Lock, day: str) -> dict[str, Memory]:
    """The lock with the day on which each text changed; a text that was there before keeps its day."""
    return {name: _dated(memory, before.get(name, Memory(name, "")), day) for name, memory in lock.items()}


def _dated(memory: Memory, before: Memory, day: str) -> Memory:
    days = {entry.hash: entry.changed for entry in before.kept if entry.changed}
    own = {entry.slug: entry.changed for entry in before.kept if entry.changed and entry.hash}
    hashes = {entry.slug: entry.hash for entry in before.kept}

    def of(entry: Kept) -> str:
        is_same = hashes.get(entry.slug) == entry.hash
        return own.get(entry.slug, day) if is_same else days.get(entry.hash, day)

    kept = tuple(msgspec.structs.replace(entry, changed=of(entry)) for entry in memory.kept)
    return msgspec.structs.replace(memory, kept=kept)
