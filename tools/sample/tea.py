"""《茶叶冲泡指南》的插图: the charts and diagrams of the Chinese document."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.patches import Ellipse, Polygon
from numpy.typing import NDArray

from .style import (
    BLUE,
    GOLD,
    GREEN,
    INK,
    MUTED,
    ORANGE,
    PALE,
    PLUM,
    RED,
    arrow,
    chart,
    line,
    note,
    save,
    sheet,
)

Floats = NDArray[np.float64]


def draw(folder: Path) -> None:
    oxidation(folder / "yanghua.png")
    water(folder / "shuiwen.png")
    boiling(folder / "feidian.png")
    cooling(folder / "liangshui.png")
    extraction(folder / "jinchu.png")
    gaiwan(folder / "gaiwan.png")


KINDS = (
    ("绿茶", 0, 5, "#6d9f4b"),
    ("黄茶", 10, 20, GOLD),
    ("白茶", 10, 30, "#9aa7a0"),
    ("清香乌龙", 15, 30, GREEN),
    ("浓香乌龙", 40, 70, ORANGE),
    ("红茶", 80, 100, RED),
)


def oxidation(path: Path) -> None:
    figure, axes = chart(height=3.3)
    for row, (_, low, high, colour) in enumerate(KINDS):
        axes.barh(row, high - low, left=low, height=0.55, color=colour)
        axes.text(high + 1.2, row, f"{low}–{high} %", va="center", fontsize=9)
    axes.set_yticks(range(len(KINDS)), [name for name, *_ in KINDS])
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.set(xlim=(0, 112), xlabel="酶促氧化程度（%）")
    axes.set_xticks(range(0, 101, 20))
    save(figure, path)


HEAT = (
    ("绿茶", 75, 85, "#6d9f4b"),
    ("黄茶", 80, 85, GOLD),
    ("白茶", 85, 95, "#9aa7a0"),
    ("红茶", 90, 95, RED),
    ("乌龙茶", 95, 100, ORANGE),
    ("黑茶", 98, 100, "#5d4a3c"),
)


def water(path: Path) -> None:
    figure, axes = chart(height=3.3)
    for column, (_, low, high, colour) in enumerate(HEAT):
        axes.bar(column, high - low, bottom=low, width=0.5, color=colour)
        axes.text(column, low - 1.8, f"{low}–{high}", ha="center", fontsize=9)
    axes.set_xticks(range(len(HEAT)), [name for name, *_ in HEAT])
    axes.grid(visible=False, axis="x")
    axes.set(ylim=(68, 102), ylabel="水温（°C）")
    save(figure, path)


def boiling_point(height: Floats) -> Floats:
    """°C at `height` metres: standard atmosphere, then the Antoine equation of water turned round."""
    pressure = 760 * (1 - 2.25577e-5 * height) ** 5.25588
    return np.asarray(1730.63 / (8.07131 - np.log10(pressure)) - 233.426)


def boiling(path: Path) -> None:
    figure, axes = chart(height=3.5)
    height = np.linspace(0, 5000, 251)
    axes.plot(height, boiling_point(height), color=BLUE)
    for name, metres in (("昆明", 1890), ("西宁", 2260), ("拉萨", 3650)):
        point = float(boiling_point(np.array([metres], np.float64))[0])
        axes.plot([metres], [point], "o", color=RED)
        axes.text(metres + 80, point + 0.6, f"{name} {metres} m：{point:.0f} °C", fontsize=9)
    axes.set(xlim=(0, 5000), ylim=(82, 101), xlabel="海拔（m）", ylabel="水的沸点（°C）")
    save(figure, path)


def cooling(path: Path) -> None:
    """Newton's law of cooling, with time constants of 21 and 42 minutes in a room of 22 °C."""
    figure, axes = chart(height=3.5)
    minutes = np.linspace(0, 16, 161)
    for name, constant, colour in (("敞口公道杯，200 ml", 21, BLUE), ("加盖瓷壶，500 ml", 42, ORANGE)):
        axes.plot(minutes, 22 + 76 * np.exp(-minutes / constant), color=colour, label=name)
    for target in (90, 80):
        time = -21 * np.log((target - 22) / 76)
        axes.plot([0, time, time], [target, target, 60], color=MUTED, linewidth=1, linestyle="--")
        axes.text(time + 0.2, 61, f"{time:.1f} 分钟", fontsize=9, color=BLUE)
    axes.legend()
    axes.set(xlim=(0, 16), ylim=(60, 100), xlabel="时间（分钟）", ylabel="水温（°C）")
    save(figure, path)


