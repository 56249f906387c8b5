"""Lines whose parts the file draws apart, put together: a word in another font, a sum with its limits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from . import letters
from .lines import LEVEL, OVER, SMALL, SPACE, TINY, boxed
from .shapes import Line, down

LABEL = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){0,4}|[IVX]{1,5}|[A-Z](?:\.\d{1,2})*)\.?|§|Chapter \d+|[•◦▪–]")
FAR = 4.0
"""Letter sizes between the number of a heading, or the sign of a list, and its text."""
NEAR = 0.75
"""The same up to which pieces that the file draws apart are one line."""
BRIDGE, WIDE = 5, 3.0
"""Pieces between the halves of a line at most, and how far these stand apart, in letter sizes."""
FRACTION = 10
"""Characters of a piece of a formula that is torn out of a line of text at most."""


def whole(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines of a page, those in pieces as one."""
    return tuple(_capped(_bridged(_gathered(lines))))


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


def _bridged(lines: list[Line]) -> list[Line]:
    """Lines that a small sign between their words had cut in two, such as a sum with its limits."""
    made: list[Line] = []
    for line in lines:
        for back in range(2, min(len(made), BRIDGE) + 1):
            if _is_bridge(made[-back], made[-back + 1 :], line):
                whole = _united(made[-back], line)
                for piece in made[-back + 1 :]:
                    whole = _united(whole, piece)
                made[-back:] = [whole]
                break
        else:
            made.append(line)
    return made


def _is_bridge(left: Line, pieces: Sequence[Line], right: Line) -> bool:
    size = left.size
    is_line = abs(left.base - right.base) < 0.15 * size and abs(right.size - size) < 0.3
    if not (is_line and 0 < right.box[0] - left.box[2] < WIDE * size):
        return False
    return all(
        len(piece.text) <= 4
        and left.box[2] - 0.5 * size < piece.box[0]
        and piece.box[2] < right.box[0] + 1.2 * size
        and abs(piece.base - left.base) < 1.3 * size
        for piece in pieces
    )


def _adjoin(one: Line, other: Line) -> bool:
    """Whether two pieces stand on one base line with no more than a space between them."""
    size = max(one.size, other.size)
    if letters.is_accent(other.text) and abs(one.base - other.base) < LEVEL * size:
        return one.box[0] <= other.box[0] and other.box[2] <= one.box[2]
    if min(one.size, other.size) < TINY * size:
        return False
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
    if (accented := _accented(main, piece)) is not None:
        return accented
    rise = _lift(main, piece)
    moved = [word._replace(rise=rise or word.rise) for word in piece.words]
    is_rtl = any(letters.is_rtl(word.text[0]) for word in (*main.words, *piece.words))
    owned = [(word, 0) for word in main.words] + [(word, 1) for word in moved]
    owned.sort(key=lambda pair: pair[0].x0, reverse=is_rtl)
    glued = [owned[0][0]]
    for (before, owner), (word, its) in pairwise(owned):
        is_near = not is_rtl and word.x0 - before.x1 < SPACE * main.size
        glued.append(word if owner == its else word._replace(glued=is_near))
    return msgspec.structs.replace(
        main,
        words=tuple(glued),
        box=boxed(glued, main.base, main.size),
        order=min(one.order, other.order),
        bold=main.bold and (piece.bold or len(piece.words) < len(main.words)),
    )


def _accented(main: Line, piece: Line) -> Line | None:
    """A line with an accent on the letter that it was drawn over; None for what is no accent."""
    middle = (piece.box[0] + piece.box[2]) / 2
    for at, word in enumerate(main.words):
        if word.x0 <= middle <= word.x1:
            share = (middle - word.x0) / max(word.x1 - word.x0, 0.1)
            made = letters.accented(word.text, share, piece.text)
            words = (*main.words[:at], word._replace(text=made or ""), *main.words[at + 1 :])
            return msgspec.structs.replace(main, words=words) if made else None
    return None


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
    is_in = line.box[0] - 2.5 * line.size < piece.box[0] and piece.box[2] < line.box[2] + 1.5 * line.size
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
