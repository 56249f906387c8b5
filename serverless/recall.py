"""Recall: the sections that may hold the answer, from vectors and from words, fused by trust in the words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from . import aspects
from .index import Index
from .lexical import Known
from .lifts import favour, framed, lift
from .model import Struct
from .overlap import Overlap
from .ports import Embedder, Matrix
from .query import Query
from .tokens import query_terms

DEPTH = 200
"""Chunks by vector, and sections by words, that are looked at."""
SECTIONS = 50
KNOWN_ENOUGH = 0.6
"""Share of a question's words that the library must know for the words to count in full."""

HOME_ADVANTAGE = {"multilingual-e5-small": 0.04}
"""By how much a model's cosines are larger within a language than across, whatever the texts say."""
STEEPNESS = {"multilingual-e5-small": 2.0}
"""The power of a model's stretched cosines where it finds many texts alike: what is far behind its best then
counts for less, and words do not carry it past the best. Measured on French, Chinese and mixed questions."""
Key = TypeVar("Key")


class Hit(Struct, frozen=True):
    """A recalled section.

    `score` is 0…1 but for `lift`, which is what the question itself says for the section; `figures` are
    those whose own words were near the question.
    """

    section: str
    score: float
    figures: tuple[str, ...] = ()
    lift: float = 0.0


class Aspect(Struct, frozen=True, eq=False):
    """One thing that is asked: its text, its vector of shape (dims,), its words."""

    text: str
    vector: Matrix
    overlap: Overlap


class Inquiry(Struct, frozen=True, eq=False):
    """`whole` is the query itself; `aspects` are the things it asks, where it asks several."""

    query: Query
    whole: Aspect
    aspects: tuple[Aspect, ...]
    hits: tuple[Hit, ...]

    @property
    def overlap(self) -> Overlap:
        return self.whole.overlap


def inquire(query: Query, embedder: Embedder, index: Index) -> tuple[Inquiry, ...]:
    """Recalls for a question, or for each half of a comparison."""
    return tuple(_inquire(one, embedder, index) for one in query.halves or (query,))


def _inquire(query: Query, embedder: Embedder, index: Index) -> Inquiry:
    texts = aspects.split(query.text, query.lang)
    vectors = embedder.embed([query.text, *texts], "query")
    sections = index.manifest.counts.sections
    return Inquiry(
        query=query,
        whole=Aspect(query.text, vectors[0], Overlap(query.words, sections)),
        aspects=tuple(
            Aspect(text, vector, Overlap(_words(text, query, index), sections))
            for text, vector in zip(texts, vectors[1:], strict=True)
        ),
        hits=recall(query, vectors[0], index),
    )


def _words(text: str, query: Query, index: Index) -> tuple[Known, ...]:
    return index.known(query_terms(text, query.lang, index.manifest.languages))


def recall(query: Query, vector: Matrix, index: Index, limit: int = SECTIONS) -> tuple[Hit, ...]:
    """The `limit` best sections, best first; `vector` is the question's, of shape (dims,).

    Where it is 0, nothing is near and the words decide.
    """
    near = index.nearest(vector, DEPTH, query.document)
    dense: dict[str, float] = {}
    for pointer, score in near:
        dense.setdefault(pointer.section, score)
    lexical = dict(index.matching(query.words, DEPTH, query.document))
    lifts = lift(query, index)
    traits = index.rows.traits(list({**dense, **lexical, **lifts}))
    advantage = HOME_ADVANTAGE.get(index.manifest.embedder.model, 0.0)
    for section in dense:
        dense[section] -= advantage * (traits[section].lang == query.lang)
    weights = {section: trust(query, one.lang) for section, one in traits.items()}
    scores = fuse(dense, lexical, weights, STEEPNESS.get(index.manifest.embedder.model, 1.0))
    for section, one in traits.items():
        lifts[section] = lifts.get(section, 0.0) + favour(query, one)
        scores[section] = scores.get(section, 0.0) + lifts[section]
    for section, change in framed(scores, traits).items():
        lifts[section] += change
        scores[section] += change
    ranked = sorted(scores, key=lambda section: (-scores[section], section))[:limit]
    figures = _figures((pointer.section, pointer.figure) for pointer, _ in near[:SECTIONS])
    return tuple(
        Hit(section, scores[section], figures.get(section, ()), lifts[section]) for section in ranked
    )


def trust(query: Query, lang: str) -> float:
    """How much the words count for a section in `lang`, 0…1.

    Within a language nearly every word of a question is known to the library; across languages only names
    are, and a list ranked by them drowns the right one.
    """
    known = min(1.0, query.coverage / KNOWN_ENOUGH)
    return known if lang == query.lang else known * query.coverage**2


def fuse(
    dense: Mapping[str, float],
    lexical: Mapping[str, float],
    weights: Mapping[str, float],
    steepness: float = 1.0,
) -> dict[str, float]:
    """The mean of both scores, each stretched to 0…1; a section's lexical score counts by its weight.

    Scores say more than ranks: a section far ahead of all others stays ahead.
    """
    near = {section: score**steepness for section, score in stretched(dense).items()}
    said = stretched(lexical, low=0.0)
    scores: dict[str, float] = {}
    for section in {**near, **said}:
        weight = weights.get(section, 1.0)
        scores[section] = (near.get(section, 0.0) + weight * said.get(section, 0.0)) / (1 + weight)
    return scores


def stretched(scores: Mapping[Key, float], low: float | None = None) -> dict[Key, float]:
    """The scores on a scale where the best is 1 and `low` is 0; without it, the worst is."""
    low = min(scores.values(), default=0.0) if low is None else low
    high = max(scores.values(), default=0.0)
    return {name: (score - low) / (high - low) if high > low else 1.0 for name, score in scores.items()}


def _figures(near: Iterable[tuple[str, str | None]]) -> dict[str, tuple[str, ...]]:
    figures: dict[str, tuple[str, ...]] = {}
    for section, figure in near:
        if figure:
            figures[section] = (*figures.get(section, ()), figure)
    return figures
