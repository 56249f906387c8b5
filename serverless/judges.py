"""The models that read a passage beside a question, and how fast they are on this machine."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

import msgspec

from .model import Struct
from .ports import Matrix, PairScorer, TokenStates
from .units import UNSPACED

DEEPEST = 30
SHALLOWEST = 8

Languages = tuple[str, str]
"""Of the question and of the passages."""


class Scale(Struct, frozen=True):
    """How the scores of a judge read: `enough` to be an answer, `spread` apart for a clear difference.

    `weight` is what its opinion counts beside the score of recall, which counts the rest of 1.
    """

    enough: float
    spread: float
    weight: float = 0.5

    def margin(self, score: float) -> float:
        """By how much a score is more than enough, in units of the spread."""
        return (score - self.enough) / self.spread

    def opinion(self, score: float) -> float:
        """The score as 0…1; a judge that likes nothing then changes little."""
        return 1 / (1 + math.exp(-self.margin(score)))


PAIRS = Scale(enough=-1.5, spread=5.0)
STATES = Scale(enough=0.85, spread=0.03, weight=0.2)
STATES_UNSPACED = Scale(enough=0.86, spread=0.03)
STATES_ACROSS = Scale(enough=0.78, spread=0.03)
"""Measured on questions with and without their answer in the library: English beside English, one language
beside itself, Chinese and Japanese beside themselves, one language beside another."""


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

    def scale(self, languages: Languages) -> Scale:
        """How the scores for this pair of languages read."""
        if self.reads_pairs(languages):
            return PAIRS
        if languages[0] != languages[1]:
            return STATES_ACROSS
        return STATES_UNSPACED if languages[0] in UNSPACED else STATES

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
        return [self.scale(languages).opinion(score) for score in scores]
