"""Answers made of sentences that stand in the documents: nothing is written, so nothing is made up."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from ..context import Context, Part
from ..index import Index
from ..model import Citation, Figure, Sentence, Struct
from ..overlap import token_set
from ..plain import row_quote, row_text
from ..ports import Embedder, Matrix
from ..query import Query
from ..recall import Inquiry
from ..rerank import Judges
from ..units import length

WORDS = 120
SENTENCES = 6
READ = 28
"""Sentences that a model reads; the others share too few words with the question."""
EACH = 3
"""Sentences of every section that are read in any case."""
SAME = 0.7
"""Share of words in common above which two sentences say the same."""
LEANING = re.compile(
    r"(?:it|its|this|that|these|those|they|their|he|she|such|here|however|therefore|thus|hence|moreover|also|"
    r"then|but|and|il|elle|ils|elles|cela|ce|cette|ces|en outre|er|sie|es|dies|diese|dieser|dabei|ello|esto|"
    r"esta|este|estos)\b|[它其此这该]|これ|それ|この|その",
    re.IGNORECASE,
)
"""How a sentence begins that leans on the one before it."""


class Scale(Struct, frozen=True):
    """How the scores of one method read: `enough` to answer, `spread` below the best that still belongs."""

    enough: float
    spread: float


PAIRS = Scale(enough=0.0, spread=5.0)
STATES = Scale(enough=0.85, spread=0.03)
VECTORS = Scale(enough=0.35, spread=0.2)


class Candidate(Struct, frozen=True):
    """A sentence that may be quoted: the section's number, its place there, and what finds it on the page."""

    part: int
    order: int
    block: int
    text: str
    quote: str


class Scored(Struct, frozen=True):
    """`margin` is the score above what is enough, in units of the method's spread."""

    candidate: Candidate
    margin: float


class Draft(Struct, frozen=True):
    """An answer before it is verified; it is empty where nothing supports one. `margin` is the best one's."""

    sentences: tuple[Sentence, ...]
    margin: float


class Extractive:
    """Ranks the sentences of the evidence for a question and quotes the best."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def write(self, query: Query, context: Context, index: Index, judges: Judges) -> Draft:
        """At most 120 words; one short paragraph for each document where the question compares several."""
        inquiries = tuple({id(part.inquiry): part.inquiry for part in context.parts}.values())
        chosen: list[Candidate] = []
        best = -math.inf
        for inquiry in inquiries:
            found = [candidate for part in context.of(inquiry) for candidate in candidates(part, index)]
            read = preselect(found, inquiry, context, READ // len(inquiries))
            scored = sorted(self._score(inquiry, read, context, judges), key=lambda item: -item.margin)
            best = max(best, scored[0].margin if scored else -math.inf)
            chosen += _select(scored, WORDS / len(inquiries), found, context)
        return Draft(_sentences(chosen, query, context), best)

    def _score(
        self, inquiry: Inquiry, read: Sequence[Candidate], context: Context, judges: Judges
    ) -> list[Scored]:
        by_lang: dict[str, list[Candidate]] = {}
        for candidate in read:
            by_lang.setdefault(context.parts[candidate.part - 1].section.lang, []).append(candidate)
        scored: list[Scored] = []
        for lang, group in by_lang.items():
            titles = [context.parts[item.part - 1].section.title for item in group]
            texts = [f"{title}: {item.text}" for title, item in zip(titles, group, strict=True)]
            scores, scale = self._values(inquiry.query, texts, lang, judges)
            scored += [
                Scored(candidate, (score - scale.enough) / scale.spread)
                for candidate, score in zip(group, scores.tolist(), strict=True)
            ]
        return scored

    def _values(self, query: Query, texts: Sequence[str], lang: str, judges: Judges) -> tuple[Matrix, Scale]:
        if judges.can_read(query.lang, lang):
            scale = PAIRS if judges.reads_pairs(query.lang, lang) else STATES
            return judges.score(query, texts, lang), scale
        question = self._embedder.embed([query.text], "query")[0]
        return self._embedder.embed(texts, "document") @ question, VECTORS


def candidates(part: Part, index: Index) -> list[Candidate]:
    """The sentences of a section and the rows of the tables that it holds."""
    found = [Candidate(part.n, unit.order, unit.block, unit.text, unit.quote) for unit in part.units]
    tables = [index.rows.figure(figure) for figure in index.rows.figures_of(part.section.id)]
    for table in tables:
        if table.home == part.section.id and len(table.rows) > 1:
            found += _rows(table, part.n, len(found))
    return found


def _rows(table: Figure, part: int, start: int) -> Iterable[Candidate]:
    for row in table.rows[1:]:
        text = row_text(table.rows[0], row)
        if text:
            yield Candidate(
                part, start, -1, f"{table.label}: {text}" if table.label else text, row_quote(row)
            )
            start += 1


def preselect(found: Sequence[Candidate], inquiry: Inquiry, context: Context, count: int) -> list[Candidate]:
    """The sentences that a model should read: those with most words of the question, some of each section."""

    def worth(item: Candidate) -> float:
        lang = context.parts[item.part - 1].section.lang
        return inquiry.overlap.share(item.text, lang) + 0.15 / item.part - 0.001 * item.order

    ranked = sorted(found, key=lambda item: (-worth(item), item.part, item.order))
    by_part: dict[int, list[Candidate]] = {}
    for item in ranked:
        by_part.setdefault(item.part, []).append(item)
    sure = [item for items in by_part.values() for item in items[:EACH]]
    return sure + [item for item in ranked if item not in sure][: max(0, count - len(sure))]


def _select(
    group: Sequence[Scored], words: float, found: Sequence[Candidate], context: Context
) -> list[Candidate]:
    """The best sentences that fit, each once, in reading order."""
    if not group or group[0].margin < 0:
        return []
    floor = max(0.0, group[0].margin - 1.0)
    chosen: list[Candidate] = []
    for item in group:
        if item.margin < floor or len(chosen) >= SENTENCES:
            break
        wanted = [one for one in _with_support(item.candidate, found) if one not in chosen]
        size = sum(length(one.text) for one in wanted)
        if (size <= words or not chosen) and not any(_same(item.candidate, one, context) for one in chosen):
            chosen += wanted
            words -= size
    return sorted(chosen, key=lambda item: (item.part, item.order))


def _with_support(item: Candidate, found: Sequence[Candidate]) -> list[Candidate]:
    """The sentence, after the one that it leans on."""
    if not LEANING.match(item.text):
        return [item]
    before = [
        one
        for one in found
        if (one.part, one.block) == (item.part, item.block) and one.order == item.order - 1
    ]
    return [*before, item]


def _same(one: Candidate, other: Candidate, context: Context) -> bool:
    lang = context.parts[one.part - 1].section.lang
    first, second = token_set(one.text, lang), token_set(other.text, lang)
    return len(first & second) >= SAME * max(1, min(len(first), len(second)))


def _sentences(chosen: Sequence[Candidate], query: Query, context: Context) -> tuple[Sentence, ...]:
    """Paragraphs by document in a comparison, by section otherwise."""
    paragraphs: dict[str, int] = {}
    sentences: list[Sentence] = []
    for item in chosen:
        section = context.parts[item.part - 1].section
        owner = section.document if query.compares else section.id
        paragraph = paragraphs.setdefault(owner, len(paragraphs))
        citation = Citation(n=item.part, section=section.id, url=section.url, quote=item.quote)
        sentences.append(Sentence(item.text, (citation,), paragraph))
    return tuple(sentences)
