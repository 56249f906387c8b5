"""Lines of scripts that run from right to left, put in the order in which they are read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from . import letters
from .shapes import Char, Run

MOSTLY = 0.5
"""Share of such letters from which on a line runs from right to left."""
_MIRRORS = dict(zip("()[]{}", ")(][}{", strict=True))

Shown = tuple[Char, Run]


def read(chars: Sequence[Shown]) -> list[Shown]:
    """The characters of a line in the order of reading, whatever order the file has them in.

    Numbers and words of other scripts inside such a line keep their own direction.
    """
    if all(char.text < "\u0590" for char, _ in chars):
        return list(chars)
    own = sum(letters.is_rtl(char.text) for char, _ in chars)
    if own < MOSTLY * sum(char.text.isalpha() for char, _ in chars) or not own:
        return list(chars)
    drawn = [pair for pair in chars if pair[0].x1 > pair[0].x0]
    placed = sorted(drawn, key=lambda pair: -(pair[0].x0 + pair[0].x1))
    made: list[Shown] = []
    for is_other, run in groupby(placed, key=lambda pair: _runs_right(pair[0].text)):
        group = list(run)
        made += reversed(group) if is_other else group
    return _mirrored(made)


def _mirrored(line: list[Shown]) -> list[Shown]:
    """Brackets as they are read, where the file has them as they are drawn: the closing one first."""
    brackets = [char.text for char, _ in line if char.text in _MIRRORS]
    is_drawn = bool(brackets) and brackets[0] in ")]}" and any(bracket in "([{" for bracket in brackets)
    if not is_drawn:
        return line
    return [(char._replace(text=_MIRRORS.get(char.text, char.text)), run) for char, run in line]


def _runs_right(letter: str) -> bool:
    """Whether a character is a digit or a letter of a script that runs from left to right."""
    return letter.isdigit() or (letter.isalpha() and not letters.is_rtl(letter))
