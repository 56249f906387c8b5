"""The words around a figure: what stands before and after it in its section."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from serverless.model import Figure, Section
from serverless.plain import plain
from serverless.units import CJK

REACH = 200
"""Characters on each side, in whole words."""


def told(figures: Sequence[Figure], sections: Sequence[Section]) -> tuple[Figure, ...]:
    """The figures with their context."""
    texts = {section.id: section.text for section in sections}
    return tuple(
        msgspec.structs.replace(figure, context=around(texts[figure.home], figure.id)) for figure in figures
    )


def around(text: str, figure: str) -> tuple[str, str]:
    """The plain text before and after the line of a figure in a section's Markdown."""
    before, _, after = text.partition(f"](figure:{figure})")
    line = before.rpartition("\n")[0]
    return last(_flat(line)), first(_flat(after))


def first(text: str) -> str:
    """The first words of a text, within reach."""
    if len(text) <= REACH:
        return text
    head = text[: REACH + 1]
    return text[:REACH] if CJK.match(head[-1]) else head.rpartition(" ")[0] or text[:REACH]


def last(text: str) -> str:
    """The last words of a text, within reach."""
    if len(text) <= REACH:
        return text
    tail = text[-REACH - 1 :]
    return text[-REACH:] if CJK.match(tail[0]) else tail.partition(" ")[2] or text[-REACH:]


def _flat(markdown: str) -> str:
    return " ".join(plain(markdown).split())
