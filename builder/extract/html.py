"""HTML inside Markdown as blocks: cleaned first, then read; nothing of it reaches a page raw."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html.parser import HTMLParser

from builder.blocks import Block, ImageRef

from . import blocks, escape, pages, tables, tags
from .tables import Cell
from .writer import Inline, Scope, Writer

SLOTS = {"image": "picture", "formula-not-decoded": "formula"}
"""Comments by which a producer marks the place of what it left out."""

DEEPEST = 100
"""Levels of open elements; no page needs more, and cleaning time grows with their square."""

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = """
p div section article aside header footer main nav center figure figcaption details summary address dl dt dd
form fieldset blockquote hr body html caption
"""
_BREAKING = frozenset(_BLOCKS.split()) | _HEADINGS.keys()
_HINTS = {"figcaption": "caption", "caption": "caption"}
_EMPTY = {"svg", "math", "base", "meta", "link", "param", "embed", "frame"}
"""Tags that go, while text inside them stays."""

_ATTRIBUTES = {
    "img": {"src", "alt", "title"},
    "a": {"href"},
    "td": {"rowspan", "colspan"},
    "th": {"rowspan", "colspan"},
    "ol": {"start"},
}


def blocks_of(source: str, line: int, scope: Scope) -> Sequence[Block]:
    """The blocks of an HTML fragment that starts at `line`."""
    slot = re.fullmatch(r"\s*<!--\s*([\w-]+)\s*-->\s*", source)
    if slot and slot[1] in SLOTS:
        return [_slot(slot[1], line, scope)]
    if slot and slot[1] == "PageBreak":
        return [Block(kind="html", text="", md="", line=line, hint=pages.BREAK)]
    for name in sorted(tags.MUTED & {tags.name_of(tag[0])[0] for tag in re.finditer(r"<\w+", source)}):
        scope.warn(f"<{name}> was left out with what it holds")
    if tags.depth(source) > DEEPEST:
        scope.warn(f"line {line}: HTML nested deeper than {DEEPEST} levels was read as plain text")
        text = " ".join(re.sub(r"<[^<>]*>", " ", source).split())
        return blocks.paragraph(Inline(text, escape.words(text)), line)
    reader = _Reader(line, scope)
    reader.feed(tags.clean(tags.foreign_as_text(source), tags.KNOWN - _EMPTY, _ATTRIBUTES))
    reader.close()
    return reader.finish()


def _slot(name: str, line: int, scope: Scope) -> Block:
    scope.warn(f"the producer left marks <!-- {name} --> where it had no {SLOTS[name]}")
    return Block(
        kind="image", text="", md="", line=line, images=(ImageRef(href=""),), hint=f"missing-{SLOTS[name]}"
    )


class _Reader(HTMLParser):
    """Turns the events of clean HTML into blocks; one open paragraph, heading, item or cell at a time."""

    def __init__(self, line: int, scope: Scope) -> None:
        super().__init__()
        self.line = line
        self.scope = scope
        self.blocks: list[Block] = []
        self.writer = self._fresh()
        self.within: list[str] = []
        self.lists: list[_List] = []
        self.table: _Table | None = None
        self.code: list[str] | None = None

    def _fresh(self) -> Writer:
        return Writer(self.scope)

    def _taken(self) -> Inline:
        taken, self.writer = self.writer.done(), self._fresh()
        return taken

    @property
    def _here(self) -> int:
        return self.line + self.getpos()[0] - 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if self.table:
            self._in_table(tag, attributes)
        elif tag == "table":
            self._flush()
            self.table = _Table(self._here)
        elif tag in {"ul", "ol"}:
            self._flush()
            self.lists.append(_List(tag, attributes.get("start", "")))
        elif tag == "li":
            self._flush()
            if self.lists:
                self.lists[-1].count += 1
        elif tag == "pre":
            self._flush()
            self.code = []
        elif tag in _BREAKING:
            self._flush()
            self.within.append(tag)
        else:
            self.writer.tag(tag, False, attributes)

    def handle_endtag(self, tag: str) -> None:
        if self.table:
            self._out_of_table(tag)
        elif tag in {"ul", "ol"}:
            self._flush()
            self._end_list()
        elif tag == "pre" and self.code is not None:
            self.blocks.extend(blocks.code("".join(self.code), "", self._here))
            self.code = None
        elif tag in _BREAKING or tag == "li":
            self._flush()
            if tag in self.within:
                del self.within[len(self.within) - 1 - self.within[::-1].index(tag) :]
        else:
            self.writer.tag(tag, True, {})

    def handle_data(self, data: str) -> None:
        if self.code is not None:
            self.code.append(data)
        else:
            self.writer.put_with_formulas(re.sub(r"\s+", " ", data))

    def finish(self) -> list[Block]:
        self._flush()
        if self.table:
            self._end_table()
        while self.lists:
            self._end_list()
        if self.code:
            self.blocks.extend(blocks.code("".join(self.code), "", self._here))
        return self.blocks

    def _flush(self) -> None:
        """Ends the open paragraph, heading or list item."""
        read = self._taken()
        if not read.text and not read.images:
            return
        level = next((_HEADINGS[tag] for tag in reversed(self.within) if tag in _HEADINGS), 0)
        if self.lists:
            self.lists[0].add(read, len(self.lists) - 1, self.lists[-1])
        elif level and not read.bare:
            self.blocks.append(blocks.heading(read, level, "", self._here))
        elif "blockquote" in self.within:
            self.blocks.extend(blocks.quote(read, self._here))
        else:
            hint = next((_HINTS[tag] for tag in reversed(self.within) if tag in _HINTS), "")
            self.blocks.extend(blocks.paragraph(read, self._here, hint))

    def _end_list(self) -> None:
        if not self.lists:
            return
        ended = self.lists.pop()
        if not self.lists and ended.lines:
            self.blocks.append(ended.block(self._here))

    def _in_table(self, tag: str, attributes: dict[str, str]) -> None:
        if not self.table:
            return
        if tag == "table":
            self.table.depth += 1
        elif self.table.depth > 1 or tag not in {"tr", "td", "th", "caption"}:
            self.writer.tag("br" if tag in {"p", "li", "tr"} and self.writer.text else tag, False, attributes)
        else:
            self._end_cell()
            self.table.start(tag, attributes)

    def _out_of_table(self, tag: str) -> None:
        if not self.table:
            return
        if tag == "table":
            self.table.depth -= 1
            if not self.table.depth:
                self._end_table()
        elif self.table.depth == 1 and tag in {"tr", "td", "th", "caption"}:
            self._end_cell()
        elif tag not in {"p", "li", "br"}:
            self.writer.tag(tag, True, {})

    def _end_cell(self) -> None:
        if self.table:
            self.table.end(self._taken())

    def _end_table(self) -> None:
        self._end_cell()
        if self.table:
            self.blocks.extend(self.table.blocks())
        self.table = None


class _List:
    """A list with the lists inside it, as lines of Markdown."""

    def __init__(self, tag: str, start: str) -> None:
        self.ordered = tag == "ol"
        self.count = int(start) - 1 if re.fullmatch(r"\d{1,9}", start) else 0
        self.lines: list[str] = []
        self.texts: list[str] = []
        self.images: list[ImageRef] = []

    def add(self, read: Inline, depth: int, inner: _List) -> None:
        mark = f"{max(inner.count, 1)}." if inner.ordered else "-"
        body = blocks.hung(blocks.escaped(read.md), f"{mark} ")
        self.lines.append("\n".join("    " * depth + line for line in body.split("\n")))
        self.texts.append(read.text)
        self.images.extend(read.images)

    def block(self, line: int) -> Block:
        text, md = "\n".join(filter(None, self.texts)), "\n".join(self.lines)
        return Block(kind="list", text=text, md=md, line=line, images=tuple(self.images))


class _Table:
    """A table while its cells come in."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.depth = 1
        self.rows: list[list[Cell]] = []
        self.open: tuple[str, dict[str, str]] | None = None
        self.caption: Inline | None = None
        self.loose: list[Inline] = []
        self.images: list[ImageRef] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "tr":
            self.rows.append([])
        else:
            self.open = (tag, attributes)

    def end(self, read: Inline) -> None:
        """Takes what stood in the open cell, or between cells."""
        opened, self.open = self.open, None
        self.images.extend(read.images)
        if opened is None:
            if read.text:
                self.loose.append(read)
        elif opened[0] == "caption":
            self.caption = read
        else:
            if not self.rows:
                self.rows.append([])
            rowspan, colspan = (tables.span(opened[1].get(name, "")) for name in ("rowspan", "colspan"))
            self.rows[-1].append(Cell(read.text, read.md, opened[0] == "th", rowspan, colspan))

    def blocks(self) -> list[Block]:
        rows = [row for row in self.rows if row]
        made: list[Block] = []
        for read, hint in [*((read, "") for read in self.loose), (self.caption, "caption")]:
            if read and read.text:
                made.extend(blocks.paragraph(Inline(read.text, read.md), self.line, hint))
        if rows and any(cell.text for row in rows for cell in row):
            return [*made, blocks.table(rows, self.line, tuple(self.images))]
        if self.images:
            made.extend(blocks.paragraph(Inline("", "", tuple(self.images)), self.line))
        return made
