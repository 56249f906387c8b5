"""A section's Markdown as the plain text that a reader sees, in pieces that keep their kind.

The Markdown is the builder's own output, so this is no parser of every dialect: it knows the blocks that
a section may hold, and takes from each the words that stand on the page.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import Literal

from .model import Struct

PieceKind = Literal["prose", "item", "row", "code", "formula", "figure"]

FIGURE_LINE = re.compile(r"^\s*!\[(?P<label>[^\]]*)\]\(figure:(?P<id>[^)\s]+)\)\s*$")
ITEM = re.compile(r"^\s*(?:[-*+•]|\(?\d{1,3}[.)])\s+")
FENCE = re.compile(r"^\s*(`{3,}(?=[^`]*$)|~{3,})")
"""Three marks open a block, unless there are more behind them: then it is code in a line."""
OPENER = re.compile(rf"{FENCE.pattern[:-1]}|\$\$|<table\b)", re.IGNORECASE)
ALONE = re.compile(rf"{FIGURE_LINE.pattern}|^\s*\$\$.+\$\$\s*$|^\s*<table\b.*</table>\s*$", re.IGNORECASE)
"""Lines that are a block of their own: a figure, a display formula, a table of HTML."""
RULE = re.compile(r"^\s*(?:[-*_]\s*){3,}$|^\s*[:=]{3,}\s*$")
TABLE_RULE = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
CELL = re.compile(r"(?<!\\)\|")

INLINE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])"), ""),
    (re.compile(r"\[\^[^\]]+\]"), ""),
    (re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?:[^()]|\([^)]*\))*\)"), r"\1"),
    (re.compile(r"<(https?://[^>\s]+)>"), r"\1"),
    (re.compile(r"</?[a-zA-Z][^<>]*>"), ""),
    (re.compile(r"\{[#.:][^}]*\}"), ""),
    (re.compile(r"(?<![\w*])(\*{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)"), r"\2"),
    (re.compile(r"(?<!\w)(_{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)"), r"\2"),
    (re.compile(r"~~(.+?)~~"), r"\1"),
)
FORMULA = re.compile(r"\$\$.+?\$\$|(?<!\\)\$(?!\s)[^$\n]+?(?<!\s)\$|\\\(.+?\\\)|\\\[.+?\\\]", re.DOTALL)

LITERAL = re.compile(
    rf"(?P<ticks>`+)\s?(?P<code>.+?)\s?(?P=ticks)|(?P<formula>{FORMULA.pattern})"
    r"|\\(?P<escaped>[\\`*_{}\[\]()#+\-.!|~<>$])",
    re.DOTALL,
)
"""What is not Markdown inside: code, formulas, escaped marks."""
MARKS = re.compile(r"[\x00\\`$\[<{*_~&]")
"""A line without any of these is plain already: all that is taken off begins with one."""


class Piece(Struct, frozen=True):
    """One block. For a figure `text` is its label and `figure` its id.

    For a row `text` is "column: value; …" and `quote` the cell by which it is found on the page.
    """

    kind: PieceKind
    text: str
    figure: str = ""
    quote: str = ""


def plain(markdown: str) -> str:
    """All words of a section on one line each block; figures are left out."""
    return "\n".join(piece.text for piece in pieces(markdown) if piece.kind != "figure")


def inline(text: str) -> str:
    """One line of Markdown without its marks; formulas keep their dollars."""
    return " ".join((_bare(text) if MARKS.search(text) else text).split())


def _bare(text: str) -> str:
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match["code"] or match["escaped"] or match["formula"])
        return f"\x00{len(kept) - 1}\x00"

    text = LITERAL.sub(keep, text.replace("\x00", ""))
    for pattern, by in INLINE:
        text = pattern.sub(by, text)
    return re.sub(r"\x00(\d+)\x00", lambda match: kept[int(match.group(1))], html.unescape(text))


def pieces(markdown: str) -> tuple[Piece, ...]:
    """The blocks of a section in reading order."""
    return tuple(piece for block in _blocks(markdown) for piece in _read(block) if piece.text)


def figures(markdown: str) -> tuple[str, ...]:
    """The ids of the figures that stand in a section's text, in order."""
    return tuple(match["id"] for line in markdown.splitlines() if (match := FIGURE_LINE.match(line)))


