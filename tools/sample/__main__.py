"""Draws everything: `python -m tools.sample [DOCUMENT...]`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from . import compost, icons, maps, retrieval_charts, retrieval_diagrams, tea, weather, weather_charts

SOURCES = Path(__file__).parents[2] / "sources"


def retrieval() -> None:
    folder = SOURCES / "retrieval-guide/images"
    retrieval_charts.draw(folder)
    retrieval_diagrams.draw(folder)


def station() -> None:
    folder = SOURCES / "weather-station-manual/img"
    weather.draw(folder)
    weather_charts.draw(folder)
    icons.draw(folder)


DOCUMENTS: dict[str, Callable[[], None]] = {
    "cha-dao": lambda: tea.draw(SOURCES / "cha-dao/tu"),
    "guide-du-compost": lambda: compost.draw(SOURCES / "guide-du-compost/illustrations"),
    "reading-maps": lambda: maps.pack(SOURCES / "reading-maps.zip"),
    "retrieval-guide": retrieval,
    "weather-station-manual": station,
}


def main(names: Sequence[str]) -> None:
    for name in names or DOCUMENTS:
        DOCUMENTS[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
