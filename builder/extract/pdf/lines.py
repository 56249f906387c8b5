"""Characters as lines: letters to words, words to lines, with what is raised, lowered or torn off."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from serverless.model import Box

from . import letters
from .shapes import Char, Line, Run, Word, down

SPACE = 0.17
"""Share of the letter size from which a gap between two letters is a space."""
TORN = 1.6
"""The same from which it ends the line: columns and cells stand so far apart."""
LABEL = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){0,4}|[IVX]{1,5}|[A-Z](?:\.\d{1,2})*)\.?|§|Chapter \d+|[•◦▪–]")
FAR = 4.0
"""Letter sizes between the number of a heading, or the sign of a list, and its text."""
NEAR = 0.75
"""The same up to which pieces that the file draws apart are one line."""
FRACTION = 10
"""Characters of a piece of a formula that is torn out of a line of text at most."""
OVER = 0.9
"""The same that a letter may stand over the one before: accents do."""
LEVEL = 0.25
"""The same that two letters of one line differ in height at most."""
SMALL = 0.86
"""Size of a raised or lowered letter at most, as a share of its line's."""
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
    for char in chars:
        run = runs[char.run]
        is_space = char.text.isspace()
        if run.turn or (is_space and not drafts):
            continue
        if not is_space and (not drafts or not drafts[-1].fits(char, run)):
            drafts.append(_Draft(len(drafts)))
        drafts[-1].add(char, run)
    lines = [line for draft in drafts if (line := _line(draft))]
    return tuple(_capped(_gathered(lines)))


def _line(draft: _Draft) -> Line | None:
    shown = [(char, run) for char, run in draft.chars if not char.text.isspace()]
    words = tuple(_words(draft))
    if not words:
        return None
    fonts = Counter((run.font, run.bold, run.italic) for _, run in shown)
    (font, _, italic), _ = fonts.most_common(1)[0]
    bold = sum(count for (_, is_bold, _), count in fonts.items() if is_bold)
    sizes = Counter(run.size for _, run in shown)
    size = max(size for size, count in sizes.items() if count >= max(1, 0.2 * len(shown)))
    bases = [run.base for _, run in shown if run.size == size]
    base = Counter(round(base, 1) for base in bases).most_common(1)[0][0]
    return Line(
        words=words,
        box=_box(words, base, size),
        base=base,
        size=size,
        font=font,
        bold=bold >= BOLD * len(shown),
        italic=italic,
        order=draft.order,
        mcid=Counter(run.mcid for _, run in shown).most_common(1)[0][0],
        math=sum(_is_math(char, run) for char, run in shown) / len(shown),
    )


def _is_math(char: Char, run: Run) -> bool:
    return _is_math_font(run.font) or (char.text > "~" and unicodedata.category(char.text[0]) == "Sm")


@lru_cache(maxsize=512)
def _is_math_font(font: str) -> bool:
    return bool(MATH_FONT.search(font))


def _box(words: Sequence[Word], base: float, size: float) -> Box:
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
        gap = _gap(piece[-1][0], char) if piece else 0.0
        if piece and (now != rise or gap > SPACE * max(run.size, 1) or run.bold != piece[-1][1].bold):
            yield from _word(piece, rise, is_spaced)
            piece, is_spaced = [], gap > SPACE * max(run.size, 1)
        rise = now
        piece.append((char, run))
    yield from _word(piece, rise, is_spaced)


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


def _gathered(lines: Sequence[Line]) -> list[Line]:
    """Lines whose parts the file draws apart (a sign over a letter, a word in another font) in one piece."""
    made: list[Line] = []
    for line in lines:
        other = next(
            (at for at in range(len(made) - 1, max(len(made) - 9, -1), -1) if _adjoin(made[at], line)), None
        )
        if other is None:
            made.append(line)
        else:
            made[other] = _united(made[other], line)
    return made


