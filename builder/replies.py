"""Asking a model many things during a build: each once, several at a time, and none again after a stop."""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from serverless.model import Struct
from serverless.roles.deadline import Deadline
from serverless.roles.meter import Meter
from serverless.roles.port import Call, Model, ModelError, Picture, Prompt
from serverless.roles.structured import ask

from .progress import Tick

T = TypeVar("T")
AT_ONCE = 4
SECONDS = 180.0
"""For one question, with all its repetitions."""
ENOUGH = 5
"""Failures in a row after which a model is given up for this build."""
HOPELESS = frozenset(("auth", "request"))
"""Failures after which asking on would change nothing."""


class Job(Struct, frozen=True):
    """One question about one thing; `about` is the id of a document, or of a figure of it."""

    about: str
    document: str
    prompt: Prompt

    def key(self, model: str) -> str:
        """Changes with the model, with the words of the prompt, and with the pictures in it."""
        parts = [
            hashlib.sha256(part.data).hexdigest() if isinstance(part, Picture) else part
            for part in self.prompt.parts
        ]
        told = (model, self.prompt.role, self.prompt.version, self.prompt.system, parts)
        return hashlib.sha256(msgspec.json.encode(told)).hexdigest()


class Store:
    """The replies of earlier builds; all of them can be had again."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._db = sqlite3.connect(folder / "replies.sqlite", check_same_thread=False)
        self._db.execute("CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply BLOB)")

    def get(self, key: str) -> bytes | None:
        with self._lock:
            row = self._db.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def put(self, key: str, reply: bytes) -> None:
        with self._lock, self._db:
            self._db.execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", (key, reply))

    def close(self) -> None:
        self._db.close()


@contextmanager
def opened(folder: Path) -> Iterator[Store]:
    """The store of a folder, closed at the end."""
    store = Store(folder)
    try:
        yield store
    finally:
        store.close()


class Round(Generic[T]):
    """The same sort of question about many things, to one model."""

    def __init__(self, model: Model, kind: type[T], store: Store, meter: Meter) -> None:
        self._model, self._kind, self._store, self._meter = model, kind, store, meter
        self._lock = threading.Lock()
        self._failed = 0
        self._hopeless: ModelError | None = None

    def pending(self, jobs: Sequence[Job]) -> list[Job]:
        """Those that have no reply yet."""
        return [job for job in jobs if self._store.get(job.key(self._model.name)) is None]

    def run(self, jobs: Sequence[Job], tick: Tick) -> dict[str, T | ModelError]:
        """A reply or the reason why not, for each thing asked about."""
        found: dict[str, T | ModelError] = {}
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for job, reply in zip(jobs, pool.map(self._reply, jobs), strict=True):
                found[job.about] = reply
                tick(len(found), len(jobs))
        return found

    def _reply(self, job: Job) -> T | ModelError:
        key = job.key(self._model.name)
        kept = self._store.get(key)
        if kept is not None:
            return msgspec.json.decode(kept, type=self._kind)
        if self._hopeless:
            return self._hopeless
        try:
            reply = ask(Call(self._model, Deadline(SECONDS), self._meter), job.prompt, self._kind)
        except ModelError as error:
            self._learn(error)
            return error
        self._learn(None)
        self._store.put(key, msgspec.json.encode(reply))
        return reply

    def _learn(self, error: ModelError | None) -> None:
        with self._lock:
            self._failed = self._failed + 1 if error else 0
            if error and (error.kind in HOPELESS or self._failed >= ENOUGH):
                self._hopeless = error
