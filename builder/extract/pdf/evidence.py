"""How much speaks for a line being a heading: its letters, its number, its words, the room around it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder import noise
from builder.headings import GENERIC
from builder.layout import numbering
from builder.layout.levels import CLOSING_TITLES, OPENING_TITLES
from serverless.model import Struct
from serverless.units import CJK

from .outline import Plan
from .prose import plain
from .shapes import Line, Page, across
from .styles import Style, look

ENOUGH = 3.0
"""Points from which on a line is a heading."""
LONGEST = 180
OFTEN = 0.10
"""Share of a document's text above which a look is none of headings."""
_NUMBER = re.compile(
    r"(?:\d{1,2}(?:\.\d{1,2}){1,4}\.?\s*|\d{1,2}\.?\s+|[IVX]{1,5}\.\s|[A-Z]\.\s|[A-Z](?:\.\d{1,2}){1,3}\.?\s|[A-Z]\s(?=[A-Z])|§\s*\d+\s|"
    r"第.{1,4}[章节節条]|(?i:Appendix|Chapter|Section|Part|Item|Annex|Article|Kapitel|Abschnitt|Anhang|Chapitre|Annexe)"
    r"\s+[A-Z\dIVX]{1,5}(?:[.:]|\b))\s*(?=[^\W\d_]{2}|[^\W\d_]\s|[“\"'(])"
)
_FORMULA = re.compile(r"[=≠∑∈≤≥√∫∂]|\(\d+\)$")


class Candidate(Struct, frozen=True):
    """A line that may be a heading. `level` is what the outline says, 0 for nothing; `gap` the room above.

    `evidence` is what speaks for it most.
    """

    page: int
    line: Line
    text: str
    score: float
    numbered: bool
    known: bool
    level: int
    gap: float
    evidence: str


def candidate(line: Line, page: Page, column: Sequence[Line], style: Style, told: Plan) -> Candidate | None:
    """A line with its points, None for what cannot be one; `column` are the lines around it."""
    text = plain(line)
    number = _NUMBER.match(text)
    bare = text[number.end() :] if number else text
    letters = sum(letter.isalpha() for letter in bare)
    has_word = re.search(r"[^\W\d_]{2}", bare) or CJK.search(bare)
    if not (2 <= len(text) <= LONGEST and has_word and letters >= 0.5 * len(bare.replace(" ", ""))):
        return None
    if (page.number, line.order) in told.printed or _is_beside(line, column) or line.is_row:
        return None
    gap = _gap(line, column)
    numbered = bool(number) and bool(numbering.parse(text) or text[:1].isalpha())
    known = is_known(text)
    level = told.level(text, page.number)
    score = (
        _look(line, text, style)
        + _words(text, numbered, known, style, line)
        + _room(line, gap, column, numbered)
    )
    score += 4.0 if told.sure(text, page.number) else 2.0 * told.names(text)
    speaks = {
        "outline": level,
        "contents": told.names(text),
        "number": numbered,
        "words": known,
        "letters": True,
    }
    evidence = next(name for name, is_there in speaks.items() if is_there)
    return Candidate(page.number, line, text, score, numbered, known, level, gap, evidence)


def is_known(text: str) -> bool:
    """Whether these are words that head sections in any document."""
    number = numbering.parse(text)
    bare = (number.title if number else text).strip(" .:—").casefold()
    return (
        bool(GENERIC.fullmatch(bare)) or bare in CLOSING_TITLES | OPENING_TITLES or noise.kind(bare) != "none"
    )


def _look(line: Line, text: str, style: Style) -> float:
    """Points for letters that differ from those of the text."""
    points = 0.0
    is_big = line.size >= 1.12 * style.size
    if is_big:
        points += 3.0 if line.size >= 1.3 * style.size else 2.0
    if line.bold and not style.bold:
        points += 1.5
    if text.isupper() and sum(letter.isalpha() for letter in text) > 5:
        points += 1.2
    if line.italic and line.font != style.font:
        points += 0.8
    if line.size < 0.9 * style.size:
        points -= 2.0
    is_rare = style.shares.get(look(line), 0.0) < OFTEN
    if is_rare and (line.bold or line.size >= 1.08 * style.size) and not text.endswith((".", ",", ";", ":")):
        points += 1.0
    return points


def _words(text: str, numbered: bool, known: bool, style: Style, line: Line) -> float:
    points = 1.5 * numbered + 1.5 * known
    if text.endswith((".", ",", ";")) and not numbered and not known:
        points -= 1.5
    if text[0].islower():
        points -= 2.0
    if _FORMULA.search(text):
        points -= 2.0
    if len(text) > 110 and line.size < 1.12 * style.size:
        points -= 1.0
    return points


def _room(line: Line, gap: float, column: Sequence[Line], numbered: bool) -> float:
    """Points for the room above, and against a line without a number that has nothing below it."""
    below = any(
        other.box[1] >= line.box[3] - 3 and across(other.box, line.box) > 0
        for other in column
        if other is not line
    )
    return 0.7 * (gap > 0.45 * line.size) - 1.0 * (not below and not numbered)


def _gap(line: Line, column: Sequence[Line]) -> float:
    """Points between a line and the one above it in its column."""
    above = [
        line.box[1] - other.box[3]
        for other in column
        if other is not line and across(other.box, line.box) > 0 and other.base < line.base - 0.3 * line.size
    ]
    return min(above, default=99.0)


def _is_beside(line: Line, column: Sequence[Line]) -> bool:
    """Whether other text stands on the same height in the same column: the rest of a sentence, or cells."""
    return any(other is not line and abs(other.base - line.base) < 0.35 * line.size for other in column)
