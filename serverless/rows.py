"""`library.sqlite`: a row for each document, section, figure, chunk and mention, and the lexical table.

Columns are what is looked up; the whole value stands beside them as JSON. The reader opens the file
read-only and immutable, one connection a thread, and decodes a section or a figure when it is asked for.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TypeVar

import msgspec

from . import lexical
from .model import Chunk, Document, Figure, Library, Section, Struct
from .tokens import key

SCHEMA = """
CREATE TABLE documents(row INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, json BLOB NOT NULL,
    section_start INTEGER, section_stop INTEGER, chunk_start INTEGER, chunk_stop INTEGER);
CREATE TABLE sections(row INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, document TEXT NOT NULL, parent TEXT,
    number TEXT NOT NULL, title_key TEXT NOT NULL, lang TEXT NOT NULL, noise TEXT NOT NULL,
    json BLOB NOT NULL);
CREATE INDEX sections_by_title ON sections(title_key);
CREATE INDEX sections_by_number ON sections(number);
CREATE INDEX sections_by_parent ON sections(parent);
CREATE TABLE figures(row INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, document TEXT NOT NULL,
    kind TEXT NOT NULL, number TEXT NOT NULL, home TEXT NOT NULL, quality TEXT NOT NULL, json BLOB NOT NULL);
CREATE INDEX figures_by_number ON figures(number);
CREATE TABLE chunks(row INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, section TEXT NOT NULL, figure TEXT,
    json BLOB NOT NULL);
CREATE INDEX chunks_by_figure ON chunks(figure) WHERE figure IS NOT NULL;
CREATE TABLE mentions(section TEXT NOT NULL, figure TEXT NOT NULL, held INTEGER NOT NULL,
    PRIMARY KEY(section, figure)) WITHOUT ROWID;
"""
T = TypeVar("T", Document, Section, Figure, Chunk)


class Span(Struct, frozen=True):
    """The rows of one document, or of all of them; each a half-open range."""

    sections: tuple[int, int]
    chunks: tuple[int, int]


class Traits(Struct, frozen=True):
    """Of a section; `title` is its title as `tokens.key` makes it, a root has sections below it."""

    document: str
    lang: str
    title: str
    is_root: bool


class Pointer(Struct, frozen=True):
    """What a chunk points to: its section, and the figure whose words it holds."""

    section: str
    figure: str | None


class Words(Struct, frozen=True):
    """How a section is looked up: its title as `tokens.key` makes it, and its words unless it is noise."""

    title: str
    row: lexical.Row | None


def worded(sections: Sequence[Section], figures: Sequence[Figure]) -> tuple[Words, ...]:
    """The words of each section; `figures` are all of the same documents."""
    held: dict[str, list[Figure]] = {}
    discussed: dict[str, list[Figure]] = {}
    for figure in figures:
        held.setdefault(figure.home, []).append(figure)
        for section in figure.mentioned_in:
            discussed.setdefault(section, []).append(figure)

    def row(item: Section) -> lexical.Row | None:
        is_noise = item.noise != "none"
        return None if is_noise else lexical.row(item, held.get(item.id, ()), discussed.get(item.id, ()))

    return tuple(Words(key(item.title, item.lang), row(item)) for item in sections)


def write(path: Path, library: Library, words: Sequence[Words]) -> None:
    """Writes a new file; rows are numbered from 0 in the library's order, `words` are of its sections."""
    db = sqlite3.connect(path)
    db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 4096;")
    db.execute("BEGIN")
    for statement in SCHEMA.strip().rstrip(";").split(";"):
        db.execute(statement)
    lexical.create(db)
    db.executemany("INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?)", _documents(library))
    db.executemany("INSERT INTO sections VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", _sections(library, words))
    db.executemany("INSERT INTO figures VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _figures(library))
    db.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?, ?)", _chunks(library))
    db.executemany("INSERT INTO mentions VALUES (?, ?, ?)", _mentions(library))
    lexical.fill(db, ((row, one.row) for row, one in enumerate(words) if one.row))
    db.commit()
    db.close()


def _documents(library: Library) -> Iterator[tuple[object, ...]]:
    homes = {section.id: section.document for section in library.sections}
    sections = _spans([section.document for section in library.sections])
    chunks = _spans([homes[chunk.section] for chunk in library.chunks])
    for row, document in enumerate(library.documents):
        spans = (*sections.get(document.id, (0, 0)), *chunks.get(document.id, (0, 0)))
        yield row, document.id, msgspec.json.encode(document), *spans


def _spans(owners: Sequence[str]) -> dict[str, tuple[int, int]]:
    spans: dict[str, tuple[int, int]] = {}
    for row, owner in enumerate(owners):
        spans[owner] = (spans.get(owner, (row, row))[0], row + 1)
    return spans


def _sections(library: Library, words: Sequence[Words]) -> Iterator[tuple[object, ...]]:
    for row, (item, own) in enumerate(zip(library.sections, words, strict=True)):
        number = number_key(item.number)
        place = (row, item.id, item.document, item.parent, number, own.title, item.lang, item.noise)
        yield *place, msgspec.json.encode(item)


def _figures(library: Library) -> Iterator[tuple[object, ...]]:
    for row, item in enumerate(library.figures):
        place = (row, item.id, item.document, item.kind, number_key(item.number), item.home, item.quality)
        yield *place, msgspec.json.encode(item)


def _chunks(library: Library) -> Iterator[tuple[object, ...]]:
    for row, chunk in enumerate(library.chunks):
        yield row, chunk.id, chunk.section, chunk.figure, msgspec.json.encode(chunk)


