"""The diagrams of "A field guide to retrieval"."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Arc

from .style import BLUE, GOLD, GREEN, INK, MUTED, ORANGE, PLUM, arrow, box, line, note, save, sheet


def draw(folder: Path) -> None:
    pipeline(folder / "pipeline.png")
    inverted_index(folder / "inverted-index.png")
    meaning_space(folder / "meaning-space.png")
    section_tree(folder / "section-tree.png")
    bi_encoder(folder / "bi-encoder.png")
    cross_encoder(folder / "cross-encoder.png")


def pipeline(path: Path) -> None:
    figure, axes = sheet(7.2, 3.3)
    note(axes, (1.5, 31), "once, when documents change", MUTED, align="left", fontsize=9)
    for x, text, colour in (
        (1.5, "documents", MUTED),
        (19, "sections\nand chunks", GREEN),
        (36.5, "word index", ORANGE),
        (53.5, "vector index", PLUM),
    ):
        box(axes, (x, 21.5), (14, 7), text, colour)
    arrow(axes, (15.5, 25), (19, 25))
    arrow(axes, (33, 25), (36.5, 25))
    line(axes, ((34.7, 25), (34.7, 30.2), (60.5, 30.2)))
    arrow(axes, (60.5, 30.2), (60.5, 28.5))
    line(axes, ((1, 18.6), (71, 18.6)), "#c8d2da", width=1)
    note(axes, (1.5, 16.6), "for every question", MUTED, align="left", fontsize=9)
    for x, text, colour in (
        (1.5, "question", MUTED),
        (19, "recall\n(hundreds)", BLUE),
        (36.5, "rerank\n(about five)", BLUE),
        (54, "answer with\ncitations", GOLD),
    ):
        box(axes, (x, 4.5), (14, 7), text, colour)
    for x in (15.5, 33, 50.5):
        arrow(axes, (x, 8), (x + 3.5, 8))
    arrow(axes, (41, 21.5), (28, 11.5), ORANGE)
    arrow(axes, (57, 21.5), (31, 11.5), PLUM)
    note(axes, (26, 2.2), "cheap and wide", MUTED, fontsize=8.5)
    note(axes, (43.5, 2.2), "dear, narrow, exact", MUTED, fontsize=8.5)
    save(figure, path)


TEXTS = (
    "a kettle boils water for tea",
    "green tea needs cooler water than black tea",
    "the gauge measures fallen rain water",
)
POSTINGS = (
    ("black", ("2",)),
    ("boil", ("1",)),
    ("gauge", ("3",)),
    ("kettle", ("1",)),
    ("rain", ("3",)),
    ("tea", ("1", "2 ×2")),
    ("water", ("1", "2", "3")),
)


def inverted_index(path: Path) -> None:
    figure, axes = sheet(7.2, 3.5)
    note(axes, (1.5, 32.8), "texts", bold=True, align="left")
    for row, text in enumerate(TEXTS):
        top = 25 - row * 9.5
        box(axes, (1.5, top - 2.5), (27.5, 7), "", MUTED)
        note(axes, (3, top + 1), str(row + 1), BLUE, bold=True, fontsize=11)
        words = text.split()
        note(
            axes, (5.5, top + 1), " ".join(words[:4]) + "\n" + " ".join(words[4:]), align="left", fontsize=8.5
        )
    arrow(axes, (30.5, 16.5), (36, 16.5), INK)
    note(axes, (38, 32.8), "term", bold=True, align="left")
    note(axes, (50.5, 32.8), "where, how often", bold=True, align="left")
    for row, (term, places) in enumerate(POSTINGS):
        height = 29 - row * 4.3
        colour = ORANGE if term in {"tea", "water"} else MUTED
        box(axes, (38, height - 1.6), (9.5, 3.3), term, colour, fontsize=9)
        for column, place in enumerate(places):
            left = 50.5 + column * 7
            arrow(axes, (left - 3, height), (left, height))
            box(
                axes, (left, height - 1.6), (4, 3.3), place, BLUE if colour == ORANGE else MUTED, fontsize=8.5
            )
    save(figure, path)


POINTS = (
    ("how hot should the water be?", (0.86, 0.50), BLUE),
    ("brew green tea at 80 °C", (0.93, 0.36), GREEN),
    ("the kettle stops at 100 °C", (0.74, 0.62), GREEN),
    ("hot deals on bottled water", (0.24, 0.95), ORANGE),
    ("wind speed is\naveraged over 10 min", (-0.72, 0.56), MUTED),
)


def meaning_space(path: Path) -> None:
    figure, axes = sheet(7.2, 3.7)
    centre = np.array((27.5, 4.0))
    axes.add_patch(Arc((centre[0], centre[1]), 50, 50, theta1=0, theta2=180, color="#c8d2da", linewidth=1))
    line(axes, ((2.5, 4), (52.5, 4)), "#c8d2da", width=1)
    for text, direction, colour in POINTS:
        unit = np.array(direction) / np.hypot(*direction)
        tip = centre + 25 * unit
        arrow(axes, (centre[0], centre[1]), (tip[0], tip[1]), colour)
        label = centre + 26 * unit
        align = "left" if unit[0] > -0.2 else "center"
        at = (label[0], label[1]) if align == "left" else (7.5, 27.0)
        note(axes, at, text.replace(" °", "\u00a0°"), colour, align=align, fontsize=8.2, bold=colour == BLUE)
    axes.add_patch(Arc((centre[0], centre[1]), 30, 30, theta1=21.2, theta2=30.2, color=GREEN, linewidth=2.2))
    axes.add_patch(Arc((centre[0], centre[1]), 22, 22, theta1=30.2, theta2=75.8, color=ORANGE, linewidth=2.2))
    note(axes, (44.0, 8.0), "cos 9° = 0.99", GREEN, fontsize=9, align="left")
    note(axes, (32.6, 17.2), "cos 46° = 0.70", ORANGE, fontsize=9, align="left")
    save(figure, path)


def section_tree(path: Path) -> None:
    figure, axes = sheet(7.2, 3.4)
    box(axes, (1.5, 13.5), (13, 6), "Manual", MUTED, bold=True)
    for row, (name, children) in enumerate(
        (("Installation", ("Mast", "Wiring")), ("Maintenance", ("Cleaning",)))
    ):
        middle = 23.5 - row * 17
        box(axes, (20, middle - 3), (13, 6), name, BLUE)
        arrow(axes, (14.5, 16.5), (20, middle))
        for child, word in enumerate(children):
            height = middle + (3.9 - 7.8 * child if len(children) > 1 else 0)
            box(axes, (38.5, height - 2.6), (11, 5.2), word, GREEN)
            arrow(axes, (33, middle), (38.5, height))
            chunks(axes, height, 3 if word == "Wiring" else 2)
    note(axes, (44, 32), "sections", GREEN, bold=True)
    note(axes, (60.5, 32), "chunks", ORANGE, bold=True)
    note(axes, (36, 1.6), "a chunk is found; the section that it points to is read", MUTED, fontsize=9)
    save(figure, path)


def chunks(axes: Axes, height: float, number: int) -> None:
    """A row of chunks that point back to their section."""
    for column in range(number):
        box(axes, (53.5 + column * 5.2, height - 1.8), (4.4, 3.6), "", ORANGE)
    arrow(axes, (53.5, height), (49.5, height), ORANGE)


def bi_encoder(path: Path) -> None:
    figure, axes = sheet(4.6, 3.4)
    for x, text, model, colour in ((3, "question", "encoder", BLUE), (27, "section", "encoder", GREEN)):
        box(axes, (x, 2), (16, 5), text, MUTED)
        box(axes, (x, 11), (16, 6), model, colour, bold=True)
        arrow(axes, (x + 8, 7), (x + 8, 11))
        box(axes, (x + 2, 20.5), (12, 4), "vector", colour)
        arrow(axes, (x + 8, 17), (x + 8, 20.5))
    box(axes, (15.5, 28.5), (15, 4.5), "cosine", ORANGE, bold=True)
    arrow(axes, (11, 24.5), (19.5, 28.5))
    arrow(axes, (35, 24.5), (26.5, 28.5))
    note(axes, (23, 14), "never\nmeet", MUTED, fontsize=8.5)
    save(figure, path)


def cross_encoder(path: Path) -> None:
    figure, axes = sheet(4.6, 3.4)
    box(axes, (3, 2), (16, 5), "question", MUTED)
    box(axes, (27, 2), (16, 5), "section", MUTED)
    box(
        axes,
        (6, 11),
        (34, 11),
        "one encoder reads both:\nevery word of one may look\nat every word of the other",
        PLUM,
    )
    arrow(axes, (11, 7), (15, 11))
    arrow(axes, (35, 7), (31, 11))
    box(axes, (15.5, 28.5), (15, 4.5), "score", ORANGE, bold=True)
    arrow(axes, (23, 22), (23, 28.5))
    save(figure, path)
