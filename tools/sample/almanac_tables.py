"""The tables of the computed almanac: rows of text, header first, and their pictures."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from . import almanac
from .style import INK, line, note, save, sheet

Rows = tuple[tuple[str, ...], ...]


def tables() -> dict[str, Rows]:
    return {"daylight": daylight(), "moons": moons(), "constituents": constituents(), "twelfths": twelfths()}


def clock(hours: float) -> str:
    """5.87 -> "5:52"."""
    minutes = round(hours * 60)
    return f"{minutes // 60}:{minutes % 60:02d}"


def daylight() -> Rows:
    dates = ((3, 20, "20 March"), (6, 21, "21 June"), (9, 23, "23 September"), (12, 22, "22 December"))
    noons = np.array(
        [almanac.days(datetime(almanac.YEAR, month, day, 12, tzinfo=UTC)) for month, day, _ in dates]
    )
    rows = [("latitude", *(name for _, _, name in dates))]
    for latitude in (0, 20, 40, 52, 60, 70):
        hours = almanac.hours_above(latitude, noons)
        rows.append((f"{latitude}° N", *(clock(float(value)) for value in hours)))
    return tuple(rows)


def moons() -> Rows:
    rows = [("lunation", "new moon", "full moon")]
    for number, (new, full) in enumerate(almanac.phases(), 1):
        rows.append(
            (
                str(number),
                f"{new:%d %b %H:%M}",
                f"{full:%d %b %Y %H:%M}" if full.year > almanac.YEAR else f"{full:%d %b %H:%M}",
            )
        )
    return tuple(rows)


def constituents() -> Rows:
    meaning = (
        "Moon, twice a day",
        "Sun, twice a day",
        "Moon's distance",
        "Moon and Sun, once a day",
        "Moon, once a day",
    )
    rows = [("name", "cause", "speed, °/h", "period, h", "amplitude, m", "lag, °")]
    for cause, (name, speed, amplitude, lag, _) in zip(meaning, almanac.CONSTITUENTS, strict=True):
        rows.append((name, cause, f"{speed:.4f}", f"{360 / speed:.2f}", f"{amplitude:.2f}", f"{lag:.0f}"))
    return tuple(rows)


def twelfths() -> Rows:
    rows = [("hour", "twelfths", "rule, %", "cosine, %", "difference, %")]
    rule = exact = 0.0
    for hour, parts in enumerate((1, 2, 3, 3, 2, 1), 1):
        rule += 100 * parts / 12
        exact = 50 * (1 - np.cos(np.pi * hour / 6))
        gap = round(rule - exact, 1) + 0.0
        rows.append(
            (
                str(hour),
                str(parts),
                f"{rule:.1f}",
                f"{exact:.1f}",
                f"{gap:+.1f}".replace("-", "−") if gap else "0.0",
            )
        )
    return tuple(rows)


def picture(path: Path, rows: Rows) -> None:
    """A table as Adobe's service renders it: an image of the printed rows."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    unit = 68 / (sum(widths) + 2 * len(widths))
    figure, axes = sheet(7.2, 0.32 * len(rows) + 0.1)
    for place, row in enumerate(rows):
        left, y = 2.0, 3.2 * (len(rows) - place) - 1.1
        for cell, width in zip(row, widths, strict=True):
            note(axes, (left, y), cell, align="left", bold=place == 0, fontsize=9)
            left += (width + 2) * unit
        if place < 2:
            line(axes, ((1, y + 1.6), (71, y + 1.6)), INK, width=1)
    line(axes, ((1, 0.5), (71, 0.5)), INK, width=1)
    save(figure, path, 16)
