"""The evidence of an answer: whole sections within a budget, none of their text twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .index import Index
from .model import Section, SectionCard, Struct
from .overlap import Overlap
from .passages import passage
from .query import Query
from .recall import Hit
from .units import Unit, units

SECTIONS = 5
BUDGET = 24_000
"""Characters of all sections together."""
LONGEST = 8_000
"""Characters of one section; of a longer one the best passages are taken, with their neighbours."""
STUB = 240
"""Characters below which a section is only a roof over its children, which then come with it."""
CHILDREN = 3


class Part(Struct, frozen=True):
    """A section of the evidence under its number; `units` are its sentences, of a long one the best."""

    n: int
    section: Section
    units: tuple[Unit, ...]
    score: float


class Context(Struct, frozen=True):
    parts: tuple[Part, ...]
    overlap: Overlap

    def part(self, section: str) -> Part | None:
        return next((part for part in self.parts if part.section.id == section), None)


def choose(query: Query, hits: Sequence[Hit], count: int = SECTIONS) -> tuple[Hit, ...]:
    """The first `count` hits; where the question compares documents, each of them gets its share."""
    if len(query.named) < 2:
        return tuple(hits[:count])
    share = max(1, -(-count // len(query.named)))
    owed = [hit for name in query.named for hit in _of(name, hits)[:share]]
    rest = [hit for hit in hits if hit not in owed]
    chosen = set((*owed, *rest)[: max(count, len(owed))])
    return tuple(hit for hit in hits if hit in chosen)


def _of(document: str, hits: Iterable[Hit]) -> list[Hit]:
    return [hit for hit in hits if hit.section.partition("/")[0] == document]


def gather(query: Query, hits: Sequence[Hit], index: Index) -> Context:
    """The sections of `hits` in their order, each once, within the budget; a stub brings its children."""
    overlap = Overlap(query.words, index.manifest.counts.sections)
    left = BUDGET
    parts: list[Part] = []
    for section, score in _sections(hits, index):
        kept = fit(section, overlap, min(left, LONGEST))
        left -= sum(len(unit.text) for unit in kept)
        parts.append(Part(len(parts) + 1, section, kept, score))
    return Context(tuple(parts), overlap)


def _sections(hits: Sequence[Hit], index: Index) -> Iterator[tuple[Section, float]]:
    seen = {hit.section for hit in hits}
    for hit in hits:
        section = index.rows.section(hit.section)
        yield section, hit.score
        if sum(len(unit.text) for unit in units(section)) < STUB:
            for child in index.rows.children(section.id)[:CHILDREN]:
                if child not in seen:
                    seen.add(child)
                    yield index.rows.section(child), hit.score


def fit(section: Section, overlap: Overlap, limit: int) -> tuple[Unit, ...]:
    """All units, or those nearest to the best ones until `limit` characters are used."""
    found = units(section)
    if sum(len(unit.text) for unit in found) <= limit:
        return found
    worth = {unit.order: overlap.share(unit.text, section.lang) for unit in found}
    kept: set[int] = set()
    for best in sorted(worth, key=lambda order: (-worth[order], order)):
        for order in (best, best - 1, best + 1):
            if 0 <= order < len(found) and order not in kept:
                limit -= len(found[order].text)
                if limit < 0:
                    return tuple(unit for unit in found if unit.order in kept)
                kept.add(order)
    return found


def cards(context: Context, index: Index) -> tuple[SectionCard, ...]:
    """The evidence as it is shown, in the order of its numbers."""
    return tuple(card(part.n, part.section, part.score, context.overlap, index) for part in context.parts)


def card(n: int, section: Section, score: float, overlap: Overlap, index: Index) -> SectionCard:
    """One section as it is shown."""
    return SectionCard(
        n=n,
        id=section.id,
        document=section.document,
        document_title=index.documents[section.document].title,
        title=section.title,
        breadcrumb=section.breadcrumb,
        url=section.url,
        lang=section.lang,
        snippet=passage(section, overlap),
        score=round(score, 4),
        pages=section.pages,
    )
