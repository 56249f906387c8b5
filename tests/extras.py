"""The optional packages that read pages: `make test-extras`, apart from the other tests; it installs them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from PIL import Image, ImageDraw, ImageFont

from builder.blocks import Extracted
from builder.config import Config, Pdf
from builder.extract import extract, find
from builder.tree import grow

LINES = (
    "1 The lamp",
    "The lamp at the entrance of the harbour burns",
    "two litres of oil in a single night.",
)


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """One PDF: a page that is only a picture."""
    folder = tmp_path / "sources"
    folder.mkdir()
    page = Image.new("RGB", (1275, 1650), "white")
    for at, line in enumerate(LINES):
        ImageDraw.Draw(page).text(
            (150, 200 + 60 * at), line, "black", ImageFont.load_default(44 if at else 60)
        )
    page.save(folder / "scan.pdf", resolution=150)
    return folder


def read(sources: Path, *, ocr: bool, layout: bool = False) -> Extracted:
    config = msgspec.structs.replace(Config(), pdf=Pdf(ocr=ocr, layout=layout))
    (found,) = find(sources)
    return extract(found, sources, config, sources.parent / "work")


def test_a_scan_is_read(sources: Path) -> None:
    text = " ".join(block.text for block in read(sources, ocr=True).blocks)
    assert "burns two litres of oil in a single night." in text


def test_its_page_is_shown_all_the_same_and_said_to_be_recognised(sources: Path) -> None:
    made = read(sources, ocr=True)
    assert made.blocks[0].images
    assert made.warnings == (
        "page 1: the text was recognised on a picture of the page, and may have mistakes",
    )


def test_what_was_read_of_a_page_is_kept(sources: Path) -> None:
    first = read(sources, ocr=True)
    (kept,) = (sources.parent / "work/scan/seen").iterdir()
    kept.write_bytes(kept.read_bytes().replace(b"litres", b"barrels"))
    (sources / "scan.pdf").write_bytes(
        (sources / "scan.pdf").read_bytes() + b"\n%"
    )  # another file, the same page
    assert "two barrels of oil" in " ".join(block.text for block in read(sources, ocr=True).blocks)
    assert first.blocks


def test_a_figure_of_a_scan_is_found_by_its_caption(sources: Path) -> None:
    page = Image.new("RGB", (1275, 1650), "white")
    pen = ImageDraw.Draw(page)
    for at in range(8):
        pen.rectangle((300 + 80 * at, 700 - 50 * at, 350 + 80 * at, 750), "steelblue", "black")
    pen.line((280, 300, 280, 760, 960, 760), "black", 4)
    pen.text((300, 790), "Figure 1: Oil that the lamp burns by month.", "black", ImageFont.load_default(30))
    for at in range(12):
        pen.text(
            (150, 900 + 50 * at),
            "The lamp at the entrance burns two litres of oil a night.",
            "black",
            ImageFont.load_default(34),
        )
    page.save(sources / "scan.pdf", resolution=150)
    (figure,) = [one for one in grow(read(sources, ocr=True, layout=True)).figures if one.label]
    assert (figure.label, figure.caption) == ("Figure 1", "Oil that the lamp burns by month.")
    assert figure.panels


def test_without_it_the_page_is_only_shown(sources: Path) -> None:
    assert [block.text for block in read(sources, ocr=False).blocks] == [""]