def _mentions(library: Library) -> Iterator[tuple[str, str, int]]:
    for figure in library.figures:
        yield figure.home, figure.id, 1
        for section in sorted(set(figure.mentioned_in) - {figure.home}):
            yield section, figure.id, 0


def number_key(number: str) -> str:
    """A section's or a figure's number as it is compared: "D.1." and "d.1" are the same."""
    return number.strip().strip(".()").casefold()


class Rows:
    """An open `library.sqlite`; safe from several threads."""

    def __init__(self, path: Path) -> None:
        self._uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
        self._open = threading.local()
        self.section = lru_cache(maxsize=1024)(self._section)
        self.figure = lru_cache(maxsize=1024)(self._figure)

    @property
    def db(self) -> sqlite3.Connection:
        """This thread's connection."""
        if not hasattr(self._open, "db"):
            self._open.db = sqlite3.connect(self._uri, uri=True)
        connection: sqlite3.Connection = self._open.db
        return connection

    def documents(self) -> tuple[Document, ...]:
        return self._all("documents", Document)

    def library(self) -> Library:
        """The whole corpus, for tools that measure; the reader itself never needs it."""
        return Library(
            self.documents(),
            self._all("sections", Section),
            self._all("figures", Figure),
            self._all("chunks", Chunk),
        )

    @cached_property
    def _whole(self) -> Span:
        (sections,) = self.db.execute("SELECT count(*) FROM sections").fetchone()
        (chunks,) = self.db.execute("SELECT count(*) FROM chunks").fetchone()
        return Span((0, sections), (0, chunks))

    def span(self, document: str | None) -> Span | None:
        """The rows of a document, of the whole library where it is None, None where there is no such one."""
        if document is None:
            return self._whole
        found = self.db.execute(
            "SELECT section_start, section_stop, chunk_start, chunk_stop FROM documents WHERE id = ?",
            (document,),
        ).fetchone()
        return Span(tuple(found[:2]), tuple(found[2:])) if found else None

    def pointers(self, chunks: Sequence[int]) -> dict[int, Pointer]:
        """What the chunks with these rows point to."""
        marks = ", ".join("?" * len(chunks))
        found = self.db.execute(f"SELECT row, section, figure FROM chunks WHERE row IN ({marks})", chunks)  # noqa: S608
        return {row: Pointer(section, figure) for row, section, figure in found}

    def section_ids(self, rows: Sequence[int]) -> dict[int, str]:
        """The ids of the sections with these rows."""
        marks = ", ".join("?" * len(rows))
        return dict(self.db.execute(f"SELECT row, id FROM sections WHERE row IN ({marks})", rows))  # noqa: S608

    def holders(self, rows: Sequence[int]) -> dict[str, int]:
        """How many of the sections with these rows each document holds."""
        marks = ", ".join("?" * len(rows))
        query = f"SELECT document, count(*) FROM sections WHERE row IN ({marks}) GROUP BY document"  # noqa: S608
        return dict(self.db.execute(query, rows))

    def traits(self, ids: Sequence[str]) -> dict[str, Traits]:
        """What is known of these sections without reading them."""
        marks = ", ".join("?" * len(ids))
        below = "parent IS NULL AND EXISTS (SELECT 1 FROM sections AS child WHERE child.parent = sections.id)"
        query = f"SELECT id, document, lang, title_key, {below} FROM sections WHERE id IN ({marks})"  # noqa: S608
        found = self.db.execute(query, ids)
        return {
            section: Traits(document, lang, title, bool(root))
            for section, document, lang, title, root in found
        }

    def chunks_of(self, figure: str) -> list[int]:
        """The rows of the chunks that hold the words of a figure."""
        return [row for (row,) in self.db.execute("SELECT row FROM chunks WHERE figure = ?", (figure,))]

    def titled(self, title: str) -> list[str]:
        """Sections whose title has this key, in reading order."""
        return self._ids("SELECT id FROM sections WHERE title_key = ? AND noise = 'none' ORDER BY row", title)

    def numbered(self, number: str) -> list[str]:
        """Sections with this number, in reading order."""
        return self._ids(
            "SELECT id FROM sections WHERE number = ? AND noise = 'none' ORDER BY row", number_key(number)
        )

    def children(self, section: str) -> list[str]:
        """The sections right below a section, in reading order."""
        return self._ids("SELECT id FROM sections WHERE parent = ? AND noise = 'none' ORDER BY row", section)

    def exhibits(self, number: str) -> list[str]:
        """Figures with this number, of any kind, in reading order."""
        return self._ids("SELECT id FROM figures WHERE number = ? ORDER BY row", number_key(number))

    def figures_of(self, section: str) -> list[str]:
        """Figures that a section holds, then those that it speaks of, in reading order."""
        return self._ids(
            "SELECT figure FROM mentions JOIN figures ON figures.id = figure "
            "WHERE section = ? ORDER BY held DESC, row",
            section,
        )

    def _ids(self, query: str, value: str) -> list[str]:
        return [found for (found,) in self.db.execute(query, (value,))]

    def _all(self, table: str, kind: type[T]) -> tuple[T, ...]:
        found = self.db.execute(f"SELECT json FROM {table} ORDER BY row")  # noqa: S608
        return tuple(msgspec.json.decode(blob, type=kind) for (blob,) in found)

    def _one(self, table: str, kind: type[T], key: str) -> T:
        found = self.db.execute(f"SELECT json FROM {table} WHERE id = ?", (key,)).fetchone()  # noqa: S608
        if not found:
            raise KeyError(key)
        return msgspec.json.decode(found[0], type=kind)

    def _section(self, key: str) -> Section:
        return self._one("sections", Section, key)

    def _figure(self, key: str) -> Figure:
        return self._one("figures", Figure, key)
