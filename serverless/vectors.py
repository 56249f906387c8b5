"""The vector index: FAISS over unit vectors by inner product. The one file that knows FAISS."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from .ports import Matrix

FLAT_UP_TO = 50_000
REFINED_UP_TO = 1_000_000
EXACT = "SQ8"
TUNING = {"IVF1024": {"nprobe": 64}, "RaBitQfs": {"k_factor_rf": 8}}
"""How far each approximate kind looks: lists that are probed, candidates that are refined for one result."""

Match = tuple[int, float]
"""A row of the matrix and its cosine with the question."""


def choose(count: int) -> str:
    """The FAISS factory string for `count` vectors.

    One byte a dimension scanned whole keeps 0.99 of the exact neighbours and needs no tuning; above its
    size the one-bit scan with a refinement takes half the time and finds 0.99 as well, and above that only
    lists that are probed are read.
    """
    if count <= FLAT_UP_TO:
        return EXACT
    if count <= REFINED_UP_TO:
        return f"RaBitQfs,Refine({EXACT})"
    return f"IVF1024,{EXACT}"


def write(path: Path, vectors: Matrix) -> str:
    """Writes `vectors` of shape (n, dims), each of length 1; returns the kind of index that was chosen."""
    import faiss

    faiss.omp_set_num_threads(1)
    kind = choose(len(vectors))
    index = faiss.index_factory(vectors.shape[1], kind, faiss.METRIC_INNER_PRODUCT)
    if len(vectors):
        rows = np.ascontiguousarray(vectors, dtype=np.float32)
        index.train(rows)
        index.add(rows)
    path.write_bytes(faiss.serialize_index(index).tobytes())  # so that a full disk is told as one
    return kind


class Vectors:
    """An index that was read; searches are safe from several threads."""

    def __init__(self, path: Path, kind: str) -> None:
        import faiss

        faiss.omp_set_num_threads(1)
        # A scan of a cold mapped file is many times slower than reading it whole; lists are the exception.
        flags = faiss.IO_FLAG_MMAP if kind.startswith("IVF") else 0
        self._index = faiss.read_index(str(path), flags)
        self._kind = kind
        for parameter, value in TUNING.get(kind.partition(",")[0], {}).items():
            faiss.ParameterSpace().set_index_parameter(self._index, parameter, value)

    def __len__(self) -> int:
        return int(self._index.ntotal)

    def search(self, vector: Matrix, k: int, within: range | None = None) -> list[Match]:
        """The `k` nearest rows to `vector` of shape (dims,), best first; `within` keeps to those rows."""
        rows = within or range(len(self))
        wanted = min(k, len(rows))
        if not wanted:
            return []
        query = np.ascontiguousarray(vector.reshape(1, -1), dtype=np.float32)
        if len(rows) == len(self):
            scores, found = self._index.search(query, wanted)
        elif self._kind == EXACT:
            scores, found = self._index.search(query, wanted, params=self._only(rows))
        elif self._kind.startswith("RaBitQ"):
            return self._scanned(query[0], rows)[:k]
        else:
            # Lists take no selector that is cheap: look deeper and keep what is inside.
            scores, found = self._index.search(query, min(len(self), 50 * k))
        pairs = zip(found[0].tolist(), scores[0].tolist(), strict=True)
        return [(row, score) for row, score in pairs if row in rows][:k]

    def row(self, number: int) -> Matrix:
        """The vector of a row as it is kept, of shape (dims,)."""
        vector: Matrix = self._index.reconstruct(number)
        return vector

    def _scanned(self, query: Matrix, rows: range) -> list[Match]:
        """All of some rows, best first: those of one document are few."""
        scores = self._index.reconstruct_n(rows.start, len(rows)) @ query
        order = np.argsort(-scores, kind="stable")
        return [(rows[place], float(scores[place])) for place in order.tolist()]

    @staticmethod
    def _only(rows: range) -> Any:
        import faiss

        return faiss.SearchParameters(sel=faiss.IDSelectorRange(rows.start, rows.stop))  # type: ignore[call-arg]
