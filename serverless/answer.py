"""The story of an answer: a question is understood, evidence is recalled and ranked, an answer is written
from it, checked against it, and shown with the figures that belong to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from .context import choose
from .index import Index
from .model import Answer, Evidence, FigureCard, Question, Sentence, Struct
from .recall import SECTIONS as RECALLED
from .telling import Telling
from .tools import Tools, load

LISTED = 10
"""Sections that a search lists."""


class Figures(Struct, frozen=True):
    """Payload of the `figures` event."""

    figures: tuple[FigureCard, ...]


class Examined(Struct, frozen=True):
    """All that a question brought: sections as recalled, as ranked after that, and the answer."""

    recalled: tuple[str, ...]
    ranked: Evidence
    answer: Answer


Event = Evidence | Sentence | Figures | Answer


def search(question: Question, index: Index, tools: Tools) -> Evidence:
    """The ten best sections for a question, reranked, and the figures that they hold."""
    told = Telling(question, index, tools)
    told.rerank()
    evidence = told.listing(LISTED, shown=True)
    return msgspec.structs.replace(evidence, sections=evidence.sections[:LISTED])


def answer(question: Question, index: Index, tools: Tools) -> Iterator[Event]:
    """Evidence as recalled, evidence as reranked, the sentences, the figures, and the whole Answer last."""
    told = Telling(question, index, tools)
    yield told.evidence()[1]
    told.rerank()
    yield from _finish(told)


def _finish(told: Telling) -> Iterator[Event]:
    """From the reranked evidence on."""
    context, evidence = told.evidence(shown=True)
    yield evidence
    sentences: list[Sentence] = []
    for sentence in told.write(context):
        sentences.append(sentence)
        yield sentence
    chosen = told.figures(context, sentences)
    yield Figures(chosen)
    yield told.end(context, evidence, tuple(sentences), chosen)


def complete(question: Question, index: Index, tools: Tools) -> Answer:
    """The whole Answer at once."""
    return _last(answer(question, index, tools))


def examine(question: Question, index: Index, tools: Tools) -> Examined:
    """The whole Answer with the rankings that it came from, for those who measure them."""
    told = Telling(question, index, tools)
    recalled = tuple(hit.section for hit, _ in choose(told.inquiries, RECALLED))
    told.rerank()
    ranked = told.listing(RECALLED)
    told.skip()
    return Examined(recalled, ranked, _last(_finish(told)))


def without(question: Question, index: Index, tools: Tools, names: Collection[str]) -> Answer:
    """The whole Answer as if these sections and documents were not there, for those who measure that."""
    told = Telling(question, index, tools)
    told.withhold(names)
    told.rerank()
    return _last(_finish(told))


def _last(events: Iterator[Event]) -> Answer:
    *_, last = events
    assert isinstance(last, Answer)
    return last


__all__ = ["Event", "Figures", "Index", "Tools", "answer", "complete", "examine", "load", "search", "without"]
