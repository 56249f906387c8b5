"""Sections: where each begins and ends, what it is called, and its text with the figures in their places."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Sequence

from builder import headings, ids, language, noise
from builder.blocks import Block, Extracted
from builder.headings import Mark
from serverless.model import Box, Figure, Noise, Section, Struct
from serverless.plain import plain

from . import flow
from .draft import Draft, surrounding


class Plot(Struct, frozen=True):
    """A section before it has a text. Blocks from `start` up to `stop` are its own, the heading is not."""

    id: str
    parent: int | None
    mark: Mark
    slug: str
    start: int
    stop: int
    breadcrumb: tuple[str, ...]
    noise: Noise


class Plan(Struct, frozen=True):
    """The sections of a document, root first, in reading order."""

    document: str
    title: str
    lang: str
    plots: tuple[Plot, ...]

    def at(self, block: int) -> Plot:
        """The section that a block stands in; what comes before the first heading is the root's."""
        return self.plots[max(bisect_right(self.plots, block, key=lambda plot: plot.start) - 1, 0)]

    def home(self, block: int) -> str:
        return self.at(block).id

    def is_noise(self, block: int) -> bool:
        return self.at(block).noise != "none"


def planned(extracted: Extracted, blocks: Sequence[Block], lang: str) -> Plan:
    """The sections of a document by its headings; a document without headings is one section."""
    found = headings.marks(blocks, extracted.title)
    has_title = bool(found) and found[0].level == 0
    title = _title(extracted, found)
    root = found[0] if has_title else Mark(-1, 0, "", title, title)
    marks = (root, *found[has_title:])
    parents = _parents(marks)
    names = ["", *ids.slugs(_named(blocks, marks, parents))]
    trails = _trails(title, marks, parents)
    spans = _spans(marks, len(blocks))
    kinds = noise.kinds(_titled(blocks, marks, parents, spans))
    rows = zip(marks, parents, names, spans, trails, kinds, strict=True)
    plots = [
        Plot(ids.section_id(extracted.id, slug), parent, mark, slug, start, stop, trail, kind)
        for mark, parent, slug, (start, stop), trail, kind in rows
    ]
    return Plan(extracted.id, title, lang, tuple(plots))


def _title(extracted: Extracted, found: Sequence[Mark]) -> str:
    """What the source declares, unless that is the heading of one of its sections."""
    declared = headings.single(extracted.title)
    has_title = bool(found) and found[0].level == 0
    if not has_title:
        return declared or extracted.id
    is_section = any(headings.same(declared, mark.heading) for mark in found[1:])
    is_title = headings.same(declared, found[0].heading)
    return found[0].title if not declared or (is_section and not is_title) else declared


def _parents(marks: Sequence[Mark]) -> list[int | None]:
    """The place of each section's parent; the root has none."""
    parents: list[int | None] = [None]
    path = [0]
    for place, mark in enumerate(marks[1:], 1):
        del path[mark.level :]
        parents.append(path[-1])
        path.append(place)
    return parents


def _named(blocks: Sequence[Block], marks: Sequence[Mark], parents: Sequence[int | None]) -> list[ids.Named]:
    """What the slugs of the sections below the root are made of."""
    return [
        ids.Named(mark.title, blocks[mark.at].anchor, parent - 1 if parent else None)
        for mark, parent in zip(marks[1:], parents[1:], strict=True)
    ]


def _trails(title: str, marks: Sequence[Mark], parents: Sequence[int | None]) -> list[tuple[str, ...]]:
    trails: list[tuple[str, ...]] = [(title,)]
    for mark, parent in zip(marks[1:], parents[1:], strict=True):
        trails.append((*trails[parent or 0], mark.title))
    return trails


def _spans(marks: Sequence[Mark], size: int) -> list[tuple[int, int]]:
    """The blocks of each section. The root begins with the first block, before its own heading."""
    starts = [0, *(mark.at + 1 for mark in marks[1:])]
    stops = [*(mark.at for mark in marks[1:]), size]
    return list(zip(starts, stops, strict=True))


def _titled(
    blocks: Sequence[Block],
    marks: Sequence[Mark],
    parents: Sequence[int | None],
    spans: Sequence[tuple[int, int]],
) -> list[noise.Titled]:
    texts = ["\n".join(block.text for block in blocks[start:stop]) for start, stop in spans]
    return [
        noise.Titled(mark.title, text, parent)
        for mark, text, parent in zip(marks, texts, parents, strict=True)
    ]


def written(
    plan: Plan, blocks: Sequence[Block], drafts: Sequence[Draft], figures: Sequence[Figure]
) -> tuple[Section, ...]:
    """The sections with their texts; figures stand as lines where their first picture stood."""
    words = flow.vocabulary(blocks)
    taken = {at for draft in drafts for at in draft.taken}
    heads = {plot.mark.at for plot in plan.plots}
    lines: dict[int, list[flow.Part]] = {}
    for draft, figure in zip(drafts, figures, strict=True):
        lines.setdefault(draft.at, []).append(flow.line(figure))
    texts = []
    for plot in plan.plots:
        parts: list[flow.Part] = []
        for at in range(plot.start, plot.stop):
            if at not in taken and at not in heads:
                parts.append(flow.part(blocks[at], words))
            parts += lines.get(at, [])
        texts.append(flow.text(parts, words))
    return tuple(_section(plan, order, text, blocks) for order, text in enumerate(texts))


def _section(plan: Plan, order: int, text: str, blocks: Sequence[Block]) -> Section:
    plot = plan.plots[order]
    own = [block for at, block in enumerate(blocks[plot.start : plot.stop], plot.start) if at != plot.mark.at]
    head = [blocks[plot.mark.at]] if plot.mark.at >= 0 else []
    pages = [block.page for block in (*head, *own) if block.page is not None]
    aliases = dict.fromkeys(block.text for block in own if block.hint == headings.DEMOTED and block.text)
    return Section(
        id=plot.id,
        document=plan.document,
        parent=plan.plots[plot.parent].id if plot.parent is not None else None,
        order=order,
        level=len(plot.breadcrumb) - 1,
        number=plot.mark.number,
        title=plot.mark.title if order else plan.title,
        breadcrumb=plot.breadcrumb,
        slug=plot.slug,
        lang=language.of_section(plain(text), plan.lang),
        text=text,
        text_hash=hashlib.sha256(text.encode()).hexdigest(),
        line=head[0].line if head else 0,
        pages=(min(pages), max(pages)) if pages else None,
        bboxes=_boxes((*head, *own)),
        noise=plot.noise,
        aliases=tuple(aliases),
        heading=plot.mark.heading,
    )


def _boxes(blocks: Sequence[Block]) -> tuple[tuple[int, Box], ...]:
    """One box for each page, around all that stands there."""
    pages: dict[int, list[Box]] = {}
    for block in blocks:
        if block.page is not None and block.bbox is not None:
            pages.setdefault(block.page, []).append(block.bbox)
    return tuple((page, surrounding(boxes)) for page, boxes in sorted(pages.items()))
