"""Answers made of sentences that stand in the documents: nothing is written, so nothing is made up."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

import numpy as np

from ..context import Context, Part
from ..index import Index
from ..judges import Judges, Languages, Scale
from ..lifts import named_figures
from ..model import Citation, Figure, Sentence, Struct
from ..overlap import token_set
from ..plain import row_quote, row_text
from ..ports import Embedder, Matrix
from ..query import Query
from ..recall import Aspect, Inquiry
from ..units import length

WORDS = 120
SENTENCES = 6
READ_MS = 700
"""Milliseconds that a model may take to read sentences; it decides how many it reads."""
EACH = 3
"""Sentences of every section that are read in any case."""
SAME = 0.7
"""Share of words in common above which two sentences say the same."""
NAMED = 1.5
"""The margin of the caption of a figure that the question names."""
DOUBT = 0.4
"""What a name of the question that stands nowhere takes from the margin."""
AGREED, AGREEMENT = 0.6, 3.0
"""The score of a section on which words and vectors agree, and what one above or below it adds to the margin.

Beside a judge's opinion of a sentence it tells best whether the section that answers is there: without that
section the share of questions that are rightly refused doubles, and hardly more of the others are.
"""
UNSURE = 0.7
"""The margin below which an answer says that it may not be one."""
LEANING = re.compile(
    r"(?:it|its|this|that|these|those|they|their|he|she|such|here|however|therefore|thus|hence|moreover|also|"
    r"specifically|in particular|for instance|for example|in contrast|consequently|as a result|accordingly|"
    r"otherwise|likewise|similarly|finally|then|but|and|"
    r"il|elle|ils|elles|cela|ce|cette|ces|en outre|en particulier|par exemple|par conséquent|"
    r"er|sie|es|dies|diese|dieser|dabei|insbesondere|zum beispiel|ello|esto|esta|este|estos|en particular)\b"
    r"|[它其此这该]|因此|例如|具体来说|これ|それ|この|その|例えば",
    re.IGNORECASE,
)
"""How a sentence begins that leans on the one before it."""


VECTORS = Scale(enough=0.35, spread=0.2)
"""Of cosines of an embedder, where no judge can read."""
SHARES = Scale(enough=0.5, spread=0.2)
"""Of shares of the question's words, where there are no vectors either."""


class Candidate(Struct, frozen=True, eq=False):
    """A sentence that may be quoted: its part of the evidence, its place there, what finds it on the page."""

    part: Part
    order: int
    block: int
    text: str
    quote: str

    @property
    def lang(self) -> str:
        return self.part.section.lang

    @property
    def shown(self) -> str:
        """What a model reads of it."""
        return f"{self.part.section.title}: {self.text}"


class Scored(Struct, frozen=True):
    """`margin` is the score above what is enough, in units of the method's spread."""

    candidate: Candidate
    aspect: Aspect
    margin: float


class Draft(Struct, frozen=True):
    """An answer before it is verified; it is empty where nothing supports one.

    `margin` is that of the best sentence, for which the place of its section speaks as well.
    """

    sentences: tuple[Sentence, ...]
    margin: float

    @property
    def is_unsure(self) -> bool:
        """Whether there are sentences, and little speaks for them."""
        return 0 <= self.margin < UNSURE