def extraction(path: Path) -> None:
    """First-order extraction, the rate following Arrhenius with 40 kJ/mol and 0.012 per second at 90 °C."""
    figure, axes = chart(height=3.7)
    seconds = np.linspace(0, 300, 301)
    for celsius, colour in ((100, RED), (90, ORANGE), (80, GREEN), (70, BLUE), (20, PLUM)):
        rate = 0.012 * np.exp(-40000 / 8.314 * (1 / (celsius + 273.15) - 1 / 363.15))
        share = 100 * (1 - np.exp(-rate * seconds))
        axes.plot(seconds, share, color=colour)
        axes.text(
            304,
            share[-1] + (1.2 if celsius == 100 else -1.2 if celsius == 90 else 0),
            f"{celsius} °C",
            color=colour,
            va="center",
        )
    axes.axhline(50, color=MUTED, linewidth=0.9, linestyle=(0, (2, 3)))
    axes.set(xlim=(0, 335), ylim=(0, 104), xlabel="时间（秒）", ylabel="浸出比例（%）")
    save(figure, path)


def gaiwan(path: Path) -> None:
    figure, axes = sheet(5.6, 3.9)
    axes.add_patch(Ellipse((26, 5), 30, 5, facecolor=PALE[BLUE], edgecolor=INK, linewidth=1.3))
    axes.add_patch(Ellipse((26, 5.6), 13, 2, facecolor="white", edgecolor=INK, linewidth=1))
    turn = np.linspace(0, 1, 40)
    flare = 6 + 7 * turn**0.55 + 2.2 * turn**6
    right = np.column_stack((26 + flare, 6.5 + 17 * turn))
    left = np.column_stack((26 - flare, 6.5 + 17 * turn))[::-1]
    axes.add_patch(Polygon(np.vstack((right, left)), facecolor="white", edgecolor=INK, linewidth=1.5))
    level = turn < 0.72
    tea = np.vstack((right[level] - np.array((0.5, 0)), left[::-1][level][::-1] + np.array((0.5, 0))))
    axes.add_patch(Polygon(tea, facecolor="#f0dfae", edgecolor="none"))
    arch = np.linspace(0, np.pi, 40)
    lid = np.column_stack((26 + 12.6 * np.cos(arch), 24.6 + 6.2 * np.sin(arch)))
    axes.add_patch(Polygon(lid, facecolor=PALE[BLUE], edgecolor=INK, linewidth=1.5))
    axes.add_patch(Ellipse((26, 32), 6, 2.2, facecolor="white", edgecolor=INK, linewidth=1.3))
    for text, at, target in (
        ("盖钮", (43, 36), (28.8, 32.4)),
        ("盖：留缝出汤，闻香", (43, 31), (34.5, 29.2)),
        ("翻沿：隔热，便于持拿", (43, 25), (41, 23.3)),
        ("碗：110–150 ml", (43, 15), (37.2, 15)),
        ("托：防烫", (43, 6), (40.6, 5.4)),
    ):
        line(axes, (target, (at[0] - 0.6, at[1])), MUTED, width=0.9)
        note(axes, at, text, align="left", fontsize=9)
    line(axes, ((13.5, 18.7), (38.5, 18.7)), GOLD, width=1.2)
    note(axes, (26, 13.5), "茶汤不过八分满", "#7a5c14", fontsize=9)
    arrow(axes, (7, 6.5), (7, 23.5), BLUE, "<|-|>")
    note(axes, (3.6, 15), "55 mm", BLUE, fontsize=8.5)
    save(figure, path, 32)
