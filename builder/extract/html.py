"""HTML inside Markdown as blocks: cleaned first, then read; nothing of it reaches a page raw."""

from __future__ import annotations

from collections.abc import Sequence

from builder.blocks import Block

from .inline import Look


def blocks_of(source: str, line: int, look: Look) -> Sequence[Block]:
    return []
