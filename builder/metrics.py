"""The measures of retrieval, figures, citations and abstention; all pure, all between 0 and 1.

A gold item has a rank: the 1-based place of the first result that satisfies it, or None.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from serverless.model import Struct

RESAMPLES = 1000
LEVEL = (0.025, 0.975)
"""The ends of a 95 % interval."""

Ranks = Sequence[int | None]
Table = npt.NDArray[np.float64]
Draws = npt.NDArray[np.int64]


class Metric(Struct, frozen=True):
    """A value with its 95 % bootstrap interval over `n` questions; all 0 where there was none."""

    value: float
    low: float
    high: float
    n: int


def mean(values: Sequence[float]) -> Metric:
    """The mean of one value a question."""
    return _metric(len(values), _means(values)) if values else Metric(0.0, 0.0, 0.0, 0)


def share(pairs: Sequence[tuple[int, int]]) -> Metric:
    """The sum of all first numbers over the sum of all second ones; one pair a question, 0 / 0 is 0."""
    if not pairs:
        return Metric(0.0, 0.0, 0.0, 0)
    data = np.asarray(pairs, dtype=np.float64)

    def pooled(draws: Draws) -> Table:
        sums: Table = data[draws].sum(axis=1)
        ratios: Table = sums[:, 0] / np.maximum(sums[:, 1], 1)
        return ratios

    return _metric(len(data), _resampled(len(data), pooled, 0))


def balanced(yes: Sequence[float], no: Sequence[float]) -> Metric:
    """The mean of two means; each side is drawn anew from itself alone, since neither may be empty."""
    one, other = _means(yes, 0), _means(no, 1)
    return _metric(len(yes) + len(no), (one + other) / 2)


def _means(values: Sequence[float], seed: int = 0) -> Table:
    data = np.asarray(values, dtype=np.float64)
    return _resampled(len(data), lambda draws: np.mean(data[draws], axis=1), seed)


def _resampled(size: int, statistic: Callable[[Draws], Table], seed: int) -> Table:
    """The statistic of the data as they are, then of RESAMPLES draws; seeded: same in, same out."""
    draws = np.random.default_rng(seed).integers(0, size, (RESAMPLES, size))
    return statistic(np.vstack([np.arange(size), draws]))


def _metric(n: int, values: Table) -> Metric:
    """`values` has the value itself first and those of the draws after it."""
    low, high = np.quantile(values[1:], LEVEL)
    return Metric(round(float(values[0]), 4), round(float(low), 4), round(float(high), 4), n)


def spread(values: Sequence[float]) -> Metric:
    """The median with the 5th and the 95th percentile as its ends, to one decimal: for milliseconds."""
    low, middle, high = (round(quantile(values, q), 1) for q in (0.05, 0.5, 0.95))
    return Metric(middle, low, high, len(values))


def quantile(values: Sequence[float], q: float) -> float:
    """The q-quantile by the nearest rank."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, max(0, math.ceil(q * len(ranked)) - 1))]


def first_ranks(ranked: Sequence[str], gold: Sequence[frozenset[str]]) -> tuple[int | None, ...]:
    """For each gold item, the rank of the first id that satisfies it."""
    return tuple(next((n for n, item in enumerate(ranked, 1) if item in ids), None) for ids in gold)


def recall(ranks: Ranks, k: int) -> float:
    """The share of gold items among the first k."""
    return sum(rank is not None and rank <= k for rank in ranks) / len(ranks)


def hit(ranks: Ranks, k: int) -> float:
    """1 where any gold item is among the first k."""
    return float(recall(ranks, k) > 0)


def reciprocal(ranks: Ranks, k: int = 10) -> float:
    """1 / rank of the first gold item, 0 beyond k."""
    best = min((rank for rank in ranks if rank), default=k + 1)
    return 1 / best if best <= k else 0.0


def ndcg(ranks: Ranks, k: int = 10) -> float:
    """nDCG@k with binary gains (Järvelin & Kekäläinen 2002).

    A result that satisfies two gold items gains once, so that no ranking is better than the ideal one.
    """
    gain = sum(1 / math.log2(rank + 1) for rank in {rank for rank in ranks if rank} if rank <= k)
    ideal = sum(1 / math.log2(n + 1) for n in range(1, min(len(ranks), k) + 1))
    return gain / ideal


class Shown(Struct, frozen=True):
    """How the figures of one answer compare with its gold; `wrong` and `missed` are places in the input."""

    right: int
    wrong: tuple[int, ...]
    groups: int
    missed: tuple[int, ...]

    @property
    def hit(self) -> int:
        return self.groups - len(self.missed)

    @property
    def perfect(self) -> bool:
        return not self.wrong and not self.missed


def shown(figures: Sequence[Sequence[str]], groups: Sequence[Sequence[str]], fine: Sequence[str]) -> Shown:
    """`figures` are the files of each figure shown; `fine` are files neither required nor wrong."""
    required = {file for group in groups for file in group}
    right = [bool(required & set(files)) for files in figures]
    wrong = [n for n, files in enumerate(figures) if not right[n] and not set(fine) & set(files)]
    seen = {file for files in figures for file in files}
    missed = [n for n, group in enumerate(groups) if not seen & set(group)]
    return Shown(sum(right), tuple(wrong), len(groups), tuple(missed))
