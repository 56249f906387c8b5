"""Which figures belong beside an answer: those that are named, and the best for each thing that is asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .context import Context
from .cues import Witness, asks_formula
from .index import Index
from .lifts import named_figures
from .model import Figure, FigureCard, Sentence, Struct
from .model import FigureMode as Mode
from .recall import Aspect, Inquiry

RECALLED = 10
"""Sections of which the figures that recall itself found are candidates, chosen or not."""
NEAREST = 40
"""Chunks nearest to each thing asked, of which those that hold a figure's words are candidates."""
ENOUGH = 0.75
"""The score below which no figure is shown; many answers need none."""
ENOUGH_FOR_ASPECT = 0.55
ASPECT_SHARE = 0.5
"""What share of the best score on one thing asked another figure needs to stand for it."""
BESIDE_ASPECT = 1.3
BESIDE_CITED = 0.8
BESIDE = 0.1
"""By how much a figure may score less than the best and be shown beside it: for a thing asked, where the
answer names it, and in any case."""
FORMULA_NEAR = -0.5
"""Likeness below which an equation is not the formula that is asked for."""

Candidate = tuple[Figure, Inquiry]


class Scored(Struct, frozen=True, eq=False):
    """A figure with its score on the whole question and on each thing that it asks."""

    figure: Figure
    whole: float
    aspects: tuple[float, ...]
    cited: bool


def choose(
    sentences: Sequence[Sentence], context: Context, index: Index, most: int, mode: Mode = "section"
) -> tuple[Figure, ...]:
    """At most `most` figures, best first; none where none is near enough, or where there is no answer."""
    if not sentences:
        return ()
    witness = Witness(sentences, context, index)
    found = candidates(context, index, mode)
    chosen = [figure for figure, _ in found if figure.id in witness.named]
    for inquiry in context.inquiries:
        mine = [figure for figure, its in found if its is inquiry]
        chosen += _formulas(mine, inquiry, witness)
        chosen += _best([_score(one, inquiry, witness) for one in mine if one.kind != "equation"])
    pictures = {figure.panels[0].id: figure for figure in reversed(chosen)}
    return tuple(reversed(pictures.values()))[:most]


def _formulas(figures: Iterable[Figure], inquiry: Inquiry, witness: Witness) -> list[Figure]:
    """The equation nearest to the question, where it asks for one."""
    if not asks_formula(inquiry.query.text):
        return []
    scored = []
    for figure in figures:
        cues = witness.cues(figure, inquiry, inquiry.whole)
        if figure.kind == "equation" and cues.near >= FORMULA_NEAR:
            scored.append((cues.near + cues.asked / 2 + 0.3 * cues.first, figure.id, figure))
    return [max(scored)[2]] if scored else []


def _score(figure: Figure, inquiry: Inquiry, witness: Witness) -> Scored:
    def score(aspect: Aspect) -> float:
        return witness.cues(figure, inquiry, aspect).score

    aspects = tuple(map(score, inquiry.aspects))
    return Scored(figure, score(inquiry.whole), aspects, witness.is_cited(figure))


def _best(scored: Sequence[Scored]) -> list[Figure]:
    """The best figure, one for each thing asked, those that the answer names, and what is as good."""
    ranked = sorted(scored, key=lambda one: (-one.whole, one.figure.id))
    if not ranked or ranked[0].whole < ENOUGH:
        return []
    best = ranked[0].whole
    chosen = [ranked[0]]
    for place in range(len(ranked[0].aspects)):
        for_it = _for_aspect(ranked, place, chosen)
        if for_it and for_it.whole >= best - BESIDE_ASPECT:
            chosen.append(for_it)
    for one in ranked:
        margin = BESIDE_CITED if one.cited else BESIDE
        if one not in chosen and one.whole >= max(ENOUGH, best - margin):
            chosen.append(one)
    return [one.figure for one in sorted(chosen, key=lambda one: -one.whole)]


def _for_aspect(ranked: Sequence[Scored], place: int, chosen: Sequence[Scored]) -> Scored | None:
    """The figure that says most of one thing asked and is not shown for another."""
    by_aspect = sorted(ranked, key=lambda one: -one.aspects[place])
    other = next((one for one in by_aspect if one not in chosen), None)
    enough = max(ENOUGH_FOR_ASPECT, ASPECT_SHARE * by_aspect[0].aspects[place])
    return other if other and other.aspects[place] >= enough else None


def offered(context: Context, index: Index, most: int, mode: Mode = "section") -> tuple[FigureCard, ...]:
    """The first candidates, before anything was written."""
    if not most:
        return ()
    return tuple(card(figure, index) for figure, _ in candidates(context, index, mode)[:most])


def candidates(context: Context, index: Index, mode: Mode = "section") -> list[Candidate]:
    """The good figures that recall or the question found and, in mode "section", those of the evidence.

    These are the figures that the sections hold or speak of.
    """
    if mode == "text":
        return []
    found: dict[str, Inquiry] = {}
    for inquiry in context.inquiries:
        ids = [figure for hit in inquiry.hits[:RECALLED] for figure in hit.figures]
        for figure in (*named_figures(inquiry.query, index), *ids):
            found.setdefault(figure, inquiry)
    for part in context.parts if mode == "section" else ():
        for figure in index.rows.figures_of(part.section.id):
            found.setdefault(figure, part.inquiry)
    for inquiry in context.inquiries:
        for figure in _nearest(inquiry, index):
            found.setdefault(figure, inquiry)
    figures = [(index.rows.figure(figure), inquiry) for figure, inquiry in found.items()]
    return [one for one in figures if one[0].quality == "good" and one[0].panels and _belongs(*one, context)]


def _nearest(inquiry: Inquiry, index: Index) -> list[str]:
    """Figures whose own words are near to the question or to one thing that it asks."""
    vectors = (aspect.vector for aspect in (inquiry.whole, *inquiry.aspects))
    near = (index.nearest(vector, NEAREST, inquiry.query.document) for vector in vectors)
    return [pointer.figure for found in near for pointer, _ in found if pointer.figure]


def _belongs(figure: Figure, inquiry: Inquiry, context: Context) -> bool:
    """Whether it is of a document that the question names or, where it names none, of the evidence."""
    named = inquiry.query.named
    return figure.document in (named or {part.section.document for part in context.parts})


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
        generated=figure.alt_source == "model",
    )
