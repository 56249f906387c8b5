"""Which figures belong beside an answer: those that it names, and those whose words say the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from . import anchors
from .context import Context
from .index import Index
from .model import Figure, FigureCard, Sentence, Struct
from .overlap import Overlap
from .ports import Matrix
from .query import Query
from .recall import Hit, named_figures

ENOUGH = 0.5
"""The score below which a figure is not shown; most answers need none."""


class Cues(Struct, frozen=True):
    """What speaks for one figure. All are 0…1."""

    named: float
    cited: float
    asked: float
    said: float
    near: float
    place: float

    @property
    def score(self) -> float:
        return 3 * self.named + 0.5 * self.cited + 0.6 * self.asked + 0.2 * self.said + 0.4 * self.near


def choose(  # noqa: PLR0913, PLR0917
    query: Query,
    vector: Matrix,
    sentences: Sequence[Sentence],
    context: Context,
    hits: Sequence[Hit],
    index: Index,
    most: int,
) -> tuple[FigureCard, ...]:
    """At most `most` figures, best first; none where none is near enough."""
    found = candidates(query, context, hits, index)
    named = set(named_figures(query, index))
    cited = _cited(sentences, context, index)
    answer = Overlap(index.known(_terms(sentences, query, index)), index.manifest.counts.sections)
    scored: list[tuple[float, Figure]] = []
    for figure in found:
        words = words_of(figure)
        cues = Cues(
            named=float(figure.id in named),
            cited=float(figure.id in cited),
            asked=context.overlap.share(words, query.lang),
            said=answer.share(words, query.lang),
            near=index.likeness(figure.id, vector),
            place=1.0,
        )
        scored.append((cues.score, figure))
    ranked = sorted(scored, key=lambda pair: (-pair[0], pair[1].id))
    return tuple(card(figure, index) for score, figure in ranked if score >= ENOUGH)[:most]


def candidates(query: Query, context: Context, hits: Sequence[Hit], index: Index) -> tuple[Figure, ...]:
    """The good figures that the evidence holds or speaks of, and those that recall or the question found."""
    ids = dict.fromkeys(named_figures(query, index))
    chosen = {part.section.id for part in context.parts}
    ids |= dict.fromkeys(figure for hit in hits if hit.section in chosen for figure in hit.figures)
    for part in context.parts:
        ids |= dict.fromkeys(index.rows.figures_of(part.section.id))
    figures = (index.rows.figure(figure) for figure in ids)
    return tuple(figure for figure in figures if figure.quality == "good" and figure.panels)


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


def _terms(sentences: Sequence[Sentence], query: Query, index: Index) -> list[tuple[str, ...]]:
    from .tokens import query_terms

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
