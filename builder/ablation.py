"""What each stage of retrieval is worth: words alone, vectors alone, both fused, and reranked.

Every stage is measured on the same questions, by the ten sections (or documents) that it would list.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from serverless.context import choose
from serverless.index import Index
from serverless.model import Question, Struct
from serverless.query import Query, understand
from serverless.recall import DEPTH, SECTIONS, inquire
from serverless.rerank import rerank
from serverless.tools import Tools

from . import metrics, scores
from .progress import Tick
from .result import LISTED
from .target import Target

SHOWN = ("ndcg@10", "recall@10", "hit@5")
Ranked = Sequence[str]


class Run(Struct, frozen=True):
    """One stage on one question: the sections in its order, and how long it took."""

    sections: tuple[str, ...]
    ms: float


class Stages:
    """The four stages over one index."""

    def __init__(self, index: Index, tools: Tools) -> None:
        self.index, self.tools = index, tools
        self.stages: dict[str, Callable[[Query], Ranked]] = {
            "lexical only": self.lexical,
            "dense only": self.dense,
            "fused": self.fused,
            "fused + rerank": self.reranked,
        }

    def run(self, question: Question) -> dict[str, Run]:
        """All stages on one question; each does all that it needs by itself."""
        query = understand(question, self.index)
        runs: dict[str, Run] = {}
        for name, stage in self.stages.items():
            start = time.perf_counter()
            sections = tuple(dict.fromkeys(stage(query)))
            runs[name] = Run(sections, 1000 * (time.perf_counter() - start))
        return runs

    def lexical(self, query: Query) -> Ranked:
        """BM25 over the question's words."""
        return [section for section, _ in self.index.matching(query.words, DEPTH, query.document)]

    def dense(self, query: Query) -> Ranked:
        """Each section by its nearest chunk."""
        vector = self.tools.embedder.embed([query.text], "query")[0]
        return [pointer.section for pointer, _ in self.index.nearest(vector, DEPTH, query.document)]

    def fused(self, query: Query) -> Ranked:
        """Both lists, with what the question says outright."""
        inquiries = inquire(query, self.tools.embedder, self.index)
        return [hit.section for hit, _ in choose(inquiries, SECTIONS)]

    def reranked(self, query: Query) -> Ranked:
        """The fused list as the judges put it."""
        inquiries = inquire(query, self.tools.embedder, self.index)
        budget = self.tools.rerank_ms / len(inquiries)
        judged = tuple(rerank(one, self.index, self.tools.judges, budget) for one in inquiries)
        return [hit.section for hit, _ in choose(judged, SECTIONS)]


def ablate(
    targets: Sequence[Target], index: Index, tools: Tools, tick: Tick = lambda done, total: None
) -> dict[str, scores.Table]:
    """For each stage nDCG@10, recall@10, hit@5 and milliseconds; {} where no question expects a section."""
    asked = [target for target in targets if target.sections]
    stages = Stages(index, tools)
    ranks: dict[str, list[metrics.Ranks]] = {}
    times: dict[str, list[float]] = {}
    for done, target in enumerate(asked, 1):
        for name, run in stages.run(Question(question=target.gold.question)).items():
            ids = _ids(run.sections, target, index)
            ranks.setdefault(name, []).append(metrics.first_ranks(ids, target.expected))
            times.setdefault(name, []).append(run.ms)
        tick(done, len(asked))
    return {name: _row(ranks[name], times[name]) for name in ranks}


def _ids(sections: Ranked, target: Target, index: Index) -> list[str]:
    """The ten ids that are listed, of documents on that level."""
    if target.gold.level == "document":
        traits = index.rows.traits(list(sections))
        sections = [traits[section].document for section in sections]
    return list(dict.fromkeys(sections))[:LISTED]


def _row(ranks: Sequence[metrics.Ranks], times: Sequence[float]) -> scores.Table:
    found = scores.retrieval(ranks)
    return {**{name: found[name] for name in SHOWN}, "ms": metrics.spread(times)}
