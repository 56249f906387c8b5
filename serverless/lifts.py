"""What a question says outright about where its answer stands, beside all that models find out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from . import framing
from .index import Index
from .query import Query
from .rows import Traits
from .tokens import key

LIFT_HOLDS = 1.0
LIFT_DISCUSSES = 0.7
LIFT_NUMBER = 1.0
UNSURE = 0.5
"""What is left of a lift where several documents have a figure or a section of that number."""
LIFT_TITLE = 0.4
LIFT_NAMED = 0.25
LIFT_OPEN = 0.1
"""What a sign adds to a score, which is between 0 and 1 without."""
FRAMING = 0.1
"""By how much a section that only sums up may score more than another of its document and yield to it."""


def lift(query: Query, index: Index) -> dict[str, float]:
    """What a question says outright: a section's title or number, a figure's label, the page that is open."""
    lifts: dict[str, float] = {}

    def add(sections: Iterable[str], extra: float) -> None:
        for section in sections:
            lifts[section] = max(lifts.get(section, 0.0), extra)

    title = key(query.text, query.lang)
    if title:
        add(index.rows.titled(title), LIFT_TITLE)
    named = named_figures(query, index)
    sure = 1.0 if len({index.rows.figure(figure).document for figure in named}) == 1 else UNSURE
    for figure in named:
        add(index.rows.figure(figure).mentioned_in, LIFT_DISCUSSES * sure)
        add([index.rows.figure(figure).home], LIFT_HOLDS * sure)
    for anchor in query.anchors:
        if anchor.kind == "section":
            numbered = [section for number in anchor.spellings for section in index.rows.numbered(number)]
            add(numbered, LIFT_NUMBER if len(numbered) == 1 or query.named else LIFT_NUMBER * UNSURE)
    if query.section:
        add([query.section], lifts.get(query.section, 0.0) + LIFT_OPEN)
    return {section: extra for section, extra in lifts.items() if _allowed(section, query, index)}


def named_figures(query: Query, index: Index) -> tuple[str, ...]:
    """The figures that a question names by label; those of a document that it names, where there are such."""
    found: list[str] = []
    for anchor in query.anchors:
        ids = dict.fromkeys(figure for number in anchor.spellings for figure in index.rows.exhibits(number))
        named = [figure for figure in ids if anchor.names(index.rows.figure(figure))]
        own = [figure for figure in named if index.rows.figure(figure).document in query.named]
        found += own or ([] if query.document else named)
    return tuple(found)


def favour(query: Query, traits: Traits) -> float:
    """What speaks for a section whatever its text: its document is named."""
    return LIFT_NAMED * (not query.document and traits.document in query.named)


def framed(scores: Mapping[str, float], traits: Mapping[str, Traits]) -> dict[str, float]:
    """What each section gains or loses because some of them only sum others up.

    These lose, and their document as a whole gains what its best section lost: it stands where it stood.
    """
    loss = {section: FRAMING * _sums_up(traits[section]) for section in scores}
    before: dict[str, float] = {}
    after: dict[str, float] = {}
    for section, score in scores.items():
        document = traits[section].document
        before[document] = max(score, before.get(document, score))
        after[document] = max(score - loss[section], after.get(document, score - loss[section]))
    documents = {section: traits[section].document for section in scores}
    return {one: before[documents[one]] - after[documents[one]] - loss[one] for one in scores}


def _sums_up(traits: Traits) -> bool:
    return traits.is_root or traits.title in framing.keys(traits.lang)


def _allowed(section: str, query: Query, index: Index) -> bool:
    try:
        document = index.rows.section(section).document
    except KeyError:
        return False
    return document in query.named if query.named else True
