"""Characters as lines: letters to words, words to lines, with what is raised, lowered or torn off."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from serverless.model import Box

from . import direction, letters
from .shapes import Char, Line, Run, Word

SPACE = 0.17
"""Share of the letter size from which a gap between two letters is a space."""
SEAM = 0.11
"""The same where the file itself parts two stretches of one font."""
TORN = 1.6
"""The same from which it ends the line: columns and cells stand so far apart."""
OVER = 0.9
"""The same that a letter may stand over the one before: accents do."""
LEVEL = 0.25
"""The same that two letters of one line differ in height at most."""
SMALL = 0.86
"""Size of a raised or lowered letter at most, as a share of its line's."""
TINY = 0.48
"""Size of a letter, as a share of its neighbour's, below which they are of two lines: after a drop cap."""
RISE, FALL = 0.62, 0.42
"""How far it stands above or below its line, as shares of the line's size."""
ASCENT, DESCENT = 0.76, 0.24
"""Where letters begin above, and end below their base line, as shares of their size."""
MATH_FONT = re.compile(
    r"CMMI|CMSY|CMEX|CMBSY|MSBM|MSAM|EUFM|EUSM|RSFS|Math|Symbol|MTEX|MT-?Extra|MTMI|MTSY|StandardSymL|txmi|txsy|txex|"
    r"BBold|dsrom|LMRoman\d+-Italic.*Math",
    re.IGNORECASE,
)
BOLD = 0.85
"""Share of bold letters in a bold line."""


class _Draft:
    """A line as it grows, character by character."""

    def __init__(self, order: int) -> None:
        self.order = order
        self.chars: list[tuple[Char, Run]] = []
        self.size = 0.0
        self.base = 0.0

    def fits(self, char: Char, run: Run) -> bool:
        """Whether a character goes on with this line."""
        if not self.chars:
            return True
        size = max(self.size, run.size)
        gap = _gap(self.chars[-1][0], char)
        return -OVER * size <= gap <= TORN * size and self._is_level(run)

    def _is_level(self, run: Run) -> bool:
        size, lift = max(self.size, run.size), self.base - run.base
        if min(self.size, run.size) < TINY * size:
            return False
        if run.size < SMALL * self.size:
            return -FALL * size <= lift <= RISE * size
        if self.size < SMALL * run.size:
            return -FALL * size <= -lift <= RISE * size
        return abs(lift) <= LEVEL * size

    def add(self, char: Char, run: Run) -> None:
        if not char.text.isspace() and (run.size > self.size * 1.02 or not self.chars):
            self.size, self.base = run.size, run.base
        self.chars.append((char, run))


def read(chars: Sequence[Char], runs: Sequence[Run]) -> tuple[Line, ...]:
    """The lines of a page in the order of the file; text that runs up or down is left out."""
    drafts: list[_Draft] = []
    last: Char | None = None
    for char in chars:
        run = runs[char.run]
        if last is not None and char.run == last.run and 0 <= char.x0 - last.x1 <= SPACE * run.size:
            drafts[-1].chars.append((char, run))  # most characters stand right behind the one before
            last = char
            continue
        is_space = char.text.isspace()
        if run.turn or (is_space and not drafts):
            last = None
            continue
        if not is_space and (not drafts or not drafts[-1].fits(char, run)):
            drafts.append(_Draft(len(drafts)))
        drafts[-1].add(char, run)
        last = char
    return tuple(line for draft in drafts if (line := _line(draft)))


def _line(draft: _Draft) -> Line | None:
    draft.chars = direction.read(draft.chars)
    words = tuple(_words(draft))
    if not words:
        return None
    runs = Counter(run for char, run in draft.chars if not char.text.isspace())
    total = runs.total()
    fonts, sizes, mcids = _summed(runs, "font"), _summed(runs, "size"), _summed(runs, "mcid")
    size = max(size for size, count in sizes.items() if count >= max(1, 0.2 * total))
    bases: Counter[float] = Counter()
    for run, count in runs.items():
        if run.size == size:
            bases[round(run.base, 1)] += count
    font, base = fonts.most_common(1)[0][0], bases.most_common(1)[0][0]
    bold = sum(count for run, count in runs.items() if run.bold)
    return Line(
        words=words,
        box=boxed(words, base, size),
        base=base,
        size=size,
        font=font,
        bold=bold >= BOLD * total,
        italic=any(run.italic for run in runs if run.font == font),
        order=draft.order,
        mcid=mcids.most_common(1)[0][0],
        math=sum(_is_math(char, run) for char, run in draft.chars) / total,
    )


def _summed(runs: Mapping[Run, int], field: str) -> Counter[Any]:
    """How many letters have each value of a field."""
    made: Counter[Any] = Counter()
    for run, count in runs.items():
        made[getattr(run, field)] += count
    return made


def _is_math(char: Char, run: Run) -> bool:
    return _is_math_font(run.font) or (char.text > "~" and unicodedata.category(char.text[0]) == "Sm")


@lru_cache(maxsize=512)
def _is_math_font(font: str) -> bool:
    return bool(MATH_FONT.search(font))


def boxed(words: Sequence[Word], base: float, size: float) -> Box:
    x0, x1 = min(word.x0 for word in words), max(word.x1 for word in words)
    return round(x0, 2), round(base - ASCENT * size, 2), round(x1, 2), round(base + DESCENT * size, 2)


def _words(draft: _Draft) -> Iterator[Word]:
    """The words of a line; a raised or lowered piece is a word of its own, glued to what it follows."""
    piece: list[tuple[Char, Run]] = []
    rise, is_spaced = 0, True
    for char, run in draft.chars:
        if char.text.isspace():
            yield from _word(piece, rise, is_spaced)
            piece, is_spaced = [], True
            continue
        now = _rise(draft, run)
        is_gap = bool(piece) and _is_gap(piece[-1], (char, run))
        if piece and (now != rise or is_gap or run.bold != piece[-1][1].bold):
            yield from _word(piece, rise, is_spaced)
            piece, is_spaced = [], is_gap
        rise = now
        piece.append((char, run))
    yield from _word(piece, rise, is_spaced)


def _is_gap(last: tuple[Char, Run], now: tuple[Char, Run]) -> bool:
    """Whether a space stands between two characters; a narrow one does where the file itself parts them."""
    (before, run), (char, other) = last, now
    is_seam = before.run != char.run and (run.font, run.size) == (other.font, other.size)
    is_seam = is_seam and not letters.is_rtl(char.text)
    return _gap(before, char) > (SEAM if is_seam else SPACE) * max(other.size, 1)


def _gap(last: Char, char: Char) -> float:
    """Points between two characters; the letters of a ligature share one place."""
    if char.x0 == last.x0 and char.x1 == last.x1:
        return 0.0
    if letters.is_rtl(char.text) or letters.is_rtl(last.text):
        return max(char.x0 - last.x1, last.x0 - char.x1)
    return char.x0 - last.x1


def _rise(draft: _Draft, run: Run) -> int:
    if run.size >= SMALL * draft.size or not draft.size:
        return 0
    lift = (draft.base - run.base) / draft.size
    return 1 if lift > 0.15 else -1 if lift < -0.05 else 0


def _word(piece: Sequence[tuple[Char, Run]], rise: int, is_spaced: bool) -> Iterator[Word]:
    text = letters.clean("".join(char.text for char, _ in piece))
    if text:
        x0, x1 = min(char.x0 for char, _ in piece), max(char.x1 for char, _ in piece)
        yield Word(text, round(x0, 2), round(x1, 2), rise, not is_spaced, piece[0][1].bold)
