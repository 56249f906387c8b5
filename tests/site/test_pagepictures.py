"""Pictures of pages on which a figure is outlined, and the links to them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image

from builder import pagepictures, pages, writer
from builder.config import Config, Pdf
from builder.tree import Tree
from serverless.model import Box
from tests.pdf.small import Sheet, written
from tests.site import small

BOX: Box = (100.0, 200.0, 300.0, 400.0)


@pytest.fixture
def kettle(tmp_path: Path) -> Tree:
    """A document with its PDF, of which one figure has a place."""
    file = tmp_path / "kettle.pdf"
    file.write_bytes(written(Sheet().text(60, 60, "The kettle"), Sheet().drawing(*BOX)))
    steam = small.figure("fig-1", "kettle/boiling", label="Figure 1", caption="Steam.", page=2, bbox=BOX)
    text = "Steam rises.\n\n![Figure 1](figure:kettle#fig-1)"
    sections = [small.section("", title="The kettle"), small.section("boiling", text, number="1")]
    return small.tree(sections, [steam], pdf=str(file))


def test_the_figure_is_outlined_on_its_page(kettle: Tree, tmp_path: Path) -> None:
    (planned,) = pagepictures.plan(kettle).values()
    assert (planned.path, planned.page) == ("library/kettle/_page/fig-1.webp", 2)
    with Image.open(pagepictures.make(planned, "digest", tmp_path / "store")) as picture:
        pixels = picture.convert("RGB").load()
    assert pixels
    x, y = (round(pagepictures.SCALE * (edge - pagepictures.MARGIN)) + 1 for edge in BOX[:2])
    assert _red(pixels[x, y + 60]) > 150 > _blue(pixels[x, y + 60])
    assert _blue(pixels[x - 20, y + 60]) == 255


def _red(pixel: Any) -> int:
    return int(pixel[0])


def _blue(pixel: Any) -> int:
    return int(pixel[2])


def test_its_caption_leads_to_the_page_and_to_the_picture(kettle: Tree, tmp_path: Path) -> None:
    config = msgspec.structs.replace(small.CONFIG, pdf=Pdf(page_pictures=True))
    made = pages.render([kettle], config)
    text = made.texts["library/kettle/boiling/index.md"]
    assert '<a href="../kettle.pdf#page=2">Page 2 of the PDF</a>' in text
    assert '<a class="fig fig--page" href="../_page/fig-1.webp">Where it stands on the page</a>' in text
    wanted = writer.gather(made, {}, tmp_path / "store", lambda done, total: None)
    assert isinstance(picture := wanted["library/kettle/_page/fig-1.webp"], Path)
    assert picture.is_file()


def test_without_it_the_caption_leads_to_the_page(kettle: Tree) -> None:
    text = pages.render([kettle], Config()).texts["library/kettle/boiling/index.md"]
    assert "#page=2" in text
    assert "_page/" not in text


@pytest.mark.parametrize("changes", [{"page": 9}, {"page": None}, {"bbox": None}, {"kind": "equation"}])
def test_no_picture_where_the_place_is_not_known(kettle: Tree, changes: dict[str, object]) -> None:
    figures = (msgspec.structs.replace(kettle.figures[0], **changes),)
    assert pagepictures.plan(msgspec.structs.replace(kettle, figures=figures)) == {}


def test_no_picture_of_a_file_that_does_not_open(kettle: Tree) -> None:
    Path(kettle.pdf).write_bytes(b"no PDF")
    assert pagepictures.plan(kettle) == {}
