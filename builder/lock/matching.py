"""Which section of the new edition is which of the old one.

An explicit id decides. Then come sections of which nothing changed, then all others by how much speaks for
them, best first: text, title, number, the section above, and place. Sections without a text of their own,
whose title changed, are known by the sections below them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from . import sketch
from .face import New, Old, single

FLOOR = 2.0
"""Points below which two sections are not the same: half of the text, or a title that only they have."""
TEXT = 4.0
TITLE = 2.0
SHARED_TITLE = 1.4
"""A title that several sections of the document have says less."""
NUMBER = 0.5
ABOVE = 0.5
PLACE = 0.2
SURE = 12
"""Runs of words from which on a likeness of texts is to be believed."""
LIKELY = 0.5
"""Share of the words of two titles from which on they may be the same title."""
BELOW = 0.5
"""Share of the sections below that must be the same, for sections known by these alone."""

Pairs = dict[int, int]
"""Places of new sections, and of the old ones that they are."""


def matched(old: Sequence[Old], new: Sequence[New]) -> Pairs:
    """Each old and each new section in at most one pair; the two roots are always one."""
    pairs: Pairs = {0: 0} if old and new else {}
    _add(pairs, _explicit(old, new))
    _add(pairs, _unchanged(*_left(pairs, old, new)))
    _add(pairs, _scored(old, new, pairs))
    _add(pairs, _by_children(old, new, pairs))
    return pairs


def _add(pairs: Pairs, found: Iterable[tuple[int, int]]) -> None:
    """Takes over pairs of (new, old) of which neither is in a pair yet."""
    taken = set(pairs.values())
    for fresh, known in found:
        if fresh not in pairs and known not in taken:
            pairs[fresh] = known
            taken.add(known)


def _left(
    pairs: Pairs, old: Sequence[Old], new: Sequence[New]
) -> tuple[list[tuple[int, Old]], list[tuple[int, New]]]:
    taken = set(pairs.values())
    return (
        [(at, face) for at, face in enumerate(old) if at not in taken],
        [(at, face) for at, face in enumerate(new) if at not in pairs],
    )


def _explicit(old: Sequence[Old], new: Sequence[New]) -> list[tuple[int, int]]:
    """Sections with one explicit id, unless it was given to something else: some tools count them out."""
    known = {face.slug: at for at, face in enumerate(old) if at}
    named = [(at, known[face.anchor]) for at, face in enumerate(new) if face.anchor in known]
    return [(at, other) for at, other in named if _title(old[other], new[at]) or _may_be(old[other], new[at])]


def _unchanged(old: Sequence[tuple[int, Old]], new: Sequence[tuple[int, New]]) -> list[tuple[int, int]]:
    """Sections that agree in everything; where there are several of a kind, in their order."""
    known: dict[tuple[str, ...], list[int]] = defaultdict(list)
    fresh: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for at, one in old:
        known[one.key].append(at)
    for at, other in new:
        fresh[other.key].append(at)
    same = [(places, known[key]) for key, places in fresh.items() if len(places) == len(known.get(key, ()))]
    return [pair for places, others in same for pair in zip(places, others, strict=True)]


def _scored(old: Sequence[Old], new: Sequence[New], pairs: Pairs) -> list[tuple[int, int]]:
    """The other sections, best first; equal ones in reading order."""
    known, fresh = _left(pairs, old, new)
    return ranked(known, fresh, single(old) & single(new))


def ranked(
    known: Sequence[tuple[int, Old]], fresh: Sequence[tuple[int, New]], unique: frozenset[str]
) -> list[tuple[int, int]]:
    """The pairs of (new, old) that may be the same, best first; `unique` are the titles that stand alone."""
    candidates, places = Candidates(known), dict(known)
    scores = [
        (-round(points, 6), at, other)
        for at, face in fresh
        for other in candidates.of(face)
        if (points := score(places[other], face, unique)) >= FLOOR
    ]
    return [(at, other) for _, at, other in sorted(scores)]


def returned(pasts: Sequence[Old], new: Sequence[New], pairs: Pairs) -> Pairs:
    """Sections that were gone or merged, and are here again: places of new ones, and of `pasts`."""
    fresh = [(at, face) for at, face in enumerate(new) if at not in pairs]
    back: Pairs = {}
    if pasts and fresh:
        unique = single(pasts) & single(new)
        _add(back, ranked(list(enumerate(pasts)), fresh, unique))
    return back


class Candidates:
    """Finds the old sections that have anything in common with a new one."""

    def __init__(self, known: Iterable[tuple[int, Old]]) -> None:
        self._by: dict[object, list[int]] = defaultdict(list)
        for at, face in known:
            for feature in (("hash", face.hash), *face.words, *face.sketch.marks):
                self._by[feature].append(at)

    def of(self, face: New) -> list[int]:
        features = (("hash", face.hash), *face.words, *face.runs)
        return sorted({at for feature in features for at in self._by.get(feature, ())})


def score(old: Old, new: New, unique: frozenset[str]) -> float:
    """How much speaks for it that two sections are one and the same."""
    title = _title(old, new)
    weight = TITLE if new.name in unique or title < 1 else SHARED_TITLE
    points = TEXT * likeness(old, new) + weight * title
    if not points:
        return 0.0
    points += NUMBER * (bool(new.number) and old.number == new.number)
    return points + ABOVE * (old.above == new.above) + PLACE * (1 - abs(old.place - new.place))


def _title(old: Old, new: New) -> float:
    if old.name == new.name:
        return 1.0
    shared = len(old.words & new.words) / (len(old.words | new.words) or 1)
    return shared if shared >= LIKELY else 0.0


def likeness(old: Old, new: New) -> float:
    """How much of each text stands in the other, from 0 to 1; less for texts too short to tell."""
    size = min(old.sketch.size, new.sketch.size)
    if old.hash == new.hash and size > 1:
        return 1.0
    both = (sketch.held(old.sketch, new.runs) + sketch.holding(old.sketch, new.runs)) / 2
    return both * min(1.0, size / SURE)


def _by_children(old: Sequence[Old], new: Sequence[New], pairs: Pairs) -> list[tuple[int, int]]:
    """Sections that are known by those below them, the deepest first."""
    whole, taken = dict(pairs), set(pairs.values())
    size = Counter(face.parent for face in old)
    children: dict[int | None, list[int]] = defaultdict(list)
    for at, face in enumerate(new):
        children[face.parent].append(at)
    for at in reversed(range(len(new))):
        if at not in whole:
            parents = [old[whole[child]].parent for child in children[at] if child in whole]
            for parent, count in Counter(parents).most_common(1):
                enough = count >= BELOW * max(size[parent], len(children[at]))
                if parent is not None and enough and parent not in taken and _may_be(old[parent], new[at]):
                    whole[at] = parent
                    taken.add(parent)
    return list(whole.items())


def _may_be(old: Old, new: New) -> bool:
    """Whether the texts of two sections do not speak against it."""
    return min(old.sketch.size, new.sketch.size) < SURE or likeness(old, new) > 0
