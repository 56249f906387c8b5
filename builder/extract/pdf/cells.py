"""The text of a table as pieces in rows and columns, by their places alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from serverless.model import Box, Struct

from .shapes import Line, Word

PIECE = 0.62
"""Share of the letter size from which a gap between words parts two cells."""
LEVEL = 0.3
"""The same that the base lines of one row differ at most."""
SHARE = 0.25
"""Share of a column, or of a piece, that they have in common where the piece stands in the column."""


class Piece(Struct, frozen=True):
    """Words that stand together, with their place."""

    words: tuple[Word, ...]
    x0: float
    x1: float
    base: float
    size: float

    @property
    def top(self) -> float:
        return self.base - 0.7 * self.size

    @property
    def end(self) -> float:
        return self.base + 0.1 * self.size


Row = tuple[Piece, ...]


def pieces(lines: Sequence[Line], walls: Sequence[Box]) -> list[Piece]:
    """The lines of a table cut at wide gaps and at the upright rules (`walls`) between two words."""
    made: list[Piece] = []
    for line in lines:
        group: list[Word] = []
        for word in line.words:
            if group and _is_cut(group[-1], word, line, walls):
                made.append(_piece(group, line))
                group = []
            group.append(word)
        made.append(_piece(group, line))
    return made


def _is_cut(last: Word, word: Word, line: Line, walls: Sequence[Box]) -> bool:
    if word.glued:
        return False
    is_walled = any(
        last.x1 - 1 <= wall[0] <= word.x0 + 1
        and wall[1] < line.base
        and wall[3] > line.base - 0.5 * line.size
        for wall in walls
    )
    return is_walled or word.x0 - last.x1 > PIECE * line.size


def _piece(words: Sequence[Word], line: Line) -> Piece:
    return Piece(tuple(words), words[0].x0, max(word.x1 for word in words), line.base, line.size)


def rows(found: Sequence[Piece]) -> list[Row]:
    """Pieces on one base line, from top to bottom, each row from left to right."""
    made: list[list[Piece]] = []
    for piece in sorted(found, key=lambda piece: (piece.base, piece.x0)):
        last = made[-1][0] if made else None
        if last and piece.base - last.base <= LEVEL * max(piece.size, last.size):
            made[-1].append(piece)
        else:
            made.append([piece])
    return [tuple(sorted(row, key=lambda piece: piece.x0)) for row in made]


def columns(found: Sequence[Piece]) -> list[tuple[float, float]]:
    """Where columns are: the narrow pieces say it, those that reach over two of them do not."""
    spans: list[tuple[float, float]] = []
    for piece in sorted(found, key=lambda piece: (piece.x1 - piece.x0, piece.x0, piece.base)):
        met = [span for span in spans if span[0] < piece.x1 and piece.x0 < span[1]]
        if not met:
            spans.append((piece.x0, piece.x1))
        elif len(met) == 1 and _is_free(piece, met[0], spans):
            spans.remove(met[0])
            spans.append((min(met[0][0], piece.x0), max(met[0][1], piece.x1)))
    return sorted(spans)


def _is_free(piece: Piece, span: tuple[float, float], spans: Sequence[tuple[float, float]]) -> bool:
    """Whether a column may grow by a piece without running into the next one."""
    left, right = min(span[0], piece.x0), max(span[1], piece.x1)
    return not any(other != span and other[0] < right and left < other[1] for other in spans)


def place(piece: Piece, spans: Sequence[tuple[float, float]]) -> tuple[int, int]:
    """The first and the last column of a piece; the nearest one where it stands between two."""
    inside = []
    for at, (left, right) in enumerate(spans):
        common = min(piece.x1, right) - max(piece.x0, left)
        if common > SHARE * min(right - left, piece.x1 - piece.x0):
            inside.append(at)
    if inside:
        return inside[0], inside[-1]
    middle = (piece.x0 + piece.x1) / 2
    nearest = min(range(len(spans)), key=lambda at: abs(sum(spans[at]) / 2 - middle))
    return nearest, nearest


def gaps(made: Sequence[Row]) -> list[float]:
    """Points between the base lines of neighbouring rows."""
    return [below[0].base - above[0].base for above, below in pairwise(made)]
