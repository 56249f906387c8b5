"""The charts of the manual of the Aster WS-2, and its register table, which is a picture."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from .style import BLUE, GREEN, INK, MUTED, ORANGE, PALE, PLUM, chart, line, note, save, sheet

Floats = NDArray[np.float64]


def draw(folder: Path) -> None:
    rain_correction(folder / "rain-correction.png")
    dew_point(folder / "dew-point.png")
    registers(folder / "registers.png")


def rain_correction(path: Path) -> None:
    """Undercatch of a bucket that takes 0.4 s to tip, and the bench points of one unit."""
    figure, axes = chart(height=3.6)
    rate = np.linspace(0, 200, 201)
    loss = rate / 3600 * 0.4 / 0.2
    axes.plot(rate, -100 * loss / (1 + loss), color=ORANGE, label="uncorrected, tip time 0.4 s")
    bench = np.array([10, 25, 50, 75, 100, 150, 200])
    noise = np.array([0.3, -0.5, 0.2, -0.3, 0.4, -0.4, 0.3])
    under = bench / 3600 * 2
    axes.plot(bench, -100 * under / (1 + under) + noise, "o", color=ORANGE, label="bench test of one unit")
    axes.plot(bench, noise, "o-", color=BLUE, linewidth=1, markersize=4, label="after correction")
    axes.fill_between(rate, -2, 2, color=PALE[BLUE], label="tolerance ±2 %")
    axes.legend(loc="lower left")
    axes.set(xlim=(0, 205), ylim=(-13, 4), xlabel="true rainfall, mm/h", ylabel="error, per cent")
    save(figure, path)


def magnus(temperature: Floats, humidity: float) -> Floats:
    """Dew point in °C over water."""
    gamma = np.log(humidity / 100) + 17.62 * temperature / (243.12 + temperature)
    return np.asarray(243.12 * gamma / (17.62 - gamma))


def dew_point(path: Path) -> None:
    figure, axes = chart(height=3.7)
    temperature = np.linspace(-10, 40, 201)
    for humidity, colour in ((100, INK), (80, BLUE), (60, GREEN), (40, ORANGE), (20, PLUM)):
        values = magnus(temperature, humidity)
        axes.plot(temperature, values, color=colour)
        axes.text(40.6, values[-1], f"{humidity} %", color=colour, va="center")
    point = float(magnus(np.array([20.0]), 60)[0])
    axes.plot([20, 20, -10], [-30, point, point], color=MUTED, linewidth=1, linestyle="--")
    axes.plot([20], [point], "o", color=GREEN)
    axes.text(-9.4, point + 1.2, f"20 °C and 60 %: dew point {point:.1f} °C", fontsize=9)
    axes.set(xlim=(-10, 44), ylim=(-30, 42), xlabel="air temperature, °C", ylabel="dew point, °C")
    save(figure, path)


REGISTERS = (
    ("register", "name", "unit", "type", "meaning of 32768"),
    ("0", "temperature", "0.1 °C", "signed", "sensor fault, E03"),
    ("1", "relative humidity", "0.1 %", "unsigned", "sensor fault, E04"),
    ("2", "pressure at the station", "0.1 hPa", "unsigned", "sensor fault, E09"),
    ("3", "wind, 10-minute mean", "0.1 m/s", "unsigned", "no link, E01"),
    ("4", "wind direction", "1°", "unsigned", "vane fault, E05"),
    ("5", "highest gust, 3 s", "0.1 m/s", "unsigned", "no link, E01"),
    ("6", "rain since midnight", "0.2 mm", "unsigned", "–"),
    ("7", "supply voltage", "0.01 V", "unsigned", "no link, E01"),
    ("8", "status", "bit field", "16 bits", "–"),
)


def registers(path: Path) -> None:
    """A table that the manual has as a picture only."""
    figure, axes = sheet(7.2, 3.7)
    columns = (1.5, 11, 32, 43, 57)
    for row, cells in enumerate(REGISTERS):
        y = 34.2 - row * 3.5
        if row % 2:
            axes.add_patch(Rectangle((0.5, y - 1.75), 71, 3.5, facecolor="#f3f6f9", edgecolor="none"))
        for x, cell in zip(columns, cells, strict=True):
            note(axes, (x, y), cell, align="left", bold=row == 0, fontsize=8.8)
    for y in (36.1, 32.5, 0.9):
        line(axes, ((0.5, y), (71.5, y)), INK, width=1.2)
    save(figure, path, 16)
