"""The addresses of a build: what is remembered is held against the documents as they are now."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Literal

import msgspec

from serverless.model import Struct

from ..tree import Tree
from .documents import origins, strays
from .edition import Edition
from .memory import Gone, Lock, Memory, Moved, Past

Kind = Literal["moved", "gone", "collision", "absent"]


class Shift(Struct, frozen=True):
    """What became of an address in this build.

    `moved`: it leads on to the section with the id `to`. `gone`: its section is no more, and `to` stands
    nearest. `collision`: its section is `to` now, and another one took the address. `absent`: the document
    is not there, and neither is any of its pages. `id` is that of the section or the document.
    """

    kind: Kind
    id: str
    title: str
    to: str = ""


class Settled(Struct, frozen=True):
    """The trees with the ids that their sections keep, what to remember, and what changed."""

    trees: tuple[Tree, ...]
    lock: dict[str, Memory]
    shifts: tuple[Shift, ...]


def settle(trees: Sequence[Tree], lock: Lock, unread: Collection[str] = ()) -> Settled:
    """Gives surviving sections their remembered ids; `unread` are the documents that failed this time.

    Pure, and settled for good: the same trees with the lock that comes out give the same again.
    """
    names = origins(trees, lock, unread)
    known = frozenset(names.values())
    editions = [
        Edition(tree, lock.get(names.get(tree.document.id, "")), lock.get(tree.document.id)) for tree in trees
    ]
    fates = _fates(editions)
    live = {name for edition in editions for name in edition.now}
    made = {edition.tree.document.id: edition for edition in editions}
    shifts: list[Shift] = []
    memories: dict[str, Memory] = {}
    for name in sorted({*lock, *made}):
        was = lock.get(name, Memory(name, ""))
        turned = _turned(was, fates, live) if name in made or name in known else []
        now = _now(was, made.get(name), is_renamed=name in known, is_unread=name in unread)
        if now.absent and not was.absent:
            turned.append((Shift("absent", name, was.title), None))
        shifts += [shift for shift, _ in turned]
        older = [_led(past, fates) for past in (*was.moved, *was.gone)]
        memories[name] = _leading(now, [*older, *(past for _, past in turned if past)], live)
    return Settled(tuple(edition.tree for edition in editions), memories, tuple(shifts))


class Fates(Struct, frozen=True):
    """By the ids of the last build: the ids of surviving sections, and what stands nearest to the others."""

    stays: dict[str, str]
    near: dict[str, str]


def _fates(editions: Sequence[Edition]) -> Fates:
    own = [(edition, edition.was, edition.stays()) for edition in editions]
    lost = {
        edition.tree.document.id: [at for at in edition.lost if at not in fate] for edition, _, fate in own
    }
    stays = strays(editions, lost)
    near: dict[str, str] = {}
    for edition, was, fate in own:
        for at, face in enumerate(edition.old) if was else ():
            name = was.id_of(face.slug) if was else ""
            if at in fate:
                stays[name] = fate[at]
            elif name not in stays:
                near[name] = edition.near(at, fate)
    return Fates(stays, near)


def _led(past: Past, fates: Fates) -> Past:
    """An older address, led on to where its section is now: there are no chains."""
    if past.target in fates.stays:
        return _towards(past, fates.stays[past.target], lost=isinstance(past, Gone))
    if past.target in fates.near:
        return _towards(past, fates.near[past.target], lost=True)
    return past


def _towards(past: Past, target: str, *, lost: bool) -> Past:
    own = (past.slug, past.title, past.hash, past.sketch)
    return Gone(*own, near=target) if lost else Moved(*own, to=target)


def _turned(was: Memory, fates: Fates, live: Collection[str]) -> list[tuple[Shift, Past | None]]:
    """The addresses of the last build that are no section's any more, or another section's."""
    turned: list[tuple[Shift, Past | None]] = []
    for entry in was.kept:
        name = was.id_of(entry.slug)
        now, near = fates.stays.get(name, ""), fates.near.get(name, "")
        if now == name:
            continue
        if name in live:
            turned.append((Shift("collision", name, entry.title, now or near), None))
        else:
            kind: Kind = "moved" if now else "gone"
            turned.append(
                (Shift(kind, name, entry.title, now or near), _towards(entry, now or near, lost=not now))
            )
    return turned


def _now(was: Memory, edition: Edition | None, *, is_renamed: bool, is_unread: bool) -> Memory:
    """What is remembered of a document's sections from now on; one that is not here keeps its own."""
    if edition:
        return Memory(was.id, edition.tree.document.title, edition.kept())
    kept = () if is_renamed else was.kept
    return Memory(was.id, was.title, kept, absent=bool(kept) and not is_unread)


def _leading(now: Memory, pasts: Iterable[Past], live: Collection[str]) -> Memory:
    """The document with the addresses that lead elsewhere; one that is a page again is none of them."""
    old = sorted((past for past in pasts if now.id_of(past.slug) not in live), key=lambda past: past.slug)
    return msgspec.structs.replace(
        now,
        moved=tuple(past for past in old if isinstance(past, Moved)),
        gone=tuple(past for past in old if isinstance(past, Gone)),
    )