class Extractive:
    """Ranks the sentences of the evidence for a question and quotes the best."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def write(self, query: Query, context: Context, index: Index, judges: Judges) -> Draft:
        """At most 120 words; one short paragraph for each document where the question compares several."""
        inquiries = context.inquiries
        count = judges.pace.depth(READ_MS) // max(1, len(inquiries))
        chosen: list[Candidate] = []
        best = -math.inf
        for inquiry in inquiries:
            found = [candidate for part in context.of(inquiry) for candidate in candidates(part, index)]
            read = preselect(found, inquiry, count)
            scored = [*self._score(inquiry, read, judges), *_asked_for(inquiry, context, index)]
            scored.sort(key=lambda item: -item.margin)
            best = max(best, _assured(scored[0]) if scored else -math.inf)
            chosen += select(scored, found, WORDS / len(inquiries))
        best -= DOUBT * sum(" " not in name for name in query.unknown)
        return Draft(_sentences(chosen, query) if best >= 0 else (), best)

    def _score(
        self, inquiry: Inquiry, read: Sequence[tuple[Candidate, Aspect]], judges: Judges
    ) -> list[Scored]:
        """Each sentence against the thing asked that it says most of."""
        groups: dict[tuple[str, str], list[tuple[Candidate, Aspect]]] = {}
        for candidate, aspect in read:
            groups.setdefault((aspect.text, candidate.lang), []).append((candidate, aspect))
        scored: list[Scored] = []
        for (_, lang), group in groups.items():
            texts = [candidate.shown for candidate, _ in group]
            scores, scale = self._values(group[0][1], texts, (inquiry.query.lang, lang), judges)
            scored += [
                Scored(candidate, aspect, scale.margin(score))
                for (candidate, aspect), score in zip(group, scores.tolist(), strict=True)
            ]
        return scored

    def _values(
        self, aspect: Aspect, texts: Sequence[str], languages: Languages, judges: Judges
    ) -> tuple[Matrix, Scale]:
        if judges.can_read(languages):
            return judges.score(aspect.text, texts, languages), judges.scale(languages)
        cosines = self._embedder.embed(texts, "document") @ aspect.vector
        if cosines.any():
            return cosines, VECTORS
        shares = [aspect.overlap.share(text, languages[1]) for text in texts]
        return np.array(shares, dtype=np.float32), SHARES


def _assured(best: Scored) -> float:
    return best.margin + AGREEMENT * (best.candidate.part.score - AGREED)


def _asked_for(inquiry: Inquiry, context: Context, index: Index) -> Iterable[Scored]:
    """The captions of figures that the question names: what they show is what they say."""
    for name in named_figures(inquiry.query, index):
        figure = index.rows.figure(name)
        part = context.part(figure.home)
        if part and part.inquiry is inquiry and figure.caption:
            text = f"{figure.label}: {figure.caption}"
            yield Scored(Candidate(part, -1, -1, text, figure.caption), inquiry.whole, NAMED)


def candidates(part: Part, index: Index) -> list[Candidate]:
    """The sentences of a section and the rows of the tables that it holds."""
    found = [Candidate(part, unit.order, unit.block, unit.text, unit.quote) for unit in part.units]
    tables = [index.rows.figure(figure) for figure in index.rows.figures_of(part.section.id)]
    for table in tables:
        if table.home == part.section.id:
            found += _rows(table, part, len(found))
    return found


def _rows(table: Figure, part: Part, start: int) -> Iterable[Candidate]:
    for order, row in enumerate(table.rows[1:], start):
        text = row_text(table.rows[0], row)
        if text:
            label = f"{table.label}: {text}" if table.label else text
            yield Candidate(part, order, -1, label, row_quote(row))


def preselect(found: Sequence[Candidate], inquiry: Inquiry, count: int) -> list[tuple[Candidate, Aspect]]:
    """The sentences that a model should read, each with the thing asked that it says most of.

    They are those with most words of it, and some of every section.
    """
    worth = {item: _worth(item, inquiry) for item in found}
    ranked = sorted(found, key=lambda item: (-worth[item][0], item.part.n, item.order))
    by_part: dict[int, list[Candidate]] = {}
    for item in ranked:
        by_part.setdefault(item.part.n, []).append(item)
    sure = [item for items in by_part.values() for item in items[:EACH]]
    chosen = set(sure)
    rest = [item for item in ranked if item not in chosen]
    return [(item, worth[item][1]) for item in (*sure, *rest[: max(0, count - len(sure))])]


def _worth(item: Candidate, inquiry: Inquiry) -> tuple[float, Aspect]:
    asked = inquiry.aspects or (inquiry.whole,)
    shares = [aspect.overlap.share(item.text, item.lang) for aspect in asked]
    best = max(range(len(asked)), key=lambda place: shares[place])
    said = max(shares[best], inquiry.overlap.share(item.text, item.lang))
    return said + 0.15 / item.part.n - 0.001 * item.order, asked[best]


def select(scored: Sequence[Scored], found: Sequence[Candidate], words: float) -> list[Candidate]:
    """The best sentences that fit into `words`, each once, in reading order.

    The best sentence on each thing asked comes before the second best on any. `scored` is sorted.
    """
    best = scored[0].margin if scored else -1.0
    good = [item for item in scored if item.margin >= max(0.0, best - 1.0)]
    first = {item.aspect.text: item for item in reversed(scored) if item.margin >= 0}
    chosen: list[Candidate] = []
    for item in (*sorted(first.values(), key=lambda item: -item.margin), *good):
        wanted = [one for one in _with_support(item.candidate, found) if one not in chosen]
        size = sum(length(one.text) for one in wanted)
        if len(chosen) >= SENTENCES or not wanted or (chosen and size > words):
            continue
        if not any(_same(item.candidate, one) for one in chosen):
            chosen += wanted
            words -= size
    return sorted(chosen, key=lambda item: (item.part.n, item.order))


def _with_support(item: Candidate, found: Sequence[Candidate]) -> list[Candidate]:
    """The sentence, after the one that it leans on."""
    if not LEANING.match(item.text):
        return [item]
    here = [one for one in found if one.part.n == item.part.n and one.block == item.block]
    return [*(one for one in here if one.order == item.order - 1), item]


def _same(one: Candidate, other: Candidate) -> bool:
    first, second = token_set(one.text, one.lang), token_set(other.text, other.lang)
    return len(first & second) >= SAME * max(1, min(len(first), len(second)))


def _sentences(chosen: Sequence[Candidate], query: Query) -> tuple[Sentence, ...]:
    """Paragraphs by document in a comparison, by section otherwise."""
    paragraphs: dict[str, int] = {}
    sentences: list[Sentence] = []
    for item in chosen:
        section = item.part.section
        owner = section.document if query.compares else section.id
        paragraph = paragraphs.setdefault(owner, len(paragraphs))
        citation = Citation(n=item.part.n, section=section.id, url=section.url, quote=item.quote)
        sentences.append(Sentence(item.text, (citation,), paragraph))
    return tuple(sentences)
