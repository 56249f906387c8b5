"""One question on its way to an answer: each step, how long it took, and what had to be done without."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence

import msgspec
import numpy as np

from . import cite, figures, notices
from .context import SECTIONS, Context, Pick, cards, choose, distinct, gather
from .errors import ProviderError
from .index import Index
from .judges import Judges
from .model import Answer, Evidence, Figure, FigureCard, Question, Sentence, Status, Usage
from .ports import Matrix, Role
from .providers.extractive import Extractive
from .query import Query, understand
from .recall import Inquiry, inquire
from .rerank import rerank
from .roles.assistance import Assistance, Matter
from .tools import Tools


class Telling:
    """The steps of `answer.answer`, to be taken in their order; models help where they have a role."""

    def __init__(self, question: Question, index: Index, tools: Tools) -> None:
        self.index, self.tools, self.judges = index, tools, tools.judges
        self.why = [tools.missing] if tools.missing else []
        self.ms: dict[str, float] = {}
        self.help = Assistance(tools.crew)
        self.is_unsure = False
        self._mode = tools.figures
        self._withheld: Collection[str] = ()
        self._then = time.perf_counter()
        self.asked = question
        self.query, sought = self._understood(self.help.condensed(question))
        self.lap("understand")
        self.inquiries = self._inquired(sought)
        self.lap("recall")

    def _understood(self, question: Question) -> tuple[Query, Query]:
        """The question, and what is searched for: with a picture, the words for what it shows as well."""
        query = understand(question, self.index)
        shown = self.help.looked(question, query.lang)
        if not shown:
            return query, query
        wider = msgspec.structs.replace(question, question=f"{question.question} {shown}", lang=query.lang)
        return query, understand(wider, self.index)

    def _inquired(self, sought: Query) -> tuple[Inquiry, ...]:
        """Recall; by words alone where the embedder cannot be had."""
        try:
            return inquire(sought, self.tools.embedder, self.index)
        except ProviderError as error:
            self.help.failed("embeddings", error)
            return inquire(sought, _Blind(self.index), self.index)

    def lap(self, stage: str) -> None:
        """Ends a stage; its milliseconds are those since the last one ended."""
        now = time.perf_counter()
        self.ms[stage] = round(1000 * (now - self._then), 1)
        self._then = now

    def skip(self) -> None:
        """Leaves the time since the last stage ended out of all stages."""
        self._then = time.perf_counter()

    def withhold(self, names: Collection[str]) -> None:
        """Goes on as if these sections, or all sections of these documents, were not in the library."""
        self._withheld = names
        self.inquiries = tuple(
            msgspec.structs.replace(one, hits=tuple(hit for hit in one.hits if self._has(hit.section)))
            for one in self.inquiries
        )

    def _has(self, section: str) -> bool:
        return section not in self._withheld and section.partition("/")[0] not in self._withheld

    def rerank(self) -> None:
        """Puts the hits in the model's order, else in the judges'; where both fail they stay as they are."""
        self.inquiries = self.help.reranked(self.query.text, self.inquiries, self.index) or self._judged()
        self.lap("rerank")

    def _judged(self) -> tuple[Inquiry, ...]:
        budget = self.tools.rerank_ms / len(self.inquiries)
        try:
            return tuple(rerank(one, self.index, self.judges, budget) for one in self.inquiries)
        except ProviderError as error:
            self._fail(error)
            return self.inquiries

    def write(self, context: Context) -> Iterator[Sentence]:
        """The sentences as they are finished: a model's, else those of the evidence that answer."""
        if self.help.has("synthesis"):
            offered = tuple(figure for figure, _ in figures.candidates(context, self.index, self._mode))
            matter = Matter(self.query.text, self.query.lang, context, offered)
            yield from self.help.write(matter, self.index, self.tools.max_figures)
        if self.help.writing is None:
            yield from self._drafted(context)
        self.lap("draft")

    def _drafted(self, context: Context) -> tuple[Sentence, ...]:
        """Sentences of the evidence; found without judges, then without vectors, where they fail."""
        for writer in (self.tools.writer, self.tools.writer):
            try:
                made = writer.write(self.query, context, self.index, self.judges)
                break
            except ProviderError as error:
                self._fail(error)
        else:
            made = Extractive(_Blind(self.index)).write(self.query, context, self.index, self.judges)
        self.is_unsure = made.is_unsure
        return cite.verified(made.sentences, context, self.index)

    def figures(self, context: Context, sentences: Sequence[Sentence]) -> tuple[FigureCard, ...]:
        """The figures that belong to the answer."""
        most = self.tools.max_figures
        chosen = self.help.figures(most)
        if chosen is None:
            chosen = figures.choose(sentences, context, self.index, most, self._mode)
        kept: tuple[Figure, ...] = self.help.checked(self.query.text, sentences, chosen)
        self.lap("figures")
        return tuple(figures.card(figure, self.index) for figure in kept)

    def evidence(self, shown: bool = False) -> tuple[Context, Evidence]:
        """What an answer is made from, as it stands now; with the figures on offer where `shown`."""
        return self._gathered(distinct(self.inquiries, SECTIONS, self.index), shown)

    def listing(self, count: int, shown: bool = False) -> Evidence:
        """The best `count` sections as they stand now, copies as well: who searches may want any of them."""
        return self._gathered(choose(self.inquiries, count), shown)[1]

    def _gathered(self, picks: Sequence[Pick], shown: bool) -> tuple[Context, Evidence]:
        context = gather(picks, self.index)
        if self._withheld:  # a section that is withheld could still come with the one above it
            context = Context(tuple(part for part in context.parts if self._has(part.section.id)))
        most = self.tools.max_figures if shown else 0
        offered = figures.offered(context, self.index, most, self._mode)
        found = cards(context, self.index)
        return context, Evidence(self.query.text, self.query.lang, found, offered, dict(self.ms))

    def end(
        self,
        context: Context,
        evidence: Evidence,
        sentences: tuple[Sentence, ...],
        chosen: tuple[FigureCard, ...],
    ) -> Answer:
        """The whole answer."""
        why = (*self.why, *self.help.why)
        spent = self.help.meter.total
        costs = {role: one.cost for role, one in self.help.meter.roles.items()}
        return Answer(
            question=self.asked.question,
            lang=self.query.lang,
            status=_status(sentences, why),
            sentences=sentences,
            sections=evidence.sections,
            figures=chosen,
            why="; ".join(why),
            notice=self._notice(sentences, context),
            unsure=self.is_unsure and bool(sentences),
            usage=Usage(spent.calls, spent.input_tokens, spent.output_tokens, spent.cost, self.ms, costs),
            index=self.index.manifest.corpus,
        )

    def _notice(self, sentences: Sequence[Sentence], context: Context) -> str:
        """What a reader should know about the answer, in the language of the question."""
        lang = self.query.lang
        said: list[str] = []
        if not sentences:
            said.append(notices.say("not_found", lang))
        elif self.is_unsure:
            said.append(notices.say("unsure", lang))
        cited = {citation.section for sentence in sentences for citation in sentence.citations}
        quoted = {part.section.lang for part in context.parts if part.section.id in cited} - {lang}
        if quoted and self.help.writing is None:
            names = (notices.language(code, lang) for code in sorted(quoted))
            said.append(notices.say("other_language", lang, *names))
        if self.query.unknown:
            said.append(notices.say("unknown_words", lang, *self.query.unknown))
        if self.asked.image and self.help.picture is None:
            said.append(notices.say("picture", lang))
        return " ".join(said)

    def _fail(self, error: ProviderError) -> None:
        """From here on without judges."""
        self.judges = Judges()
        self.why.append(str(error))


class _Blind:
    """An embedder that sees no likeness anywhere: recall is then left with the words."""

    def __init__(self, index: Index) -> None:
        self.id = index.manifest.embedder

    def embed(self, texts: Sequence[str], role: Role) -> Matrix:
        return np.zeros((len(texts), self.id.dims), dtype=np.float32)


def _status(sentences: Sequence[Sentence], why: Sequence[str]) -> Status:
    if not sentences:
        return "not_found"
    return "degraded" if why else "answered"
