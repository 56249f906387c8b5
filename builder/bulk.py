"""Vectors made in jobs: many texts are handed over at once, and fetched when the service had time for them.

The names of the jobs are kept, so a build that is stopped while it waits takes up its jobs again.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from serverless.model import EmbedderId, Struct
from serverless.ports import Matrix, Role
from serverless.providers.remote import JOB, GeminiVectors, Group, RemoteEmbedder, groups
from serverless.roles.meter import Meter
from serverless.roles.port import TRANSIENT, ModelError
from serverless.roles.prices import tokens

from . import disk

EVERY = 30.0
"""Seconds between two looks at the jobs."""
AT_ONCE = 50
"""Jobs that wait at the same time; the service takes 100."""
FILE = "jobs.json"
STAYS = TRANSIENT | {"auth"}
"""Failures after which a job can still be fetched."""


class Waiting(Struct, frozen=True):
    """A group of texts that begins at `start`, and the job that it was handed over as."""

    start: int
    group: Group
    key: str
    job: str


class Bulk:
    """An Embedder whose documents are embedded in jobs; a question is embedded at once."""

    def __init__(
        self,
        embedder: RemoteEmbedder,
        service: GeminiVectors,
        folder: Path,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._embedder, self._service, self._sleep = embedder, service, sleep
        self._path = folder / FILE

    @property
    def meter(self) -> Meter:
        return self._embedder.meter

    @property
    def id(self) -> EmbedderId:
        return self._embedder.id

    def embed(self, texts: Sequence[str], role: Role) -> Matrix:
        return self._embedder.embed(texts, role)

    def finished(self, texts: Sequence[str]) -> Iterator[tuple[slice, Matrix]]:
        """Vectors of the texts as jobs end, each with the place of its texts; raises ModelError."""
        waiting: list[Waiting] = []
        todo = _placed(texts)
        while True:
            while len(waiting) < AT_ONCE and (handed := next(todo, None)):
                waiting.append(self._submitted(*handed))
            done = [(one, rows) for one in waiting if (rows := self._collected(one)) is not None]
            for one, rows in done:
                waiting.remove(one)
                yield slice(one.start, one.start + len(one.group.texts)), rows
                self._forget(one)
            if not waiting:
                return
            if not done:
                self._sleep(EVERY)

    def _submitted(self, start: int, group: Group) -> Waiting:
        key = hashlib.sha256(msgspec.json.encode((self.id, group))).hexdigest()
        jobs = self._jobs()
        if key not in jobs:
            jobs[key] = self._service.submit(group)
            self._keep(jobs)
        return Waiting(start, group, key, jobs[key])

    def _collected(self, one: Waiting) -> Matrix | None:
        try:
            found = self._service.collect(one.job)
            rows = None if found is None else self._embedder.checked(found, len(one.group.texts))
        except ModelError as error:
            if error.kind not in STAYS:
                self._forget(one)
            raise
        if rows is not None:
            read = sum(map(tokens, one.group.texts))
            self.meter.count("embeddings", self.id.model, read, later=True)
        return rows

    def _jobs(self) -> dict[str, str]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, str])
        except (FileNotFoundError, msgspec.DecodeError):
            return {}

    def _keep(self, jobs: dict[str, str]) -> None:
        disk.put(self._path, msgspec.json.encode(jobs))

    def _forget(self, one: Waiting) -> None:
        self._keep({key: job for key, job in self._jobs().items() if key != one.key})


def _placed(texts: Sequence[str]) -> Iterator[tuple[int, Group]]:
    start = 0
    for group in groups(texts, "document", JOB):
        yield start, group
        start += len(group.texts)
