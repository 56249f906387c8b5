"""Headings, tables and formulas of PDF files."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.tree import grow
from tests.pdf.small import Sheet, read, tagged, told, written

TEXT = (
    "The gauge in the harbour is read every hour, and its readings are kept for a year before",
    "they are sent to the office, where they are compared with those of the other harbours on",
    "this coast. Readings that differ by more than a metre are looked at by a person, and are",
    "left out where the gauge was blocked by ice or by weed.",
)


def headings(folder: Path, data: bytes) -> list[str]:
    """The headings with their levels, as the extractor gives them."""
    return [f"{block.level} {block.text}" for block in read(folder, data).blocks if block.kind == "heading"]


def manual(*heads: tuple[str, str, float]) -> Sheet:
    """A page of text under headings, each with its font and size."""
    sheet, y = Sheet(), 80.0
    for words, font, size in heads:
        y += 24
        for row in words.split("\n"):
            sheet.text(60, y, row, font, size)
            y += 1.2 * size
        sheet.lines(60, y + 6, *TEXT)
        y += 60
    return sheet


def test_levels_by_number(tmp_path: Path) -> None:
    sheet = manual(
        ("1 Gauges", "bold", 14),
        ("1.1 Reading", "bold", 12),
        ("1.2 Care", "bold", 12),
        ("2 Tides", "bold", 14),
    )
    assert headings(tmp_path, written(sheet)) == ["2 1 Gauges", "3 1.1 Reading", "3 1.2 Care", "2 2 Tides"]


def test_levels_by_letters_where_there_are_no_numbers(tmp_path: Path) -> None:
    sheet = manual(
        ("Harbour manual", "sans", 22), ("Gauges", "sans", 14), ("Reading", "bold", 11), ("Tides", "sans", 14)
    )
    assert headings(tmp_path, written(sheet)) == ["1 Harbour manual", "2 Gauges", "3 Reading", "2 Tides"]


def test_a_heading_on_two_lines_is_one(tmp_path: Path) -> None:
    sheet = manual(
        ("1 Gauges in harbours that fall dry\nat every low tide", "bold", 13), ("2 Tides", "bold", 13)
    )
    assert headings(tmp_path, written(sheet)) == [
        "2 1 Gauges in harbours that fall dry at every low tide",
        "2 2 Tides",
    ]


def test_the_outline_says_what_the_letters_do_not(tmp_path: Path) -> None:
    sheet = manual(("Gauges", "italic", 10), ("Tides", "italic", 10))
    assert headings(tmp_path / "a", written(sheet)) == []
    assert headings(tmp_path / "b", written(sheet, outline=[("Gauges", 1), ("Tides", 1)])) == [
        "2 Gauges",
        "2 Tides",
    ]


def test_tags_say_what_a_heading_is(tmp_path: Path) -> None:
    data = tagged(
        ("H1", 80, "Gauges"), ("P", 100, TEXT[0]), ("H2", 130, "Reading them by eye"), ("P", 150, TEXT[1])
    )
    assert headings(tmp_path, data) == ["1 Gauges", "2 Reading them by eye"]


def test_tags_without_headings_are_not_asked(tmp_path: Path) -> None:
    data = tagged(("P", 80, "Gauges"), ("P", 100, TEXT[0]), ("", 760, "A foot"))
    assert headings(tmp_path, data) == []


def test_printed_contents_are_no_headings(tmp_path: Path) -> None:
    contents = Sheet().text(60, 80, "Contents", "bold", 14)
    for at, name in enumerate(("1 Gauges", "2 Tides", "3 Surges", "4 Ice")):
        contents.text(60, 110 + 14 * at, f"{name} {'. ' * 30} {at + 2}", "bold")
    page = manual(
        ("1 Gauges", "bold", 14), ("2 Tides", "bold", 14), ("3 Surges", "bold", 14), ("4 Ice", "bold", 14)
    )
    assert headings(tmp_path, written(contents, page)) == [
        "2 Contents",
        "2 1 Gauges",
        "2 2 Tides",
        "2 3 Surges",
        "2 4 Ice",
    ]


@pytest.mark.parametrize(
    "line", ["Figure 2 shows the surge.", "See Table 3.", "2023 was a year of storms", "x = 4 y + 2"]
)
def test_what_is_no_heading(tmp_path: Path, line: str) -> None:
    sheet = Sheet().text(60, 80, line).lines(60, 110, *TEXT)
    assert headings(tmp_path, written(sheet)) == []


def table(*, rules: bool = True) -> Sheet:
    """A table in the manner of books: rules above, below the headings and at the end."""
    sheet = Sheet().lines(60, 80, *TEXT).text(60, 160, "Table 1: Range of the tide in metres.")
    if rules:
        sheet.rule(60, 170, 360).rule(60, 200, 360).rule(160, 184, 360).rule(60, 240, 360)
    sheet.text(220, 181, "Range", "bold")
    for y, row in (
        (196, ("Harbour", "spring", "neap")),
        (214, ("Ebbhaven", "3.1", "2.2")),
        (232, ("Sandby", "1.4", "0.9")),
    ):
        for x, cell in zip((60, 180, 290), row, strict=True):
            sheet.text(x, y, cell)
    return sheet.lines(60, 280, *TEXT)


def test_a_table_with_rules_becomes_cells(tmp_path: Path) -> None:
    tree = grow(read(tmp_path, written(table())))
    (figure,) = tree.figures
    assert (figure.label, figure.caption, len(figure.panels)) == (
        "Table 1",
        "Range of the tide in metres.",
        1,
    )
    assert figure.table_html == (
        '<table><tbody><tr><th></th><th colspan="2">Range</th></tr>'
        "<tr><th>Harbour</th><th>spring</th><th>neap</th></tr>"
        "<tr><td>Ebbhaven</td><td>3.1</td><td>2.2</td></tr>"
        "<tr><td>Sandby</td><td>1.4</td><td>0.9</td></tr></tbody></table>"
    )


def test_a_table_that_is_not_clear_is_a_picture_with_its_words(tmp_path: Path) -> None:
    sheet = (
        Sheet().lines(60, 80, *TEXT).text(60, 160, "Table 1: Range of the tide in metres.").rule(60, 170, 360)
    )
    sheet.text(60, 185, "Ebbhaven has a range of three metres").text(60, 199, "and Sandby has one").rule(
        60, 210, 360
    )
    tree = grow(read(tmp_path, written(sheet.lines(60, 260, *TEXT))))
    (figure,) = tree.figures
    assert (figure.kind, figure.table_html, len(figure.panels)) == ("table", "", 1)
    assert figure.cells == ("Ebbhaven has a range of three metres and Sandby has one",)


def test_figures_side_by_side_keep_their_captions(tmp_path: Path) -> None:
    sheet = Sheet().lines(60, 80, *TEXT)
    sheet.drawing(60, 160, 260, 260).drawing(320, 160, 520, 260)
    sheet.text(80, 280, "Figure 1: Ebb.").text(340, 280, "Figure 2: Flood.")
    tree = grow(read(tmp_path, written(sheet.lines(60, 320, *TEXT))))
    found = [(figure.label, figure.caption, figure.bbox) for figure in tree.figures]
    assert found == [
        ("Figure 1", "Ebb.", (60.0, 160.0, 256.0, 260.0)),
        ("Figure 2", "Flood.", (320.0, 160.0, 516.0, 260.0)),
    ]


def test_a_formula_is_a_picture_with_its_signs_and_number(tmp_path: Path) -> None:
    sheet = Sheet().lines(60, 80, *TEXT)
    sheet.text(200, 150, "h", "italic").text(210, 150, "=", "signs").text(220, 150, "a", "italic").text(
        228, 150, "+", "signs"
    )
    sheet.text(238, 150, "b", "signs").text(400, 150, "(3)").lines(60, 180, *TEXT)
    made = read(tmp_path, written(sheet))
    assert told(made.blocks[1:2]) == "image (formula): h = a + β (3) <formula-3.png 543x39>"
    (figure,) = grow(made).figures
    assert (figure.kind, figure.label) == ("equation", "Equation (3)")


def test_a_listing_keeps_its_lines(tmp_path: Path) -> None:
    fonts = " ".join(
        f"/{name} << /Type /Font /Subtype /Type1 /BaseFont /{base} >>"
        for name, base in (("plain", "Times-Roman"), ("typed", "Courier"))
    )
    sheet = Sheet().lines(60, 80, *TEXT)
    sheet.text(80, 150, "for gauge in gauges:", "typed").text(104, 162, "gauge.read()", "typed").text(
        80, 186, "stop()", "typed"
    )
    made = read(tmp_path, written(sheet.lines(60, 220, *TEXT), fonts=fonts))
    assert made.blocks[1].kind == "code"
    assert made.blocks[1].text == "for gauge in gauges:\n    gauge.read()\n\nstop()"


def test_a_boxed_table_has_a_cell_between_each_two_rules(tmp_path: Path) -> None:
    sheet = Sheet().lines(60, 80, *TEXT).text(60, 160, "Table 1: Range of the tide.")
    for y in (170, 190, 210, 242):
        sheet.bar(60, y, 300, y + 0.7)
    for x in (60, 140, 220, 299):
        sheet.bar(x, 170, x + 0.7, 242)
    for y, row in ((184, ("Port", "spring", "neap")), (204, ("Sandby", "from 1 to 2", "0.9"))):
        for x, words in zip((66, 146, 226), row, strict=True):
            sheet.text(x, y, words)
    sheet.text(66, 224, "Ebbhaven,").text(66, 236, "outer mole").text(146, 224, "3.1").text(226, 224, "2.2")
    (figure,) = grow(read(tmp_path, written(sheet.lines(60, 280, *TEXT)))).figures
    assert figure.rows == (
        ("Port", "spring", "neap"),
        ("Sandby", "from 1 to 2", "0.9"),
        ("Ebbhaven, outer mole", "3.1", "2.2"),
    )


def test_drawn_dots_make_a_list(tmp_path: Path) -> None:
    sheet = Sheet().lines(60, 80, *TEXT)
    for y, x, words in (
        (150, 80, "by eye"),
        (164, 80, "by an instrument"),
        (178, 100, "float"),
        (192, 100, "radar"),
    ):
        sheet.bar(x - 12, y - 5, x - 8, y - 1).text(x, y, words)
    made = read(tmp_path, written(sheet.lines(60, 230, *TEXT)))
    assert told(made.blocks[1:2]) == "list: - by eye\n- by an instrument\n    - float\n    - radar"


def test_a_table_without_rules_is_told_by_its_columns(tmp_path: Path) -> None:
    sheet = Sheet().lines(60, 80, *TEXT)
    rows = (
        ("Harbour", "spring", "neap"),
        ("Ebbhaven", "3.1", "2.2"),
        ("Sandby", "1.4", "0.9"),
        ("Mole", "2.0", "1.7"),
    )
    for y, row in enumerate(rows):
        for x, words in zip((80, 220, 320), row, strict=True):
            sheet.text(x, 160 + 14 * y, words)
    made = read(tmp_path, written(sheet.lines(60, 240, *TEXT)))
    assert [block.kind for block in made.blocks] == ["paragraph", "table", "paragraph"]
    (figure,) = grow(made).figures
    assert (figure.kind, figure.rows, len(figure.panels), figure.page) == ("table", rows, 1, 1)
