"""The evidence of an answer: whole sections within a budget, none of their text twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .index import Index
from .model import Section, SectionCard, Struct
from .overlap import Overlap
from .passages import passage
from .recall import Hit, Inquiry
from .units import Unit, units

SECTIONS = 5
EACH = 4
"""Sections of each document of a comparison at least."""
BUDGET = 24_000
"""Characters of all sections together."""
LONGEST = 8_000
"""Characters of one section; of a longer one the best passages are taken, with their neighbours."""
STUB = 240
"""Characters below which a section is only a roof over its children, which then come with it."""
CHILDREN = 3
COPY = 0.8
"""Share of sentences in common from which one section is a copy of another."""
SPEAKS = 3
"""Sentences that a section needs to be told from another by them."""


class Part(Struct, frozen=True, eq=False):
    """A section of the evidence under its number; `units` are its sentences, of a long one the best."""

    n: int
    section: Section
    units: tuple[Unit, ...]
    score: float
    inquiry: Inquiry


class Context(Struct, frozen=True):
    parts: tuple[Part, ...]

    def part(self, section: str) -> Part | None:
        return next((part for part in self.parts if part.section.id == section), None)

    @property
    def inquiries(self) -> tuple[Inquiry, ...]:
        """Those that brought the parts, each once."""
        return tuple(dict.fromkeys(part.inquiry for part in self.parts))

    def of(self, inquiry: Inquiry) -> tuple[Part, ...]:
        """The parts that one inquiry brought."""
        return tuple(part for part in self.parts if part.inquiry is inquiry)


Pick = tuple[Hit, Inquiry]


def choose(inquiries: Sequence[Inquiry], count: int = SECTIONS) -> tuple[Pick, ...]:
    """The best `count` hits in rank order; each half of a comparison gets its share."""
    share = count if len(inquiries) == 1 else max(EACH, -(-count // len(inquiries)))
    picks = [(hit, inquiry) for inquiry in inquiries for hit in inquiry.hits[:share]]
    return tuple(sorted(picks, key=lambda pick: -pick[0].score))


def distinct(inquiries: Sequence[Inquiry], count: int, index: Index) -> tuple[Pick, ...]:
    """The best `count` hits without copies of better ones; the next hits take the places of those."""
    copies = 0
    while True:
        picks = choose(inquiries, count + copies)
        kept = _without_copies(picks, index)
        if len(picks) - len(kept) == copies:
            return tuple(kept)
        copies = len(picks) - len(kept)


def _without_copies(picks: Sequence[Pick], index: Index) -> list[Pick]:
    kept: list[Pick] = []
    seen: list[frozenset[str]] = []
    for hit, inquiry in picks:
        said = frozenset(unit.text for unit in units(index.rows.section(hit.section)))
        if not any(_is_copy(said, other) for other in seen):
            kept.append((hit, inquiry))
            seen.append(said)
    return kept


def _is_copy(said: frozenset[str], other: frozenset[str]) -> bool:
    return len(said) >= SPEAKS and len(said & other) >= COPY * len(said | other)


def gather(picks: Sequence[Pick], index: Index) -> Context:
    """The sections that were picked, each once, within the budget; a stub brings its children."""
    left = BUDGET
    parts: list[Part] = []
    for section, score, inquiry in _sections(picks, index):
        kept = fit(section, inquiry.overlap, min(left, LONGEST))
        left -= sum(len(unit.text) for unit in kept)
        parts.append(Part(len(parts) + 1, section, kept, score, inquiry))
    return Context(tuple(parts))


def _sections(picks: Sequence[Pick], index: Index) -> Iterator[tuple[Section, float, Inquiry]]:
    seen = {hit.section for hit, _ in picks}
    roofs: list[Pick] = []
    for hit, inquiry in picks:
        section = index.rows.section(hit.section)
        yield section, hit.score, inquiry
        if sum(len(unit.text) for unit in units(section)) < STUB:
            roofs.append((hit, inquiry))
    for hit, inquiry in roofs:
        for child in index.rows.children(hit.section)[:CHILDREN]:
            if child not in seen:
                seen.add(child)
                yield index.rows.section(child), hit.score, inquiry


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
    return tuple(_card(part, index) for part in context.parts)


def _card(part: Part, index: Index) -> SectionCard:
    section = part.section
    return SectionCard(
        n=part.n,
        id=section.id,
        document=section.document,
        document_title=index.documents[section.document].title,
        title=section.title,
        breadcrumb=section.breadcrumb,
        url=section.url,
        lang=section.lang,
        snippet=passage(section, part.inquiry.overlap),
        score=round(part.score, 4),
        pages=section.pages,
    )
