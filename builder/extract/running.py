"""Running heads and feet in Markdown whose pages are marked: what comes back at the edges of pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from builder.blocks import Block

EDGE = 2
"""Blocks at the top and at the foot of a page that may be running lines."""
LONGEST = 120
OFTEN = 0.5
"""Share of the pages on which a running line stands at least."""
_NUMBER = re.compile(
    r"(?:page|seite|p\.|página|第)?\W*(?:\d+|[ivxlc]{1,6})\W*(?:(?:of|von|de|sur)\W*\d+|\d+)?\W*(?:页|頁)?\W*",
    re.IGNORECASE,
)


def without(made: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks without running lines; those of a text without pages as they are."""
    pages = [list(run) for page, run in groupby(made, key=lambda block: block.page) if page]
    if len(pages) < 2:
        return tuple(made)
    often = Counter(key for page in pages for key in {_key(block) for block in _edges(page)})
    least = max(2, OFTEN * len(pages))
    running = {id(block) for page in pages for block in _edges(page) if often[_key(block)] >= least}
    return tuple(block for block in made if id(block) not in running)


def _edges(page: Sequence[Block]) -> Iterator[Block]:
    """The paragraphs at the top of a page and at its foot, up to the first block of another kind."""
    for side in (page[:EDGE], page[EDGE:][::-1][:EDGE]):
        for block in side:
            if block.kind != "paragraph" or block.images or len(block.text) > LONGEST:
                break
            yield block


def _key(block: Block) -> str:
    """Equal for the same line on another page; numbers of pages are all alike."""
    return "#" if _NUMBER.fullmatch(block.text) else block.text.casefold()
