"""Les dessins du « Guide du compost »: the charts and diagrams of the French document."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon, Rectangle
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
BROWN = "#8a5a33"


def draw(folder: Path) -> None:
    ratios(folder / "rapport-cn.png")
    mixtures(folder / "melanges.png")
    temperature(folder / "temperature.png")
    heap(folder / "coupe-du-tas.png")
    bins(folder / "trois-bacs.png")
    calendar(folder / "calendrier.png")


MATERIALS = (
    ("sciure", 200, 500),
    ("carton brun", 200, 400),
    ("broyat de branches", 70, 150),
    ("paille", 70, 100),
    ("feuilles mortes", 35, 70),
    ("fumier de cheval pailleux", 25, 35),
    ("épluchures", 15, 25),
    ("marc de café", 18, 24),
    ("tontes de gazon", 12, 20),
    ("fientes de poule", 7, 12),
)


def ratios(path: Path) -> None:
    figure, axes = chart(height=4.0)
    axes.axvspan(25, 35, color=PALE[GREEN])
    for row, (_, low, high) in enumerate(MATERIALS):
        colour = BROWN if low >= 35 else GREEN
        axes.barh(row, high - low, left=low, height=0.55, color=colour)
        axes.text(high * 1.06, row, f"{low}–{high}", va="center", fontsize=8.5)
    axes.set_xscale("log")
    axes.set_xticks([5, 10, 20, 30, 50, 100, 200, 500], ["5", "10", "20", "30", "50", "100", "200", "500"])
    axes.minorticks_off()
    axes.set_yticks(range(len(MATERIALS)), [name for name, _, _ in MATERIALS])
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.text(29.6, -0.85, "visé : 25 à 35", color=GREEN, ha="center", fontsize=9, fontweight="bold")
    axes.set(xlim=(5, 800), ylim=(9.6, -1.3), xlabel="rapport C/N (échelle logarithmique)")
    save(figure, path)


def mixtures(path: Path) -> None:
    """C/N of a mixture of dry matter, both parts holding the same share of carbon."""
    figure, axes = chart(height=3.7)
    brown = np.linspace(0, 4, 201)
    axes.axhspan(25, 35, color=PALE[GREEN])
    axes.text(3.96, 26, "zone visée", color=GREEN, ha="right", fontsize=9, fontweight="bold")
    pairs = (("tontes + feuilles mortes", 18, 55, GREEN), ("tontes + paille", 18, 90, GOLD))
    for name, low, high, colour in (*pairs, ("épluchures + carton", 20, 350, BROWN)):
        axes.plot(brown, (1 + brown) / (1 / low + brown / high), color=colour, label=name)
    axes.plot([1.6], [2.6 / (1 / 18 + 1.6 / 55)], "o", color=INK)
    axes.annotate(
        "exemple\ndu texte", (1.6, 30.7), (2.05, 14.5), arrowprops={"arrowstyle": "-", "color": MUTED}
    )
    axes.legend(loc="upper left")
    axes.set(
        xlim=(0, 4), ylim=(10, 80), xlabel="parts de matière brune pour une part de verte (masses sèches)"
    )
    axes.set_ylabel("C/N du mélange")
    save(figure, path)


def simulated_heap(turns: tuple[int, ...], days: int = 120) -> Floats:
    """Daily temperature, °C: heat from food and air, which each turning renews, against losses to 12 °C."""
    steps = 24
    warmth, food, air = 15.0, 1.0, 1.0
    series = [warmth]
    for hour in range(days * steps):
        if hour % steps == 0 and hour // steps in turns:
            air, warmth = 1.0, warmth - 9
        pace = np.exp(-(((warmth - 55) / 30) ** 2)) * food * air
        warmth += (42 * pace - 0.5 * (warmth - 12)) / steps
        food -= 0.017 * pace / steps
        air -= 0.065 * pace * air / steps
        if hour % steps == steps - 1:
            series.append(warmth)
    return np.array(series)


def temperature(path: Path) -> None:
    figure, axes = chart(height=3.8)
    turns = (14, 28, 45)
    series = simulated_heap(turns)
    axes.axhspan(55, 65, color=PALE[ORANGE])
    axes.text(
        119, 61.8, "hygiénisation", color=ORANGE, ha="right", va="center", fontsize=9, fontweight="bold"
    )
    axes.plot(np.arange(len(series)), series, color=RED)
    for number, day in enumerate(turns):
        axes.annotate(
            "retournement" if number == 0 else "",
            (day, series[day] + 1.5),
            (day, 73),
            ha="center",
            fontsize=9,
            color=BLUE,
            arrowprops={"arrowstyle": "-|>", "color": BLUE},
        )
    for day in (4, 56, 90):
        axes.axvline(day, color=MUTED, linewidth=0.9, linestyle=(0, (2, 3)))
    for middle, text in ((30, "thermophile"), (73, "refroidissement"), (105, "maturation")):
        axes.text(middle, 3.5, text, ha="center", color=MUTED, fontsize=9)
    axes.axhline(12, color=MUTED, linewidth=0.9)
    axes.text(119, 9.5, "air, 12 °C", color=MUTED, ha="right", fontsize=8.5)
    axes.set(xlim=(0, 120), ylim=(0, 78), xlabel="jours depuis le montage", ylabel="température au cœur, °C")
    save(figure, path)


LAYERS = (
    ("branches, 20 cm : air et drainage", BROWN, 4.6),
    ("matières brunes, 10 cm", GOLD, 3.4),
    ("matières vertes, 5 cm", GREEN, 2.4),
    ("matières brunes, 10 cm", GOLD, 3.4),
    ("matières vertes, 5 cm", GREEN, 2.4),
    ("une pelletée de compost mûr", PLUM, 1.6),
    ("matières brunes, 10 cm", GOLD, 3.4),
    ("couverture : paille ou toile", MUTED, 2.2),
)


def heap(path: Path) -> None:
    figure, axes = sheet(7.2, 3.7)
    bottom = 4.0
    line(axes, ((1, 4), (46, 4)), INK, width=2)
    for text, colour, thick in LAYERS:
        inset, narrow = (bottom - 4) * 0.36, (bottom + thick - 4) * 0.36
        corners = [
            (3 + inset, bottom),
            (41 - inset, bottom),
            (41 - narrow, bottom + thick),
            (3 + narrow, bottom + thick),
        ]
        axes.add_patch(
            Polygon(corners, facecolor=PALE.get(colour, "#ecdfd4"), edgecolor=colour, linewidth=1.2)
        )
        middle = bottom + thick / 2
        line(axes, ((41 - (inset + narrow) / 2, middle), (44, middle)), MUTED, width=0.9)
        note(axes, (44.8, middle), text, align="left", fontsize=9)
        bottom += thick
    for x in (14, 22, 30):
        arrow(axes, (x, 0.8), (x, 7), BLUE)
        arrow(axes, (x, 27.5), (x, 32), RED)
    note(axes, (7, 1.6), "air frais", BLUE, fontsize=9)
    note(axes, (22, 34.4), "chaleur et vapeur", RED, fontsize=9)
    save(figure, path, 48)


def plank(axes: Axes, corner: tuple[float, float], size: tuple[float, float]) -> None:
    axes.add_patch(Rectangle(corner, *size, facecolor="#ecdfd4", edgecolor=BROWN, linewidth=1.1))


def bins(path: Path) -> None:
    figure, axes = sheet(7.2, 3.6)
    contents = (("1 · en cours", "frais, 0–3 mois", GREEN, 14), ("2 · chaud", "2–6 mois", ORANGE, 16))
    for number, (title, age, colour, height) in enumerate((*contents, ("3 · mûr", "6–12 mois", PLUM, 9))):
        left = 6 + number * 19.5
        axes.add_patch(Rectangle((left + 1, 6), 18, height, facecolor=PALE[colour], edgecolor="none"))
        note(axes, (left + 10, 27.4), title, colour, bold=True)
        note(axes, (left + 10, 4.2 + height), age, fontsize=9)
        for row in range(2 if number == 2 else 3):
            plank(axes, (left + 0.6, 6.4 + row * 2.9), (19, 0.9))
    for number in range(4):
        plank(axes, (5.6 + number * 19.5, 5), (1.2, 20.5))
    for start in (12.5, 32):
        arrow(axes, (start + 7, 30.5), (start + 17, 30.5), BLUE)
    note(axes, (34.7, 33.4), "on retourne d’un bac dans le suivant", BLUE, fontsize=9)
    arrow(axes, (6.2, 3), (25.7, 3), INK, "<|-|>")
    note(axes, (16, 1.3), "1 m", fontsize=9)
    arrow(axes, (67, 5), (67, 25.5), INK, "<|-|>")
    note(axes, (69.3, 15.5), "1 m", fontsize=9)
    save(figure, path, 48)


MONTHS = ("janv.", "févr.", "mars", "avril", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc.")
WORK = (
    ("stocker les feuilles mortes", ((9, 11.5),), GOLD),
    ("monter un nouveau tas", ((2.5, 5), (8.5, 10.5)), GREEN),
    ("retourner", ((3.2, 6.5), (9.2, 11)), BLUE),
    ("arroser si besoin", ((5, 8.7),), BLUE),
    ("récolter et tamiser", ((2, 4), (8.5, 10)), PLUM),
    ("épandre au potager", ((2.2, 4.7), (9.5, 11)), RED),
)


def calendar(path: Path) -> None:
    figure, axes = chart(height=3.0)
    for row, (_, spans, colour) in enumerate(WORK):
        for start, end in spans:
            axes.barh(row, end - start, left=start, height=0.55, color=colour)
    axes.set_yticks(range(len(WORK)), [name for name, _, _ in WORK])
    axes.set_xticks(range(13), [""] * 13)
    for month, name in enumerate(MONTHS):
        axes.text(month + 0.5, 5.95, name, ha="center", fontsize=8.5)
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.tick_params(length=0)
    axes.set(xlim=(0, 12), ylim=(5.6, -0.6))
    save(figure, path)
