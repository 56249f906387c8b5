"""The console of the weather station: its display, and the small icons that the manual shows in the text."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch, Polygon, Rectangle, Wedge

from .style import BLUE, DPI, INK, MUTED, PAPER, arrow, line, note, save, sheet
from .weather import balloon

SCREEN = "#e6eee4"


def draw(folder: Path) -> None:
    display(folder / "display.png")
    for name, icon in (("battery", battery), ("link", link), ("rain", drop), ("lock", lock)):
        figure = Figure(figsize=(0.32, 0.32), dpi=DPI, facecolor=PAPER)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set(xlim=(-2, 2), ylim=(-2, 2))
        icon(axes, 0, 0)
        save(figure, folder / f"icon-{name}.png", 16)


def battery(axes: Axes, x: float, y: float) -> None:
    axes.add_patch(Rectangle((x - 1.6, y - 0.9), 2.9, 1.8, facecolor="none", edgecolor=INK, linewidth=1.4))
    axes.add_patch(Rectangle((x + 1.3, y - 0.4), 0.35, 0.8, color=INK))
    axes.add_patch(Rectangle((x - 1.3, y - 0.6), 0.7, 1.2, color=INK))


def link(axes: Axes, x: float, y: float) -> None:
    axes.add_patch(Circle((x, y - 1.1), 0.4, color=INK))
    for radius in (1.2, 2.1):
        wave = Wedge((x, y - 1.1), radius + 0.3, 45, 135, width=0.35, facecolor=INK, edgecolor="none")
        axes.add_patch(wave)


def drop(axes: Axes, x: float, y: float) -> None:
    turn = np.linspace(0, 2 * np.pi, 60)
    width = 1.1 * np.sin(turn) * np.sin(turn / 2) ** 1.5
    axes.add_patch(Polygon(np.column_stack((x + width, y + 1.6 * np.cos(turn))), color=INK))


def lock(axes: Axes, x: float, y: float) -> None:
    axes.add_patch(Rectangle((x - 1.1, y - 1.5), 2.2, 1.8, color=INK))
    axes.add_patch(Wedge((x, y + 0.3), 1.0, 0, 180, width=0.35, facecolor=INK, edgecolor="none"))


def display(path: Path) -> None:
    figure, axes = sheet(7.2, 4.3)
    for corner, size, fill in (((8, 2), (56, 37), "#3a4651"), ((11, 8), (50, 28.5), SCREEN)):
        axes.add_patch(
            FancyBboxPatch(corner, size[0], size[1], boxstyle="round,pad=0,rounding_size=1", facecolor=fill)
        )
    for x, text in ((18, "MODE"), (30, "SET"), (42, "+"), (54, "−")):
        axes.add_patch(
            FancyBboxPatch((x - 3.5, 3.6), 7, 2.8, boxstyle="round,rounding_size=1", facecolor=MUTED)
        )
        note(axes, (x, 5), text, "white", bold=True, fontsize=8)
    for x, icon in ((15, link), (21, battery), (27, lock), (45, drop)):
        icon(axes, x, 33)
    note(axes, (55, 33), "06:40", bold=True, fontsize=13)
    line(axes, ((12.5, 30.3), (59.5, 30.3)), "#a9b8aa", width=1)
    readings(axes)
    compass(axes, (51.5, 20))
    for number, at, target in (
        (1, (4, 33), (13.4, 33)),
        (2, (21, 40), (21, 34.2)),
        (3, (30.5, 40), (28, 34.4)),
        (4, (41, 40), (45, 34.8)),
        (5, (4, 24.5), (13, 24.5)),
        (6, (4, 15), (13, 14.5)),
        (7, (68, 20), (58.6, 20)),
        (8, (68, 11), (59.4, 11)),
    ):
        balloon(axes, at, number, target)
    save(figure, path, 48)


def readings(axes: Axes) -> None:
    note(axes, (14, 24.5), "14.2 °C", align="left", bold=True, fontsize=24)
    note(axes, (14, 19.2), "71 %   dew point 9.0 °C", align="left", fontsize=10)
    note(axes, (14, 14.2), "1014.6 hPa", align="left", bold=True, fontsize=15)
    arrow(axes, (34, 12.8), (36.5, 15.6), INK)
    note(axes, (14, 10.3), "rising, 1.4 hPa in 3 h", align="left", fontsize=9)
    note(axes, (51.5, 10.7), "rain today 3.4 mm", fontsize=10)


def compass(axes: Axes, centre: tuple[float, float]) -> None:
    x, y = centre
    axes.add_patch(Circle(centre, 7, facecolor="none", edgecolor=INK, linewidth=1.4))
    for turn, letter in ((90, "N"), (0, "E"), (270, "S"), (180, "W")):
        angle = np.radians(float(turn))
        note(axes, (x + 5.5 * np.cos(angle), y + 5.5 * np.sin(angle)), letter, MUTED, fontsize=8)
    tip = np.radians(90 - 247)
    outer = (x + 7 * np.cos(tip), y + 7 * np.sin(tip))
    inner = (x + 3.4 * np.cos(tip), y + 3.4 * np.sin(tip))
    arrow(axes, outer, inner, BLUE)
    note(axes, (x, y + 0.8), "4.6", bold=True, fontsize=14)
    note(axes, (x, y - 1.9), "m/s", fontsize=8)
