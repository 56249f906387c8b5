"""One document as it was and as it is: what became of each of its sections."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

import msgspec

from .. import ids
from ..tree import Tree
from . import face, matching
from .face import New, Old
from .matching import Pairs
from .memory import Kept, Memory

MERGED = 0.3
"""Share of a section's text that must stand in another one that is said to hold it."""
HELD = 4
"""Weight of the hashes of it that must stand there."""
LITTLE = 2
"""The same where all of it stands in a section that stood beside it."""
NEAR = 0.2
"""The same for one that is said to be the nearest."""


class Edition:
    """`was` is what is remembered of the document, under this name or the one that it had."""

    def __init__(self, tree: Tree, was: Memory | None, names: Memory | None) -> None:
        self.was = was
        self.old: list[Old] = face.olds(was.kept) if was else []
        self.new: list[New] = face.news(tree)
        self.scale = matching.Scale(self.old, self.new)
        self.pairs: Pairs = matching.matched(self.old, self.new)
        self.back = self._returned(names)
        self.tree = renamed(tree, self._slugs(names))
        self.now = [section.id for section in self.tree.sections]

    def _returned(self, names: Memory | None) -> dict[int, str]:
        """The slugs of sections that come back, by the places of these."""
        pasts = [Old(past, None, "", 0.5) for past in (*names.moved, *names.gone)] if names else []
        return {at: pasts[of].slug for at, of in matching.returned(pasts, self.new, self.pairs).items()}

    def _slugs(self, names: Memory | None) -> tuple[str, ...]:
        """The slug of each section; a new one takes no address that another one had."""
        entries = (*names.kept, *names.moved, *names.gone) if names else ()
        kept = {at: self.old[of].slug for at, of in self.pairs.items()} | self.back
        named = [
            ids.Named(one.section.title, one.anchor, one.parent - 1 if one.parent else None, kept.get(at, ""))
            for at, one in enumerate(self.new)
        ]
        return ("", *ids.slugs(named[1:], {entry.slug for entry in entries}))

    @property
    def fresh(self) -> list[int]:
        """The places of sections that are new."""
        return [at for at in range(len(self.new)) if at not in self.pairs and at not in self.back]

    def kept(self) -> tuple[Kept, ...]:
        """What is to be remembered of the sections that are here now."""
        return tuple(self._kept(at) for at in range(len(self.new)))

    def _kept(self, at: int) -> Kept:
        new, section = self.new[at], self.tree.sections[at]
        known = self.old[self.pairs[at]] if at in self.pairs else None
        same = known is not None and known.hash == new.hash
        drawn = known.sketch if known is not None and same else new.sketch
        return Kept(section.slug, section.title, new.hash, drawn, section.level, section.number)

    def stays(self) -> dict[int, str]:
        """The id that each old section has now, by its place; those that stand in another one have its id."""
        fate = {of: self.now[at] for at, of in self.pairs.items()}
        return fate | {
            at: self.now[into] for at in self.lost if (into := self.holder(at, MERGED)) is not None
        }

    @property
    def lost(self) -> list[int]:
        """The places of old sections that no section is any more."""
        taken = set(self.pairs.values())
        return [at for at in range(len(self.old)) if at not in taken]

    def holder(self, at: int, share: float) -> int | None:
        """The section that holds so much of the old one's text, or its title among those merged into it."""
        named = self._aliases.get(self.old[at].name, [])
        if len(named) == 1:
            return named[0]
        best, hits, place = self._best(at)
        enough = hits >= HELD or (best == 1 and hits >= LITTLE and place in self._beside(at))
        return place if best >= share and enough else None

    def _best(self, at: int) -> tuple[float, float, int]:
        """The largest share of an old text that stands in one changed section, its weight, and the place."""
        old, weights = self.old[at], self.scale.weights
        hits: dict[int, float] = defaultdict(float)
        for mark in old.sketch.marks:
            for place in self._holders.get(mark, ()):
                hits[place] += weights.get(mark, 1)
        whole = sum(weights.get(mark, 1) for mark in old.sketch.marks)
        most = max(hits, key=lambda place: (hits[place], -abs(old.place - self.new[place].place)), default=-1)
        return (hits[most] / whole, hits[most], most) if hits else (0.0, 0.0, -1)

    def _beside(self, at: int) -> set[int]:
        """The places of the sections that stood right before and right behind an old one."""
        return {place for place, of in self.pairs.items() if abs(of - at) == 1}

    @cached_property
    def _aliases(self) -> dict[str, list[int]]:
        """The places of sections by the headings that were merged into them."""
        named: dict[str, list[int]] = defaultdict(list)
        for place, new in enumerate(self.new):
            for alias in new.section.aliases:
                named[face.plain(alias)].append(place)
        return named

    @cached_property
    def _holders(self) -> dict[int, list[int]]:
        """The places of changed sections by the runs of words in them."""
        known = {one.hash for one in self.old}
        holders: dict[int, list[int]] = defaultdict(list)
        for place, new in enumerate(self.new):
            for run in new.runs if new.hash not in known else ():
                holders[run].append(place)
        return holders

    def near(self, at: int, fate: dict[int, str]) -> str:
        """The id of the section that stands nearest to where an old one was."""
        holder = self.holder(at, NEAR)
        if holder is not None:
            return self.now[holder]
        parent = self.old[at].parent
        around = [parent] if parent else []
        around += [*range(at - 1, 0, -1), *range(at + 1, len(self.old))]
        return next((fate[place] for place in around if place in fate), self.now[0])


def renamed(tree: Tree, slugs: Sequence[str]) -> Tree:
    """The tree with these slugs, and with the ids that follow from them, wherever they stand."""
    if all(section.slug == slug for section, slug in zip(tree.sections, slugs, strict=True)):
        return tree
    name = tree.document.id
    names = {
        section.id: ids.section_id(name, slug) for section, slug in zip(tree.sections, slugs, strict=True)
    }
    sections = [
        msgspec.structs.replace(
            section,
            id=names[section.id],
            slug=slug,
            parent=names[section.parent] if section.parent else section.parent,
        )
        for section, slug in zip(tree.sections, slugs, strict=True)
    ]
    figures = [
        msgspec.structs.replace(
            figure,
            home=names[figure.home],
            mentioned_in=tuple(names[section] for section in figure.mentioned_in),
        )
        for figure in tree.figures
    ]
    return msgspec.structs.replace(
        tree,
        sections=tuple(sections),
        figures=tuple(figures),
        anchored=tuple(names[section] for section in tree.anchored),
    )
