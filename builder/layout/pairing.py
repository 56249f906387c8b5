"""Captions and the pictures that they belong to: one cheapest division of the document's order.

Captions, pictures and what stands between them are one line of tokens. A group is one caption with the
pictures next to it, above or below; every group, and every caption or picture left alone, has a cost.
The division with the lowest sum is found by dynamic programming, first with the usual sides (a figure's
caption below it, a table's above), then with the sides that this document turned out to use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from serverless.model import FigureKind, Struct

TokenKind = Literal["picture", "caption", "gap"]
Side = Literal["above", "below"]

ALONE = {"caption": 4.0, "picture": 1.0, "crop": 0.0}
ALONE_LISTING = 1.5
"""An algorithm may be plain text, so its caption is easily alone."""
WRONG_SIDE = 0.5
WRONG_KIND = 0.6
PANEL = 0.1
"""Each further picture of a figure."""
LOOSE_PANEL = 0.6
"""Each further picture of a table that has no (a), (b)."""
CROP = 0.5
"""A strip or an icon in a group; by itself it costs nothing."""
SHARED = 1.5
"""One picture under two captions."""
AROUND = {"even": 0.6, "odd": 1.5}
"""Pictures on both sides of a caption, cheaper where they are of one height."""
MOST_GAPS = 2.6
WIDEST = 60
"""Tokens of the widest group."""
FAR = 80
"""Tokens up to which a caption and a picture of its kind, both left alone, are taken together."""
USUAL: dict[str, Side] = {"figure": "above", "table": "below", "algorithm": "below", "image": "above"}
"""Where the picture stands, seen from its caption."""


class Token(Struct, frozen=True):
    """One picture, caption or gap. `at` is the place of its block, `cost` that of crossing a gap.

    `kind` of a caption is what it says, of a picture what its file says ("" if nothing). `is_sure` marks
    a picture whose own alternative text is its caption, `is_labelled` one that has "(a)" beside it.
    """

    type: TokenKind
    at: int
    kind: FigureKind | Literal[""] = ""
    number: str = ""
    cost: float = 0.0
    height: int = 0
    is_crop: bool = False
    is_sure: bool = False
    is_labelled: bool = False
    has_rows: bool = False


class Pair(Struct, frozen=True):
    """A caption's block and the blocks of its pictures, in order; `start` and `stop` include all of them.

    `is_torn` says that they stand far apart, so that what is between them is not theirs.
    """

    caption: int
    pictures: tuple[int, ...]
    is_torn: bool = False

    @property
    def start(self) -> int:
        return min(self.caption, *self.pictures) if self.pictures else self.caption

    @property
    def stop(self) -> int:
        return max(self.caption, *self.pictures) if self.pictures else self.caption


def pairs(tokens: Sequence[Token]) -> tuple[Pair, ...]:
    """The captions with their pictures, in the order of the captions; those without any are left out."""
    first = _divided(tokens, USUAL)
    sides = _sides(tokens, first)
    groups = first if sides == USUAL else _divided(tokens, sides)
    return tuple(sorted((*groups, *_far(tokens, groups)), key=lambda pair: pair.caption))


def _sides(tokens: Sequence[Token], groups: Sequence[Pair]) -> dict[str, Side]:
    """On which side of their captions this document has its pictures, for each kind."""
    kinds = {token.at: token.kind for token in tokens if token.type == "caption"}
    votes: Counter[tuple[str, Side]] = Counter()
    for pair in groups:
        votes[kinds[pair.caption], "below" if pair.pictures[0] > pair.caption else "above"] += 1
    sides = dict(USUAL)
    for kind, usual in USUAL.items():
        other: Side = "below" if usual == "above" else "above"
        if votes[kind, other] >= 2 and votes[kind, other] > 2 * votes[kind, usual]:
            sides[kind] = other
    return sides


def _divided(tokens: Sequence[Token], sides: Mapping[str, Side]) -> list[Pair]:
    """The groups of the cheapest division."""
    best = [0.0]
    step: list[int] = [0]
    for stop in range(1, len(tokens) + 1):
        cost, start = best[stop - 1] + _alone(tokens[stop - 1]), stop - 1
        for begin, group in _groups_to(tokens, stop, sides):
            if best[begin] + group < cost - 1e-9:
                cost, start = best[begin] + group, begin
        best.append(cost)
        step.append(start)
    found: list[Pair] = []
    stop = len(tokens)
    while stop:
        found += _group(tokens[step[stop] : stop])
        stop = step[stop]
    return found[::-1]


def _groups_to(tokens: Sequence[Token], stop: int, sides: Mapping[str, Side]) -> list[tuple[int, float]]:
    """The starts and costs of all groups that end before `stop`."""
    if tokens[stop - 1].type == "gap":
        return []
    found: list[tuple[int, float]] = []
    gaps, captions = 0.0, 0
    for begin in range(stop - 1, max(-1, stop - 1 - WIDEST), -1):
        gaps += tokens[begin].cost
        captions += tokens[begin].type == "caption"
        if gaps > MOST_GAPS or captions > 2:
            break
        if captions and begin < stop - 1 and tokens[begin].type != "gap":
            cost = _cost(tokens[begin:stop], sides)
            if cost is not None:
                found.append((begin, cost + gaps))
    return found


def _alone(token: Token) -> float:
    if token.type == "gap" or token.is_sure or token.has_rows:
        return 0.0
    if token.type == "picture":
        return ALONE["crop" if token.is_crop else "picture"]
    return ALONE_LISTING if token.kind == "algorithm" else ALONE["caption"]


def _cost(group: Sequence[Token], sides: Mapping[str, Side]) -> float | None:
    """What a group costs apart from its gaps; None where it can be none."""
    solid = [token for token in group if token.type != "gap"]
    captions = [token for token in solid if token.type == "caption"]
    pictures = [token for token in solid if token.type == "picture"]
    if not pictures:
        return None
    if len(captions) == 2:
        return _shared(solid, captions)
    caption = captions[0]
    place = solid.index(caption)
    above, below = solid[:place], solid[place + 1 :]
    cost = _panels(caption, pictures)
    if above and below:
        return cost + _around(above, below)
    side: Side = "above" if above else "below"
    return cost + (WRONG_SIDE if sides.get(caption.kind, "above") != side else 0.0)


def _shared(solid: Sequence[Token], captions: Sequence[Token]) -> float | None:
    """One picture with two captions of one kind below it: two figures in one file."""
    is_one = len(solid) == 3 and solid[0].type == "picture" and not solid[0].is_sure
    return SHARED if is_one and captions[0].kind == captions[1].kind == "figure" else None


def _panels(caption: Token, pictures: Sequence[Token]) -> float:
    cost = 0.0
    for order, picture in enumerate(pictures):
        is_other = bool(picture.kind) and {picture.kind, caption.kind} == {"figure", "table"}
        cost += WRONG_KIND * is_other + CROP * (picture.is_crop and picture.kind != caption.kind)
        cost += ALONE["caption"] if picture.is_sure and picture.number != caption.number else 0.0
        if order:
            is_loose = caption.kind == "table" and not (picture.is_labelled or _is_twin(pictures, order))
            cost += LOOSE_PANEL if is_loose else PANEL
    return cost


def _is_twin(pictures: Sequence[Token], order: int) -> bool:
    """A table's picture beside the same table in rows."""
    return pictures[order].has_rows != pictures[order - 1].has_rows


