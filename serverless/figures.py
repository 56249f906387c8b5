"""Which figures belong beside an answer: those that it names, and those whose words say the same."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from . import anchors
from .context import Context
from .index import Index
from .judges import Judges
from .lifts import named_figures
from .model import Figure, FigureCard, Sentence, Struct
from .recall import Inquiry

RECALLED = 10
"""Sections of which the figures that recall itself found are candidates, chosen or not."""
JUDGED = 8
"""Candidates that a judge reads; it takes longer than all other cues together."""
LIKELY = 0.25
"""The likelihood below which a figure is not shown; many answers need none."""
BESIDE = 0.5
"""The share of the best figure's likelihood that another one needs to be shown beside it."""
WORDS = 600
"""Characters of a figure's words that a judge reads."""


class Cues(Struct, frozen=True):
    """What speaks for one figure.

    The weights are those of a logistic regression over the figures of two question sets, rounded; left out
    one question at a time, they chose as well.
    """

    named: bool
    """The question names it by its number."""
    judged: float
    """How well its words answer the question, 0…1."""
    asked: float
    """The share of the question's words among its own."""
    behind: float
    """By how much its cosine with the question is below that of the nearest candidate."""
    first: bool
    """The first section of the evidence holds it or speaks of it."""
    recalled: bool
    """Its own words brought one of the two best sections."""
    home_quoted: bool
    """The answer quotes the section that it stands in."""
    told_quoted: bool
    """The answer quotes a section that speaks of it."""
    cited: bool
    """The answer names it by its number."""

    @property
    def likelihood(self) -> float:
        if self.named:
            return 1.0
        quoted = 0.9 * (self.home_quoted or self.told_quoted) + 0.6 * (self.home_quoted and self.told_quoted)
        found = 0.7 * self.first + 0.55 * self.recalled + 0.25 * self.cited
        words = 2.4 * self.judged + self.asked - 10 * self.behind
        return 1 / (1 + math.exp(3.4 - words - found - quoted))


Candidate = tuple[Figure, Inquiry]


def choose(
    sentences: Sequence[Sentence], context: Context, index: Index, judges: Judges, most: int
) -> tuple[FigureCard, ...]:
    """At most `most` figures, best first; none where none is likely, or where there is no answer."""
    if not sentences:
        return ()
    found = [
        (index.likeness(figure.id, asked.whole.vector), figure, asked)
        for figure, asked in candidates(context, index)
    ]
    found = sorted(found, key=lambda each: -each[0])[:JUDGED]
    opinions = _opinions([(figure, asked) for _, figure, asked in found], judges, index)
    evidence = _Evidence(sentences, context, index)
    scored = [
        (evidence.cues(figure, asked, opinions[figure.id], found[0][0] - near).likelihood, figure)
        for near, figure, asked in found
    ]
    return tuple(card(figure, index) for figure in _likely(scored))[:most]


def _likely(scored: Sequence[tuple[float, Figure]]) -> tuple[Figure, ...]:
    """The figures that are likely enough, best first; of two that share a picture the better one."""
    ranked = sorted(scored, key=lambda pair: (-pair[0], pair[1].id))
    shown: dict[str, Figure] = {}
    for score, figure in ranked:
        if score >= max(LIKELY, BESIDE * ranked[0][0]):
            shown.setdefault(figure.panels[0].id, figure)
    return tuple(shown.values())


def offered(context: Context, index: Index, most: int) -> tuple[FigureCard, ...]:
    """The first candidates, before anything was written."""
    return tuple(card(figure, index) for figure, _ in candidates(context, index)[:most])


def candidates(context: Context, index: Index) -> list[Candidate]:
    """The good figures that the evidence holds or speaks of, and those that recall or the question found."""
    found: dict[str, Inquiry] = {}
    for inquiry in context.inquiries:
        ids = [figure for hit in inquiry.hits[:RECALLED] for figure in hit.figures]
        for figure in (*named_figures(inquiry.query, index), *ids):
            found.setdefault(figure, inquiry)
    for part in context.parts:
        for figure in index.rows.figures_of(part.section.id):
            found.setdefault(figure, part.inquiry)
    figures = ((index.rows.figure(figure), inquiry) for figure, inquiry in found.items())
    return [(figure, inquiry) for figure, inquiry in figures if figure.quality == "good" and figure.panels]


def words_of(figure: Figure) -> str:
    """All words that tell what a figure shows."""
    return "\n".join((figure.label, figure.caption, figure.description, *figure.mentions, *figure.context))


class _Evidence:
    """What the question and the answer say of figures."""

    def __init__(self, sentences: Sequence[Sentence], context: Context, index: Index) -> None:
        self.named = {figure for part in context.parts for figure in named_figures(part.inquiry.query, index)}
        self.cited = _cited(sentences, context, index)
        self.quoted = {section for sentence in sentences for section in _sources(sentence)}
        self.first = context.parts[0].section.id

    def cues(self, figure: Figure, inquiry: Inquiry, judged: float, behind: float) -> Cues:
        return Cues(
            named=figure.id in self.named,
            judged=judged,
            asked=inquiry.overlap.share(words_of(figure), inquiry.query.lang),
            behind=behind,
            first=self.first in (figure.home, *figure.mentioned_in),
            recalled=any(figure.id in hit.figures for hit in inquiry.hits[:2]),
            home_quoted=figure.home in self.quoted,
            told_quoted=bool(self.quoted & set(figure.mentioned_in)),
            cited=figure.id in self.cited,
        )


def _opinions(found: Sequence[Candidate], judges: Judges, index: Index) -> dict[str, float]:
    """What a judge thinks of each figure's words beside its question; the middle where none can read them."""
    opinions = dict.fromkeys((figure.id for figure, _ in found), 0.5)
    groups: dict[tuple[str, str, str], list[Figure]] = {}
    for figure, inquiry in found:
        lang = index.documents[figure.document].lang
        groups.setdefault((inquiry.query.text, inquiry.query.lang, lang), []).append(figure)
    for (question, asked, written), figures in groups.items():
        if judges.can_read((asked, written)):
            texts = [_told(figure) for figure in figures]
            opinions |= zip(
                (f.id for f in figures), judges.opinions(question, texts, (asked, written)), strict=True
            )
    return opinions


def _told(figure: Figure) -> str:
    return f"{figure.label}. {figure.caption} {' '.join(figure.mentions)}"[:WORDS]


def _cited(sentences: Sequence[Sentence], context: Context, index: Index) -> set[str]:
    """Figures that the answer's sentences name, in the documents that they come from."""
    cited: set[str] = set()
    for sentence in sentences:
        documents = {part.section.document for part in map(context.part, _sources(sentence)) if part}
        for anchor in anchors.find(sentence.text):
            for number in anchor.spellings:
                figures = (index.rows.figure(figure) for figure in index.rows.exhibits(number))
                cited |= {
                    figure.id for figure in figures if figure.document in documents and anchor.names(figure)
                }
    return cited


def _sources(sentence: Sentence) -> Iterable[str]:
    return (citation.section for citation in sentence.citations)


def card(figure: Figure, index: Index) -> FigureCard:
    """A figure as it is shown; its picture is its first panel."""
    home = index.rows.section(figure.home)
    panel = figure.panels[0] if figure.panels else None
    return FigureCard(
        id=figure.id,
        document=figure.document,
        kind=figure.kind,
        label=figure.label,
        caption=figure.caption,
        alt=figure.alt,
        url=f"{home.url}#{figure.anchor}",
        image=panel.path if panel else "",
        width=panel.width if panel else 0,
        height=panel.height if panel else 0,
        section=figure.home,
        page=figure.page,
    )
