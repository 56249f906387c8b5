"""Which section of the new edition is which of the old one.

An explicit id decides. Then come sections of which nothing changed, then all others by how much speaks for
them, best first: text, title, number, the section above, and place. Sections without a text of their own,
whose title changed, are known by the sections below them.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

from . import sketch
from .face import New, Old

FLOOR = 2.0
"""Points below which two sections are not the same: a quarter of the text, or a title that only they have."""
TEXT = 4.0
SAME_TEXT = 0.6
TITLE = 2.0
SHARED_TITLE = 1.4
"""A title that several sections of the document have says less."""
NUMBER = 0.5
ABOVE = 0.5
PLACE = 0.2
SURE = 12
"""Runs of words from which on a likeness of texts is to be believed."""
LEAST = 0.2
"""Likeness of texts below which it is chance."""
LIKELY = 0.5
"""Share of the words of two titles from which on they may be the same title."""
BELOW = 0.5
"""Share of the sections below that must be the same, for sections known by these alone."""

Pairs = dict[int, int]
"""Places of new sections, and of the old ones that they are."""


def matched(old: Sequence[Old], new: Sequence[New]) -> Pairs:
    """Each old and each new section in at most one pair; the two roots are always one."""
    if _is_same(old, new):
        return {at: at for at in range(len(new))}
    pairs: Pairs = {0: 0} if old and new else {}
    scale = Scale(old, new)
    _add(pairs, _explicit(old, new, scale))
    _add(pairs, _unchanged(*_left(pairs, old, new)))
    _add(pairs, ranked(*_left(pairs, old, new, but=_bare(old, scale)), scale))
    _add(pairs, _by_children(old, new, pairs, scale))
    _add(pairs, ranked(*_left(pairs, old, new), scale))
    _add(pairs, _between(old, new, pairs))
    return pairs


def _is_same(old: Sequence[Old], new: Sequence[New]) -> bool:
    """Whether the editions are alike, section by section: then there is nothing to be weighed."""
    return len(old) == len(new) and all(
        one.key == other.key and other.anchor in ("", one.slug) for one, other in zip(old, new, strict=True)
    )


def _add(pairs: Pairs, found: Iterable[tuple[int, int]]) -> None:
    """Takes over pairs of (new, old) of which neither is in a pair yet."""
    taken = set(pairs.values())
    for fresh, known in found:
        if fresh not in pairs and known not in taken:
            pairs[fresh] = known
            taken.add(known)


def _left(
    pairs: Pairs, old: Sequence[Old], new: Sequence[New], but: Collection[int] = ()
) -> tuple[list[tuple[int, Old]], list[tuple[int, New]]]:
    taken = {*pairs.values(), *but}
    return (
        [(at, face) for at, face in enumerate(old) if at not in taken],
        [(at, face) for at, face in enumerate(new) if at not in pairs],
    )


def _bare(old: Sequence[Old], scale: Scale) -> set[int]:
    """Chapters with neither a text of their own nor a title of their own: those below tell more of them."""
    above = {face.parent for face in old if face.parent}
    return {at for at in above if old[at].sketch.size < SURE and old[at].name not in scale.titles}


def _explicit(old: Sequence[Old], new: Sequence[New], scale: Scale) -> list[tuple[int, int]]:
    """Sections with one explicit id, unless it was given to something else: some tools count them out."""
    known = {face.slug: at for at, face in enumerate(old) if at}
    named = [(at, known[face.anchor]) for at, face in enumerate(new) if face.anchor in known]
    return [
        (at, other) for at, other in named if _title(old[other], new[at]) or scale.may_be(old[other], new[at])
    ]


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


def ranked(
    known: Sequence[tuple[int, Old]], fresh: Sequence[tuple[int, New]], scale: Scale
) -> list[tuple[int, int]]:
    """The pairs of (new, old) that may be the same, best first; equal ones in reading order."""
    if not known:
        return []
    candidates, places = Candidates(known), dict(known)
    scores = [
        (-round(points, 6), at, other)
        for at, face in fresh
        for other in candidates.of(face)
        if (points := scale.points(places[other], face)) >= FLOOR
    ]
    return [(at, other) for _, at, other in sorted(scores)]


def returned(pasts: Sequence[Old], new: Sequence[New], pairs: Pairs) -> Pairs:
    """Sections that were gone or merged, and are here again: places of new ones, and of `pasts`."""
    fresh = [(at, face) for at, face in enumerate(new) if at not in pairs]
    back: Pairs = {}
    if pasts and fresh:
        _add(back, ranked(list(enumerate(pasts)), fresh, Scale(pasts, new)))
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


def _title(old: Old, new: New) -> float:
    if old.name == new.name:
        return 1.0
    shared = len(old.words & new.words) / (len(old.words | new.words) or 1)
    return shared**2 if shared >= LIKELY else 0.0


class Scale:
    """Weighs what speaks for it that two sections are one; knows what stands alone in both editions."""

    def __init__(self, old: Sequence[Old], new: Sequence[New]) -> None:
        self._old, self._new = old, new

    @cached_property
    def titles(self) -> frozenset[str]:
        return _single(face.name for face in self._old) & _single(face.name for face in self._new)

    @cached_property
    def texts(self) -> frozenset[str]:
        return _single(face.hash for face in self._old) & _single(face.hash for face in self._new)

    @cached_property
    def weights(self) -> dict[int, float]:
        return _weights(self._old)

    def points(self, old: Old, new: New) -> float:
        title, likeness = _title(old, new), self.likeness(old, new)
        if title < 1 and not likeness and old.sketch.size >= SURE:
            title = 0.0  # another text, and not the same title either
        weight = TITLE if new.name in self.titles or title < 1 else SHARED_TITLE
        points = TEXT * math.sqrt(likeness) + weight * title
        if not points:
            return 0.0
        points += SAME_TEXT * (old.hash == new.hash) + NUMBER * (old.number == new.number != "")
        return points + ABOVE * (old.above == new.above) + PLACE * (1 - abs(old.place - new.place))

    def likeness(self, old: Old, new: New) -> float:
        """How much of each text stands in the other, from 0 to 1; less for texts too short to tell."""
        size = min(old.sketch.size, new.sketch.size)
        if old.hash == new.hash and size and (old.hash in self.texts or size >= SURE):
            return 1.0
        both = sketch.shared(old.sketch, new.runs, self.weights)
        likeness = min(1.0, size / SURE) * (both.held + both.holding) / 2
        return likeness if likeness >= LEAST else 0.0

    def may_be(self, old: Old, new: New) -> bool:
        """Whether the texts of two sections do not speak against it."""
        return old.sketch.size < SURE or self.likeness(old, new) > 0


def _single(values: Iterable[str]) -> frozenset[str]:
    return frozenset(value for value, count in Counter(values).items() if count == 1)


def _weights(old: Sequence[Old]) -> dict[int, float]:
    """Runs of words that several sections have: warnings and phrases tell less of a section."""
    counts = Counter(mark for face in old for mark in face.sketch.marks)
    return {mark: 1 / count for mark, count in counts.items() if count > 1}


def _by_children(old: Sequence[Old], new: Sequence[New], pairs: Pairs, scale: Scale) -> list[tuple[int, int]]:
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
                if (
                    parent is not None
                    and enough
                    and parent not in taken
                    and scale.may_be(old[parent], new[at])
                ):
                    whole[at] = parent
                    taken.add(parent)
    return list(whole.items())


def _between(old: Sequence[Old], new: Sequence[New], pairs: Pairs) -> list[tuple[int, int]]:
    """Sections with a new title whose text is too short to tell: they stand between the same neighbours."""
    taken = set(pairs.values())
    found = []
    for at in range(1, len(new)):
        other = pairs.get(at - 1, -2) + 1
        free = at not in pairs and 0 < other < len(old) and other not in taken
        ends = pairs.get(at + 1) == other + 1 or (at + 1 == len(new) and other + 1 == len(old))
        if free and ends and old[other].hash == new[at].hash:
            found.append((at, other))
    return found
