"""One look for every picture of the sample library: a palette, two canvases, and files with fixed bytes."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import TypedDict, Unpack

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch
from PIL import Image

INK, MUTED, GRID, PAPER = "#22303c", "#67788a", "#dde4ea", "#ffffff"
BLUE, ORANGE, GREEN, PLUM, GOLD, RED = "#2868a8", "#d9742b", "#2a8c74", "#87529c", "#b98a15", "#c0453c"
SERIES = (BLUE, ORANGE, GREEN, PLUM, GOLD, RED)
PALE = {
    BLUE: "#e3eef8",
    ORANGE: "#fceadd",
    GREEN: "#e0f2ed",
    PLUM: "#f1e6f4",
    GOLD: "#f8efd8",
    RED: "#f9e3e1",
}
PALE |= {INK: "#eef2f5", MUTED: "#f6f8fa"}
DPI = 200

mpl.rcParams.update(
    {
        "font.family": ["DejaVu Sans", "Noto Sans CJK SC"],
        "font.size": 10,
        "text.color": INK,
        "axes.edgecolor": MUTED,
        "axes.labelcolor": INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "axes.titlesize": 10.5,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "grid.color": GRID,
        "grid.linewidth": 0.8,
        "xtick.color": MUTED,
        "ytick.color": MUTED,
        "xtick.labelcolor": INK,
        "ytick.labelcolor": INK,
        "legend.frameon": False,
        "lines.linewidth": 2.0,
        "lines.solid_capstyle": "round",
        "mathtext.fontset": "dejavusans",
    }
)


def chart(width: float = 7.2, height: float = 3.9) -> tuple[Figure, Axes]:
    """A figure of `width` × `height` inches with one set of axes."""
    figure = Figure(figsize=(width, height), dpi=DPI, facecolor=PAPER, layout="constrained")
    return figure, figure.add_subplot()


def charts(columns: int, width: float = 7.2, height: float = 3.4, rows: int = 1) -> tuple[Figure, list[Axes]]:
    """A figure with several axes, row by row."""
    figure = Figure(figsize=(width, height), dpi=DPI, facecolor=PAPER, layout="constrained")
    return figure, [figure.add_subplot(rows, columns, n + 1) for n in range(rows * columns)]


def sheet(width: float = 7.2, height: float = 3.9) -> tuple[Figure, Axes]:
    """An empty sheet for a diagram; one unit is a tenth of an inch, the origin is at the bottom left."""
    figure = Figure(figsize=(width, height), dpi=DPI, facecolor=PAPER)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, width * 10)
    axes.set_ylim(0, height * 10)
    axes.set_aspect("equal")
    return figure, axes


class Looks(TypedDict, total=False):
    """How words look: size in points, bold or not, where their place lies in them, fixed width or not."""

    fontsize: float
    bold: bool
    align: str
    mono: bool


def note(axes: Axes, at: tuple[float, float], text: str, colour: str = INK, **looks: Unpack[Looks]) -> None:
    """Words on the sheet, centred on `at` unless `align` says otherwise."""
    axes.text(
        *at,
        text,
        color=colour,
        ha=looks.get("align", "center"),
        va="center",
        fontsize=looks.get("fontsize", 9.5),
        fontweight="bold" if looks.get("bold") else "normal",
        family=["DejaVu Sans Mono"] if looks.get("mono") else mpl.rcParams["font.family"],
        linespacing=1.35,
    )


def box(
    axes: Axes,
    corner: tuple[float, float],
    size: tuple[float, float],
    text: str = "",
    colour: str = BLUE,
    **looks: Unpack[Looks],
) -> None:
    """A rounded box with its lower left `corner`, and `text` in its middle."""
    shape = FancyBboxPatch(
        corner,
        *size,
        boxstyle=f"round,pad=0,rounding_size={min(0.6, min(size) * 0.1)}",
        facecolor=PALE[colour],
        edgecolor=colour,
        linewidth=1.2,
    )
    axes.add_patch(shape)
    note(axes, (corner[0] + size[0] / 2, corner[1] + size[1] / 2), text, **looks)


def arrow(
    axes: Axes,
    start: tuple[float, float],
    end: tuple[float, float],
    colour: str = MUTED,
    style: str = "-|>",
) -> None:
    """An arrow from `start` to `end`; style "<|-|>" has two heads, "-" none."""
    shape = FancyArrowPatch(
        start, end, arrowstyle=style, mutation_scale=11, color=colour, linewidth=1.4, shrinkA=0, shrinkB=0
    )
    axes.add_patch(shape)


def line(
    axes: Axes, points: Iterable[tuple[float, float]], colour: str = MUTED, *, width: float = 1.4
) -> None:
    """A line through `points` on a sheet."""
    xs, ys = zip(*points, strict=True)
    axes.plot(xs, ys, color=colour, linewidth=width, solid_joinstyle="round")


def pixels(figure: Figure) -> Image.Image:
    """The drawn figure as an RGB picture."""
    drawn = BytesIO()
    figure.savefig(drawn, format="png", dpi=DPI)
    return Image.open(drawn).convert("RGB")


def save(figure: Figure, path: Path, colours: int = 64) -> None:
    """Writes a PNG with a palette of `colours` and nothing else inside, so that its bytes stay the same."""
    path.parent.mkdir(parents=True, exist_ok=True)
    picture = pixels(figure).quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    picture.save(path, optimize=True)
