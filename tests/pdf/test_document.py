"""Whole PDF files as blocks."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from builder.extract.pdf import pdfium
from builder.tree import grow
from tests.pdf.small import Sheet, read, told, written

LEFT = (
    "The tide gauges of the coast were read every hour for a",
    "year, and their readings were compared with the predic-",
    "tion of the harbour office. The difference is called surge,",
    "and it is what this report is about.",
)
RIGHT = (
    "Where the wind blows onshore for two days, the surge rises",
    "with the square of its speed. It falls again within a day",
    "when the wind turns, and no gauge showed a second wave.",
    "Harbours behind a sandbank see less of it.",
)


def paper() -> Sheet:
    """A page of a paper: title, two columns with a heading each, a figure and its caption, a page number."""
    sheet = Sheet().text(150, 90, "Storm surges on a shallow coast", "bold", 18)
    sheet.text(230, 115, "Ada Lovelace, Alan Turing", size=11)
    sheet.text(60, 160, "1 Introduction", "bold", 12).lines(60, 180, *LEFT)
    sheet.lines(70, 228, "Storms of the winter are the exception, and are left out of", size=10).lines(
        60,
        240,
        "the mean that the prediction gives for each of the gauges.",
        "Section 2 has their share of the surge and of the damage.",
    )
    sheet.text(330, 160, "2 Wind and surge", "bold", 12).lines(330, 180, *RIGHT)
    sheet.drawing(350, 260, 550, 360).text(420, 372, "wind speed", size=7)
    sheet.lines(
        330, 392, "Figure 1: Surge in metres over the speed of the", "wind in metres per second.", size=9
    )
    return sheet.text(303, 760, "7", size=9)


def test_a_page_in_two_columns(tmp_path: Path) -> None:
    made = read(tmp_path, written(paper()))
    assert told(made.blocks) == "\n".join(
        [
            "# Storm surges on a shallow coast [1] (title)",
            "paragraph: Ada Lovelace, Alan Turing",
            "## 1 Introduction [1]",
            "paragraph: The tide gauges of the coast were read every hour for a year, and their "
            "readings were compared with the prediction of the harbour office. The difference is "
            "called surge, and it is what this report is about.",
            "paragraph: Storms of the winter are the exception, and are left out of the mean that the "
            "prediction gives for each of the gauges. Section 2 has their share of the surge and of "
            "the damage.",
            "## 2 Wind and surge [1]",
            "paragraph: Where the wind blows onshore for two days, the surge rises with the square of "
            "its speed. It falls again within a day when the wind turns, and no gauge showed a second "
            "wave. Harbours behind a sandbank see less of it.",
            "image (whole): wind speed <figure-1.png 404x239>",
            "paragraph (caption): Figure 1: Surge in metres over the speed of the wind in metres per second.",
        ]
    )
    assert (made.title, made.source.pages, made.source.producer, made.warnings) == (
        "Storm surges on a shallow coast",
        1,
        "by hand",
        (),
    )


def test_every_block_knows_its_place(tmp_path: Path) -> None:
    made = read(tmp_path, written(paper()))
    places = {block.text.split()[0]: block.bbox for block in made.blocks}
    assert places["Storm"] == (150.0, 76.32, 394.49, 94.32)
    assert places["wind"] == (350.0, 260.0, 546.0, 373.68)
    assert all(block.page == 1 and block.bbox for block in made.blocks)


def test_the_figure_is_written_and_becomes_a_figure_of_its_section(tmp_path: Path) -> None:
    tree = grow(read(tmp_path, written(paper())))
    (figure,) = tree.figures
    assert (figure.label, figure.home, figure.page, figure.cells) == (
        "Figure 1",
        "tides/wind-and-surge",
        1,
        ("wind speed",),
    )
    assert figure.panels[0].source == "tides.pdf/figure-1.png"
    assert Path(tree.files[figure.panels[0].id]).read_bytes().startswith(b"\x89PNG")
    assert tree.pdf.endswith("tides.pdf")


def test_the_same_file_gives_the_same_blocks(tmp_path: Path) -> None:
    one, other = (read(tmp_path / name, written(paper())) for name in ("a", "b"))
    pictures = [[image.sha256 for block in made.blocks for image in block.images] for made in (one, other)]
    assert pictures[0] == pictures[1]
    assert told(one.blocks) == told(other.blocks)
    assert msgspec.structs.replace(one.source, path="") == msgspec.structs.replace(other.source, path="")


def test_running_lines_and_page_numbers_are_left_out(tmp_path: Path) -> None:
    sheets = [
        Sheet()
        .text(60, 40, f"Harbour office, report {number}", size=9)
        .lines(60, 100, f"Page {number} speaks of gauge {number} and of nothing else.", "It is short.")
        .text(300, 760, f"Page {number} of 4", size=9)
        for number in range(1, 5)
    ]
    assert told(read(tmp_path, written(*sheets)).blocks) == "\n".join(
        f"paragraph: Page {number} speaks of gauge {number} and of nothing else. It is short."
        for number in range(1, 5)
    )


def test_text_that_runs_up_the_edge_is_left_out_and_a_turned_page_is_turned(tmp_path: Path) -> None:
    stamped = (
        Sheet()
        .turned(20, 500, "A stamp of the archive")
        .text(60, 100, "The text of the page itself is what is read here.")
    )
    turned = (
        Sheet()
        .turned(100, 700, "This page was printed sideways.")
        .turned(112, 700, "Its two lines are read all the same.")
    )
    assert told(read(tmp_path, written(stamped, turned)).blocks) == "\n".join(
        [
            "paragraph: The text of the page itself is what is read here.",
            "paragraph: This page was printed sideways. Its two lines are read all the same.",
        ]
    )


def test_lists_and_footnotes(tmp_path: Path) -> None:
    sheet = Sheet().lines(60, 100, "The gauges are read in three ways, of which the first is the oldest one:")
    sheet.lines(
        70, 118, "1. by eye, from a staff in the water that is marked in centimetres", "    along its length;"
    )
    sheet.text(70, 142, "2. by a float;").text(70, 154, "3. by radar.")
    sheet.text(60, 180, "Radar needs no contact with the water and no well around the gauge at all.")
    sheet.text(60, 700, "1 The first radar gauge was set up in 1998.", size=8)
    assert told(read(tmp_path, written(sheet)).blocks) == "\n".join(
        [
            "paragraph: The gauges are read in three ways, of which the first is the oldest one:",
            "list: 1. by eye, from a staff in the water that is marked in centimetres along its length;",
            "2. by a float;",
            "3. by radar.",
            "paragraph: Radar needs no contact with the water and no well around the gauge at all.",
            "paragraph (footnote): 1 The first radar gauge was set up in 1998.",
        ]
    )


def test_an_unchanged_file_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = written(paper())
    first = read(tmp_path, data)
    with monkeypatch.context() as patched:
        patched.setattr(pdfium, "opened", None)
        assert read(tmp_path, data) == first
    (picture,) = (image for block in first.blocks for image in block.images)
    Path(picture.file).unlink()
    assert read(tmp_path, data) == first
    other = read(tmp_path, written(Sheet().text(60, 100, "Another file of the same name.")))
    assert told(other.blocks) == "paragraph: Another file of the same name."
