"""Which figures belong beside an answer: those that it names, and those whose words say the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from . import anchors
from .context import Context
from .index import Index
from .lifts import named_figures
from .model import Figure, FigureCard, Sentence, Struct
from .overlap import Overlap
from .recall import Inquiry
from .tokens import query_terms

RECALLED = 10
"""Sections of which the figures that recall itself found are candidates, chosen or not."""
ENOUGH = 0.5
"""The score below which a figure is not shown; most answers need none."""


class Cues(Struct, frozen=True):
    """What speaks for one figure. All are 0…1."""

    named: float
    cited: float
    asked: float
    said: float
    near: float

    @property
    def score(self) -> float:
        return 3 * self.named + 0.5 * self.cited + 0.6 * self.asked + 0.2 * self.said + 0.4 * self.near


def choose(
    sentences: Sequence[Sentence], context: Context, index: Index, most: int
) -> tuple[FigureCard, ...]:
    """At most `most` figures, best first; none where none is near enough."""
    named = {figure for part in context.parts for figure in named_figures(part.inquiry.query, index)}
    cited = _cited(sentences, context, index)
    answer = Overlap(index.known(_terms(sentences, index)), index.manifest.counts.sections)
    scored: list[tuple[float, Figure]] = []
    for figure, inquiry in candidates(context, index):
        words = words_of(figure)
        cues = Cues(
            named=float(figure.id in named),
            cited=float(figure.id in cited),
            asked=inquiry.overlap.share(words, inquiry.query.lang),
            said=answer.share(words, inquiry.query.lang),
            near=index.likeness(figure.id, inquiry.whole.vector),
        )
        scored.append((cues.score, figure))
    ranked = sorted(scored, key=lambda pair: (-pair[0], pair[1].id))
    return tuple(card(figure, index) for score, figure in ranked if score >= ENOUGH)[:most]


def offered(context: Context, index: Index, most: int) -> tuple[FigureCard, ...]:
    """The first candidates, before anything was written."""
    return tuple(card(figure, index) for figure, _ in candidates(context, index)[:most])


def candidates(context: Context, index: Index) -> list[tuple[Figure, Inquiry]]:
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


def _terms(sentences: Sequence[Sentence], index: Index) -> list[tuple[str, ...]]:
    text = " ".join(sentence.text for sentence in sentences)
    return query_terms(text, index.manifest.languages[0], index.manifest.languages)


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
