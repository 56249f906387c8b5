"""Documents that have another name than in the last edition, and sections that went to another document."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ..tree import Tree
from . import matching
from .edition import Edition
from .face import New, news
from .memory import Lock, Memory

SAME = 0.35
"""Share of a document's text that must stand in another one that is the same under a new name."""
SAME_TITLE = 0.15
"""The same where the titles agree."""
SAME_SECTION = 0.6
"""Likeness of a section in one document to a new one in another that is said to be the same."""


def origins(trees: Sequence[Tree], lock: Lock, unread: Iterable[str]) -> dict[str, str]:
    """For each document the name under which it is remembered; a new one has none.

    A document that could not be read this time keeps its addresses, so it is nobody else.
    """
    here = {tree.document.id for tree in trees}
    names = {name: name for name in here if name in lock and lock[name].kept}
    lost = [memory for name, memory in lock.items() if memory.kept and name not in here | set(unread)]
    fresh = [tree for tree in trees if tree.document.id not in names]
    marks = Marks(lost)
    shares = [
        (-share, tree.document.id, memory.id)
        for tree in fresh
        for memory, share in marks.shares(tree)
        if share >= (SAME_TITLE if memory.title == tree.document.title else SAME)
    ]
    taken: set[str] = set()
    for _, name, was in sorted(shares):
        if name not in names and was not in taken:
            names[name] = was
            taken.add(was)
    return names


class Marks:
    """Tells how much of each lost document's text stands in a tree."""

    def __init__(self, lost: Sequence[Memory]) -> None:
        self._lost = lost
        self._sizes: list[int] = []
        self._holders: dict[int, list[int]] = defaultdict(list)
        for place, memory in enumerate(lost):
            marks = [mark for entry in memory.kept for mark in entry.sketch.marks]
            self._sizes.append(len(marks))
            for mark in marks:
                self._holders[mark].append(place)

    def shares(self, tree: Tree) -> list[tuple[Memory, float]]:
        runs = {run for face in news(tree) for run in face.runs} if self._lost else set()
        counts = Counter(place for run in runs for place in self._holders.get(run, ()))
        return [(self._lost[place], count / self._sizes[place]) for place, count in counts.items()]


def strays(editions: Sequence[Edition], lost: Mapping[str, Sequence[int]]) -> dict[str, str]:
    """Sections that were lost in one document and are new in another: their old ids, and their new ones.

    `lost` has the places of the lost sections by document.
    """
    known = [
        (edition.was.id_of(edition.old[at].slug), edition, at)
        for edition in editions
        if edition.was
        for at in lost.get(edition.tree.document.id, ())
    ]
    fresh = [(edition.now[at], edition, at) for edition in editions if known for at in edition.fresh]
    old = [(place, edition.old[at]) for place, (_, edition, at) in enumerate(known)]
    candidates = matching.Candidates(old)
    pairs = [
        (-known[of][1].scale.likeness(old[of][1], face), here, of)
        for here, face in _faces(fresh)
        for of in candidates.of(face)
        if known[of][1] is not fresh[here][1]
    ]
    moved: dict[int, int] = {}
    taken: set[int] = set()
    for likeness, here, of in sorted(pairs):
        if -likeness >= SAME_SECTION and of not in moved and here not in taken:
            moved[of] = here
            taken.add(here)
    return {known[of][0]: fresh[here][0] for of, here in moved.items()}


def _faces(fresh: Sequence[tuple[str, Edition, int]]) -> list[tuple[int, New]]:
    return [(place, edition.new[at]) for place, (_, edition, at) in enumerate(fresh)]
