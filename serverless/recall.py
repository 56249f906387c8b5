"""Recall: the sections that may hold the answer, from vectors and from words, fused by trust in the words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from .index import Index
from .model import Struct
from .overlap import Overlap
from .ports import Embedder, Matrix
from .query import Query
from .tokens import key

DEPTH = 200
"""Chunks by vector, and sections by words, that are looked at."""
SECTIONS = 50
KNOWN_ENOUGH = 0.6
"""Share of a question's words that the library must know for the words to count in full."""
LIFT_HOLDS = 1.0
LIFT_DISCUSSES = 0.7
LIFT_NUMBER = 1.0
UNSURE = 0.5
"""What is left of a lift where several documents have a figure or a section of that number."""
LIFT_TITLE = 0.4
LIFT_NAMED = 0.25
LIFT_OPEN = 0.1
"""What a sign adds to a score, which is between 0 and 1 without."""


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


class Inquiry(Struct, frozen=True):
    """One query and what it found: the whole question, or what a comparison asks of one document."""

    query: Query
    vector: Matrix
    overlap: Overlap
    hits: tuple[Hit, ...]


def inquire(query: Query, embedder: Embedder, index: Index) -> tuple[Inquiry, ...]:
    """Recalls for a question, or for each half of a comparison."""
    queries = query.halves or (query,)
    vectors = embedder.embed([one.text for one in queries], "query")
    sections = index.manifest.counts.sections
    return tuple(
        Inquiry(one, vector, Overlap(one.words, sections), recall(one, vector, index))
        for one, vector in zip(queries, vectors, strict=True)
    )


def recall(query: Query, vector: Matrix, index: Index, limit: int = SECTIONS) -> tuple[Hit, ...]:
    """The `limit` best sections, best first; `vector` is the question's, of shape (dims,)."""
    near = index.nearest(vector, DEPTH, query.document)
    dense: dict[str, float] = {}
    for pointer, score in near:
        dense.setdefault(pointer.section, score)
    lexical = dict(index.matching(query.words, DEPTH, query.document))
    lifts = lift(query, index)
    languages = index.rows.languages(list({**dense, **lexical, **lifts}))
    scores = fuse(dense, lexical, {section: trust(query, lang) for section, lang in languages.items()})
    for section in lift_named(scores, query, index):
        lifts[section] = lifts.get(section, 0.0) + LIFT_NAMED
    for section, extra in lifts.items():
        scores[section] = scores.get(section, 0.0) + extra
    ranked = sorted(scores, key=lambda section: (-scores[section], section))[:limit]
    figures = _figures((pointer.section, pointer.figure) for pointer, _ in near[:SECTIONS])
    return tuple(
        Hit(section, scores[section], figures.get(section, ()), lifts.get(section, 0.0)) for section in ranked
    )


def trust(query: Query, lang: str) -> float:
    """How much the words count for a section in `lang`, 0…1.

    Within a language nearly every word of a question is known to the library; across languages only names
    are, and a list ranked by them drowns the right one.
    """
    known = min(1.0, query.coverage / KNOWN_ENOUGH)
    return known if lang == query.lang else known * query.coverage**2


def fuse(
    dense: Mapping[str, float], lexical: Mapping[str, float], weights: Mapping[str, float]
) -> dict[str, float]:
    """The mean of both scores, each stretched to 0…1; a section's lexical score counts by its weight.

    Scores say more than ranks: a section far ahead of all others stays ahead.
    """
    near, said = stretched(dense), stretched(lexical)
    scores: dict[str, float] = {}
    for section in {**near, **said}:
        weight = weights.get(section, 1.0)
        scores[section] = (near.get(section, 0.0) + weight * said.get(section, 0.0)) / (1 + weight)
    return scores


def stretched(scores: Mapping[Key, float]) -> dict[Key, float]:
    """The scores on a scale where the best is 1 and the worst 0."""
    low, high = min(scores.values(), default=0.0), max(scores.values(), default=0.0)
    return {name: (score - low) / (high - low) if high > low else 1.0 for name, score in scores.items()}


def lift(query: Query, index: Index) -> dict[str, float]:
    """What a question says outright: a section's title or number, a figure's label, the page that is open."""
    lifts: dict[str, float] = {}

    def add(sections: Iterable[str], extra: float) -> None:
        for section in sections:
            lifts[section] = max(lifts.get(section, 0.0), extra)

    title = key(query.text, query.lang)
    if title:
        add(index.rows.titled(title), LIFT_TITLE)
    named = named_figures(query, index)
    sure = 1.0 if len({index.rows.figure(figure).document for figure in named}) == 1 else UNSURE
    for figure in named:
        add(index.rows.figure(figure).mentioned_in, LIFT_DISCUSSES * sure)
        add([index.rows.figure(figure).home], LIFT_HOLDS * sure)
    for anchor in query.anchors:
        if anchor.kind == "section":
            numbered = [section for number in anchor.spellings for section in index.rows.numbered(number)]
            add(numbered, LIFT_NUMBER if len(numbered) == 1 or query.named else LIFT_NUMBER * UNSURE)
    if query.section:
        add([query.section], lifts.get(query.section, 0.0) + LIFT_OPEN)
    return {section: extra for section, extra in lifts.items() if _allowed(section, query, index)}


def named_figures(query: Query, index: Index) -> tuple[str, ...]:
    """The figures that a question names by label; those of a document that it names, where there are such."""
    found: list[str] = []
    for anchor in query.anchors:
        ids = dict.fromkeys(figure for number in anchor.spellings for figure in index.rows.exhibits(number))
        named = [figure for figure in ids if anchor.names(index.rows.figure(figure))]
        own = [figure for figure in named if index.rows.figure(figure).document in query.named]
        found += own or ([] if query.document else named)
    return tuple(found)


def lift_named(found: Iterable[str], query: Query, index: Index) -> list[str]:
    """The sections of the documents that the question names, where it names any and is not kept to one."""
    if query.document or not query.named:
        return []
    return [section for section in found if index.rows.section(section).document in query.named]


def _allowed(section: str, query: Query, index: Index) -> bool:
    try:
        document = index.rows.section(section).document
    except KeyError:
        return False
    return document in query.named if query.named else True


def _figures(near: Iterable[tuple[str, str | None]]) -> dict[str, tuple[str, ...]]:
    figures: dict[str, tuple[str, ...]] = {}
    for section, figure in near:
        if figure:
            figures[section] = (*figures.get(section, ()), figure)
    return figures
