"""What stands in for an embedder on the network that does not answer: the vectors of what the words find.

The passages that hold a question's words have vectors in the index. Their mean points to where the question
would point, closely enough that recall goes on, and without a model.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..index import Index
from ..language import detect
from ..model import EmbedderId
from ..ports import Matrix, Role
from ..tokens import query_terms

SECTIONS = 5


class Echo:
    """An Embedder over an index that needs nothing but the index."""

    def __init__(self, index: Index) -> None:
        self._index = index

    @property
    def id(self) -> EmbedderId:
        return self._index.manifest.embedder

    def embed(self, texts: Sequence[str], role: Role) -> Matrix:
        """Returns float32 of shape (len(texts), dims), each row of length 1; `role` changes nothing."""
        dims = self._index.manifest.embedder.dims
        return np.stack([self._row(text) for text in texts]) if texts else np.zeros((0, dims), np.float32)

    def _row(self, text: str) -> Matrix:
        languages = self._index.manifest.languages
        default = languages[0] if len(languages) == 1 else "en"
        words = self._index.known(query_terms(text, detect(text, default), languages))
        found = self._index.matching(words, SECTIONS, None)
        rows = [self._index.vectors.row(row) for section, _ in found for row in self._chunks(section)]
        mean = np.mean(rows, axis=0) if rows else self._index.vectors.row(0)
        length = float(np.linalg.norm(mean))
        unit: Matrix = (mean / length if length else mean).astype(np.float32)
        return unit

    def _chunks(self, section: str) -> list[int]:
        """The row of a section's first passage."""
        found = self._index.rows.db.execute("SELECT row FROM chunks WHERE id = ?", (f"{section}:0",))
        return [row for (row,) in found]
