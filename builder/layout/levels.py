"""Levels of headings: those of the source where they agree with the numbers, else those of the numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from builder import noise
from serverless.model import Struct

from .numbering import Numbered, Style

CLOSING = {"references", "acknowledgements", "index", "glossary"}
"""Kinds of section that close a document and belong to no chapter."""
CLOSING_TITLES = frozenset(
    title
    for titles in (
        "appendix|appendices|supplement|supplementary material|supplementary materials|supplemental material",
        "supplementary information|funding|conflict of interest|conflicts of interest|declarations",
        "data availability|author contributions|annexes|anhang|anhänge|anexos|apéndices",
        "附录|附錄|付録|補足資料",
    )
    for title in titles.split("|")
)
OPENING_TITLES = frozenset(
    title
    for titles in (
        "abstract|summary|introduction|conclusion|conclusions|discussion|keywords|résumé|zusammenfassung",
        "einleitung|fazit|resumen|introducción|conclusión|conclusiones|摘要|引言|结论|結論|概要|はじめに|おわりに",
    )
    for title in titles.split("|")
)


class Heading(Struct, frozen=True):
    """`level` as the source says, `title` without the number."""

    level: int
    title: str
    number: Numbered | None = None


def levels(headings: Sequence[Heading]) -> tuple[int, ...]:
    """The level of each heading, from 1, without jumps; `headings` are those below the title."""
    depths = _depths(headings)
    is_true = _agree(headings, depths)
    raw = [heading.level for heading in headings] if is_true else _by_depth(headings, depths)
    return _closed(_lifted(headings, raw))


def _depths(headings: Sequence[Heading]) -> tuple[int, ...]:
    """How deep each number is, 0 for headings without one."""
    styles = {heading.number.style for heading in headings if heading.number}
    chain: list[Style] = []
    depths: list[int] = []
    for heading in headings:
        depth = _depth(heading.number, styles, chain) if heading.number else 0
        depths.append(depth)
    return tuple(depths)


def _depth(number: Numbered, styles: set[Style], chain: list[Style]) -> int:
    """Parts of a decimal count; other styles are as deep as the order in which they came open.

    `chain` is the styles that are open here, outermost first.
    """
    style = number.style
    parts = number.number.count(".") + 1
    if style in {"decimal", "letter-decimal"} and not (parts == 1 and "list" in styles):
        is_below_chapter = parts == 1 and bool({"word", "chapter"} & styles)
        chain[:] = [style] * (parts + is_below_chapter)
    elif style in {"word", "appendix", "chapter", "roman"} or (style == "letter" and "roman" not in styles):
        chain[:] = [style] * parts
    elif style in chain:
        del chain[chain.index(style) + 1 :]
    else:
        chain.append(style)
    return len(chain)


def _agree(headings: Sequence[Heading], depths: Sequence[int]) -> bool:
    """Whether deeper numbers always have deeper levels."""
    ranges: dict[int, set[int]] = {}
    for heading, depth in zip(headings, depths, strict=True):
        if depth:
            ranges.setdefault(depth, set()).add(heading.level)
    bounds = [(min(ranges[depth]), max(ranges[depth])) for depth in sorted(ranges)]
    return all(low == high for low, high in bounds) and all(
        before[1] < after[0] for before, after in pairwise(bounds)
    )


def _by_depth(headings: Sequence[Heading], depths: Sequence[int]) -> list[int]:
    """Numbered headings as deep as their number; the others by their distance from the last one of those."""
    made: list[int] = []
    base = (0, 0)
    for heading, depth in zip(headings, depths, strict=True):
        if depth:
            base = (depth, heading.level)
            made.append(depth)
        elif _is_top(heading.title) or not base[0]:
            made.append(1)
        else:
            made.append(base[0] + max(1, heading.level - base[1]) if heading.level >= base[1] else 1)
    return made


def _is_top(title: str) -> bool:
    return _closes(title) or title.casefold().strip(" .:") in OPENING_TITLES


def _closes(title: str) -> bool:
    return noise.kind(title) in CLOSING or title.casefold().strip(" .:") in CLOSING_TITLES


def _lifted(headings: Sequence[Heading], raw: Sequence[int]) -> list[int]:
    """References, thanks and supplements out of the last chapter, with what stands below them.

    Only where they come once and no numbered section of that chapter follows: in a book of papers every
    chapter has its own.
    """
    titles = Counter(heading.title.casefold() for heading in headings)
    top = min(raw, default=1)
    made = list(raw)
    shift = under = 0
    for place, heading in enumerate(headings):
        if shift and raw[place] > under:
            made[place] = raw[place] - shift
            continue
        shift = 0
        is_single = titles[heading.title.casefold()] == 1
        if heading.number or not _closes(heading.title) or not is_single or raw[place] == top:
            continue
        if _is_last(headings, raw, place):
            shift, under = raw[place] - top, raw[place]
            made[place] = top
    return made


def _is_last(headings: Sequence[Heading], raw: Sequence[int], place: int) -> bool:
    """Whether the chapter around is numbered and has no numbered section after this one."""
    above = next((before for before in range(place - 1, -1, -1) if raw[before] < raw[place]), None)
    if above is None or not headings[above].number:
        return False
    for after in range(place + 1, len(headings)):
        if raw[after] < raw[place]:
            return True
        if raw[after] == raw[place] and headings[after].number:
            return False
    return True


def _closed(raw: Sequence[int]) -> tuple[int, ...]:
    """Levels without jumps: each heading one below the nearest higher one before it."""
    above: list[int] = []
    made: list[int] = []
    for level in raw:
        while above and above[-1] >= level:
            above.pop()
        above.append(level)
        made.append(len(above))
    return tuple(made)
