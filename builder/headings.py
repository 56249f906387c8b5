"""Headings: which of them are none, what their words are, and how deep each one is.

A heading is demoted by what surrounds it: cells of a table on both sides, pictures on both sides, a
byline below the title. A demoted heading becomes a paragraph; the section that takes it remembers it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from itertools import islice

import msgspec

from serverless.model import Struct

from . import captions
from .blocks import Block
from .layout import levels, numbering, wording
from .layout.levels import Heading

DEMOTED = "demoted"
"""The hint of a paragraph that was a heading."""
LONGEST = 200
"""Characters above which prose is no heading."""
LABEL = 25
"""Characters of a label under or between the panels of a figure."""
REACH = 3
"""Cells on each side between which a heading is one of them."""
NUMBERED = 0.5
"""Share of numbered headings from which on a document is a numbered one."""

AFFILIATION = re.compile(
    r"universit|institut|laborator|department|département|facult|college|école|hochschule|academy|"
    r"大学|学院|研究所|研究院|@[\w.-]+\.\w",
    re.IGNORECASE,
)
NAME = re.compile(
    r"(?:(?:[dDlLoO]['’])?[^\W\d_a-z][\w.'’-]*|(?:van|von|de|der|den|del|della|da|di|du|la|le|bin|al)\b)"
)
MARKS = re.compile(r"[\d*∗†‡§¶,;·•&]+")
GENERIC = re.compile(
    r"(?:abstract|summary|introduction|preface|foreword|contents|chapter|résumé|sommaire|avant-propos|zusammenfassung|"
    r"einleitung|vorwort|inhalt|resumen|introducción|prólogo|índice|摘要|引言|前言|目录|概要|はじめに|目次)\W*",
    re.IGNORECASE,
)


class Mark(Struct, frozen=True):
    """A heading that holds: its block, its level (0 for the title), its number, its title without that."""

    at: int
    level: int
    number: str
    title: str
    heading: str


def repaired(blocks: Sequence[Block], spilled: Container[int]) -> tuple[Block, ...]:
    """The blocks with false headings as paragraphs, empty ones gone to nothing and doubled words once."""
    texts = [block.text for block in blocks if block.kind == "heading" and not block.anchor]
    is_numbered = sum(number is not None for number in numbering.read(texts)) >= max(2, NUMBERED * len(texts))
    places = (at for at, block in enumerate(blocks) if block.kind == "heading")
    second = next(islice(places, 1, None), -1)
    made: list[Block] = []
    for at, block in enumerate(blocks):
        if block.kind != "heading":
            made.append(block)
        elif _is_false(blocks, at, spilled, second, is_numbered=is_numbered):
            made.append(msgspec.structs.replace(block, kind="paragraph", level=0, hint=DEMOTED))
        else:
            made.append(msgspec.structs.replace(block, text=single(block.text), md=single(block.md)))
    return tuple(made)


def single(text: str) -> str:
    """A heading that stands twice in a row ("Results Results", "August 2026August 2026") once."""
    flat = " ".join(text.split())
    match = re.fullmatch(r"(?P<once>.{3,}?)\s?(?P=once)", flat)
    return match["once"].strip() if match and re.search(r"[^\W\d_]{2}", match["once"]) else flat


def _is_false(
    blocks: Sequence[Block], at: int, spilled: Container[int], second: int, *, is_numbered: bool
) -> bool:
    block = blocks[at]
    if block.anchor:
        return False
    if at in spilled or not re.search(r"\w", block.text):
        return True
    if captions.parse(block.text) or (len(block.text) > LONGEST and wording.is_prose(block.text)):
        return True
    if is_numbered and numbering.parse(block.text) is not None:
        return False
    is_label = _is_panel_label(blocks, at) or (is_numbered and _is_axis_label(blocks, at))
    return is_label or _is_among_cells(blocks, at) or (at == second and _is_byline(blocks, at))


def _is_panel_label(blocks: Sequence[Block], at: int) -> bool:
    """A word between two pictures that lead to one caption."""
    around = (*blocks[max(at - 1, 0) : at], *blocks[at + 1 : at + 2])
    is_between = len(around) == 2 and all(block.kind == "image" for block in around)
    return is_between and len(blocks[at].text) <= LABEL and _leads_to_caption(blocks, at)


def _is_axis_label(blocks: Sequence[Block], at: int) -> bool:
    """A line between a picture and its caption, in a document that numbers its real headings."""
    if not 0 < at < len(blocks) - 1 or blocks[at - 1].kind != "image" or len(blocks[at].text) > wording.CELL:
        return False
    caption = captions.parse(blocks[at + 1].text)
    return caption is not None and caption.kind == "figure"


def _is_among_cells(blocks: Sequence[Block], at: int) -> bool:
    """A short line with cells on both sides, figures for the most part: a row of a spilled table."""
    around = (*blocks[max(at - REACH, 0) : at], *blocks[at + 1 : at + 1 + REACH])
    are_cells = all(block.kind == "paragraph" and wording.is_cell(block.text) for block in around)
    counted = sum(any(letter.isdigit() for letter in block.text) for block in around)
    return len(around) == 2 * REACH and are_cells and counted > REACH and len(blocks[at].text) <= LABEL


def _leads_to_caption(blocks: Sequence[Block], at: int) -> bool:
    """Whether nothing but pictures and labels stands between a place and the next caption."""
    for block in islice(blocks, at + 1, None):
        if block.kind == "image":
            continue
        if block.kind == "heading" or block.kind != "paragraph":
            return False
        if captions.parse(block.text):
            return True
        if len(block.text) > wording.LONG_CELL or wording.is_prose(block.text):
            return False
    return False


def _is_byline(blocks: Sequence[Block], at: int) -> bool:
    """Whether the second heading is names or an institution, as high as the title, and without prose."""
    above = next(place for place in range(at - 1, -1, -1) if blocks[place].kind == "heading")
    is_level = blocks[at].level <= blocks[above].level
    if not is_level or any(wording.is_prose(block.text) for block in blocks[above + 1 : at]):
        return False
    below = blocks[at + 1] if at + 1 < len(blocks) else None
    has_prose = below is not None and below.kind in {"paragraph", "list"} and wording.is_prose(below.text)
    return not has_prose and is_names(blocks[at].text)


def is_names(text: str) -> bool:
    """Whether a line lists people ("Ada Lovelace, Alan Turing and Grace Hopper") or names an institution."""
    if AFFILIATION.search(text) and numbering.parse(text) is None:
        return True
    people = [MARKS.sub(" ", part).split() for part in re.split(r"[,;·•&]|\s(?:and|et|und|y)\s", text)]
    people = [words for words in people if words]
    is_named = all(len(words) <= 5 and all(NAME.fullmatch(word) for word in words) for words in people)
    return len(people) >= 2 and is_named and sum(len(words) >= 2 for words in people) >= 2


def marks(blocks: Sequence[Block], title: str) -> tuple[Mark, ...]:
    """The headings of a repaired document in order; the title comes first, with level 0, if there is one."""
    places = [at for at, block in enumerate(blocks) if block.kind == "heading"]
    first = _title(blocks, places, title)
    below = [at for at in places if first is None or at != first]
    numbers = numbering.read(blocks[at].text for at in below)
    headings = [
        Heading(blocks[at].level, number.title if number else blocks[at].text, number)
        for at, number in zip(below, numbers, strict=True)
    ]
    found = [
        Mark(at, level, heading.number.number if heading.number else "", heading.title, blocks[at].text)
        for at, heading, level in zip(below, headings, levels.levels(headings), strict=True)
    ]
    if first is None:
        return tuple(found)
    text = blocks[first].text
    return (Mark(first, 0, "", text, text), *found)


def _title(blocks: Sequence[Block], places: Sequence[int], title: str) -> int | None:
    """The document's title: a heading marked so, one of the same words, or one that opens the document."""
    marked = [at for at in places if blocks[at].hint == "title"]
    equal = [at for at in places[:5] if same(blocks[at].text, title)]
    levels_ = [blocks[at].level for at in places]
    for at in (*marked, *equal, *_opening(blocks, places)):
        is_single = levels_.count(blocks[at].level) == 1
        is_told = not title or at in equal
        if is_single and is_told:
            return at
        if not _is_section(blocks[at].text) and (is_single or is_told or at in marked):
            return at
        if at in places[1:2] and not _is_section(blocks[at].text):
            return at
    return None


def _opening(blocks: Sequence[Block], places: Sequence[int]) -> Sequence[int]:
    """The first heading, if none is higher; and the second where the first is numbered and has no text.

    Extractors that sort by size of letters put a title behind the heading below it.
    """
    top = min((blocks[at].level for at in places), default=0)
    first = [at for at in places[:1] if blocks[at].level == top]
    if first and _is_section(blocks[first[0]].text) and places[1:2] == [first[0] + 1]:
        first += [at for at in places[1:2] if blocks[at].level == top and places[2:]]
    return first


def _is_section(text: str) -> bool:
    """Whether a heading has a number, or a name that sections of any document have."""
    return numbering.parse(text) is not None or GENERIC.fullmatch(text) is not None


def same(one: str, other: str) -> bool:
    return re.sub(r"\W+", "", one.casefold()) == re.sub(r"\W+", "", other.casefold()) != ""
