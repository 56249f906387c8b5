"""Prints placed items as a PDF."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from PIL import Image

from .style import INK, MUTED
from .typeset import CELL, HEIGHT, LEFT, RIGHT, WIDTH, Piece, Placed, width


def write(path: Path, placed: Sequence[Placed], pictures: Path, title: str) -> None:
    """One PDF page for each page; fonts are embedded as TrueType, dates are left out."""
    metadata = {"Title": title, "Author": "The Sourceleaf authors", "CreationDate": None}
    with mpl.rc_context({"pdf.fonttype": 42}), PdfPages(path, metadata=metadata) as pdf:
        for page in range(max(part.page for part in placed) + 1):
            figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72))
            furniture(figure, page)
            for part in placed:
                if part.page == page:
                    draw(figure, part, pictures)
            pdf.savefig(figure)


def furniture(figure: Figure, page: int) -> None:
    """Running head and page number, which an extractor is expected to leave out."""
    small: dict[str, Any] = {"fontsize": 7.5, "color": MUTED, "family": "DejaVu Sans"}
    figure.text(0.5, 40 / HEIGHT, str(page + 1), ha="center", **small)
    if page:
        figure.text(RIGHT / WIDTH, 800 / HEIGHT, "Daylight and tides", ha="right", **small)


def draw(figure: Figure, part: Placed, pictures: Path) -> None:
    if part.rows:
        for row in part.rows:
            for piece in row:
                words(figure, piece)
        for height in (part.box[3], part.box[3] - CELL, part.box[1]):
            rule(figure, part.box[0], part.box[2], height)
    elif part.name:
        left, bottom, right, top = part.box
        axes = figure.add_axes(
            (left / WIDTH, bottom / HEIGHT, (right - left) / WIDTH, (top - bottom) / HEIGHT)
        )
        axes.set_axis_off()
        with Image.open(pictures / part.name) as image:
            axes.imshow(np.asarray(image.convert("RGB")), aspect="auto", interpolation="none")
    if part.item.kind == "note":
        rule(figure, LEFT, LEFT + 120, part.box[3] + 3)
    for piece in (*part.pieces, *((part.label,) if part.label else ())):
        words(figure, piece)


def words(figure: Figure, piece: Piece) -> None:
    font = FontProperties(
        fname=str(Path(mpl.get_data_path()) / f"fonts/ttf/{piece.font}.ttf"), size=piece.size
    )
    text = piece.text.lstrip(" ")
    shift = width(" ", piece.font, piece.size) if text != piece.text else 0.0
    figure.text(
        (piece.x + shift) / WIDTH, piece.base / HEIGHT, text, fontproperties=font, color=INK, parse_math=False
    )


def rule(figure: Figure, left: float, right: float, height: float) -> None:
    line = Line2D([left / WIDTH, right / WIDTH], [height / HEIGHT] * 2, color=INK, linewidth=0.7)
    figure.add_artist(line)
