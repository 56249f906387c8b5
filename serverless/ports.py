"""The seams: one protocol for each part that has more than one implementation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from .model import EmbedderId

Matrix = npt.NDArray[np.float32]
Role = Literal["query", "document"]


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def id(self) -> EmbedderId:
        """What the vectors are; must equal the manifest's, or the index is refused."""
        ...

    def embed(self, texts: Sequence[str], role: Role) -> Matrix:
        """Returns float32 of shape (len(texts), dims), each row of length 1."""
        ...


class PairScorer(Protocol):
    """A cross-encoder: how well does a passage answer a question?"""

    def score(self, question: str, passages: Sequence[str]) -> Matrix:
        """Returns float32 logits of shape (len(passages),); larger is better."""
        ...


class TokenStates(Protocol):
    """A late-interaction scorer: MaxSim over token states of the embedder."""

    def maxsim(self, question: str, passages: Sequence[str]) -> Matrix:
        """Returns float32 of shape (len(passages),), the mean over question tokens of the best cosine."""
        ...
