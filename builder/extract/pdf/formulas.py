"""Displayed formulas: signs that stand apart from the lines of the text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.layout import wording
from serverless.model import Box, Struct

from .columns import Span
from .outline import led
from .prose import plain
from .shapes import Line, across, around, down

SIGNS = 0.22
"""Share of formula letters in a line of a formula."""
NEAR = 5.0
"""Points between the lines of one formula at most."""
FAR = 12.0
"""The same between a formula and its number."""
NUMBER = re.compile(r"\(?[A-Z]?\.?\d{1,3}(?:\.\d{1,3})?[a-z]?\)")
OWN = 0.3
"""Share of a line's height that a line of text beside it may take for the line to stand apart."""


class Formula(Struct, frozen=True):
    """A formula with its lines; `number` is as printed, with brackets, or ""."""

    lines: tuple[Line, ...]
    box: Box
    text: str
    number: str


def found(lines: Sequence[Line], spans: Sequence[Span], prose: frozenset[int]) -> tuple[Formula, ...]:
    """The formulas among the free lines of a page."""
    signs = [line for line in lines if _is_formal(line) and not _is_text(line, spans)]
    own = {line.order for line in signs}
    words = [line for line in lines if line.order not in own and (line.order in prose or len(line.text) > 24)]
    apart = [line for line in signs if not any(_is_beside(line, other) for other in words)]
    made = []
    for group in _groups(apart, spans):
        box = around(line.box for line in group)
        inner = [line for line in lines if line not in words and _is_part(line, box, spans)]
        whole = {line.order: line for line in (*group, *inner)}
        for parts in _by_number(list(whole.values())):
            if _is_formula(parts):
                made.append(_formula(sorted(parts, key=lambda line: (round(line.base), line.box[0]))))
    used = {line.order for formula in made for line in formula.lines}
    return tuple(_numbered(made, [line for line in lines if line.order not in used]))


def _numbered(made: Sequence[Formula], lines: Sequence[Line]) -> list[Formula]:
    """Formulas with the numbers that stand alone right below or beside them."""
    found = list(made)
    for line in lines:
        if not NUMBER.fullmatch(plain(line)):
            continue
        near = [
            at
            for at, formula in enumerate(found)
            if not formula.number and down(formula.box, line.box) > -FAR and formula.box[0] < line.box[0]
        ]
        if near:
            at = min(near, key=lambda at: abs(found[at].box[3] - line.box[3]))
            found[at] = _formula((*found[at].lines, line))
    return found


def _by_number(lines: Sequence[Line]) -> list[list[Line]]:
    """Formulas that stand close together, each with its own number: by the number that is nearest."""
    numbers = sorted(line.base for line in lines if NUMBER.fullmatch(plain(line)))
    if len(numbers) < 2:
        return [list(lines)]
    made: dict[float, list[Line]] = {base: [] for base in numbers}
    for line in lines:
        middle = (line.box[1] + line.box[3]) / 2
        made[min(numbers, key=lambda base: abs(base - 0.3 * line.size - middle))].append(line)
    return list(made.values())


def _is_formal(line: Line) -> bool:
    text = plain(line)
    if NUMBER.fullmatch(text) or led(text):
        return False
    return (
        (line.math >= SIGNS or wording.is_symbolic(text) or not text.isascii())
        and not wording.is_prose(text)
        and len(text) < 160
    )


def _is_beside(line: Line, other: Line) -> bool:
    """Whether a line of text stands on the same height in the same column: then the signs are part of it."""
    height = line.box[3] - line.box[1]
    return down(line.box, other.box) > OWN * height and across(line.box, other.box) > -14


def _groups(lines: Sequence[Line], spans: Sequence[Span]) -> list[list[Line]]:
    made: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (line.base, line.box[0])):
        near = [group for group in made if any(_touch(line, other, spans) for other in group)]
        made = [group for group in made if group not in near]
        made.append([*(other for group in near for other in group), line])
    return made


def _touch(one: Line, other: Line, spans: Sequence[Span]) -> bool:
    return down(one.box, other.box) > -NEAR and _column(one, spans) == _column(other, spans)


def _column(line: Line, spans: Sequence[Span]) -> int:
    middle = (line.box[0] + line.box[2]) / 2
    return min(range(len(spans)), key=lambda at: abs((spans[at][0] + spans[at][1]) / 2 - middle))


def _is_part(line: Line, box: Box, spans: Sequence[Span]) -> bool:
    """Short words inside a formula, and its number at the edge of the column."""
    height = line.box[3] - line.box[1]
    is_level = down(line.box, box) > 0.5 * height
    left, right = next(
        (span for span in spans if span[0] - 4 <= box[0] and box[2] <= span[1] + 12),
        (box[0] - 60, box[2] + 60),
    )
    is_in = left - 4 <= line.box[0] and line.box[2] <= right + 12
    return is_level and is_in and (bool(NUMBER.fullmatch(plain(line))) or len(line.text) <= 40)


def _is_formula(lines: Sequence[Line]) -> bool:
    texts = [plain(line) for line in lines if not NUMBER.fullmatch(plain(line))]
    letters = sum(len(text.replace(" ", "")) for text in texts)
    signs = sum(line.math * len(line.text) for line in lines)
    return (
        letters >= 3
        and (bool(wording.OPERATOR.search("".join(texts))) or signs > 0.5 * letters)
        and signs > 0.12 * letters
    )


def _is_text(line: Line, spans: Sequence[Span]) -> bool:
    """Whether a line begins at the left of its column, as text does, and has words."""
    start, stop = spans[_column(line, spans)]
    level = " ".join(word.text for word in line.words if not word.rise)
    words = [word for word in wording.WORD.findall(level) if len(word) > 2 and not _is_name(word)]
    is_left = abs(line.box[0] - start) < 1.8 * line.size
    return is_left and len(words) >= 2 and (line.width > 0.45 * (stop - start) or len(words) >= 4)


def _is_name(word: str) -> bool:
    """Whether a word belongs to formulas: the name of a function, letters of Greek."""
    return word in wording.NAMES or any("\u0370" <= letter <= "\u03ff" for letter in word)


def _formula(lines: Sequence[Line]) -> Formula:
    numbers = [plain(line) for line in lines if NUMBER.fullmatch(plain(line))]
    tail = re.search(rf"\s({NUMBER.pattern})$", plain(lines[-1])) if not numbers else None
    text = " ".join(plain(line) for line in lines if not NUMBER.fullmatch(plain(line)))
    number = numbers[-1] if numbers else tail[1] if tail else ""
    if tail:
        text = text.removesuffix(tail[1]).strip()
    return Formula(tuple(lines), around(line.box for line in lines), text, number)
