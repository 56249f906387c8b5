"""Sets items on A4 pages: where each line, picture and cell lies, in points from the bottom left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl
from PIL import Image, ImageFont

from .manuscript import Item, Style

WIDTH, HEIGHT = 595.28, 841.89
LEFT, RIGHT, TOP, BOTTOM = 70.0, 525.28, 771.0, 74.0
FONTS = {"plain": "DejaVuSerif", "em": "DejaVuSerif-Italic", "sup": "DejaVuSerif", "head": "DejaVuSans-Bold"}
FONTS |= {"cell": "DejaVuSans", "cellhead": "DejaVuSans-Bold"}
SIZES = {"title": 19.0, "author": 9.5, "h1": 13.5, "h2": 11.0, "caption": 8.5, "note": 8.0, "cell": 8.5}
BEFORE = {"title": 0.0, "h1": 16.0, "h2": 11.0, "text": 6.0, "item": 3.0, "formula": 8.0, "author": 1.0}
CELL = 15.0
HEADROOM = {"h1": 6, "h2": 4}
"""Lines that must fit below the place where an item begins."""

Box = tuple[float, float, float, float]


class Piece(NamedTuple):
    """Words of one font on one line; `base` is the height of the baseline."""

    page: int
    x: float
    base: float
    width: float
    text: str
    font: str
    size: float

    @property
    def box(self) -> Box:
        return self.x, self.base - 0.24 * self.size, self.x + self.width, self.base + 0.76 * self.size


@dataclass(frozen=True)
class Placed:
    """A part of an item on one page: its text, or its picture, or its table with one piece for each cell."""

    item: Item
    page: int
    box: Box
    pieces: tuple[Piece, ...] = ()
    name: str = ""
    rows: tuple[tuple[Piece, ...], ...] = ()
    label: Piece | None = None
    continued: bool = False


@cache
def face(font: str) -> ImageFont.FreeTypeFont:
    folder = Path(mpl.get_data_path()) / "fonts/ttf"
    return ImageFont.truetype(str(folder / f"{font}.ttf"), 1000)


def width(text: str, font: str, size: float) -> float:
    return face(font).getlength(text) * size / 1000


def union(boxes: Iterable[Box]) -> Box:
    left, bottom, right, top = zip(*boxes, strict=True)
    return min(left), min(bottom), max(right), max(top)


@dataclass
class Setter:
    """The page being filled. Pictures that do not fit wait in `floats` for the next page."""

    pictures: Path
    tables: dict[str, tuple[tuple[str, ...], ...]]
    page: int = 0
    y: float = TOP
    placed: list[Placed] = field(default_factory=list)
    floats: list[list[Item]] = field(default_factory=list)
    notes: list[Item] = field(default_factory=list)
    floor: float = BOTTOM

    def run(self, items: Sequence[Item]) -> list[Placed]:
        for group in groups(items):
            if group[0].kind == "note":
                self.footnote(group[0])
            elif len(group) == 1:
                self.text(group[0])
            else:
                self.illustrate(group)
        while self.floats:
            self.turn()
        return self.placed

    def turn(self) -> None:
        """Begins a page with the pictures that wait."""
        self.page, self.y, self.floor = self.page + 1, TOP, BOTTOM
        waiting, self.floats = self.floats, []
        for group in waiting:
            self.illustrate(group)

    def room(self, height: float) -> bool:
        return self.y - height >= self.floor

    def illustrate(self, group: Sequence[Item]) -> None:
        if self.floats or not self.room(sum(self.height(item) for item in group) + 14):
            self.floats.append(list(group))
            return
        self.y -= 8
        for item in group:
            self.y -= 4 if item.kind == "table" else 0
            self.image(item) if item.kind == "figure" else self.table(
                item
            ) if item.kind == "table" else self.text(item)
        self.y -= 6

    def height(self, item: Item) -> float:
        if item.kind == "figure":
            return max(size[1] for size in self.sizes(item))
        if item.kind == "table":
            return CELL * len(self.tables[item.names[0]])
        return 12.0 * len(lines(item, RIGHT - LEFT)) + 5

    def sizes(self, item: Item) -> list[tuple[float, float]]:
        """Width and height of the pictures of an item, side by side within the column."""
        shapes = [Image.open(self.pictures / name).size for name in item.names]
        scale = min((RIGHT - LEFT - 8 * (len(shapes) - 1)) / sum(wide for wide, _ in shapes), 0.24)
        return [(wide * scale, high * scale) for wide, high in shapes]

    def image(self, item: Item) -> None:
        x = LEFT
        for name, (wide, high) in zip(item.names, self.sizes(item), strict=True):
            self.placed.append(Placed(item, self.page, (x, self.y - high, x + wide, self.y), name=name))
            x += wide + 8
        self.y -= self.height(item)

    def table(self, item: Item) -> None:
        texts = self.tables[item.names[0]]
        size = SIZES["cell"]
        wide = [
            max(width(row[n], FONTS["cellhead"], size) for row in texts) + 16 for n in range(len(texts[0]))
        ]
        rows = []
        for number, row in enumerate(texts):
            x, pieces = LEFT, []
            for text, column in zip(row, wide, strict=True):
                font = FONTS["cellhead" if number == 0 else "cell"]
                base = self.y - CELL * number - 10.5
                pieces.append(Piece(self.page, x + 4, base, width(text, font, size), text, font, size))
                x += column
            rows.append(tuple(pieces))
        box = (LEFT, self.y - CELL * len(rows), LEFT + sum(wide), self.y)
        self.placed.append(Placed(item, self.page, box, rows=tuple(rows), name=item.names[0]))
        self.y = box[1]

    def text(self, item: Item) -> None:
        """Sets lines, breaking over the page where it must; a heading takes at least three lines with it."""
        if item.kind == "formula":
            self.formula(item)
            return
        size = SIZES.get(item.kind, 10.0)
        leading = size * 1.45
        indent = 14.0 if item.kind == "item" else 0.0
        self.y -= BEFORE.get(item.kind, 4.0)
        if not self.room(leading * HEADROOM.get(item.kind, 2)):
            self.turn()
        pieces: list[Piece] = []
        label = None
        continued = False
        for line in lines(item, RIGHT - LEFT - indent):
            if not self.room(leading):
                self.put(item, pieces, label, continued)
                pieces, label, continued = [], None, True
                self.turn()
            self.y -= leading
            if item.label and not pieces and not continued:
                label = Piece(self.page, LEFT, self.y, 8, item.label, FONTS["plain"], size)
            pieces += place(line, self.page, LEFT + indent, self.y)
        self.put(item, pieces, label, continued)
        self.y -= 2

    def put(self, item: Item, pieces: list[Piece], label: Piece | None, continued: bool) -> None:
        if pieces:
            box = union(piece.box for piece in pieces)
            self.placed.append(
                Placed(item, pieces[0].page, box, tuple(pieces), label=label, continued=continued)
            )

    def formula(self, item: Item) -> None:
        wide, high = (pixels * 72 / 200 for pixels in Image.open(self.pictures / item.names[0]).size)
        if not self.room(high + 12):
            self.turn()
        self.y -= high + 6
        self.placed.append(
            Placed(item, self.page, (LEFT + 60, self.y, LEFT + 60 + wide, self.y + high), name=item.names[0])
        )

    def footnote(self, item: Item) -> None:
        """Sets a note at the foot of the page and raises the floor above it."""
        rows = lines(item, RIGHT - LEFT)
        leading = SIZES["note"] * 1.4
        top = self.floor + leading * len(rows)
        pieces = [
            p for n, row in enumerate(rows) for p in place(row, self.page, LEFT, top - leading * (n + 1) + 3)
        ]
        self.put(item, pieces, None, False)
        self.floor = top + 8


def groups(items: Sequence[Item]) -> Iterator[list[Item]]:
    """Pictures with the caption after them, tables with the caption before them, everything else alone."""
    rest = list(items)
    while rest:
        pair = {rest[0].kind, rest[1].kind} if len(rest) > 1 else set()
        number = 2 if pair in ({"figure", "caption"}, {"table", "caption"}) else 1
        yield rest[:number]
        rest = rest[number:]


Line = list[tuple[str, str, float, float]]
"""Words of a line: text, font, size, width."""


def words(item: Item) -> Iterator[tuple[str, str, float]]:
    """Words in their font and size; a word that follows a space carries it in front."""
    size = SIZES.get(item.kind, 10.0)
    space = ""
    for run in item.runs:
        for number, word in enumerate(run.text.split(" ")):
            space = " " if number else space
            if word:
                yield space + word, font_of(item, run.style), size * (0.7 if run.style == "sup" else 1)
                space = ""


def font_of(item: Item, style: Style) -> str:
    return FONTS["head"] if item.kind in {"title", "h1", "h2"} else FONTS[style]


def lines(item: Item, measure: float) -> list[Line]:
    """Breaks an item into lines no wider than `measure`, at spaces only."""
    clusters: list[Line] = []
    for text, font, size in words(item):
        if not clusters or text.startswith(" "):
            clusters.append([])
        clusters[-1].append((text, font, size, width(text, font, size)))
    rows: list[Line] = []
    for cluster in clusters:
        if rows and sum(word[3] for word in (*rows[-1], *cluster)) <= measure:
            rows[-1] += cluster
        else:
            text, font, size, _ = cluster[0]
            rows.append([(text.lstrip(), font, size, width(text.lstrip(), font, size)), *cluster[1:]])
    return rows


def place(line: Line, page: int, x: float, base: float) -> list[Piece]:
    """The words of a line as pieces, neighbours of one font joined."""
    pieces: list[Piece] = []
    for text, font, size, wide in line:
        last = pieces[-1] if pieces else None
        if last and (last.font, last.size) == (font, size):
            pieces[-1] = last._replace(text=last.text + text, width=last.width + wide)
        else:
            lift = 3.2 if size < 6 or size == 7.0 else 0.0
            pieces.append(Piece(page, x, base + lift, wide, text, font, size))
        x += wide
    return pieces
