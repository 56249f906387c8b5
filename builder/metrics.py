"""The measures of retrieval, figures, citations and abstention; all pure, all between 0 and 1."""

from __future__ import annotations

import math
from collections.abc import Sequence

from serverless.model import Struct

RESAMPLES = 1000


class Metric(Struct, frozen=True):
    """A mean with its 95 % bootstrap interval over `n` questions."""

    value: float
    low: float
    high: float
    n: int


def mean(values: Sequence[float]) -> Metric:
    """The mean of per-question values and its percentile bootstrap interval (seeded: same in, same out)."""
    import numpy as np

    data = np.asarray(values, dtype=np.float64)
    draws = np.random.default_rng(0).integers(0, len(data), (RESAMPLES, len(data)))
    low, high = np.quantile(data[draws].mean(axis=1), (0.025, 0.975))
    return Metric(round(float(data.mean()), 4), round(float(low), 4), round(float(high), 4), len(data))


def share(pairs: Sequence[tuple[int, int]]) -> Metric:
    """A pooled share (sum of the first over sum of the second) with its bootstrap interval over questions."""
    import numpy as np

    data = np.asarray(pairs, dtype=np.float64)
    draws = data[np.random.default_rng(0).integers(0, len(data), (RESAMPLES, len(data)))].sum(axis=1)
    ratios = draws[:, 0] / np.maximum(draws[:, 1], 1)
    low, high = np.quantile(ratios, (0.025, 0.975))
    total = data.sum(axis=0)
    value = float(total[0] / max(total[1], 1))
    return Metric(round(value, 4), round(float(low), 4), round(float(high), 4), len(data))


def quantile(values: Sequence[float], q: float) -> float:
    """The q-quantile by the nearest rank."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, max(0, math.ceil(q * len(ranked)) - 1))]


def first_ranks(ranked: Sequence[str], gold: Sequence[frozenset[str]]) -> list[int | None]:
    """For each gold item, the 1-based rank of the first id that satisfies it."""
    return [next((n for n, item in enumerate(ranked, 1) if item in ids), None) for ids in gold]


def recall(ranks: Sequence[int | None], k: int) -> float:
    """The share of gold items among the first k."""
    return sum(rank is not None and rank <= k for rank in ranks) / len(ranks)


def reciprocal(ranks: Sequence[int | None], k: int = 10) -> float:
    """1 / rank of the first gold item, 0 beyond k."""
    best = min((rank for rank in ranks if rank), default=k + 1)
    return 1 / best if best <= k else 0.0


def ndcg(ranks: Sequence[int | None], k: int = 10) -> float:
    """nDCG@k with binary gains (Järvelin & Kekäläinen 2002)."""
    gain = sum(1 / math.log2(rank + 1) for rank in ranks if rank and rank <= k)
    ideal = sum(1 / math.log2(n + 1) for n in range(1, min(len(ranks), k) + 1))
    return gain / ideal


class Shown(Struct, frozen=True):
    """How the figures of one answer compare with its gold."""

    right: int
    wrong: int
    groups: int
    hit: int

    @property
    def perfect(self) -> bool:
        return not self.wrong and self.hit == self.groups


def shown(figures: Sequence[Sequence[str]], groups: Sequence[Sequence[str]], fine: Sequence[str]) -> Shown:
    """`figures` are the files of each figure shown; `fine` are files neither required nor wrong."""
    required = {file for group in groups for file in group}
    right = sum(bool(required & set(files)) for files in figures)
    neutral = sum(not required & set(files) and bool(set(fine) & set(files)) for files in figures)
    seen = {file for files in figures for file in files}
    hit = sum(bool(seen & set(group)) for group in groups)
    return Shown(right, len(figures) - right - neutral, len(groups), hit)
