"""The diagrams and charts of the manual of the Aster WS-2."""

from __future__ import annotations

from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.patches import Circle, Ellipse, Polygon, Rectangle, Wedge

from . import photo
from .style import (
    BLUE,
    GOLD,
    GREEN,
    INK,
    MUTED,
    ORANGE,
    PALE,
    RED,
    arrow,
    box,
    line,
    note,
    save,
    sheet,
)

STEEL = "#c9d2da"


def draw(folder: Path) -> None:
    photo.draw(folder / "station.jpg")
    exploded(folder / "exploded-view.png")
    siting(folder / "siting.png")
    wiring(folder / "wiring.png")
    tipping_bucket(folder / "tipping-bucket.png")


def shape(axes: Axes, corners: list[tuple[float, float]], fill: str = STEEL, edge: str = INK) -> None:
    axes.add_patch(Polygon(corners, closed=True, facecolor=fill, edgecolor=edge, linewidth=1.2))


def plate(axes: Axes, corner: tuple[float, float], size: tuple[float, float], fill: str = STEEL) -> None:
    axes.add_patch(Rectangle(corner, *size, facecolor=fill, edgecolor=INK, linewidth=1.2))


def balloon(axes: Axes, at: tuple[float, float], number: int, target: tuple[float, float]) -> None:
    """A numbered disc with a thin line to the part that it names."""
    line(axes, (at, target), MUTED, width=0.9)
    axes.add_patch(Circle(at, 1.7, facecolor="white", edgecolor=BLUE, linewidth=1.4, zorder=4))
    axes.text(
        *at, str(number), color=BLUE, ha="center", va="center", fontsize=9.5, fontweight="bold", zorder=5
    )


def dashed(axes: Axes, start: tuple[float, float], end: tuple[float, float]) -> None:
    axes.plot(*zip(start, end, strict=True), color=MUTED, linewidth=1, linestyle=(0, (4, 3)), zorder=0)


def anemometer(axes: Axes, x: float, y: float) -> None:
    plate(axes, (x - 0.9, y), (1.8, 4))
    line(axes, ((x - 4, y + 4.8), (x + 4, y + 4.8)), INK, width=1.6)
    for side in (-4, 4):
        axes.add_patch(
            Wedge((x + side, y + 4.8), 1.6, 90, 270, facecolor=STEEL, edgecolor=INK, linewidth=1.2)
        )
    axes.add_patch(Circle((x, y + 4.8), 1.1, facecolor=PALE[BLUE], edgecolor=INK, linewidth=1.2))


def vane(axes: Axes, x: float, y: float) -> None:
    plate(axes, (x - 0.9, y), (1.8, 4))
    line(axes, ((x - 5.5, y + 4.8), (x + 5, y + 4.8)), INK, width=2)
    shape(axes, [(x + 3, y + 3), (x + 7.5, y + 2.5), (x + 7.5, y + 7.6), (x + 3, y + 6.6)], PALE[RED])
    axes.add_patch(Circle((x - 5.5, y + 4.8), 0.9, facecolor=INK))


def exploded(path: Path) -> None:
    figure, axes = sheet(7.2, 4.8)
    for start, end in (
        ((36, 28), (36, 34)),
        ((21, 35), (21, 38)),
        ((51, 35), (51, 38)),
        ((22, 27), (35, 27)),
        ((37, 25), (46, 25)),
        ((26, 10), (35, 10)),
        ((37, 10), (46, 10)),
    ):
        dashed(axes, start, end)
    plate(axes, (35.2, 2), (1.6, 28))
    plate(axes, (18, 34), (36, 1.3))
    anemometer(axes, 21, 37.5)
    vane(axes, 51, 37.5)
    for layer in range(7):
        axes.add_patch(
            Ellipse((18, 18.5 + 1.5 * layer), 8, 1.9, facecolor="white", edgecolor=INK, linewidth=1.2)
        )
    shape(axes, [(46, 21), (55, 23), (55, 29), (46, 27)], PALE[BLUE])
    line(axes, ((50.5, 22), (50.5, 28)), INK, width=0.8)
    box(axes, (16, 6), (10, 8), "", MUTED)
    for column in range(5):
        plate(axes, (17.4 + 1.5 * column, 9), (1.1, 2), "white")
    shape(axes, [(46, 15.5), (56, 15.5), (56, 4), (46, 4)], "white")
    shape(axes, [(46.6, 15.5), (55.4, 15.5), (51.6, 11), (50.4, 11)], PALE[GREEN])
    for number, at, target in (
        (1, (11, 42.5), (15.6, 42.3)),
        (2, (36, 39), (36, 35.3)),
        (3, (63, 42.5), (58.5, 42.5)),
        (4, (9, 23.5), (14, 23)),
        (5, (61, 26), (55, 26)),
        (6, (10, 10), (16, 10)),
        (7, (40.5, 17), (36.8, 17)),
        (8, (62, 10), (56, 10)),
    ):
        balloon(axes, at, number, target)
    save(figure, path, 32)


