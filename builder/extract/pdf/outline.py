"""What the file itself says of its headings: its outline, and the contents that it prints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from builder.layout import numbering
from serverless.model import Struct

from .pdfium import Bookmark
from .prose import plain
from .shapes import Line, Page

LEADERS = re.compile(r"^(?P<title>.*?[^\W_].*?)\s*(?:\.\s?|…|·\s?|_){3,}\s*(?P<page>\d{1,4}|[ivxlc]{1,6})$")
LISTED = re.compile(r"^(?P<title>.*?[^\W\d_]{2}.*?)\s+(?P<page>\d{1,4})$")
FEWEST = 4
"""Lines that a printed table of contents has at least."""
FIRST = 0.25
"""Share of the pages at the beginning among which it stands, if not on the first ones."""


class Plan(Struct, frozen=True):
    """Headings that are told in advance: by their words, with page (0 for unknown) and level."""

    marks: Mapping[str, tuple[Bookmark, ...]]
    printed: frozenset[tuple[int, int]]
    """Page and place of the lines of printed contents, which are no headings themselves."""
    count: int

    def level(self, text: str, page: int) -> int:
        """The level of a heading of these words on this page, 0 where none is told."""
        for mark in self.marks.get(key(text), ()):
            if mark.page in {0, page}:
                return mark.level
        return 0

    def sure(self, text: str, page: int) -> bool:
        """Whether the outline has these words on this page."""
        return any(mark.page == page for mark in self.marks.get(key(text), ()))

    def names(self, text: str) -> bool:
        """Whether these words are told at all."""
        return key(text) in self.marks


def key(text: str) -> str:
    """Words without number, case and signs."""
    number = numbering.parse(text)
    bare = number.title if number else text
    return re.sub(r"[\W_]+", "", bare).casefold()


def plan(bookmarks: Iterable[Bookmark], pages: Sequence[Page]) -> Plan:
    """The outline and the printed contents as one."""
    marks: dict[str, tuple[Bookmark, ...]] = {}
    outlined = [mark for mark in bookmarks if key(mark.title)]
    printed: set[tuple[int, int]] = set()
    told: list[Bookmark] = []
    for page in pages[: max(8, int(FIRST * len(pages)))]:
        lines = _contents(page)
        printed |= {(page.number, line.order) for line, _ in lines}
        told += [Bookmark(0, title, 0) for _, title in lines]
    for mark in (*outlined, *(told if not outlined else ())):
        marks[key(mark.title)] = (*marks.get(key(mark.title), ()), mark)
    marks.pop("", None)
    return Plan(marks, frozenset(printed), len(outlined))


def led(text: str) -> str:
    """The title in a line of dots that lead to a page number, "" in any other."""
    if not any(sign in text for sign in ("...", ". .", "…", "··", "· ·", "___")):
        return ""
    match = LEADERS.match(text)
    return match["title"] if match else ""


def _listed(text: str) -> str:
    """The title before a page number, "" where there is none."""
    match = LISTED.match(text) if text[-1:].isdigit() else None
    return match["title"] if match else ""


def _contents(page: Page) -> list[tuple[Line, str]]:
    """The lines of a page that lead to page numbers, where there are several."""
    texts = [(line, plain(line)) for line in page.lines]
    dotted = [(line, title) for line, text in texts if (title := led(text))]
    if len(dotted) >= FEWEST:
        return dotted
    is_titled = any(
        re.fullmatch(r"(table of )?contents|inhalt(sverzeichnis)?|sommaire|índice|目录|目次", text.casefold())
        for _, text in texts
    )
    listed = [(line, title) for line, text in texts if (title := _listed(text))]
    return listed if is_titled and len(listed) >= FEWEST else []
