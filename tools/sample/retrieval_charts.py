"""The computed charts of "A field guide to retrieval"."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .style import BLUE, GREEN, INK, MUTED, ORANGE, PLUM, RED, chart, save

Floats = NDArray[np.float64]


def draw(folder: Path) -> None:
    saturation(folder / "bm25-saturation.png")
    cut_answers(folder / "chunk-cuts.png")
    reciprocal_ranks(folder / "rrf-weights.png")
    recall_curve(folder / "recall-at-k.png")
    discount(folder / "ndcg-discount.png")
    half_width(folder / "interval-width.png")
    budget(folder / "latency-budget.png")


def saturation(path: Path) -> None:
    """tf (k1 + 1) / (tf + k1) for four values of k1."""
    figure, axes = chart()
    counts = np.linspace(0, 20, 401)
    for k1, colour in ((0.5, GREEN), (1.2, BLUE), (2.0, PLUM), (5.0, ORANGE)):
        axes.plot(counts, counts * (k1 + 1) / (counts + k1), color=colour)
        end = 20 * (k1 + 1) / (20 + k1)
        axes.text(20.25, end, f"$k_1$ = {k1:g}", color=colour, va="center")
        axes.plot([0, 20], [k1 + 1] * 2, color=colour, linewidth=0.8, linestyle=(0, (2, 3)))
    axes.plot(counts[:121], counts[:121], color=MUTED, linewidth=1.2, linestyle="--")
    axes.text(4.0, 5.0, "plain counting", color=MUTED, ha="right")
    axes.set(xlim=(0, 22.6), ylim=(0, 6.3), xlabel="occurrences of the term in the text", ylabel="weight")
    axes.set_xticks(range(0, 21, 4))
    save(figure, path)


def cut_answers(path: Path) -> None:
    """Chance that a 400-character answer lies whole in no chunk: (s - o) / (c - o)."""
    figure, axes = chart()
    size = np.linspace(400, 4000, 361)
    span = 400
    for overlap, colour in ((0, ORANGE), (100, PLUM), (200, BLUE), (300, GREEN)):
        share = np.clip((span - overlap) / (size - overlap), 0, 1)
        axes.plot(size, 100 * share, color=colour, label=f"overlap {overlap}")
    axes.legend(title="characters shared by neighbours", alignment="left")
    axes.set(xlim=(400, 4000), ylim=(0, 100), xlabel="chunk size in characters")
    axes.set_ylabel("answers cut in two, per cent")
    save(figure, path)


def reciprocal_ranks(path: Path) -> None:
    """1 / (k + rank) as a share of what rank 1 gets."""
    figure, axes = chart()
    ranks = np.arange(1, 51)
    for k, colour in ((1, ORANGE), (10, PLUM), (60, BLUE)):
        share = (k + 1) / (k + ranks)
        axes.plot(ranks, share, color=colour, marker="o", markersize=2.6)
        axes.text(50.8, share[-1], f"k = {k}", color=colour, va="center")
    axes.set(xlim=(0, 55), ylim=(0, 1.05), xlabel="rank in one list", ylabel="weight, rank 1 = 1")
    axes.set_xticks([1, 10, 20, 30, 40, 50])
    save(figure, path)


def simulated_ranks(questions: int = 2000, sections: int = 5000) -> dict[str, NDArray[np.int64]]:
    """Rank of the one right section for each question, by two noisy scorers and by their fusion (k = 60)."""
    random = np.random.default_rng(20)
    found: dict[str, list[int]] = {"lexical": [], "dense": [], "fused": []}
    for _ in range(questions):
        shared = random.normal(0, 0.6)
        lexical, dense = random.normal(size=(2, sections))
        lexical[0] = random.normal(2.6 + shared, 1.3)
        dense[0] = random.normal(3.0 + shared, 1.0)
        ranks = [np.argsort(np.argsort(-scores)) + 1 for scores in (lexical, dense)]
        weights = sum(np.where(rank <= 200, 1 / (60 + rank), 0) for rank in ranks)
        ranks.append(np.argsort(np.argsort(-weights, kind="stable")) + 1)
        for name, rank in zip(found, ranks, strict=True):
            found[name].append(int(rank[0]))
    return {name: np.array(ranks) for name, ranks in found.items()}


def recall_curve(path: Path) -> None:
    figure, axes = chart()
    depth = np.arange(1, 101)
    colours = {"lexical": ORANGE, "dense": PLUM, "fused": BLUE}
    for name, ranks in simulated_ranks().items():
        recall = (ranks[:, None] <= depth).mean(axis=0)
        axes.plot(depth, recall, color=colours[name], label=name)
        axes.plot([10], recall[9:10], "o", color=colours[name], markersize=5)
    axes.axvline(10, color=MUTED, linewidth=0.9, linestyle=(0, (2, 3)))
    axes.set_xscale("log")
    axes.set_xticks([1, 2, 5, 10, 20, 50, 100], ["1", "2", "5", "10", "20", "50", "100"])
    axes.minorticks_off()
    axes.legend(loc="lower right")
    axes.set(xlim=(1, 100), ylim=(0, 1), xlabel="k, results looked at", ylabel="recall@k")
    save(figure, path)


def discount(path: Path) -> None:
    """1 / log2(rank + 1) beside 1 / rank."""
    figure, axes = chart(height=3.5)
    ranks = np.arange(1, 21)
    axes.bar(ranks, 1 / np.log2(ranks + 1), color=BLUE, width=0.62, label="nDCG: $1/\\log_2(i+1)$")
    axes.plot(ranks, 1 / ranks, color=ORANGE, marker="o", markersize=4, label="reciprocal rank: $1/i$")
    for rank in (1, 2, 5, 10, 20):
        value = 1 / np.log2(rank + 1)
        axes.text(rank + 0.1, value + 0.02, f"{value:.2f}", ha="center", color=INK, fontsize=8.5)
    axes.legend(loc="upper right")
    axes.grid(visible=False, axis="x")
    axes.set(xlim=(0.3, 20.7), ylim=(0, 1.1), xlabel="rank i", ylabel="worth of a hit")
    axes.set_xticks([1, 5, 10, 15, 20])
    save(figure, path)


def half_width(path: Path) -> None:
    """1.96 sqrt(p (1 - p) / n) for three recalls."""
    figure, axes = chart(height=3.5)
    number = np.arange(10, 1001)
    for recall, colour in ((0.5, ORANGE), (0.8, BLUE), (0.95, GREEN)):
        width = 1.96 * np.sqrt(recall * (1 - recall) / number)
        axes.plot(number, 100 * width, color=colour, label=f"recall {recall:g}")
    axes.set_xscale("log")
    axes.set_xticks([10, 20, 50, 100, 200, 500, 1000], ["10", "20", "50", "100", "200", "500", "1000"])
    axes.minorticks_off()
    axes.legend()
    axes.set(xlim=(10, 1000), ylim=(0, 32), xlabel="questions in the test set", ylabel="± points, 95 %")
    save(figure, path)


LABEL = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
STAGES = (
    ("read the request", 2, MUTED),
    ("embed the question", 14, PLUM),
    ("dense search", 6, BLUE),
    ("lexical search", 9, BLUE),
    ("fuse and look up", 3, BLUE),
    ("rerank 50 sections", 210, ORANGE),
    ("choose sentences", 45, GREEN),
    ("write the response", 5, MUTED),
)


def budget(path: Path) -> None:
    """The stages of one question as bars on a time line; the two searches run side by side."""
    figure, axes = chart(height=3.6)
    begin = {"lexical search": 16.0}
    clock = 0.0
    for row, (_, length, colour) in enumerate(STAGES):
        start = begin.get(STAGES[row][0], clock)
        axes.barh(row, length, left=start, color=colour, height=0.62)
        clock = max(clock, start + length)
        axes.text(start + length + 3, row, f"{length} ms", va="center", fontsize=9, zorder=3, bbox=LABEL)
    axes.axvline(clock, color=RED, linewidth=1.2, linestyle="--", zorder=2)
    axes.text(clock + 3, 0.0, f"{clock:.0f} ms", color=RED, va="center", fontsize=9.5, fontweight="bold")
    axes.set_yticks(range(len(STAGES)), [name for name, _, _ in STAGES])
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.set(xlim=(0, 320), xlabel="milliseconds since the question arrived")
    save(figure, path)
