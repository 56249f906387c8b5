"""Page numbers from the marks that tools leave between the pages of a Markdown file."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from builder.blocks import Block

BREAK = "page-break"
"""Hint of the empty block that stands for a page break without a number."""

_END = re.compile(r"-{2,} ?end of page\.page_number=(\d{1,6}) ?-{2,}")
_START = re.compile(r"\{(\d{1,6})\}-{10,}")


def numbered(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks with their page, where there are marks; the marks themselves are taken out."""
    if any(block.hint == BREAK for block in blocks):
        return _by_breaks(blocks)
    if any(_START.fullmatch(block.text) for block in blocks):
        return _by_starts(blocks)
    return _by_ends(blocks)


def _by_breaks(blocks: Sequence[Block]) -> tuple[Block, ...]:
    page, made = 1, []
    for block in blocks:
        if block.hint == BREAK:
            page += 1
        else:
            made.append(_on(block, page))
    return tuple(made)


def _by_starts(blocks: Sequence[Block]) -> tuple[Block, ...]:
    page: int | None = None
    made = []
    for block in blocks:
        if mark := _START.fullmatch(block.text):
            page = int(mark[1]) + 1
        else:
            made.append(_on(block, page))
    return tuple(made)


def _by_ends(blocks: Sequence[Block]) -> tuple[Block, ...]:
    page: int | None = None
    made = []
    for block in reversed(blocks):
        if mark := _END.fullmatch(block.text):
            page = int(mark[1])
        else:
            made.append(_on(block, page))
    return tuple(reversed(made))


def _on(block: Block, page: int | None) -> Block:
    return block if page is None else msgspec.structs.replace(block, page=page)
