"""What a build changed: the library that was shipped before, held against the one that is shipped now."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from serverless.model import Figure, Library, Section, Struct

from .lock.memory import Lock


class Entry(Struct, frozen=True):
    """A document, a section or a figure; `was` is what it was called, or where it was."""

    id: str
    title: str
    url: str
    document: str
    was: str = ""


class Picture(Struct, frozen=True):
    """A figure with the file of its first panel, "" where it has none."""

    entry: Entry
    image: str


class Delta(Struct, frozen=True):
    """What is new, what is other than it was, what stands elsewhere, and what is no more."""

    added: tuple[Entry, ...] = ()
    changed: tuple[Entry, ...] = ()
    moved: tuple[Entry, ...] = ()
    removed: tuple[Entry, ...] = ()


class Changes(Struct, frozen=True):
    """`led` are old addresses and where they lead; `figures` are those that are new or other than they were.

    `embedded` of `chunks` passages had no vector before; `warnings` are those that nobody saw before.
    """

    documents: Delta
    sections: Delta
    led: tuple[tuple[str, str], ...]
    figures: tuple[Picture, ...]
    lost: tuple[Entry, ...]
    warnings: tuple[tuple[str, str], ...]
    embedded: int
    chunks: int

    @property
    def is_empty(self) -> bool:
        none = Delta()
        same = self.documents == none == self.sections and not (self.figures or self.lost)
        return same and not (self.led or self.warnings or self.embedded)


def compare(before: Library, after: Library, lock: Lock) -> Changes:
    """`lock` says where old addresses lead now."""
    moved = {memory.id_of(past.slug): past.to for memory in lock.values() for past in memory.moved}
    embedded = {chunk.embedded for chunk in before.chunks}
    known = {(document.id, text) for document in before.documents for text in document.warnings}
    fresh = [(document.id, text) for document in after.documents for text in document.warnings]
    now, was = Shelf(after), Shelf(before)
    pairs = _pairs(was, now, moved)
    return Changes(
        documents=_documents(before, after, moved),
        sections=_sections(was, now, pairs),
        led=tuple((old, new) for old, new in pairs.items() if old != new),
        figures=tuple(_figures(was, now, pairs)),
        lost=tuple(_lost(was, now, pairs)),
        warnings=tuple(warning for warning in fresh if warning not in known),
        embedded=sum(chunk.embedded not in embedded for chunk in after.chunks),
        chunks=len(after.chunks),
    )


class Shelf:
    """A library by its ids."""

    def __init__(self, library: Library) -> None:
        self.titles = {document.id: document.title for document in library.documents}
        self.sections = {section.id: section for section in library.sections}
        self.figures = {figure.id: figure for figure in library.figures}

    def entry(self, section: Section, was: str = "") -> Entry:
        title = " ".join(f"{section.number} {section.title}".split())
        return Entry(section.id, title, section.url, self.titles[section.document], was)

    def picture(self, figure: Figure, was: str = "") -> Picture:
        url = f"{self.sections[figure.home].url}#{figure.anchor}"
        entry = Entry(figure.id, figure.name, url, self.titles[figure.document], was)
        return Picture(entry, next((panel.path for panel in figure.panels), ""))


def _pairs(was: Shelf, now: Shelf, moved: Mapping[str, str]) -> dict[str, str]:
    """Where each old section is now, if it is anywhere; several may be in one."""
    led = {old: old if old in now.sections else moved.get(old, "") for old in was.sections}
    return {old: new for old, new in led.items() if new in now.sections}


def _documents(before: Library, after: Library, moved: Mapping[str, str]) -> Delta:
    was = {document.id: document for document in before.documents}
    now = {document.id: document for document in after.documents}
    names = {moved[old]: old for old in was if moved.get(old) in now and moved[old] not in was}
    entries = {name: Entry(name, one.title, one.url, one.title) for name, one in {**was, **now}.items()}
    return Delta(
        added=tuple(entries[name] for name in now if name not in was and name not in names),
        changed=tuple(
            entries[name]
            for name in now
            if name in was and was[name].source.sha256 != now[name].source.sha256
        ),
        moved=tuple(
            Entry(name, now[name].title, now[name].url, now[name].title, old) for name, old in names.items()
        ),
        removed=tuple(entries[name] for name in was if name not in now and name not in names.values()),
    )


def _sections(was: Shelf, now: Shelf, pairs: Mapping[str, str]) -> Delta:
    known: dict[str, str] = {}
    for old, new in pairs.items():
        if old == new or new not in was.sections:
            known.setdefault(new, old)
    first = {new: known[new] for new in now.sections if new in known}
    strays = set(_strays(was, now, first))
    changed = [(now.sections[new], was.sections[old]) for new, old in first.items()]
    return Delta(
        added=tuple(now.entry(one) for name, one in now.sections.items() if name not in first),
        changed=tuple(
            now.entry(new, old.title if old.title != new.title else "")
            for new, old in changed
            if _text(new) != _text(old) or new.title != old.title
        ),
        moved=tuple(now.entry(now.sections[new]) for new in first if new in strays),
        removed=tuple(was.entry(one) for name, one in was.sections.items() if name not in pairs),
    )


def _text(section: Section) -> str:
    return section.text.replace(f"(figure:{section.document}#", "(figure:#")


def _strays(was: Shelf, now: Shelf, first: Mapping[str, str]) -> Iterator[str]:
    """Sections below another one than before, or among their neighbours in another place."""
    names = {old: new for new, old in first.items()}
    families: dict[str, list[str]] = defaultdict(list)
    for new, old in first.items():
        parent, before = now.sections[new].parent, was.sections[old].parent
        if (names.get(before) if before else None) == parent:
            families[parent or ""].append(new)
        elif before in names or parent in first:
            yield new
    for family in families.values():
        orders = [was.sections[first[name]].order for name in family]
        kept = _rising(orders)
        yield from (name for name, order in zip(family, orders, strict=True) if order not in kept)


def _rising(orders: Sequence[int]) -> set[int]:
    """The members of a longest rising run: whoever is not among them was moved."""
    tops: list[int] = []
    before: dict[int, int | None] = {}
    for order in orders:
        at = bisect_left(tops, order)
        before[order] = tops[at - 1] if at else None
        tops[at : at + 1] = [order]
    kept: set[int] = set()
    last = tops[-1] if tops else None
    while last is not None:
        kept.add(last)
        last = before[last]
    return kept


def _figures(was: Shelf, now: Shelf, pairs: Mapping[str, str]) -> Iterator[Picture]:
    """Figures that are new or have other files or another caption; pictures for decoration are left out."""
    known = {_name(figure, pairs): figure for figure in was.figures.values()}
    for figure in now.figures.values():
        if figure.quality == "good":
            old = known.get(figure.id)
            if old is None:
                yield now.picture(figure)
            elif _drawn(old) != _drawn(figure):
                yield now.picture(figure, "changed")


def _name(figure: Figure, pairs: Mapping[str, str]) -> str:
    """The figure's id, in its document's name of today."""
    return f"{pairs.get(figure.document, figure.document)}#{figure.anchor}"


def _drawn(figure: Figure) -> object:
    return [panel.id for panel in figure.panels], figure.caption, figure.rows, figure.latex


def _lost(was: Shelf, now: Shelf, pairs: Mapping[str, str]) -> Iterator[Entry]:
    for figure in was.figures.values():
        if figure.quality == "good" and _name(figure, pairs) not in now.figures:
            yield was.picture(figure).entry