def _adjoin(one: Line, other: Line) -> bool:
    """Whether two pieces stand on one base line with no more than a space between them."""
    size = max(one.size, other.size)
    left, right = (one, other) if one.box[0] <= other.box[0] else (other, one)
    gap = right.box[0] - left.box[2]
    if LABEL.fullmatch(left.text) and left.font == right.font and 0 < gap < FAR * size:
        return abs(one.base - other.base) <= 0.1 * size
    if not -OVER * size < gap < NEAR * size:
        return _is_torn_off(one, other) or _is_torn_off(other, one)
    return abs(one.base - other.base) <= LEVEL * min(one.size, other.size)


def _is_torn_off(piece: Line, line: Line) -> bool:
    """Whether a small piece belongs between the words of a line: an exponent, the half of a fraction."""
    if piece.size >= SMALL * line.size or not line.box[0] < piece.box[0] < line.box[2] + 0.3 * line.size:
        return False
    is_near = -0.65 * line.size < piece.base - line.base < 0.5 * line.size
    return is_near and len(line.words) > 3 and piece.width < 0.4 * line.width


def _united(one: Line, other: Line) -> Line:
    """Two pieces as one line, in the order of their places."""
    main, piece = (one, other) if (one.size, one.width) >= (other.size, other.width) else (other, one)
    rise = _lift(main, piece)
    moved = [word._replace(rise=rise or word.rise) for word in piece.words]
    is_rtl = letters.is_rtl(main.words[0].text[0])
    words = sorted((*main.words, *moved), key=lambda word: word.x0, reverse=is_rtl)
    rest = [
        word._replace(glued=not is_rtl and word.x0 - before.x1 < SPACE * main.size)
        for before, word in pairwise(words)
    ]
    glued = [words[0], *rest]
    return msgspec.structs.replace(
        main,
        words=tuple(glued),
        box=_box(glued, main.base, main.size),
        order=min(one.order, other.order),
        bold=main.bold and (piece.bold or len(piece.words) < len(main.words)),
    )


def _lift(main: Line, piece: Line) -> int:
    """1 for a piece that is raised above the base line, -1 for one below it, 0 for neither."""
    if piece.size >= SMALL * main.size:
        return 0
    if piece.base < main.base - 0.15 * main.size:
        return 1
    return -1 if piece.base > main.base + 0.05 * main.size else 0


def mended(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Lines of text with the small pieces that stand between their words: the halves of a fraction."""
    hosts = {line.order: line for line in lines}
    for piece in sorted(lines, key=lambda line: (line.width, line.order)):
        if len(piece.text) > FRACTION:
            continue
        near = [line for line in hosts.values() if line.order != piece.order and _is_host(line, piece)]
        if near:
            host = max(near, key=lambda line: (down(line.box, piece.box), -line.order))
            hosts[host.order] = msgspec.structs.replace(_united(host, piece), order=host.order)
            del hosts[piece.order]
    return tuple(hosts[line.order] for line in lines if line.order in hosts)


def _is_host(line: Line, piece: Line) -> bool:
    height = piece.box[3] - piece.box[1]
    is_wide = line.width > 3 * piece.width and len(line.words) > 3
    is_in = line.box[0] - 1.5 * line.size < piece.box[0] and piece.box[2] < line.box[2] + 1.5 * line.size
    return is_wide and is_in and down(line.box, piece.box) > 0.2 * height


def _capped(lines: Sequence[Line]) -> Iterator[Line]:
    """A large first letter that hangs over two lines goes back to its word."""
    caps = [line for line in lines if len(line.text) == 1 and line.text.isupper()]
    homes = {cap.order: home for cap in caps if (home := _home(cap, lines))}
    taken = {home.order: cap for cap in caps if (home := homes.get(cap.order))}
    for line in lines:
        if line.order in taken:
            first = line.words[0]
            word = first._replace(text=taken[line.order].text + first.text)
            yield msgspec.structs.replace(line, words=(word, *line.words[1:]))
        elif line.order not in homes:
            yield line


def _home(cap: Line, lines: Sequence[Line]) -> Line | None:
    """The line to the right of a large letter, at its top."""
    for line in lines:
        is_beside = -1 < line.box[0] - cap.box[2] < 0.6 * line.size
        if is_beside and cap.size > 1.7 * line.size and abs(cap.box[1] - line.box[1]) < 0.9 * line.size:
            return line
    return None
