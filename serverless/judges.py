"""The models that read a passage beside a question, and how fast they are on this machine."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

import msgspec

from .model import Struct
from .ports import Matrix, PairScorer, TokenStates
from .recall import stretched

SOFT = 4.0
"""Logits are divided by this before they become 0…1: a judge that likes nothing then changes little."""
DEEPEST = 30
SHALLOWEST = 8

Languages = tuple[str, str]
"""Of the question and of the passages."""


class Pace:
    """How long one pair takes on this machine, learnt as it goes."""

    def __init__(self, milliseconds: float = 25.0) -> None:
        self.milliseconds = milliseconds

    def depth(self, budget: float) -> int:
        """How many pairs fit into `budget` milliseconds, within reason."""
        return max(SHALLOWEST, min(DEEPEST, int(budget / self.milliseconds)))

    def learn(self, pairs: int, started: float) -> None:
        """Takes in a run of `pairs` that began at `started` of time.perf_counter()."""
        if pairs:
            took = 1000 * (time.perf_counter() - started) / pairs
            self.milliseconds += 0.3 * (took - self.milliseconds)


class Judges(Struct, frozen=True):
    """A cross-encoder for English beside English, late interaction for the rest; either may be missing."""

    pairs: PairScorer | None = None
    states: TokenStates | None = None
    pace: Pace = msgspec.field(default_factory=Pace)

    def can_read(self, languages: Languages) -> bool:
        """Whether one of them was made for this pair of languages."""
        return self.states is not None or self.reads_pairs(languages)

    def reads_pairs(self, languages: Languages) -> bool:
        """Whether it is the cross-encoder, whose scores are logits."""
        return self.pairs is not None and languages == ("en", "en")

    def score(self, question: str, passages: Sequence[str], languages: Languages) -> Matrix:
        """Scores of the passages, shape (len(passages),); to be called only where `can_read`."""
        if self.pairs is not None and self.reads_pairs(languages):
            return self.pairs.score(question, passages)
        if self.states is not None:
            return self.states.maxsim(question, passages)
        raise ValueError(f"no judge reads {languages}")

    def opinions(self, question: str, passages: Sequence[str], languages: Languages) -> list[float]:
        """The scores on a scale of 0…1; learns the pace."""
        started = time.perf_counter()
        scores = self.score(question, passages, languages).tolist()
        self.pace.learn(len(passages), started)
        if self.reads_pairs(languages):
            return [1 / (1 + math.exp(-score / SOFT)) for score in scores]
        return list(stretched(dict(enumerate(scores))).values())