def _blocks(markdown: str) -> Iterator[list[str]]:
    """Lines between blank lines; a figure, a fence, a display formula or an HTML table is one block."""
    block: list[str] = []
    closing = ""
    for line in markdown.splitlines():
        if closing:
            block.append(line)
            is_last = _closes(line, closing)
        else:
            closing = _opens(line)
            is_last = not line.strip() or bool(ALONE.match(line))
            if block and (closing or is_last):
                yield block
                block = []
            block += [line] if line.strip() else []
        if is_last and block:
            yield block
            block = []
        closing = "" if is_last else closing
    if block:
        yield block


def _opens(line: str) -> str:
    """What will close the block that `line` opens, "" where it opens none or closes it at once."""
    if ALONE.match(line):
        return ""
    opener = OPENER.match(line)
    if not opener:
        return ""
    mark = opener.group(1).lower()
    return "</table>" if mark == "<table" else mark


def _closes(line: str, closing: str) -> bool:
    stripped = line.strip().lower()
    if closing[0] in "`~":
        return stripped.startswith(closing) and not stripped.strip(closing[0])
    return stripped.endswith(closing)


def _read(block: list[str]) -> Iterator[Piece]:
    first = block[0].strip()
    figure = FIGURE_LINE.match(first)
    if figure:
        yield Piece("figure", inline(figure["label"]) or "figure", figure["id"])
    elif FENCE.match(first):
        body = block[1:-1] if len(block) > 1 and FENCE.match(block[-1]) else block[1:]
        yield Piece("code", "\n".join(body).strip())
    elif first.startswith("$$"):
        yield Piece("formula", " ".join(" ".join(block).split()))
    elif first.lower().startswith("<table"):
        yield from _rows(_html_rows("\n".join(block)))
    elif len(block) > 1 and TABLE_RULE.match(block[1]) and "|" in block[0]:
        yield from _rows([_cells(line) for line in (block[0], *block[2:])])
    else:
        yield from _flow(block)


def _flow(block: list[str]) -> Iterator[Piece]:
    """Paragraphs and list items; a line that continues an item is joined to it."""
    kind: PieceKind = "prose"
    lines: list[str] = []
    for raw in block:
        line = re.sub(r"^\s*(?:>\s?)+", "", raw)
        if RULE.match(line):
            continue
        mark = ITEM.match(line)
        heading = re.match(r"^\s*#{1,6}\s", line)
        if mark or heading:
            yield Piece(kind, inline(" ".join(lines)))
            kind, lines = ("item", [line[mark.end() :]]) if mark else ("prose", [])
        else:
            lines.append(line)
    yield Piece(kind, inline(" ".join(lines)))


def _cells(line: str) -> list[str]:
    return [inline(cell) for cell in CELL.split(line.strip().removeprefix("|").removesuffix("|"))]


def _rows(rows: list[list[str]]) -> Iterator[Piece]:
    """Each row with its column's heading in front of every value."""
    if not rows:
        return
    head = rows[0]
    for row in rows[1:] or rows:
        yield Piece("row", row_text(head if len(rows) > 1 else (), row), quote=row_quote(row))


def row_quote(row: Sequence[str]) -> str:
    """The first cell with a letter in it, or the first with anything."""
    named = [cell for cell in row if any(letter.isalpha() for letter in cell)]
    return next(iter(named), next(filter(None, row), ""))


def row_text(head: Sequence[str], row: Sequence[str]) -> str:
    """ "Method: GaLore; Perplexity: 15.64"; a heading that is empty or says the same is left out."""
    labels = [*head, *[""] * (len(row) - len(head))]
    filled = [(label, cell) for label, cell in zip(labels, row, strict=False) if cell]
    return "; ".join(f"{label}: {cell}" if label and label != cell else cell for label, cell in filled)


class _Table(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.cell: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in {"td", "th"}:
            self.cell = []

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th"} and self.cell is not None and self.rows:
            self.rows[-1].append(" ".join("".join(self.cell).split()))
            self.cell = None

    def handle_data(self, data: str) -> None:
        if self.cell is not None:
            self.cell.append(data)


def _html_rows(text: str) -> list[list[str]]:
    table = _Table()
    table.feed(text)
    table.close()
    return [row for row in table.rows if row]
