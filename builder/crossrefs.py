"""Mentions in running text as links: "Figure 3", "Tables 1 and 2", "Section 4.2", "图 3", "第3章"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from serverless import anchors
from serverless.anchors import Anchor, AnchorKind
from serverless.model import Section, Struct

from . import urls
from .book import Book

SILENT = {"references", "contents", "index"}
"""Sections that name the figures and chapters of other works."""

_FOREIGN = re.compile(r"\s+(?:of|in|from|der|des|de|du)\s+(?!this|dies|ce)", re.IGNORECASE)
"""What follows "Section 5" where it is a section of something else."""

_COUNTED: dict[str, AnchorKind] = {"图": "figure", "図": "figure", "表": "table"}


class Span(Struct, frozen=True):
    """A part of a text that names one place."""

    start: int
    stop: int
    anchor: Anchor


class Crossrefs:
    """The numbered places of one document."""

    def __init__(self, book: Book) -> None:
        self._order = {section.id: section.order for section in book.sections}
        self._places: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
        for figure in book.figures:
            kind = "figure" if figure.kind in {"image", "video"} else figure.kind
            self._add(kind, figure.number, self._order[figure.home], book.address(figure))
        for section in book.sections:
            self._add("section", section.number, section.order, section.url)

    def _add(self, kind: str, number: str, order: int, address: str) -> None:
        for spelling in Anchor("section", number.casefold()).spellings if number else ():
            self._places[kind, spelling].append((order, address))

    def link(self, text: str, here: Section) -> str:
        """`text` with a link on each mention of a place on this site, and none to the page itself."""
        if here.noise in SILENT:
            return text
        parts: list[str] = []
        at = 0
        for span in sorted(spans(text), key=lambda span: span.start):
            target = self._nearest(span.anchor, here)
            if span.start < at or not target or target == here.url or _is_foreign(text, span):
                continue
            stop = _closed(text, span)
            shown = text[span.start : stop]
            parts.append(f"{text[at : span.start]}[{shown}]({urls.markdown(target, here.url)})")
            at = stop
        return "".join([*parts, text[at:]])

    def _nearest(self, anchor: Anchor, here: Section) -> str:
        """The address of the place of that kind and number; the nearest one where a number is used twice."""
        places = self._places.get((anchor.kind, anchor.number), [])
        return min(places, key=lambda place: abs(place[0] - here.order), default=(0, ""))[1]


def _closed(text: str, span: Span) -> int:
    """Where the mention ends, with the bracket that was opened in it: "formula (1)"."""
    is_open = "(" in text[span.start : span.stop] and text.startswith(")", span.stop)
    return span.stop + is_open


def _is_foreign(text: str, span: Span) -> bool:
    is_elsewhere = span.anchor.kind == "section" and _FOREIGN.match(text, span.stop) is not None
    return is_elsewhere or text[: span.start].endswith("!")


def spans(text: str) -> Iterator[Span]:
    """Every place that `text` names, with where it says so; in a list each number is a span of its own."""
    for match in anchors.MENTION.finditer(text):
        kind = next(kind for kind in anchors.WORDS if match[kind])
        yield Span(match.start(), match.end("number"), Anchor(kind, match["number"].casefold()))
        for number in anchors.SINGLE.finditer(text, match.start("more"), match.end("more")):
            yield Span(number.start(), number.end(), Anchor(kind, number[0].casefold()))
    for match in anchors.COUNTED.finditer(text):
        yield Span(
            match.start(), match.end(), Anchor(_COUNTED.get(match["word"], "section"), match["number"])
        )
    for match in anchors.AFTER.finditer(text):
        yield Span(match.start(), match.end(), Anchor("section", match["number"]))
