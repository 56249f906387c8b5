"""Adobe's elements as blocks: nothing lost, everything in its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.blocks import Block, Extracted
from builder.config import Config
from builder.extract import extract, find
from serverless.errors import SourceError
from tests.extract.small import CORPUS, only, picture, shown, write


def element(path: str, text: str | None = None, **more: Any) -> dict[str, Any]:
    """An element below the document; `bounds` of the first letters where a test needs them."""
    return {"Path": f"//Document/{path}", "Page": 0, **({"Text": text} if text is not None else {}), **more}


def document(folder: Path, *elements: dict[str, Any], **more: Any) -> Extracted:
    data = {"elements": elements, **more}
    return only(
        write(folder / "s", {"doc/structuredData.json": json.dumps(data), "doc/figures/a.png": picture()})
    )


def blocks(folder: Path, *elements: dict[str, Any]) -> list[Block]:
    return list(document(folder, *elements).blocks)


def test_a_whole_extraction(tmp_path: Path) -> None:
    found = next(one for one in find(CORPUS) if one.id == "ferry")
    report = extract(found, CORPUS, Config(), tmp_path)
    assert (report.title, report.lang, report.source.pages, report.warnings) == (
        "Report of the ferry",
        "en",
        2,
        (),
    )
    assert report.source.producer == "Adobe PDF Extract (schema 1.1.0)"
    assert shown(list(report.blocks)) == "\n".join(
        [
            "heading 1 (title): Report of the ferry",
            "heading 1: 1 Crossings",
            "paragraph: Low tide makes the crossing longer, as Figure 1 shows.",
            "list: - tickets are sold on board;\n- dogs travel free:\n    1. on a lead.",
            "image: <figures/fileoutpart0.png>",
            "paragraph: Figure 1: Minutes over the hours of a tide.",
            "paragraph: This paragraph begins on page one and ends on page two.",
            "image (inline-figure): <figures/fileoutpart1.png>",
            "heading 2: 1.1 Times",
            "paragraph (caption): Table 1: Crossing times.",
            "table: | Tide | Minutes | Minutes |\n| --- | --- | --- |\n"
            "| Tide | out | back |\n| High | 12 | 14 | <tables/fileoutpart3.png>",
            "paragraph (footnote): 1 All times are means.",
        ]
    )
    table = next(block for block in report.blocks if block.kind == "table")
    assert table.html.startswith(
        '<table><tbody><tr><th rowspan="2">Tide</th><th colspan="2">Minutes</th></tr>'
    )
    assert table.rows[1] == ("Tide", "out", "back")


def test_places_are_counted_from_the_upper_left_corner(tmp_path: Path) -> None:
    made = document(
        tmp_path,
        element("P", "one ", Bounds=[72, 700, 172.123, 710]),
        element("P[2]", "two ", Page=1, Bounds=[72, 700, 172, 710]),
        element("P[3]", "three ", Page=None),
        pages=[{"page_number": 0, "height": 800}],
    ).blocks
    assert [(block.page, block.bbox) for block in made] == [
        (1, (72.0, 90.0, 172.12, 100.0)),
        (2, (72.0, 82.0, 172.0, 92.0)),
        (None, None),
    ]


def test_a_place_covers_all_pieces_of_its_page(tmp_path: Path) -> None:
    first = element("P/ParagraphSpan", "one ", Bounds=[72, 60, 300, 100])
    second = element("P/ParagraphSpan[2]", "two ", Bounds=[312, 600, 540, 700])
    third = element("P/ParagraphSpan[3]", "three ", Page=1, Bounds=[0, 0, 600, 700])
    (block,) = blocks(tmp_path, first, second, third)
    assert (block.text, block.page, block.bbox) == ("one two three", 1, (72.0, 92.0, 540.0, 732.0))


@pytest.mark.parametrize(
    "span", ["Sub", "ParagraphSpan", "StyleSpan", "HyphenSpan", "Span", "Reference", "Link"]
)
def test_a_paragraph_in_pieces(tmp_path: Path, span: str) -> None:
    assert shown(
        blocks(tmp_path, element(f"P/{span}", "split "), element("P", "line"), element(f"P/{span}[2]", "."))
    ) == ("paragraph: split line.")


def test_text_that_only_the_kids_have(tmp_path: Path) -> None:
    kids = [
        element("H1/Span", "In", Bounds=[57, 500, 69, 512], TextSize=12),
        element("H1", "flation’", Bounds=[69, 500, 110, 512], TextSize=12),
        element("H1/ExtraCharSpan", "s", Bounds=[110, 500, 116, 512], TextSize=12),
        element("H1", "Impac", Bounds=[119, 500, 155, 512], TextSize=12),
        element("H1/ExtraCharSpan[2]", "t", Bounds=[155, 500, 160, 512], TextSize=12),
    ]
    assert shown(blocks(tmp_path, element("H1", Kids=kids))) == "heading 1: Inflation’s Impact"


def test_kids_of_kids(tmp_path: Path) -> None:
    inner = element("P/Span", "deep ", Kids=[element("P/Span/Span", "down ")])
    assert shown(blocks(tmp_path, element("P", Kids=[inner]))) == "paragraph: deep down"


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("Title", "heading 1 (title): Words"),
        ("H1[3]", "heading 1: Words"),
        ("Sect/Sect/H6", "heading 6: Words"),
        ("H", "heading 1: Words"),
        ("P", "paragraph: Words"),
        ("Span", "paragraph: Words"),
        ("Sect", "paragraph: Words"),
        ("", "paragraph: Words"),
        ("Footnote/P", "paragraph (footnote): Words"),
        ("Sect/Note", "paragraph (footnote): Words"),
        ("Caption/P", "paragraph (caption): Words"),
        ("Figure/Caption", "paragraph (caption): Words"),
        ("Aside/P", "paragraph (aside): Words"),
        ("aside[2]/P", "paragraph (aside): Words"),
        ("TOC/TOCI/P", "paragraph (contents): Words"),
        ("TOC/TOCI/TOC/TOCI[2]/Span", "paragraph (contents): Words"),
        ("Watermark/P", "paragraph (aside): Words"),
        ("Unheard/Of", "paragraph: Words"),
    ],
)
def test_what_a_path_means(tmp_path: Path, tag: str, expected: str) -> None:
    assert shown(blocks(tmp_path, element(tag, "Words "))) == expected


@pytest.mark.parametrize(
    ("label", "line"),
    [
        ("\uf0b7 ", "- body"),
        ("• ", "- body"),
        ("– ", "- body"),
        ("12. ", "12. body"),
        ("(3) ", "3. body"),
        ("(a) ", "- (a) body"),
        ("[7] ", "- [7] body"),
        ("", "- body"),
    ],
)
def test_labels_of_lists(tmp_path: Path, label: str, line: str) -> None:
    (block,) = blocks(tmp_path, element("L/LI/Lbl", label), element("L/LI/LBody/ParagraphSpan", "body "))
    assert (block.kind, block.md) == ("list", line)


def test_a_figure_parts_no_paragraph(tmp_path: Path) -> None:
    figure = element("Figure", "axis text ", filePaths=["figures/a.png"])
    made = blocks(
        tmp_path, element("P/ParagraphSpan", "begins "), figure, element("P/ParagraphSpan[2]", "ends. ")
    )
    assert shown(made) == "paragraph: begins ends.\nimage: <figures/a.png>"
    assert made[1].text == "axis text"


def test_a_picture_within_a_sentence(tmp_path: Path) -> None:
    inline = element("P/Figure", "x ≤ 1 ", filePaths=["figures/a.png"])
    assert shown(blocks(tmp_path, element("P/Sub", "where "), inline, element("P/Sub[2]", "holds. "))) == (
        "paragraph: where x ≤ 1 holds. <figures/a.png>"
    )


def test_figures_without_files_keep_their_place(tmp_path: Path) -> None:
    made = document(tmp_path, element("Figure"), element("Figure[2]"))
    assert [(block.kind, block.images[0].file) for block in made.blocks] == [("image", ""), ("image", "")]
    assert made.warnings == ("figures without a file: the extraction was made without renditions of figures",)


def test_tables_of_other_shapes(tmp_path: Path) -> None:
    made = blocks(
        tmp_path,
        element("Table/TR/TD/P", "a "),
        element("Table/TR/TD[2]/P", "b "),
        element("Table/TR/TD[2]/P[2]", "c "),
        element("Table/TBody/TR[2]/TD/L/LI/LBody", "d "),
        element("Table[2]", filePaths=["figures/a.png", "tables/t.xlsx"]),
        element("Table[3]"),
    )
    assert shown(made) == "table: | a | b c |\n| --- | --- |\n| d |  |\ntable: <figures/a.png>"
    assert made[0].rows == (("a", "b c"), ("d", ""))


def test_pieces_do_not_join_into_a_link(tmp_path: Path) -> None:
    (block,) = blocks(tmp_path, element("P/Sub", "[a]"), element("P/Sub[2]", "(javascript:alert(1)) <b> "))
    assert block.md == "[a\\](javascript:alert(1)) &lt;b>"


def test_raised_and_lowered_letters(tmp_path: Path) -> None:
    low = element("P/Span", "2", attributes={"TextPosition": "Sub"})
    assert shown(blocks(tmp_path, element("P", "H"), low, element("P", "O "))) == "paragraph: H<sub>2</sub>O"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("", "doc/structuredData.json is not the output of Adobe PDF Extract"),
        ("{", "Input data was truncated"),
        ('{"elements": [}', r"byte 14"),
        ('{"elements": [{"Path": 3}]}', r"\$\.elements\[0\]\.Path"),
        ('{"elements": [{"Path": "P", "Bounds": [1, 2]}]}', r"\$\.elements\[0\]\.Bounds"),
        ('{"elements": [{"Path": "P", "attributes": {"ColSpan": "two"}}]}', "ColSpan"),
        ("[]", "Expected `object`"),
        ("{}", "missing required field `elements`"),
        ('{"elements": [' + '{"Path": "P", "Kids": [' * 5000, "not the output of Adobe"),
    ],
)
def test_files_of_another_shape(tmp_path: Path, data: str, reason: str) -> None:
    with pytest.raises(SourceError, match=reason):
        only(write(tmp_path / "s", {"doc/structuredData.json": data}))


def test_a_byte_order_mark_is_fine(tmp_path: Path) -> None:
    data = json.dumps({"elements": [element("P", "text")]})
    assert only(write(tmp_path / "s", {"doc/structuredData.json": "\ufeff" + data})).blocks[0].text == "text"


TAGS = st.sampled_from(
    ["Sect", "P", "H1", "L", "LI", "Lbl", "LBody", "Table", "TR", "TD[2]", "Figure", "Caption", "Sub", ""]
)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.tuples(st.lists(TAGS, max_size=5).map("/".join), st.sampled_from(["ab", "cd", "ef"])), max_size=8
    )
)
def test_no_text_is_lost(tmp_path_factory: pytest.TempPathFactory, parts: list[tuple[str, str]]) -> None:
    folder = tmp_path_factory.getbasetemp() / "adobe"
    made = blocks(folder, *(element(path, text + " ") for path, text in parts))
    got = " ".join(block.text for block in made)
    assert sorted(word for word in got.replace("|", " ").split()) == sorted(text for _, text in parts)