def _around(above: Sequence[Token], below: Sequence[Token]) -> float:
    """A figure of several pictures whose caption came before the last of them."""
    heights = [token.height for token in (above[-1], below[0])]
    is_even = len(above) >= 2 and len(below) == 1 and max(heights) - min(heights) <= 0.02 * max(heights)
    return AROUND["even" if is_even and heights[0] else "odd"]


def _group(tokens: Sequence[Token]) -> list[Pair]:
    """The pairs of a chosen group, last caption first; none for a token alone."""
    pictures = tuple(token.at for token in tokens if token.type == "picture")
    captions = [token.at for token in tokens if token.type == "caption"]
    return [Pair(caption, pictures) for caption in reversed(captions) if pictures]


def _far(tokens: Sequence[Token], groups: Sequence[Pair]) -> list[Pair]:
    """Captions torn from their picture: the nearest one of the same kind that nobody else has."""
    used = {at for pair in groups for at in (pair.caption, *pair.pictures)}
    free = [
        (order, token) for order, token in enumerate(tokens) if token.at not in used and token.type != "gap"
    ]
    captions = [(order, token) for order, token in free if token.type == "caption"]
    pictures = [(order, token) for order, token in free if token.type == "picture" and not token.is_sure]
    near = sorted(
        (abs(order - other), order, other)
        for order, caption in captions
        for other, picture in pictures
        if picture.kind == caption.kind and not picture.is_crop and abs(order - other) <= FAR
    )
    found: list[Pair] = []
    taken: set[int] = set()
    for _, order, other in near:
        if not {order, other} & taken:
            taken |= {order, other}
            found.append(Pair(tokens[order].at, (tokens[other].at,), is_torn=True))
    return found
