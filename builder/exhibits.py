"""A figure as it stands on a page: its pictures, table or formula, its caption, and who speaks of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markupsafe import Markup

from serverless.model import Asset, Figure, Struct

from . import markup, renditions, urls
from .words import Words

ACROSS = "(min-width: 60em) 43rem, 100vw"
BESIDE = "(min-width: 60em) 22rem, 100vw"
"""How wide a picture is shown; these rem are the browser's own 16 pixels."""


class Picture(Struct, frozen=True):
    """One file; `srcset` is "" where there is nothing smaller to choose.

    `generated` says that a model wrote the alternative text.
    """

    src: str
    alt: str
    width: int
    height: int
    srcset: str
    sizes: str
    lazy: bool
    generated: bool


class Link(Struct, frozen=True):
    """`href` as seen from the page that shows it; a picture is shown without leaving the page."""

    href: str
    text: str
    is_picture: bool = False


class Exhibit(Struct, frozen=True):
    """What the template needs. `anchor` is "" where the figure already stands on this page.

    `cells` is text that also stands in the picture, `listing` the lines of a figure that is text alone.
    """

    anchor: str
    kind: str
    name: str
    label: str
    caption: Markup
    pictures: tuple[Picture, ...]
    table: Markup
    formula: Markup
    discussed: tuple[Link, ...]
    origin: tuple[Link, ...]
    cells: str
    listing: tuple[str, ...]
    absent: bool
    plain: bool


LISTED = {"algorithm", "table"}
"""Kinds of which the text alone can be read without a picture."""


class Place(Struct, frozen=True):
    """The page that shows a figure; whether it may load late, and whether it stood there before."""

    url: str
    lazy: bool = True
    again: bool = False


def exhibit(
    figure: Figure, place: Place, discussed: Sequence[Link], words: Words, origin: Sequence[Link] = ()
) -> str:
    """`figure` as one block of HTML without blank lines; `origin` leads to its page in the source."""
    is_bare = not (figure.panels or figure.latex or figure.table_html or figure.rows)
    is_words = is_bare and figure.kind in LISTED and bool(figure.cells)
    view = Exhibit(
        anchor="" if place.again else figure.anchor,
        kind=figure.kind,
        name=figure.name,
        label=figure.label,
        caption=markup.line(caption(figure)),
        pictures=pictures(figure, place),
        table=table(figure),
        formula=markup.formula(figure.latex, display=True) if figure.latex else Markup(""),
        discussed=tuple(discussed),
        origin=tuple(origin),
        cells="" if is_words else " · ".join(" ".join(cell.split()) for cell in figure.cells),
        listing=figure.cells if is_words else (),
        absent=is_bare and not is_words,
        plain=figure.quality != "good" and not figure.label and not figure.latex and not figure.table_html,
    )
    shown = markup.render("figure.html.jinja", exhibit=view, words=words)
    return "\n".join(line for line in shown.splitlines() if line.strip())


def caption(figure: Figure) -> str:
    """The caption without the label in front of it."""
    start = re.escape(figure.label)
    return re.sub(rf"^{start}(?!\w)[\s.:：|–—-]*", "", figure.caption) if figure.label else figure.caption


def pictures(figure: Figure, place: Place) -> tuple[Picture, ...]:
    """The panels in order; what is told apart by number when there are several."""
    many = len(figure.panels) > 1
    return tuple(
        _picture(figure, asset, number if many else 0, place) for number, asset in enumerate(figure.panels, 1)
    )


def _picture(figure: Figure, asset: Asset, number: int, place: Place) -> Picture:
    """One panel; `number` is its place among several, 0 where it is alone."""
    candidates = [f"{urls.reference(made.path, place.url)} {made.width}w" for made in renditions.plan(asset)]
    return Picture(
        src=urls.reference(asset.path, place.url),
        alt=_alt(figure, number),
        width=asset.width,
        height=asset.height,
        srcset=", ".join(candidates),
        sizes=BESIDE if number else ACROSS,
        lazy=place.lazy,
        generated=figure.alt_source == "model",
    )


def _alt(figure: Figure, number: int) -> str:
    alt = " ".join((figure.alt or ("" if figure.quality == "decorative" else figure.name)).split())
    return f"{alt} ({number}/{len(figure.panels)})" if number and alt else alt


def table(figure: Figure) -> Markup:
    """The table as HTML: as the source has it, else made from its rows."""
    if figure.table_html:
        html = re.sub(r"<table\b(?![^>]*\bclass=)", '<table class="sl-rows"', figure.table_html, count=1)
        return Markup(re.sub(r"\n\s*\n", "\n", html.strip()))  # noqa: S704 -- cleaned when it was read
    if figure.kind != "table" or not figure.rows or figure.panels:
        return Markup("")
    head, *body = figure.rows
    rows = [_row("th", head), *(_row("td", row) for row in body)]
    return Markup('<table class="sl-rows">{}</table>').format(Markup("").join(rows))


def _row(tag: str, cells: Sequence[str]) -> Markup:
    return Markup("<tr>{}</tr>").format(
        Markup("").join(Markup(f"<{tag}>{{}}</{tag}>").format(markup.line(cell)) for cell in cells)  # noqa: S704
    )
