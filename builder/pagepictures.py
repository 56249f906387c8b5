"""Pictures of the pages that figures stand on, each with its figure outlined, where that is wanted."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from serverless.errors import SourceError
from serverless.model import Box, Figure, Struct

from . import disk
from .extract.pdf import pdfium
from .tree import Tree

SCALE = 1.4
"""Pixels for a point: a page can be read on it, and weighs about as much as a photograph."""
MARGIN = 4.0
"""Points between a figure and the line around it."""
WIDTH = 3
COLOUR = (200, 60, 20)
KINDS = frozenset(("figure", "table", "algorithm"))
RECIPE = 1


class PagePicture(Struct, frozen=True):
    """`path` is the place in the site, `pdf` the file; `box` is outlined on `page`."""

    path: str
    pdf: str
    page: int
    box: Box


def plan(tree: Tree) -> dict[str, PagePicture]:
    """By the id of its figure; none of a document whose PDF cannot be opened without more."""
    figures = [figure for figure in tree.figures if figure.page and figure.bbox and figure.kind in KINDS]
    if not tree.pdf or not figures:
        return {}
    try:
        with pdfium.opened(Path(tree.pdf), tree.document.source.path) as pdf:
            count = len(pdf)
    except SourceError:
        return {}
    return {figure.id: made for figure in figures for made in _planned(figure, tree, count)}


def _planned(figure: Figure, tree: Tree, pages: int) -> Iterator[PagePicture]:
    if figure.page and figure.bbox and figure.page <= pages:
        path = f"library/{tree.document.id}/_page/{figure.anchor}.webp"
        yield PagePicture(path, tree.pdf, figure.page, figure.bbox)


def make(picture: PagePicture, digest: str, store: Path) -> Path:
    """The file of a picture, made once and then taken from `store`; `digest` is the hash of the PDF."""
    told = f"{RECIPE} {digest} {picture.page} {picture.box}"
    cached = store / f"{hashlib.sha256(told.encode()).hexdigest()}.webp"
    if not cached.is_file():
        disk.put(cached, _drawn(picture))
    return cached


def _drawn(picture: PagePicture) -> bytes:
    from PIL import ImageDraw

    with pdfium.opened(Path(picture.pdf), picture.path) as pdf:
        sheet = pdf.sheet(picture.page)  # which sets the page upright, as it was when the box was found
        (page,) = pdf.pictures(picture.page, [((0.0, 0.0, sheet.width, sheet.height), SCALE)])
    x0, y0, x1, y1 = picture.box
    edges = (x0 - MARGIN, y0 - MARGIN, x1 + MARGIN, y1 + MARGIN)
    ImageDraw.Draw(page).rectangle([SCALE * edge for edge in edges], outline=COLOUR, width=WIDTH)
    out = BytesIO()
    page.save(out, "WEBP", quality=70, method=4)
    return out.getvalue()
