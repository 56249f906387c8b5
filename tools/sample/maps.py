"""The charts of "Reading maps", and the zip in which that document travels."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from .style import BLUE, GREEN, MUTED, ORANGE, PALE, PLUM, RED, chart, save

Floats = NDArray[np.float64]
Projection = Callable[[Floats, Floats], tuple[Floats, Floats]]
TEXT = Path(__file__).parent / "text/reading-maps.md"
EARTH = 6371.0


def mercator(longitude: Floats, latitude: Floats) -> tuple[Floats, Floats]:
    return longitude, np.log(np.tan(np.pi / 4 + latitude / 2))


def equal_area(longitude: Floats, latitude: Floats) -> tuple[Floats, Floats]:
    return longitude, np.sin(latitude)


def plate(longitude: Floats, latitude: Floats) -> tuple[Floats, Floats]:
    return longitude, latitude


def graticule(axes: Axes, project: Projection, highest: int) -> None:
    """Meridians and parallels every 30 degrees, and circles of 6 degrees on the globe where they cross."""
    steps = np.radians(np.linspace(-180, 180, 181))
    for degrees in range(-180, 181, 30):
        lines = project(np.full(91, np.radians(degrees)), np.radians(np.linspace(-highest, highest, 91)))
        axes.plot(*lines, color=MUTED, linewidth=0.6)
    for degrees in (*range(-60, 61, 30), -highest, highest):
        axes.plot(*project(steps, np.full(181, np.radians(degrees))), color=MUTED, linewidth=0.6)
        axes.text(
            np.pi * 1.02,
            project(steps[:1], np.radians([float(degrees)]))[1][0],
            f"{degrees}°",
            va="center",
            fontsize=8,
        )
    for latitude in range(-60, 61, 30):
        for longitude in range(-150, 151, 30):
            axes.fill(
                *project(*circle(longitude, latitude)), facecolor=PALE[BLUE], edgecolor=BLUE, linewidth=1
            )
    axes.set_aspect("equal")
    axes.set_axis_off()


def circle(longitude: float, latitude: float, radius: float = 7.0) -> tuple[Floats, Floats]:
    """A circle of `radius` degrees on the sphere, as longitudes and latitudes in radians."""
    turn = np.linspace(0, 2 * np.pi, 73)
    size, middle = np.radians(radius), np.radians(latitude)
    height = np.arcsin(np.sin(middle) * np.cos(size) + np.cos(middle) * np.sin(size) * np.cos(turn))
    across = np.arctan2(
        np.sin(turn) * np.sin(size) * np.cos(middle), np.cos(size) - np.sin(middle) * np.sin(height)
    )
    return np.radians(longitude) + across, height


def tissot(path: Path, project: Projection, height: float, highest: int = 90) -> None:
    figure, axes = chart(height=height)
    graticule(axes, project, highest)
    save(figure, path, 32)


def scale(path: Path) -> None:
    figure, axes = chart(height=3.6)
    latitude = np.linspace(0, 80, 161)
    cosine = np.cos(np.radians(latitude))
    axes.plot(latitude, 1 / cosine**2, color=ORANGE, label="Mercator: area")
    axes.plot(latitude, 1 / cosine, color=BLUE, label="Mercator: length")
    axes.plot(latitude, np.ones_like(latitude), color=GREEN, label="cylindrical equal-area: area")
    axes.plot(
        latitude,
        1 / cosine**2,
        color=PLUM,
        linestyle=":",
        label="cylindrical equal-area: shape, width : height",
    )
    axes.axvline(60, color=MUTED, linewidth=0.9, linestyle=(0, (2, 3)))
    axes.text(60.6, 0.45, "60°: length ×2, area ×4", fontsize=9, color=MUTED)
    axes.legend(loc="upper left")
    axes.set(xlim=(0, 80), ylim=(0, 10), xlabel="latitude, degrees", ylabel="factor against the equator")
    save(figure, path)


MADRID, TOKYO = (40.42, -3.70), (35.68, 139.69)


def great_circle() -> tuple[Floats, Floats, float]:
    """Longitudes and latitudes, degrees, of the shortest way from Madrid to Tokyo, and its length in km."""
    ends = [np.radians(place) for place in (MADRID, TOKYO)]
    first, last = (np.array([np.cos(a) * np.cos(b), np.cos(a) * np.sin(b), np.sin(a)]) for a, b in ends)
    angle = np.arccos(first @ last)
    share = np.linspace(0, 1, 121)[:, None]
    points = (np.sin((1 - share) * angle) * first + np.sin(share * angle) * last) / np.sin(angle)
    longitude = np.degrees(np.arctan2(points[:, 1], points[:, 0]))
    return longitude, np.degrees(np.arcsin(points[:, 2])), float(angle * EARTH)


def rhumb_length() -> float:
    """Length in km of the line of constant bearing from Madrid to Tokyo."""
    (south, west), (north, east) = (np.radians(place) for place in (MADRID, TOKYO))
    stretched = mercator(np.zeros(2), np.array([south, north]))[1]
    share = (north - south) / (stretched[1] - stretched[0])
    return float(np.hypot(north - south, share * (east - west)) * EARTH)


def routes(path: Path) -> None:
    figure, axes = chart(height=4.2)
    longitude, latitude, shortest = great_circle()
    _, height = mercator(np.radians(longitude), np.radians(latitude))
    ends = mercator(np.zeros(2), np.radians([MADRID[0], TOKYO[0]]))[1]
    axes.plot(longitude, height, color=BLUE, label=f"great circle, {shortest:,.0f} km")
    axes.plot([MADRID[1], TOKYO[1]], ends, color=ORANGE, label=f"rhumb line, {rhumb_length():,.0f} km")
    for name, place, y in (("Madrid", MADRID, ends[0]), ("Tokyo", TOKYO, ends[1])):
        axes.plot([place[1]], [y], "o", color=RED)
        axes.text(place[1], y - 0.13, name, ha="center", fontweight="bold")
    ticks = [20, 30, 40, 50, 60, 70, 75]
    axes.set_yticks(mercator(np.zeros(7), np.radians(ticks))[1], [f"{tick}°" for tick in ticks])
    axes.set_xticks(range(-20, 161, 30), [f"{tick}°" for tick in range(-20, 161, 30)])
    axes.legend(loc="upper right")
    axes.set(xlim=(-20, 160), ylim=(0.36, 2.25), xlabel="longitude", ylabel="latitude, Mercator")
    save(figure, path)


def pack(archive: Path) -> None:
    """Writes the text and its pictures as a zip with fixed dates."""
    archive.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        tissot(folder / "mercator.png", mercator, 5.6, 80)
        tissot(folder / "equal-area.png", equal_area, 2.8)
        scale(folder / "scale.png")
        routes(folder / "routes.png")
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as bundle:
            add(bundle, "reading-maps/reading-maps.md", TEXT)
            for picture in sorted(folder.iterdir()):
                add(bundle, f"reading-maps/figures/{picture.name}", picture)


def add(bundle: zipfile.ZipFile, name: str, path: Path) -> None:
    entry = zipfile.ZipInfo(name, (2027, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    bundle.writestr(entry, path.read_bytes())
