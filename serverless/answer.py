"""The story of an answer: a question is understood, evidence is recalled and ranked, an answer is drafted
from it, checked against it, and shown with the figures that belong to it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import msgspec

from . import cite, figures, notices
from .context import SECTIONS, Context, cards, choose, gather
from .errors import ProviderError
from .index import Index
from .judges import Judges
from .model import Answer, Evidence, FigureCard, Question, Sentence, Status, Struct, Usage
from .query import Query, understand
from .recall import inquire
from .rerank import rerank
from .tools import Tools, load

LISTED = 10
"""Sections that a search lists."""


class Figures(Struct, frozen=True):
    """Payload of the `figures` event."""

    figures: tuple[FigureCard, ...]


Event = Evidence | Sentence | Figures | Answer


class Telling:
    """One question on its way to an answer: what was found, how long it took, what failed on the way."""

    def __init__(self, question: Question, index: Index, tools: Tools) -> None:
        self.index, self.tools, self.judges = index, tools, tools.judges
        self.why = [tools.missing] if tools.missing else []
        self.ms: dict[str, float] = {}
        self._then = time.perf_counter()
        self.query = understand(question, index)
        self.lap("understand")
        self.inquiries = inquire(self.query, tools.embedder, index)
        self.lap("recall")

    def lap(self, stage: str) -> None:
        """Ends a stage; its milliseconds are those since the last one ended."""
        now = time.perf_counter()
        self.ms[stage] = round(1000 * (now - self._then), 1)
        self._then = now

    def rerank(self) -> None:
        """Puts the hits in the judges' order; a judge that fails leaves them as they are."""
        budget = self.tools.rerank_ms / len(self.inquiries)
        try:
            self.inquiries = tuple(rerank(one, self.index, self.judges, budget) for one in self.inquiries)
        except ProviderError as error:
            self.fail(error)
        self.lap("rerank")

    def draft(self, context: Context) -> tuple[Sentence, ...]:
        """Sentences from the evidence that stand in it; without the judges where they fail."""
        write = self.tools.writer.write
        try:
            made = write(self.query, context, self.index, self.judges)
        except ProviderError as error:
            self.fail(error)
            made = write(self.query, context, self.index, self.judges)
        sentences = cite.verified(made.sentences, context, self.index)
        self.lap("draft")
        return sentences

    def figures(self, context: Context, sentences: Sequence[Sentence]) -> tuple[FigureCard, ...]:
        """The figures that belong to the answer."""
        chosen = figures.choose(sentences, context, self.index, self.tools.max_figures)
        self.lap("figures")
        return chosen

    def fail(self, error: ProviderError) -> None:
        """From here on without judges."""
        self.judges = Judges()
        self.why.append(str(error))

    def evidence(self, count: int, shown: bool = False) -> tuple[Context, Evidence]:
        """The best `count` sections as they stand now; with the figures that they offer where `shown`."""
        context = gather(choose(self.inquiries, count), self.index)
        offered = figures.offered(context, self.index, self.tools.max_figures) if shown else ()
        found = cards(context, self.index)
        return context, Evidence(self.query.text, self.query.lang, found, offered, dict(self.ms))


def search(question: Question, index: Index, tools: Tools) -> Evidence:
    """The ten best sections for a question, reranked, and the figures that they hold."""
    told = Telling(question, index, tools)
    told.rerank()
    _, evidence = told.evidence(LISTED, shown=True)
    return msgspec.structs.replace(evidence, sections=evidence.sections[:LISTED])


def answer(question: Question, index: Index, tools: Tools) -> Iterator[Event]:
    """Evidence as recalled, evidence as reranked, the sentences, the figures, and the whole Answer last."""
    told = Telling(question, index, tools)
    yield told.evidence(SECTIONS)[1]
    told.rerank()
    context, evidence = told.evidence(SECTIONS, shown=True)
    yield evidence
    sentences = told.draft(context)
    yield from sentences
    chosen = told.figures(context, sentences)
    yield Figures(chosen)
    yield Answer(
        question=question.question,
        lang=told.query.lang,
        status=_status(sentences, told.why),
        sentences=sentences,
        sections=evidence.sections,
        figures=chosen,
        why="; ".join(told.why),
        notice=_notice(question, told.query, sentences, context),
        usage=Usage(ms=told.ms),
        index=index.manifest.corpus,
    )


def complete(question: Question, index: Index, tools: Tools) -> Answer:
    """The whole Answer at once."""
    *_, last = answer(question, index, tools)
    assert isinstance(last, Answer)
    return last


def _status(sentences: Sequence[Sentence], why: Sequence[str]) -> Status:
    if not sentences:
        return "not_found"
    return "degraded" if why else "answered"


def _notice(question: Question, query: Query, sentences: Sequence[Sentence], context: Context) -> str:
    """What a reader should know about the answer, in the language of the question."""
    lang = query.lang
    said: list[str] = []
    if not sentences:
        said.append(notices.say("not_found", lang))
    cited = {citation.section for sentence in sentences for citation in sentence.citations}
    quoted = {part.section.lang for part in context.parts if part.section.id in cited} - {lang}
    if quoted:
        said.append(
            notices.say("other_language", lang, *(notices.language(code, lang) for code in sorted(quoted)))
        )
    if query.unknown:
        said.append(notices.say("unknown_words", lang, *query.unknown))
    if question.image:
        said.append(notices.say("picture", lang))
    return " ".join(said)


__all__ = ["Event", "Figures", "Index", "Tools", "answer", "complete", "load", "search"]
