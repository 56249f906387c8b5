"""The story of an answer: a question is understood, evidence is recalled and ranked, an answer is drafted
from it, checked against it, and shown with the figures that belong to it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from . import cite, figures, notices
from .context import Context, card, cards, choose, gather
from .errors import ProviderError
from .index import Index
from .model import Answer, Evidence, FigureCard, Question, Sentence, Status, Struct, Usage
from .overlap import Overlap
from .providers.extractive import Draft
from .query import Query, understand
from .recall import Hit, recall
from .rerank import Judges, rerank
from .tools import Tools, load

LISTED = 10
"""Sections that a search lists."""


class Figures(Struct, frozen=True):
    """Payload of the `figures` event."""

    figures: tuple[FigureCard, ...]


Event = Evidence | Sentence | Figures | Answer


class Clock:
    """Milliseconds by stage; a lap ends where the next begins."""

    def __init__(self) -> None:
        self._then = time.perf_counter()
        self.ms: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self.ms[stage] = round(self.ms.get(stage, 0.0) + 1000 * (now - self._then), 1)
        self._then = now


class Telling:
    """One question on its way to an answer; what failed on the way is remembered in `why`."""

    def __init__(self, question: Question, index: Index, tools: Tools) -> None:
        self.index, self.tools, self.clock = index, tools, Clock()
        self.judges, self.why = tools.judges, [tools.missing] if tools.missing else []
        self.query = understand(question, index)
        self.clock.lap("understand")
        self.vector = tools.embedder.embed([self.query.text], "query")[0]
        self.clock.lap("embed")
        self.hits = recall(self.query, self.vector, index)
        self.clock.lap("recall")

    def rerank(self) -> None:
        """Puts the hits in the judges' order; a judge that fails leaves them as they are."""
        try:
            self.hits = rerank(self.query, self.hits, self.index, self.judges, self.tools.rerank_ms)
        except ProviderError as error:
            self.fail(error)
        self.clock.lap("rerank")

    def draft(self, context: Context) -> Draft:
        """Sentences from the evidence; without the judges where they fail."""
        write = self.tools.writer.write
        try:
            made = write(self.query, context, self.index, self.judges)
        except ProviderError as error:
            self.fail(error)
            made = write(self.query, context, self.index, self.judges)
        self.clock.lap("draft")
        return made

    def fail(self, error: ProviderError) -> None:
        self.judges = Judges()
        self.why.append(str(error))

    def evidence(self, hits: Sequence[Hit], shown: Sequence[FigureCard] = ()) -> Evidence:
        """The first hits as they are shown."""
        overlap = Overlap(self.query.words, self.index.manifest.counts.sections)
        found = tuple(
            card(n, self.index.rows.section(hit.section), hit.score, overlap, self.index)
            for n, hit in enumerate(hits, 1)
        )
        return Evidence(self.query.text, self.query.lang, found, tuple(shown), dict(self.clock.ms))


def search(question: Question, index: Index, tools: Tools) -> Evidence:
    """The ten best sections for a question, reranked, and the figures that they hold."""
    told = Telling(question, index, tools)
    told.rerank()
    hits = told.hits[:LISTED]
    context = gather(told.query, hits, index)
    return told.evidence(hits, _offered(told, context))


def answer(question: Question, index: Index, tools: Tools) -> Iterator[Event]:
    """Evidence as recalled, evidence as reranked, the sentences, the figures, and the whole Answer last."""
    told = Telling(question, index, tools)
    yield told.evidence(choose(told.query, told.hits))
    told.rerank()
    context = gather(told.query, choose(told.query, told.hits), index)
    shown = cards(context, index)
    yield Evidence(told.query.text, told.query.lang, shown, _offered(told, context), dict(told.clock.ms))
    sentences = cite.verified(told.draft(context).sentences, context, index)
    yield from sentences
    chosen = figures.choose(told.query, told.vector, sentences, context, told.hits, index, tools.max_figures)
    told.clock.lap("figures")
    yield Figures(chosen)
    yield Answer(
        question=question.question,
        lang=told.query.lang,
        status=_status(sentences, told.why),
        sentences=sentences,
        sections=shown,
        figures=chosen,
        why="; ".join(told.why),
        notice=_notice(question, told.query, sentences, context),
        usage=Usage(ms=told.clock.ms),
        index=index.manifest.corpus,
    )


def complete(question: Question, index: Index, tools: Tools) -> Answer:
    """The whole Answer at once."""
    *_, last = answer(question, index, tools)
    assert isinstance(last, Answer)
    return last


def _offered(told: Telling, context: Context) -> tuple[FigureCard, ...]:
    found = figures.candidates(told.query, context, told.hits, told.index)
    return tuple(figures.card(figure, told.index) for figure in found[: told.tools.max_figures])


def _status(sentences: Sequence[Sentence], why: Sequence[str]) -> Status:
    if not sentences:
        return "not_found"
    return "degraded" if why else "answered"


def _notice(question: Question, query: Query, sentences: Sequence[Sentence], context: Context) -> str:
    """What a reader should know about the answer, in the language of the question."""
    said: list[str] = []
    if not sentences:
        said.append(notices.say("not_found", query.lang))
    cited = {citation.section for sentence in sentences for citation in sentence.citations}
    quoted = {part.section.lang for part in context.parts if part.section.id in cited} - {query.lang}
    if quoted:
        names = [notices.language(code, query.lang) for code in sorted(quoted)]
        said.append(notices.say("other_language", query.lang, *names))
    if question.image:
        said.append(notices.say("picture", query.lang))
    return " ".join(said)


__all__ = ["Event", "Figures", "Index", "Tools", "answer", "complete", "load", "search"]
