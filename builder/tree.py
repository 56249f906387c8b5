"""A document as a tree of sections with their figures: the story, from blocks to what the index holds.

headings repaired → sections → captions paired with pictures → text → mentions and context.
"""

from __future__ import annotations

from collections.abc import Sequence

from serverless.model import Document, Figure, Section, Struct

from . import context, figures, headings, ids, language, mentions
from .blocks import Block, Extracted
from .figures import Draft
from .layout import sections as plots
from .layout.spill import spilled
from .layout.unglue import unglued
from .traces import Traces, traces


class Tree(Struct, frozen=True):
    """A document with its sections in reading order, root first, and its figures in the order they stand.

    `files` has for each asset id the absolute path of the picture to copy; `pdf` is the absolute path of
    the source PDF to ship, or ""; `anchored` are the ids of the sections whose slug the source gave itself.
    """

    document: Document
    sections: tuple[Section, ...]
    figures: tuple[Figure, ...]
    files: dict[str, str]
    pdf: str = ""
    anchored: tuple[str, ...] = ()
    traces: Traces = Traces({}, ())


def grow(extracted: Extracted) -> Tree:
    """The tree of one document; pure, and the same for the same blocks."""
    lang = language.of_document(extracted.lang, extracted.blocks)
    whole = unglued(extracted.blocks)
    spill = spilled(whole)
    blocks = headings.repaired(whole, spill.source)
    drafts = figures.drafts(blocks, spill, lang)
    plan = plots.planned(extracted, blocks, lang)
    drawn = figures.finished(extracted.id, drafts, plan.home, plan.is_noise)
    sections = plots.written(plan, blocks, drafts, drawn)
    told = context.told(mentions.linked(drawn, sections), sections)
    return Tree(
        document=_document(extracted, plan.title, lang, blocks),
        sections=sections,
        figures=told,
        files=figures.files(drafts),
        pdf=extracted.pdf,
        traces=traces(blocks),
        anchored=tuple(plot.id for plot in plan.plots[1:] if ids.slug(blocks[plot.mark.at].anchor)),
    )


def _document(extracted: Extracted, title: str, lang: str, blocks: Sequence[Block]) -> Document:
    return Document(
        id=extracted.id,
        title=title,
        lang=lang,
        source=extracted.source,
        extractor=extracted.extractor,
        warnings=(*extracted.warnings, *_demoted(blocks)),
    )


def _demoted(blocks: Sequence[Block]) -> list[str]:
    """What a person should know about headings that were not believed."""
    return [
        f"line {block.line}: the heading {block.text[:60]!r} was taken for a label, a cell or a byline"
        for block in blocks
        if block.hint == headings.DEMOTED
    ]


__all__ = ["Draft", "Tree", "grow"]
