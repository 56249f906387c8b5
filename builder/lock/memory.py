"""What is remembered of a document, and its text in library.lock: one line a section.

Sections stand in reading order below their document and lines name no position, so that an inserted section
is one inserted line of a diff.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from serverless.errors import ConfigError
from serverless.model import Struct

from .. import disk, ids
from .sketch import Sketch, packed, unpacked

FILE = "library.lock"
VERSION = 1
NOTE = "Written by `sourceleaf build`; commit it. It keeps the addresses of sections from edition to edition."
HASH = 12
"""Characters of a text's hash that are kept."""


class Past(Struct, frozen=True):
    """What a text and its title were, to know them again."""

    slug: str
    title: str
    hash: str
    sketch: Sketch = Sketch()

    @property
    def target(self) -> str:
        """The id of the section that the address leads to, "" for one that leads nowhere else."""
        return ""


class Kept(Past, frozen=True):
    """A section that has its page at `slug`; the root has level 0 and no slug."""

    level: int = 0
    number: str = ""
    changed: str = ""
    """The day on which its text came to be as it is, "" where that is not known."""


class Moved(Past, frozen=True, kw_only=True):
    """An address that leads on to the section with the id `to`."""

    to: str

    @property
    def target(self) -> str:
        return self.to


class Gone(Past, frozen=True, kw_only=True):
    """An address whose section is no more; `near` is the id of the section that stands nearest."""

    near: str

    @property
    def target(self) -> str:
        return self.near


class Memory(Struct, frozen=True):
    """One document: its sections in reading order, then the addresses that lead elsewhere, by slug.

    One that is `absent` was not among the documents of the last build.
    """

    id: str
    title: str
    kept: tuple[Kept, ...] = ()
    moved: tuple[Moved, ...] = ()
    gone: tuple[Gone, ...] = ()
    absent: bool = False

    def id_of(self, slug: str) -> str:
        return ids.section_id(self.id, slug)


Lock = Mapping[str, Memory]
"""Documents by id."""


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of the file; which of its fields are there tells what it is."""

    lock: int = 0
    note: str = ""
    document: str | None = None
    section: str | None = None
    moved: str | None = None
    gone: str | None = None
    to: str = ""
    near: str = ""
    level: int = 0
    number: str = ""
    title: str = ""
    absent: bool = False
    changed: str = ""
    hash: str = ""
    size: int = 0
    marks: str = ""


def text(lock: Lock) -> str:
    """The whole file."""
    lines = [_Line(lock=VERSION, note=NOTE), *(line for name in sorted(lock) for line in _lines(lock[name]))]
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


def _lines(memory: Memory) -> Iterator[_Line]:
    yield _Line(document=memory.id, title=memory.title, absent=memory.absent)
    for kept in memory.kept:
        yield _line(kept, section=kept.slug, level=kept.level, number=kept.number, changed=kept.changed)
    for moved in sorted(memory.moved, key=lambda entry: entry.slug):
        yield _line(moved, moved=moved.slug, to=moved.to)
    for gone in sorted(memory.gone, key=lambda entry: entry.slug):
        yield _line(gone, gone=gone.slug, near=gone.near)


def _line(past: Past, **fields: object) -> _Line:
    sketch = past.sketch
    own = {"title": past.title, "hash": past.hash, "size": sketch.size, "marks": packed(sketch.marks)}
    return msgspec.convert({**fields, **own}, _Line)


def parse(source: str) -> dict[str, Memory]:
    """The documents of a lock file; raises ValueError that names the line."""
    lock: dict[str, Memory] = {}
    parts: list[tuple[_Line, list[Past]]] = []
    for number, raw in enumerate(source.removesuffix("\n").split("\n"), 1):
        try:
            line = msgspec.json.decode(raw, type=_Line)
            if number == 1 and line.lock != VERSION:
                raise ValueError(f"version {line.lock} is not {VERSION}")
            if line.document is not None:
                parts.append((line, []))
            elif number > 1:
                parts[-1][1].append(_entry(line))
        except (ValueError, IndexError) as error:
            raise ValueError(f"line {number}: {error}") from None
    for head, entries in parts:
        memory = _memory(head, entries)
        lock[memory.id] = memory
    return lock


def _memory(head: _Line, entries: Iterable[Past]) -> Memory:
    own = tuple(entries)
    return Memory(
        id=head.document or "",
        title=head.title,
        kept=tuple(entry for entry in own if isinstance(entry, Kept)),
        moved=tuple(entry for entry in own if isinstance(entry, Moved)),
        gone=tuple(entry for entry in own if isinstance(entry, Gone)),
        absent=head.absent,
    )


def _entry(line: _Line) -> Past:
    past = (line.title, line.hash, Sketch(line.size, unpacked(line.marks)))
    if line.section is not None:
        return Kept(line.section, *past, line.level, line.number, line.changed)
    if line.moved is not None:
        return Moved(line.moved, *past, to=line.to)
    if line.gone is not None:
        return Gone(line.gone, *past, near=line.near)
    raise ValueError("it names neither a document nor a section")


def read(path: Path) -> dict[str, Memory]:
    """What an earlier build wrote; nothing where there is no file. Raises ConfigError for a broken one."""
    try:
        return parse(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (ValueError, OSError) as error:
        hint = "take one side of a merge whole, or take the file of the last commit, and build again"
        raise ConfigError(f"{path}: {error}", hint) from None


def write(path: Path, lock: Lock) -> bool:
    """Writes the file, unless it says the same already; True when it was written."""
    return disk.put(path, text(lock).encode())
