"""The passage of a section that speaks most to a question: what the reranker and the reader are shown."""

from __future__ import annotations

from .model import Section
from .overlap import Overlap
from .plain import plain
from .units import UNSPACED, Unit, join, units

SIZE = 300
"""Characters of a passage at most; CJK says as much in a third of them."""
EARLY = 0.08
"""What the first sentence gains over the last: sections open with what they are about."""


def passage(section: Section, overlap: Overlap, size: int = SIZE) -> str:
    """The run of neighbouring sentences, of at most `size` characters, that shares most with the question."""
    found = units(section)
    if not found:
        return plain(section.text)[:size].strip()
    limit = size // 3 if section.lang in UNSPACED else size
    words = [overlap.found(unit.text, section.lang) for unit in found]
    runs = [range(start, _stop(found, start, limit)) for start in range(len(found))]

    def worth(run: range) -> float:
        said = overlap.weigh(frozenset[str]().union(*(words[place] for place in run)))
        return said + EARLY * (1 - run.start / len(found))

    best = max(runs, key=worth)
    return join((found[place].text for place in best), section.lang)[:limit]


def _stop(found: tuple[Unit, ...], start: int, limit: int) -> int:
    """Where a run from `start` ends that is no longer than `limit`; it has one sentence at least."""
    size, stop = len(found[start].text), start + 1
    while stop < len(found) and size + len(found[stop].text) < limit:
        size += len(found[stop].text) + 1
        stop += 1
    return stop
