"""Embedding the chunks of a library, each text once: vectors are kept by embedder and text."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import msgspec
import numpy as np

from serverless.model import Chunk, EmbedderId
from serverless.ports import Embedder, Matrix

from .bulk import Bulk
from .progress import Tick

SAVED_AFTER = 64
"""Texts between two commits, unless the embedder wants more at once: what a killed build loses at most."""


def embed(chunks: Sequence[Chunk], embedder: Embedder, store: Path, progress: Tick) -> Matrix:
    """Vectors of the chunks, float32 of shape (len(chunks), dims), in their order.

    Only texts that the store does not know are embedded; a build that was killed goes on where it was.
    """
    digests = [key(chunk.embedded) for chunk in chunks]
    texts = {digest: chunk.embedded for digest, chunk in zip(digests, chunks, strict=True)}
    store.mkdir(parents=True, exist_ok=True)
    with closing(_open(store / f"{_name(embedder.id)}.sqlite")) as database:
        known = _known(database)
        asked = [digest for digest in texts if digest not in known]
        progress(0, len(asked))
        done = 0
        for place, vectors in _finished(embedder, [texts[digest] for digest in asked]):
            rows = [(digest, vector.tobytes()) for digest, vector in zip(asked[place], vectors, strict=True)]
            with database:
                database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
            done += len(rows)
            progress(done, len(asked))
        return _matrix(database, digests, embedder.id.dims)


def _finished(embedder: Embedder, texts: Sequence[str]) -> Iterator[tuple[slice, Matrix]]:
    """The vectors in groups as they are made, each with the place of its texts."""
    if isinstance(embedder, Bulk):
        yield from embedder.finished(texts)
        return
    size: int = getattr(embedder, "batch", SAVED_AFTER)
    for start in range(0, len(texts), size):
        group = texts[start : start + size]
        yield slice(start, start + len(group)), embedder.embed(group, "document")


def missing(chunks: Sequence[Chunk], embedder: EmbedderId, store: Path) -> list[str]:
    """The texts that have no vector yet, each once."""
    texts = {key(chunk.embedded): chunk.embedded for chunk in chunks}
    path = store / f"{_name(embedder)}.sqlite"
    if not path.is_file():
        return list(texts.values())
    with closing(_open(path)) as database:
        known = _known(database)
    return [text for digest, text in texts.items() if digest not in known]


def _known(database: sqlite3.Connection) -> set[bytes]:
    return {row[0] for row in database.execute("SELECT text FROM vectors")}


def _open(path: Path) -> sqlite3.Connection:
    """The store, empty where there was none or where its file is no database: all of it can be made again."""
    database = sqlite3.connect(path)
    try:
        database.execute(
            "CREATE TABLE IF NOT EXISTS vectors (text BLOB PRIMARY KEY, vector BLOB) WITHOUT ROWID"
        )
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        database.close()
        path.unlink()
        return _open(path)
    return database


def key(text: str) -> bytes:
    """Names a text in the store."""
    return hashlib.sha256(text.encode()).digest()


def _name(embedder: EmbedderId) -> str:
    """A file name that changes with anything that changes the vectors."""
    return f"{embedder.model}-{hashlib.sha256(msgspec.json.encode(embedder)).hexdigest()[:12]}"


def _matrix(database: sqlite3.Connection, digests: Sequence[bytes], dims: int) -> Matrix:
    matrix = np.empty((len(digests), dims), dtype=np.float32)
    order = sorted(range(len(digests)), key=digests.__getitem__)
    found = database.execute("SELECT text, vector FROM vectors ORDER BY text")
    text, vector = b"", b""
    for row in order:
        while text != digests[row]:
            text, vector = next(found)
        matrix[row] = np.frombuffer(vector, dtype=np.float32)
    return matrix
