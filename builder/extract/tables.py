"""Tables as rows, as a pipe table for the page, and as HTML that keeps spans."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from serverless.model import Struct

from . import escape

WIDEST = 200
"""Columns that a span may claim; more is a slip of the producer."""


class Cell(Struct, frozen=True):
    """One cell as written; `md` is its inline Markdown, `text` its plain text."""

    text: str
    md: str
    head: bool = False
    rowspan: int = 1
    colspan: int = 1


Rows = tuple[tuple[str, ...], ...]


def grid(rows: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    """Every place of the table with the cell that covers it, spans filled in."""
    places: dict[tuple[int, int], Cell] = {}
    for y, row in enumerate(rows):
        x = 0
        for cell in row:
            while (y, x) in places:
                x += 1
            for down in range(min(max(cell.rowspan, 1), len(rows) - y)):
                for right in range(min(max(cell.colspan, 1), WIDEST)):
                    places.setdefault((y + down, x + right), cell)
            x += 1
    width = max((x for _, x in places), default=-1) + 1
    blank = Cell("", "")
    return [[places.get((y, x), blank) for x in range(width)] for y in range(len(rows))]


def texts(rows: Sequence[Sequence[Cell]]) -> Rows:
    """Plain text of every place, first row first."""
    return tuple(tuple(" ".join(cell.text.split()) for cell in row) for row in grid(rows))


def pipes(rows: Sequence[Sequence[Cell]]) -> str:
    """The table as Markdown with pipes, "" for an empty one."""
    lines = [[escape.cell(cell.md) for cell in row] for row in grid(rows)]
    if not lines or not lines[0]:
        return ""
    return "\n".join(map(_piped, (lines[0], ["---"] * len(lines[0]), *lines[1:])))


def _piped(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def markup(rows: Sequence[Sequence[Cell]]) -> str:
    """The table as HTML with its spans; cells hold plain text."""
    return "<table>" + "".join(f"<tr>{''.join(map(_marked, row))}</tr>" for row in rows) + "</table>"


def _marked(cell: Cell) -> str:
    tag = "th" if cell.head else "td"
    spans = "".join(
        f' {name}="{count}"'
        for name, count in (("rowspan", cell.rowspan), ("colspan", cell.colspan))
        if count > 1
    )
    return f"<{tag}{spans}>{html.escape(cell.text, quote=False).replace(chr(10), '<br>')}</{tag}>"
