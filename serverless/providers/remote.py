"""Embedders on the network: texts in groups that a service takes, vectors checked and made unit length.

What a service gives for a shortened vector is not of length 1, whatever it gives for a whole one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from typing import Protocol

import numpy as np

from ..model import EmbedderId, Struct
from ..ports import Matrix, Role
from ..roles.deadline import Deadline
from ..roles.meter import Meter
from ..roles.port import ModelError
from ..roles.prices import tokens
from .gemini import Gemini

AT_ONCE = 4
"""Requests at the same time."""
SECONDS = {"query": 10.0, "document": 120.0}
"""Time for a question, and for a group of texts with all its repetitions."""
REVISION = "1"
"""Raised when anything here changes the vectors."""
NEWER = "gemini-embedding-2"
PREFIXES = ("task: search result | query: ", "title: … | text: …")
"""What the newer models are told in the text itself; they ignore task types."""


class Size(Struct, frozen=True):
    """How many texts, and how many tokens of them, are given to a service at once at most."""

    texts: int
    tokens: int


REQUEST = Size(100, 16_000)
"""Of one call, which is what the service takes."""
JOB = Size(5_000, 2_000_000)
"""Of one job that is done later; its body may have 20 megabytes."""


class Group(Struct, frozen=True):
    """Texts that go into one request; `title` is that of their document."""

    title: str
    texts: tuple[str, ...]


class Vectors(Protocol):
    """The service itself."""

    def vectors(self, group: Group, role: Role, deadline: Deadline) -> tuple[list[list[float]], int | None]:
        """A vector for each text, and the tokens read where the service says so. Raises ModelError."""
        ...


class RemoteEmbedder:
    """An Embedder over a service. `batch` is how many texts are worth giving to it at once."""

    batch = REQUEST.texts * AT_ONCE

    def __init__(self, identity: EmbedderId, service: Vectors, meter: Meter | None = None) -> None:
        self._id = identity
        self._service = service
        self.meter = meter or Meter()

    @property
    def id(self) -> EmbedderId:
        return self._id

    def embed(self, texts: Sequence[str], role: Role) -> Matrix:
        """Returns float32 of shape (len(texts), dims), each row of length 1; raises ModelError."""
        parts = list(groups(texts, role))
        if not parts:
            return np.zeros((0, self._id.dims), np.float32)
        if len(parts) == 1:
            return self._vectors(parts[0], role)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            return np.concatenate(list(pool.map(lambda part: self._vectors(part, role), parts)))

    def _vectors(self, group: Group, role: Role) -> Matrix:
        found, read = self._service.vectors(group, role, Deadline(SECONDS[role]))
        read = sum(map(tokens, group.texts)) if read is None else read
        self.meter.count("embeddings", self._id.model, read)
        return self.checked(found, len(group.texts))

    def checked(self, found: Sequence[Sequence[float]], count: int) -> Matrix:
        """What a service gave for `count` texts, as `embed` returns it; raises ModelError."""
        name = f"{self._id.provider}:{self._id.model}"
        if len(found) != count:
            raise ModelError(f"{name} gave {len(found)} vectors for {count} texts", kind="malformed")
        sizes = {len(one) for one in found}
        if sizes != {self._id.dims}:
            raise ModelError(
                f"{name} gave vectors of {max(sizes)} dimensions, not of {self._id.dims}",
                "build the index with the dimensions that the model has",
                kind="malformed",
            )
        rows = np.array(found, dtype=np.float64)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        if not np.isfinite(lengths).all() or not lengths.all():
            raise ModelError(f"{name} gave a vector without direction", kind="malformed")
        unit: Matrix = (rows / lengths).astype(np.float32)
        return unit


def groups(texts: Sequence[str], role: Role, most: Size = REQUEST) -> Iterator[Group]:
    """The texts in their order, in groups of one document that a service takes at once."""
    titled = ((_title(text) if role == "document" else "", text) for text in texts)
    for title, run in groupby(titled, key=lambda pair: pair[0]):
        held: list[str] = []
        size = 0
        for _, text in run:
            more = tokens(text)
            if held and (len(held) == most.texts or size + more > most.tokens):
                yield Group(title, tuple(held))
                held, size = [], 0
            held.append(text)
            size += more
        yield Group(title, tuple(held))


def _title(text: str) -> str:
    """The document's title: what stands first in the breadcrumb that a chunk begins with."""
    first, _, rest = text.partition("\n")
    is_breadcrumb = bool(rest) and first.startswith("[") and first.endswith("]")
    return first[1:-1].split(" > ")[0] if is_breadcrumb else ""


def retitled(text: str) -> str:
    """A chunk as the newer models want it: its breadcrumb as the title, then its text."""
    first, _, rest = text.partition("\n")
    if rest and first.startswith("[") and first.endswith("]"):
        return f"title: {first[1:-1]} | text: {rest}"
    return f"title: none | text: {text}"


class GeminiVectors:
    """The embedding models of the Gemini family."""

    def __init__(self, gemini: Gemini, model: str, dims: int) -> None:
        self._gemini = gemini
        self._model = model
        self._dims = dims

    def vectors(self, group: Group, role: Role, deadline: Deadline) -> tuple[list[list[float]], int | None]:
        texts, settings = self._told(group, role)
        return self._gemini.vectors(self._model, texts, settings, deadline)

    def submit(self, group: Group) -> str:
        """Hands texts of documents over as a job; its name. Raises ModelError."""
        texts, settings = self._told(group, "document")
        return self._gemini.submit(self._model, texts, settings, Deadline(SECONDS["document"]))

    def collect(self, job: str) -> list[list[float]] | None:
        """The vectors of a job, None while it is not finished. Raises ModelError."""
        return self._gemini.collect(job, Deadline(SECONDS["document"]))

    def _told(self, group: Group, role: Role) -> tuple[Sequence[str], dict[str, object]]:
        """What the model is told of the texts: in themselves, or beside them."""
        settings: dict[str, object] = {"output_dimensionality": self._dims}
        texts: Sequence[str] = group.texts
        if self._model.startswith(NEWER):
            texts = [PREFIXES[0] + text if role == "query" else retitled(text) for text in texts]
        elif role == "query":
            settings["task_type"] = "RETRIEVAL_QUERY"
        else:
            settings |= {"task_type": "RETRIEVAL_DOCUMENT", "title": group.title or None}
        return texts, settings


def gemini_id(model: str, dims: int) -> EmbedderId:
    """What the vectors of a Gemini model are."""
    query, document = PREFIXES if model.startswith(NEWER) else ("", "")
    return EmbedderId("gemini", model, REVISION, dims, query, document)
