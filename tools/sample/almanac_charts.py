"""The charts and formulas of the computed almanac."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Ellipse, Wedge

from . import almanac
from .style import BLUE, DPI, GOLD, GREEN, INK, MUTED, ORANGE, PALE, PAPER, PLUM, RED, chart, charts, save

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def draw(folder: Path) -> None:
    formula(
        folder / "day-length-formula.png",
        r"$\cos H = \frac{\sin h_0 - \sin\varphi\,\sin\delta}{\cos\varphi\,\cos\delta}$",
    )
    formula(folder / "tide-formula.png", r"$h(t) = Z_0 + \sum_i A_i \cos\,(V_i(t) - g_i)$")
    day_length(folder / "day-length.png")
    twilight(folder / "twilight.png")
    equation(folder / "equation-of-time.png")
    moon(folder / "moon.png")
    springs(folder / "springs.png")
    for name, amplitudes in REGIMES.items():
        regime(folder / f"regime-{name}.png", name, amplitudes)
    twelfths(folder / "twelfths.png")
    ranges(folder / "ranges.png")


def formula(path: Path, text: str) -> None:
    figure = Figure(figsize=(3.6, 0.6), dpi=DPI, facecolor=PAPER)
    figure.text(0.02, 0.5, text, fontsize=15, va="center")
    save(figure, path, 16)


def months(axes: Axes) -> None:
    """A year on the x axis, in days from 0 to 365, with the names of the months."""
    starts = [
        (datetime(almanac.YEAR, month, 1, tzinfo=UTC)).timetuple().tm_yday - 1 for month in range(1, 13)
    ]
    axes.set_xticks(starts, [""] * 12)
    axes.set_xlim(0, 365)
    for start, name in zip(starts, MONTHS, strict=True):
        axes.text(
            start + 15, -0.035, name, ha="center", va="top", fontsize=9, transform=axes.get_xaxis_transform()
        )


def day_length(path: Path) -> None:
    figure, axes = chart(height=3.9)
    day = almanac.year_days()
    for latitude, colour in ((0, MUTED), (20, GOLD), (40, ORANGE), (52, BLUE), (60, GREEN), (70, PLUM)):
        axes.plot(np.arange(365), almanac.hours_above(latitude, day), color=colour, label=f"{latitude}° N")
    axes.legend(loc="upper right", ncols=2)
    axes.set_yticks(range(0, 25, 4))
    axes.set(ylim=(0, 24.6), ylabel="sunrise to sunset, hours")
    months(axes)
    save(figure, path)


def twilight(path: Path) -> None:
    """Day, the three twilights and night at 52 degrees north, as shares of the 24 hours."""
    figure, axes = chart(height=3.7)
    day = almanac.year_days()
    lower = np.zeros(365)
    stages = ((-0.833, "day", "#fbe7a8"), (-6, "civil", "#f2b98a"), (-12, "nautical", "#8ea9cf"))
    for altitude, name, colour in (*stages, (-18, "astronomical", "#52688f"), (-90, "night", "#263349")):
        upper = almanac.hours_above(52, day, altitude) if altitude > -90 else np.full(365, 24.0)
        axes.fill_between(np.arange(365), lower, upper, color=colour, linewidth=0, label=name)
        lower = upper
    figure.legend(*axes.get_legend_handles_labels(), loc="outside upper center", ncols=5, fontsize=9)
    axes.set_yticks(range(0, 25, 4))
    axes.set(ylim=(0, 24), ylabel="hours of the day")
    months(axes)
    save(figure, path)


def equation(path: Path) -> None:
    figure, axes = chart(height=3.4)
    minutes = almanac.equation_of_time(almanac.year_days())
    axes.axhline(0, color=MUTED, linewidth=1)
    axes.plot(np.arange(365), minutes, color=BLUE)
    for number in (41, 133, 206, 306):
        when = datetime(almanac.YEAR, 1, 1, tzinfo=UTC) + timedelta(days=number)
        axes.plot([number], [minutes[number]], "o", color=ORANGE)
        above = 1.4 if minutes[number] > 0 else -1.6
        label = f"{when.day} {MONTHS[when.month - 1]}: {minutes[number]:+.1f}".replace("-", "−")
        axes.text(number, minutes[number] + above, label, ha="center", va="center", fontsize=9)
    axes.set(ylim=(-18, 20), ylabel="sundial minus clock, minutes")
    months(axes)
    save(figure, path)


def disc(axes: Axes, x: float, share: float, waxing: bool) -> None:
    """A small picture of the Moon with a lit share, as seen from the northern hemisphere."""
    dark, light, radius = "#3d4a58", "#fff3c4", 0.95
    axes.add_patch(Circle((x, 0), radius, facecolor=dark, edgecolor="none"))
    start = -90 if waxing else 90
    axes.add_patch(Wedge((x, 0), radius, start, start + 180, facecolor=light, edgecolor="none"))
    width = abs(1 - 2 * share) * 2 * radius
    axes.add_patch(
        Ellipse((x, 0), width, 2 * radius, facecolor=light if share > 0.5 else dark, edgecolor="none")
    )
    axes.add_patch(Circle((x, 0), radius, facecolor="none", edgecolor=INK, linewidth=0.9))


def moon(path: Path) -> None:
    """One lunation: the lit share of the disc and what it looks like."""
    figure = Figure(figsize=(7.2, 3.3), dpi=DPI, facecolor=PAPER)
    axes, row = figure.add_axes((0.09, 0.40, 0.89, 0.58)), figure.add_axes((0.09, 0.17, 0.89, 0.17))
    age = np.linspace(0, 29.53, 300)
    axes.plot(age, 50 * (1 - np.cos(2 * np.pi * age / 29.530589)), color=GOLD)
    for number, name in enumerate(("new", "first quarter", "full", "last quarter", "new")):
        place = 29.530589 * number / 4
        axes.axvline(place, color=MUTED, linewidth=0.9, linestyle=(0, (2, 3)))
        axes.text(place + 0.2, 106, name, fontsize=9, color=MUTED)
    axes.set(ylim=(0, 116), xlim=(-1.2, 32), ylabel="lit, per cent", yticks=[0, 25, 50, 75, 100])
    axes.set_xticks(range(0, 31, 5), [""] * 7)
    for number in range(13):
        place = 29.530589 * number / 12
        share = 0.5 * (1 - np.cos(2 * np.pi * place / 29.530589))
        disc(row, place, float(share), place < 14.77)
    row.set(
        ylim=(-1.45, 1.45), xlim=(-1.2, 32), yticks=[], xlabel="age of the Moon, days", xticks=range(0, 31, 5)
    )
    row.grid(visible=False)
    row.spines["left"].set_visible(False)
    save(figure, path)


def springs(path: Path) -> None:
    """A month of tide at the model port, with the phases of the Moon above."""
    figure, axes = chart(height=3.7)
    start = almanac.days(datetime(almanac.YEAR, 3, 1, tzinfo=UTC))
    day = np.arange(0, 31, 1 / 96)
    height = almanac.tide(start + day)
    axes.plot(day + 1, height, color=BLUE, linewidth=1.1)
    axes.axhline(almanac.MEAN_LEVEL, color=MUTED, linewidth=1)
    for new, full in almanac.phases():
        for moment, fill in ((new, INK), (full, PAPER)):
            place = almanac.days(moment) - start + 1
            if 1 < place < 32:
                axes.axvline(place, color=MUTED, linewidth=0.9, linestyle=(0, (2, 3)))
                axes.plot([place], [5.75], "o", markersize=11, markerfacecolor=fill, markeredgecolor=INK)
    axes.set_xticks([1, 8, 15, 22, 29], ["1 Mar", "8 Mar", "15 Mar", "22 Mar", "29 Mar"])
    axes.set(xlim=(1, 32), ylim=(0, 6.2), ylabel="metres above chart datum")
    save(figure, path, 16)


REGIMES = {
    "semidiurnal": {"M2": 1.50, "S2": 0.52, "N2": 0.30, "K1": 0.08, "O1": 0.06},
    "mixed": {"M2": 0.55, "S2": 0.14, "N2": 0.12, "K1": 0.48, "O1": 0.30},
    "diurnal": {"M2": 0.06, "S2": 0.02, "N2": 0.01, "K1": 0.35, "O1": 0.33},
}


def regime(path: Path, name: str, amplitudes: dict[str, float]) -> None:
    figure, axes = chart(3.2, 2.5)
    start = almanac.days(datetime(almanac.YEAR, 3, 14, tzinfo=UTC))
    day = np.arange(0, 5, 1 / 144)
    axes.plot(
        day, almanac.tide(start + day, amplitudes), color={"mixed": GREEN, "diurnal": PLUM}.get(name, BLUE)
    )
    ratio = (amplitudes["K1"] + amplitudes["O1"]) / (amplitudes["M2"] + amplitudes["S2"])
    axes.set_title(f"{name}, F = {ratio:.2f}", fontsize=10)
    axes.set(xlim=(0, 5), xlabel="days", ylabel="metres")
    save(figure, path, 32)


def twelfths(path: Path) -> None:
    """Rise in each sixth of the rising tide: the rule against a cosine."""
    figure, (axes, error) = charts(2, height=3.2)
    hour = np.arange(1, 7)
    rule = np.array([1, 2, 3, 3, 2, 1]) / 12
    exact = (np.cos(np.pi * (hour - 1) / 6) - np.cos(np.pi * hour / 6)) / 2
    axes.bar(hour - 0.2, 100 * rule, width=0.38, color=ORANGE, label="rule of twelfths")
    axes.bar(hour + 0.2, 100 * exact, width=0.38, color=BLUE, label="cosine")
    axes.legend(loc="upper center", fontsize=8.5)
    axes.set(xlabel="hour after low water", ylabel="rise in the hour, % of range", ylim=(0, 34))
    error.plot(np.arange(7), 100 * np.concatenate(([0], np.cumsum(rule - exact))), "o-", color=RED)
    error.axhline(0, color=MUTED, linewidth=1)
    error.set(xlabel="hours after low water", ylabel="rule − cosine, % of range", ylim=(-3, 3))
    save(figure, path)


def ranges(path: Path) -> None:
    figure, axes = chart(height=3.5)
    day = almanac.year_days()
    values = almanac.daily_range(day)
    axes.fill_between(np.arange(365), values, color=PALE[BLUE])
    axes.plot(np.arange(365), values, color=BLUE, linewidth=1.4)
    for when in (int(values.argmax()), int(values.argmin())):
        moment = datetime(almanac.YEAR, 1, 1, tzinfo=UTC) + timedelta(days=when)
        axes.plot([when], [values[when]], "o", color=ORANGE)
        label = f"{moment.day} {MONTHS[moment.month - 1]}: {values[when]:.2f} m"
        axes.text(when, values[when] + (0.25 if values[when] > 3 else -0.3), label, ha="center", fontsize=9)
    axes.set(ylim=(0, 5.5), ylabel="range, metres")
    months(axes)
    save(figure, path)