def siting(path: Path) -> None:
    figure, axes = sheet(7.2, 3.8)
    plate(axes, (0, 2), (72, 2.4), PALE[GREEN])
    shape(axes, [(4, 4.4), (4, 15), (9, 20), (14, 15), (14, 4.4)], PALE[MUTED])
    arrow(axes, (2, 4.4), (2, 20), INK, "<|-|>")
    note(axes, (6.2, 22.5), "obstacle, height H", fontsize=9)
    line(axes, ((56, 4.4), (56, 33)), INK, width=2.6)
    line(axes, ((52.5, 32.5), (59.5, 32.5)), INK, width=2)
    axes.add_patch(Circle((52.5, 33.4), 0.9, facecolor=BLUE))
    axes.add_patch(Circle((59.5, 33.4), 0.9, facecolor=RED))
    axes.add_patch(Ellipse((53.5, 12), 3.4, 3.4, facecolor="white", edgecolor=INK, linewidth=1.2))
    plate(axes, (57.5, 6.4), (3, 4), "white")
    line(axes, ((56, 8), (57.5, 8)), INK)
    line(axes, ((56, 12), (55.2, 12)), INK)
    arrow(axes, (66, 4.4), (66, 33), BLUE, "<|-|>")
    note(axes, (63.4, 22), "10 m", BLUE, bold=True)
    arrow(axes, (48, 4.4), (48, 12), ORANGE, "<|-|>")
    note(axes, (42.0, 9.5), "1.25–2 m", ORANGE, bold=True)
    note(axes, (60.5, 14.6), "rim 1 m", GREEN, bold=True, fontsize=9)
    arrow(axes, (62, 4.4), (62, 10.4), GREEN, "<|-|>")
    arrow(axes, (14, 27), (56, 27), BLUE, "<|-|>")
    note(axes, (34, 29), "wind: at least 10 H", BLUE, bold=True)
    arrow(axes, (14, 17.5), (57.5, 17.5), GREEN, "<|-|>")
    note(axes, (34, 19.5), "rain: at least 2 H, better 4 H", GREEN, bold=True)
    note(axes, (30, 6.4), "short grass, not paving", MUTED, fontsize=9)
    save(figure, path, 48)


TERMINALS = (
    ("1", "red", "solar +", RED),
    ("2", "black", "solar −", INK),
    ("3", "red", "head +3.3 V", RED),
    ("4", "black", "head ground", INK),
    ("5", "green", "head data", GREEN),
    ("6", "blue", "rain pulse", BLUE),
    ("7", "brown", "rain return", "#8a5a33"),
    ("8", "green", "bus A", GREEN),
    ("9", "white", "bus B", "#b9c4cd"),
    ("10", "bare", "shield", GOLD),
)


def wiring(path: Path) -> None:
    figure, axes = sheet(7.2, 4.4)
    for (x, y), size, text in (
        ((2, 35), (15, 6.5), "solar panel"),
        ((2, 20.6), (15, 8), "sensor head"),
        ((2, 8), (15, 6.5), "rain gauge"),
        ((56, 12), (14, 9), "console\nup to 300 m"),
    ):
        box(axes, (x, y), size, text, MUTED, bold=True)
    box(axes, (28, 1.5), (17, 41), "", BLUE)
    note(axes, (36.5, 40.6), "junction box", BLUE, bold=True)
    starts = (39.5, 37, 27, 24.6, 22.2, 12.6, 10)
    for row, (number, colour_name, use, colour) in enumerate(TERMINALS):
        y = 36.5 - row * 3.7
        plate(axes, (29, y - 1.3), (3.4, 2.6), "white")
        note(axes, (30.7, y), number, bold=True, fontsize=9)
        note(axes, (33.4, y), use, align="left", fontsize=8.5)
        if row < 7:
            bend = 23.7 if row in {0, 6} else 21.0
            line(axes, ((17, starts[row]), (bend, starts[row]), (bend, y), (29, y)), colour, width=2)
            continue
        target = 19 - (row - 7) * 2.6
        bend = 50 + (row - 7) * 2
        line(axes, ((45, y), (bend, y), (bend, target), (56, target)), colour, width=2)
        note(axes, (46, y + 1.4), colour_name, MUTED, align="left", fontsize=8)
    note(axes, (63, 9.4), "120 Ω across A and B\nat the far end", MUTED, fontsize=8.5)
    save(figure, path, 48)


def tipping_bucket(path: Path) -> None:
    figure, axes = sheet(5.6, 4.4)
    line(axes, ((8, 2), (8, 40), (8, 34), (25.6, 24), (25.6, 21.5)), INK, width=2)
    line(axes, ((48, 2), (48, 40), (48, 34), (30.4, 24), (30.4, 21.5)), INK, width=2)
    line(axes, ((6, 2), (50, 2)), INK, width=2)
    arrow(axes, (8, 42), (48, 42), BLUE, "<|-|>")
    note(axes, (28, 40.3), "160 mm, 200 cm²", BLUE, fontsize=9)
    axes.add_patch(Circle((27.2, 19.6), 0.7, facecolor=BLUE, edgecolor="none"))
    for side, lift in ((-1, 1.8), (1, -1.8)):
        far, near = (28 + side * 10, 14.5 + lift * 1.6), (28 + side * 7, 9.5 + lift)
        shape(axes, [(28, 17.5), (28, 9.5), near, far], PALE[BLUE] if side < 0 else "white")
    shape(axes, [(26.6, 2), (29.4, 2), (28, 9.5)], STEEL)
    plate(axes, (12, 4), (3, 3), PALE[ORANGE])
    plate(axes, (41, 4), (3, 3), PALE[ORANGE])
    for text, at, target in (
        ("funnel", (14.5, 33), (16, 29.5)),
        ("strainer", (38, 23.4), (30.4, 23)),
        ("bucket, 4 ml a side", (18.8, 21.5), (22.5, 14.5)),
        ("magnet and\nreed switch", (40.5, 16), (34, 12.4)),
        ("stop screw", (41.5, 10), (42.5, 7)),
    ):
        dashed(axes, at, target)
        axes.text(
            at[0],
            at[1],
            text,
            fontsize=8.5,
            ha="center",
            va="center",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
        )
    save(figure, path, 32)
