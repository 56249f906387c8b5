"""Tables as rows, as a pipe table for the page, and as HTML that keeps spans."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from serverless.model import Struct

from . import escape, grammar, tags

WIDEST = 200
"""Rows or columns that one cell may claim; more is a slip of the producer."""


_TAGS = tags.KEPT | {"table", "tbody", "tr", "th", "td", "a", "br", "code", "span"}
_SPANS = {"rowspan", "colspan"}
_ATTRIBUTES = {"a": {"href"}, "span": {"class"}, "td": _SPANS, "th": _SPANS}


class Cell(Struct, frozen=True):
    """One cell as written; `md` is its inline Markdown, `text` its plain text."""

    text: str
    md: str
    head: bool = False
    rowspan: int = 1
    colspan: int = 1


Rows = tuple[tuple[str, ...], ...]


def span(written: str) -> int:
    """A span attribute as a number that a table can bear."""
    return min(max(int(written), 1), WIDEST) if written.isascii() and written.isdigit() else 1


def grid(rows: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    """Every place of the table with the cell that covers it, spans filled in."""
    places: list[dict[int, Cell]] = [{} for _ in rows]
    for y, row in enumerate(rows):
        x = 0
        for cell in row:
            while x in places[y]:
                x += 1
            for covered in places[y : y + cell.rowspan]:
                covered.update({x + right: cell for right in range(cell.colspan) if x + right not in covered})
            x += cell.colspan
    width = max((max(line, default=-1) for line in places), default=-1) + 1
    blank = Cell("", "")
    return [[line.get(x, blank) for x in range(width)] for line in places]


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
    """The table as HTML with its spans, on one line; its first row is the head where no cell is."""
    headless = not any(cell.head for row in rows for cell in row)
    lines = [
        "".join(_marked(cell, cell.head or (headless and y == 0)) for cell in row)
        for y, row in enumerate(rows)
    ]
    return tags.clean(f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>", _TAGS, _ATTRIBUTES)


def _marked(cell: Cell, head: bool) -> str:
    tag = "th" if head else "td"
    spans = {"rowspan": cell.rowspan, "colspan": cell.colspan}
    attributes = "".join(f' {name}="{count}"' for name, count in spans.items() if count > 1)
    return f"<{tag}{attributes}>{grammar.html(cell.md)}</{tag}>"
