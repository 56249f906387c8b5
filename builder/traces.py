"""What the headings of a document went by, for those who ask how far to trust them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from serverless.model import Struct

from .blocks import Block


class Traces(Struct, frozen=True):
    """Headings by what made them ones, the most frequent first; and where a level was passed over."""

    evidence: dict[str, int]
    jumps: tuple[str, ...]


def traces(blocks: Sequence[Block]) -> Traces:
    """Of the headings that hold, with the levels that the source gives them."""
    heads = [block for block in blocks if block.kind == "heading"]
    counts = Counter(head.evidence for head in heads)
    evidence = dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
    return Traces(evidence, tuple(low.text for high, low in pairwise(heads) if low.level > high.level + 1))
