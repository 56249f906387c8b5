"""Reranking: the recalled sections in the order in which a model that reads them would put them."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence

import msgspec

from .index import Index
from .model import Section, Struct
from .overlap import Overlap
from .passages import passage
from .ports import Matrix, PairScorer, TokenStates
from .query import Query
from .recall import Hit, Inquiry, stretched

MODEL_WEIGHT = 0.5
"""Of the judge's opinion beside the score of recall."""
SOFT = 4.0
"""Logits are divided by this before they become 0…1: a judge that likes nothing then changes little."""
PASSAGE = 150
"""Characters of the passage that a judge reads: as good as more of them, and four times as fast."""
DEEPEST = 30
SHALLOWEST = 8
LABELS = 6


class Pace:
    """How long one pair takes on this machine, learnt as it goes."""

    def __init__(self, milliseconds: float = 25.0) -> None:
        self.milliseconds = milliseconds

    def depth(self, budget: float, least: int = SHALLOWEST, most: int = DEEPEST) -> int:
        """How many pairs fit into `budget` milliseconds."""
        return max(least, min(most, int(budget / self.milliseconds)))

    def learn(self, pairs: int, started: float) -> None:
        """Takes in a run of `pairs` that began at `started` of time.perf_counter()."""
        if pairs:
            took = 1000 * (time.perf_counter() - started) / pairs
            self.milliseconds += 0.3 * (took - self.milliseconds)


class Judges(Struct, frozen=True):
    """The models that read a passage beside the question; either may be missing."""

    pairs: PairScorer | None = None
    states: TokenStates | None = None
    pace: Pace = msgspec.field(default_factory=Pace)

    def can_read(self, question: str, passage: str) -> bool:
        """Whether one of them was made for this pair of languages."""
        return self.states is not None or self.reads_pairs(question, passage)

    def reads_pairs(self, question: str, passage: str) -> bool:
        """Whether it is the cross-encoder, which knows English alone."""
        return self.pairs is not None and question == passage == "en"

    def score(self, query: Query, passages: Sequence[str], lang: str) -> Matrix:
        """Scores of passages in `lang`, shape (len(passages),); call it only where `can_read`."""
        started = time.perf_counter()
        if self.pairs is not None and self.reads_pairs(query.lang, lang):
            scores = self.pairs.score(query.text, passages)
        elif self.states is not None:
            scores = self.states.maxsim(query.text, passages)
        else:
            raise ValueError(f"no judge reads {query.lang} on {lang}")
        self.pace.learn(len(passages), started)
        return scores

    def opinions(self, query: Query, passages: Sequence[str], lang: str) -> list[float]:
        """The scores on a scale of 0…1."""
        scores = self.score(query, passages, lang)
        if self.reads_pairs(query.lang, lang):
            return [1 / (1 + math.exp(-score / SOFT)) for score in scores.tolist()]
        return list(stretched(dict(enumerate(scores.tolist()))).values())


def rerank(inquiry: Inquiry, index: Index, judges: Judges, budget: float) -> Inquiry:
    """The inquiry with its hits in a new order.

    `budget` is in milliseconds; it decides how many of the first hits are read.
    """
    depth = judges.pace.depth(budget)
    read: dict[str, list[tuple[str, str]]] = {}
    for hit in inquiry.hits[:depth]:
        section = index.rows.section(hit.section)
        if judges.can_read(inquiry.query.lang, section.lang):
            passage = shown(section, inquiry.overlap, index)
            read.setdefault(section.lang, []).append((hit.section, passage))
    judged: dict[str, float] = {}
    for lang, passages in read.items():
        opinions = judges.opinions(inquiry.query, [text for _, text in passages], lang)
        judged |= {section: opinion for (section, _), opinion in zip(passages, opinions, strict=True)}
    if not judged:
        return inquiry
    hits = sorted((_fused(hit, judged) for hit in inquiry.hits), key=lambda hit: -hit.score)
    return msgspec.structs.replace(inquiry, hits=tuple(hits))


def _fused(hit: Hit, judged: Mapping[str, float]) -> Hit:
    """What the judge did not read keeps its share of recall alone, and so stays behind."""
    score = (
        MODEL_WEIGHT * judged.get(hit.section, 0.0) + (1 - MODEL_WEIGHT) * (hit.score - hit.lift) + hit.lift
    )
    return msgspec.structs.replace(hit, score=score)


def shown(section: Section, overlap: Overlap, index: Index) -> str:
    """What a judge sees of a section: its breadcrumb, the best passage, the labels of its figures."""
    figures = [index.rows.figure(figure) for figure in index.rows.figures_of(section.id)[:LABELS]]
    labels = ", ".join(figure.label for figure in figures if figure.label)
    lines = (" > ".join(section.breadcrumb), passage(section, overlap, PASSAGE), labels)
    return "\n".join(line for line in lines if line)
