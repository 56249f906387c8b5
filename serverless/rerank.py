"""Reranking: the recalled sections in the order in which a model that reads them would put them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from .index import Index
from .judges import Judges
from .model import Figure, Section
from .overlap import Overlap
from .passages import passage
from .plain import row_text
from .recall import Hit, Inquiry
from .units import UNSPACED

UNREAD = 0.5
"""What a section loses of its score where the judge had no time to read it."""
PASSAGE = 150
"""Characters of the passage that a judge reads: as good as more of them, and much faster."""
PASSAGE_UNSPACED = 300
"""The same for Chinese and Japanese, of which a third is taken: less of them says too little."""
LABELS = 6
"""Figures of a section whose labels a judge is told."""


def rerank(inquiry: Inquiry, index: Index, judges: Judges, budget: float) -> Inquiry:
    """The inquiry with its hits in a new order.

    `budget` is in milliseconds; it decides how many of the first hits are read.
    """
    read: dict[str, list[tuple[str, str]]] = {}
    for hit in inquiry.hits[: judges.pace.depth(budget)]:
        section = index.rows.section(hit.section)
        if judges.can_read((inquiry.query.lang, section.lang)):
            passage = shown(section, inquiry.overlap, index)
            read.setdefault(section.lang, []).append((hit.section, passage))
    judged: dict[str, tuple[float, float]] = {}
    for lang, passages in read.items():
        languages = (inquiry.query.lang, lang)
        opinions = judges.opinions(inquiry.query.text, [text for _, text in passages], languages)
        weight = judges.scale(languages).weight
        judged |= {section: (weight, its) for (section, _), its in zip(passages, opinions, strict=True)}
    if not judged:
        return inquiry
    hits = sorted((_fused(hit, judged) for hit in inquiry.hits), key=lambda hit: -hit.score)
    return msgspec.structs.replace(inquiry, hits=tuple(hits))


def _fused(hit: Hit, judged: Mapping[str, tuple[float, float]]) -> Hit:
    """What the judge did not read keeps a share of recall alone, and so stays behind."""
    weight, opinion = judged.get(hit.section, (UNREAD, 0.0))
    score = weight * opinion + (1 - weight) * (hit.score - hit.lift) + hit.lift
    return msgspec.structs.replace(hit, score=score)


def shown(section: Section, overlap: Overlap, index: Index) -> str:
    """What a judge sees of a section: its breadcrumb, the best passage, the labels of its figures."""
    figures = [index.rows.figure(figure) for figure in index.rows.figures_of(section.id)[:LABELS]]
    labels = ", ".join(figure.label for figure in figures if figure.label)
    row = _row(figures, overlap, section.lang)
    size = PASSAGE_UNSPACED if section.lang in UNSPACED else PASSAGE
    lines = (" > ".join(section.breadcrumb), passage(section, overlap, size), row, labels)
    return "\n".join(line for line in lines if line)


def _row(figures: Sequence[Figure], overlap: Overlap, lang: str) -> str:
    """The row of the section's tables that shares most with the question, where one shares anything."""
    rows = [row_text(figure.rows[0], row) for figure in figures for row in figure.rows[1:]]
    shares = [overlap.share(row, lang) for row in rows]
    best = max(shares, default=0.0)
    return rows[shares.index(best)][:PASSAGE] if best else ""
