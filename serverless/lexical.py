"""The lexical index: an FTS5 table of tokens, one row a section, ranked by BM25 over weighted columns."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from itertools import accumulate

from .model import Figure, Section
from .plain import plain
from .tokens import JOINTS, Term, terms

WEIGHTS = {"title": 4.0, "breadcrumb": 1.0, "captions": 1.5, "body": 1.0}
"""How many words of the body one word of a column counts for."""
SMALL = 5_000
"""Sections up to which all words of a question are searched for; in a larger library the rarest are, which
tell sections apart best, because every section with any of them has to be scored."""
SCORED = 5_000
"""Sections that the words lead to there at most, each word counted for itself; two words are always taken."""

HELD = 64_000_000
"""Bytes of postings that are held before they are written: the fewer segments, the less is to be merged."""

Row = tuple[str, str, str, str]
Known = tuple[int, Term]
"""A word of a question, after the number of sections that it stands in."""
Match = tuple[int, float]
"""The row of a section and its BM25 score; larger is better."""


def create(db: sqlite3.Connection) -> None:
    """Makes the table and the view of its vocabulary."""
    columns = ", ".join(WEIGHTS)
    db.execute(
        f"CREATE VIRTUAL TABLE words USING fts5({columns}, content='', "
        f"tokenize=\"unicode61 remove_diacritics 0 tokenchars '{JOINTS}'\")"
    )
    db.execute("CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, 'row')")


def row(section: Section, held: Iterable[Figure], discussed: Iterable[Figure]) -> Row:
    """The tokens of a section; `held` are the figures that stand in it, `discussed` those it speaks of."""
    held = tuple(held)
    captions = [text for figure in held for text in (figure.label, figure.caption, figure.description)]
    captions += [text for figure in discussed for text in (figure.label, figure.caption)]
    spilled = [cell for figure in held for cell in (*figure.cells, *_table_cells(figure))]
    columns = (
        f"{section.number} {section.title} {' '.join(section.aliases)}",
        " ".join(section.breadcrumb[:-1]),
        "\n".join(captions),
        "\n".join((plain(section.text), *spilled)),
    )
    title, breadcrumb, caption, body = (" ".join(terms(text, section.lang)) for text in columns)
    return title, breadcrumb, caption, body


def _table_cells(figure: Figure) -> tuple[str, ...]:
    return tuple(cell for cells in figure.rows for cell in cells)


def fill(db: sqlite3.Connection, rows: Iterable[tuple[int, Row]]) -> None:
    """Adds the rows and merges the index into one segment."""
    db.execute("INSERT INTO words(words, rank) VALUES ('hashsize', ?)", (HELD,))
    db.executemany(
        "INSERT INTO words(rowid, title, breadcrumb, captions, body) VALUES (?, ?, ?, ?, ?)",
        ((number, *columns) for number, columns in rows),
    )
    db.execute("INSERT INTO words(words) VALUES ('optimize')")


def look_up(db: sqlite3.Connection, question: Sequence[Term]) -> tuple[Known, ...]:
    """In how many sections each word of a question stands, in any of its spellings."""
    spellings = sorted({spelling for term in question for spelling in term})
    marks = ", ".join("?" * len(spellings))
    counts = dict(db.execute(f"SELECT term, doc FROM vocabulary WHERE term IN ({marks})", spellings))  # noqa: S608
    return tuple((max(counts.get(spelling, 0) for spelling in term), term) for term in question)


def rows_with(db: sqlite3.Connection, term: Term) -> list[int]:
    """The rows of all sections with a word, in any of its spellings."""
    found = db.execute("SELECT rowid FROM words WHERE words MATCH ?", (_any(term),))
    return [row for (row,) in found]


def has_phrase(db: sqlite3.Connection, tokens: Sequence[str]) -> bool:
    """Whether the tokens follow each other in any column of any section."""
    found = db.execute("SELECT 1 FROM words WHERE words MATCH ? LIMIT 1", (f'"{" ".join(tokens)}"',))
    return found.fetchone() is not None


def _any(spellings: Iterable[str]) -> str:
    return " OR ".join(f'"{spelling}"' for spelling in spellings)


def _rarest(known: Sequence[Known]) -> list[Known]:
    words = sorted(known)
    totals = accumulate(count for count, _ in words)
    return [
        word
        for place, (word, total) in enumerate(zip(words, totals, strict=True))
        if place < 2 or total <= SCORED
    ]


def search(
    db: sqlite3.Connection, question: Sequence[Known], sections: int, k: int, within: range
) -> list[Match]:
    """The best `k` of the `sections` with any of the words, best first; only rows `within` count."""
    known = [word for word in question if word[0]]
    if sections > SMALL:
        known = _rarest(known)
    if not known:
        return []
    spellings = dict.fromkeys(spelling for _, term in known for spelling in term)
    weights = ", ".join(map(str, WEIGHTS.values()))
    found = db.execute(
        f"SELECT rowid, -bm25(words, {weights}) AS score FROM words "  # noqa: S608
        "WHERE words MATCH ? AND rowid BETWEEN ? AND ? ORDER BY score DESC, rowid LIMIT ?",
        (_any(spellings), within.start, within.stop - 1, k),
    )
    return [(int(number), float(score)) for number, score in found]
