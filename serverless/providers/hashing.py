"""An embedder without a model: a hashed bag of words. It needs no files and is the same everywhere."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Sequence

import numpy as np

from ..language import detect
from ..model import EmbedderId
from ..ports import Matrix, Role
from ..tokens import query_terms

DIMS = 512
NO_WORD = 0
"""The dimension that no word falls into; a text without words points along it."""


class HashingEmbedder:
    """Texts are near where they share words, nothing more; for libraries that must do without models."""

    @property
    def id(self) -> EmbedderId:
        return EmbedderId(provider="hashing", model="words", revision="1", dims=DIMS)

    def embed(self, texts: Sequence[str], role: Role) -> Matrix:
        """Returns float32 of shape (len(texts), 512), each row of length 1; `role` changes nothing."""
        return np.stack([_embed(text) for text in texts]) if texts else np.zeros((0, DIMS), np.float32)


def _embed(text: str) -> Matrix:
    row = np.zeros(DIMS, dtype=np.float32)
    for word, count in Counter(query_terms(text, detect(text))).items():
        row[_bucket(word[0])] += _sign(word[0]) * count**0.5
    if not row.any():
        row[NO_WORD] = 1.0
    return row / np.float32(np.linalg.norm(row))


def _bucket(word: str) -> int:
    return 1 + zlib.crc32(word.encode()) % (DIMS - 1)


def _sign(word: str) -> int:
    return 1 if zlib.crc32(b"sign " + word.encode()) & 1 else -1
