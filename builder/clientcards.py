"""What the browser shows of a section that it found: one card each, in blocks that are fetched together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from serverless.model import Figure, Section, Struct

from . import digest
from .renditions import plan

SNIPPET = 150
CAPTION = 100
PICTURES = 3


class Picture(Struct, frozen=True, omit_defaults=True):
    """A figure on its section's page at `#anchor`; `image` is relative to the root of the site."""

    anchor: str
    label: str
    caption: str
    image: str = ""
    width: int = 0
    height: int = 0


class Card(Struct, frozen=True, omit_defaults=True):
    """`trail` leads from the document's title to the section above; `pages` are those of the source.

    Formulas in `snippet` stand between dollars; the widget says them in letters and signs.
    """

    url: str
    title: str
    trail: tuple[str, ...] = ()
    snippet: str = ""
    lang: str = ""
    pages: tuple[int, int] | None = None
    figures: tuple[Picture, ...] = ()


def card(section: Section, figures: Sequence[Figure]) -> Card:
    """The card of a section with the figures that stand on its page."""
    return Card(
        url=section.url,
        title=section.title,
        trail=trail(section),
        snippet=digest.words(section, SNIPPET),
        lang=section.lang,
        pages=section.pages,
        figures=tuple(_picture(figure) for figure in figures[:PICTURES]),
    )


def trail(section: Section) -> tuple[str, ...]:
    """The breadcrumb without the section itself."""
    above = section.breadcrumb
    return above[:-1] if above and above[-1] == section.title else above


def shown(figures: Sequence[Figure]) -> Mapping[str, list[Figure]]:
    """The figures worth showing, by the section on whose page they stand."""
    homes: dict[str, list[Figure]] = {}
    for figure in figures:
        if figure.quality == "good":
            homes.setdefault(figure.home, []).append(figure)
    return homes


def _picture(figure: Figure) -> Picture:
    caption = digest.plain(digest.cut(figure.caption, CAPTION))
    if not figure.panels:
        return Picture(figure.anchor, figure.label, caption)
    asset = figure.panels[0]
    smaller = plan(asset)
    return Picture(
        figure.anchor,
        figure.label,
        caption,
        smaller[0].path if smaller else asset.path,
        asset.width,
        asset.height,
    )
