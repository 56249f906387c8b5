"""Draws everything: `python -m tools.sample [DOCUMENT...]`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from . import (
    adobe,
    almanac_charts,
    almanac_tables,
    compost,
    icons,
    manuscript,
    maps,
    paper,
    retrieval_charts,
    retrieval_diagrams,
    tea,
    typeset,
    weather,
    weather_charts,
)

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


def almanac() -> None:
    """The report as its extraction and as the PDF that was extracted."""
    out = SOURCES / "tides-report"
    items = manuscript.read(Path(__file__).parent / "text/tides-report.md")
    with TemporaryDirectory() as scratch:
        pictures = Path(scratch)
        almanac_charts.draw(pictures)
        placed = typeset.Setter(pictures, almanac_tables.tables()).run(items)
        adobe.write(out, placed, pictures)
        paper.write(out / "tides-report.pdf", placed, pictures, items[0].runs[0].text)


DOCUMENTS: dict[str, Callable[[], None]] = {
    "cha-dao": lambda: tea.draw(SOURCES / "cha-dao/tu"),
    "guide-du-compost": lambda: compost.draw(SOURCES / "guide-du-compost/illustrations"),
    "reading-maps": lambda: maps.pack(SOURCES / "reading-maps.zip"),
    "retrieval-guide": retrieval,
    "tides-report": almanac,
    "weather-station-manual": station,
}


def main(names: Sequence[str]) -> None:
    for name in names or DOCUMENTS:
        DOCUMENTS[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
