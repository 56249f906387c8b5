"""What other extractors put out, as blocks: Docling, MinerU, Mistral OCR."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.blocks import Extracted
from builder.config import Config
from builder.extract import extract, find
from builder.tree import grow
from serverless.errors import SourceError
from tests.extract.small import only, picture, shown, write


def prov(page: int, top: float, end: float, origin: str = "BOTTOMLEFT") -> list[dict[str, Any]]:
    return [{"page_no": page, "bbox": {"l": 72, "t": top, "r": 300, "b": end, "coord_origin": origin}}]


def text(at: int, label: str, words: str, **more: Any) -> dict[str, Any]:
    return {"self_ref": f"#/texts/{at}", "label": label, "text": words, **more}


def refs(*names: str) -> list[dict[str, str]]:
    return [{"$ref": f"#/{name}"} for name in names]


def cell(row: int, column: int, words: str, **more: Any) -> dict[str, Any]:
    return {"start_row_offset_idx": row, "start_col_offset_idx": column, "text": words, **more}


DOCLING = {
    "schema_name": "DoclingDocument",
    "version": "1.10.0",
    "name": "tides",
    "origin": {"binary_hash": 18446744073709551615},
    "body": {
        "self_ref": "#/body",
        "children": refs(*(f"texts/{at}" for at in range(5)), "groups/0", "pictures/0", "tables/0"),
    },
    "groups": [{"self_ref": "#/groups/0", "label": "list", "children": refs("texts/5", "texts/6")}],
    "texts": [
        text(0, "page_header", "Harbour office", content_layer="furniture"),
        text(1, "section_header", "Tides", level=1, prov=prov(1, 720, 700)),
        text(2, "text", "Ebb & flow, as Figure 1 shows: 2 * 3 < 7.", prov=prov(1, 650, 640)),
        text(3, "caption", "Figure 1: A tide.", prov=prov(2, 100, 110, "TOPLEFT")),
        text(4, "formula", "", orig="h = a + b"),
        text(5, "list_item", "by eye", enumerated=True, marker="1."),
        text(6, "list_item", "by radar", enumerated=True, marker="2."),
    ],
    "pictures": [
        {
            "self_ref": "#/pictures/0",
            "label": "picture",
            "captions": refs("texts/3"),
            "image": {"uri": "tides_artifacts/image 1.png"},
            "prov": prov(2, 692, 592),
        }
    ],
    "tables": [
        {
            "self_ref": "#/tables/0",
            "label": "table",
            "data": {
                "table_cells": [
                    cell(0, 0, "Harbour", column_header=True),
                    cell(0, 1, "Range", column_header=True, col_span=2),
                    cell(1, 0, "Sandby"),
                    cell(1, 1, "1.4"),
                    cell(1, 2, "0.9"),
                ]
            },
        }
    ],
    "pages": {"1": {"size": {"width": 612, "height": 792}}, "2": {"size": {"width": 612, "height": 792}}},
}  # fmt: skip


def docling(folder: Path, data: Any = DOCLING) -> Extracted:
    return only(
        write(folder / "s", {"tides.json": json.dumps(data), "tides_artifacts/image 1.png": picture()})
    )


def test_docling(tmp_path: Path) -> None:
    made = docling(tmp_path)
    assert shown(list(made.blocks)) == "\n".join(
        [
            "heading 2: Tides",
            "paragraph: Ebb & flow, as Figure 1 shows: 2 \\* 3 < 7.",
            "paragraph: h = a + b",
            "list: 1. by eye\n2. by radar",
            "image (whole): <tides_artifacts/image 1.png>",
            "paragraph (caption): Figure 1: A tide.",
            "table (whole): | Harbour | Range | Range |\n| --- | --- | --- |\n| Sandby | 1.4 | 0.9 |",
        ]
    )
    assert (made.title, made.extractor.name, made.source.pages) == ("Tides", "docling", 2)
    assert made.warnings == ()


def test_docling_counts_from_either_corner(tmp_path: Path) -> None:
    places = {block.text: (block.page, block.bbox) for block in docling(tmp_path).blocks}
    assert places["Tides"] == (1, (72.0, 72.0, 300.0, 92.0))
    assert places["Figure 1: A tide."] == (2, (72.0, 100.0, 300.0, 110.0))


def test_docling_pictures_may_be_written_out_in_the_file(tmp_path: Path) -> None:
    uri = f"data:image/png;base64,{base64.b64encode(picture(60, 40)).decode()}"
    pictures = [{**DOCLING["pictures"][0], "image": {"uri": uri}}]  # type: ignore[index]
    (figure, *_) = grow(docling(tmp_path, {**DOCLING, "pictures": pictures})).figures
    assert (figure.label, figure.panels[0].width) == ("Figure 1", 60)


def test_a_picture_without_a_file_is_told(tmp_path: Path) -> None:
    pictures = [{**DOCLING["pictures"][0], "image": None}]  # type: ignore[index]
    made = docling(tmp_path, {**DOCLING, "pictures": pictures})
    assert made.warnings == ("pictures without a file: export them from Docling as files or inside the JSON",)


MINERU = [
    {"type": "header", "text": "Harbour office", "page_idx": 0},
    {"type": "text", "text": "Tides", "text_level": 1, "page_idx": 0, "bbox": [100, 50, 500, 100]},
    {"type": "text", "text": "The range is $5 \\%$ more.", "page_idx": 0},
    {"type": "image", "img_path": "images/a.jpg", "image_caption": ["Figure 1: A tide."], "page_idx": 0},
    {"type": "image", "img_path": "", "image_caption": ["Figure 2: Lost."], "page_idx": 0},
    {"type": "equation", "text": "$$\nh = a \\tag{1}\n$$", "page_idx": 1},
    {
        "type": "table",
        "img_path": "images/b.jpg",
        "table_caption": ["Table 1: Ranges."],
        "table_footnote": ["In metres."],
        "table_body": "<html><body><table><tr><td rowspan='2'>Sandby</td><td>1.4</td></tr>"
        "<tr><td>0.9</td></tr>"
        "</table><script>alert(1)</script></body></html>",
        "page_idx": 1,
    },
    {"type": "list", "list_items": ["by eye", "by radar"], "page_idx": 1},
    {"type": "code", "code_body": "read(gauge)", "code_caption": ["Algorithm 1: read"], "page_idx": 1},
]


def mineru(folder: Path, data: Any = MINERU) -> Extracted:
    middle = {"pdf_info": [{"page_idx": 0, "page_size": [600, 800], "para_blocks": []}]}
    files: dict[str, str | bytes] = {
        "tides/auto/tides_content_list.json": json.dumps(data),
        "tides/auto/tides_middle.json": json.dumps(middle),
        "tides/auto/tides.md": "# The same, with less",
        "tides/auto/images/a.jpg": picture(kind="JPEG"),
        "tides/auto/images/b.jpg": picture(5, 5, kind="JPEG"),
    }
    return only(write(folder / "s", files))


def test_mineru(tmp_path: Path) -> None:
    made = mineru(tmp_path)
    assert shown(list(made.blocks)) == "\n".join(
        [
            "heading 1: Tides",
            "paragraph: The range is $5 \\%$ more.",
            "image (whole): <images/a.jpg>",
            "paragraph (caption): Figure 1: A tide.",
            "image (whole): <>",
            "paragraph (caption): Figure 2: Lost.",
            "formula: $$\nh = a \\tag{1}\n$$",
            "paragraph (caption): Table 1: Ranges.",
            "table (whole): | Sandby | 1.4 |\n| --- | --- |\n| Sandby | 0.9 | <images/b.jpg>",
            "paragraph (footnote): In metres.",
            "list: - by eye\n- by radar",
            "paragraph (caption): Algorithm 1: read",
            "code: ```\nread(gauge)\n```",
        ]
    )
    assert (made.id, made.title, made.source.pages) == ("tides", "Tides", 2)
    assert (made.blocks[0].page, made.blocks[0].bbox) == (1, (60.0, 40.0, 300.0, 80.0))
    assert made.warnings == (
        "pictures without a file: MinerU gave them no path",
        "<script> was left out with what it holds",
    )


def mistral_page(at: int, name: str) -> dict[str, Any]:
    """One page; the names of its picture and its table are those of every other page."""
    data = base64.b64encode(picture(30 + at, 20)).decode()
    shown = "![img-0.jpeg](img-0.jpeg)\n\nFigure 1.\n\n[tbl-0.html](tbl-0.html)"
    return {
        "index": at,
        "markdown": f"# {name}\n\n{shown}",
        "images": [{"id": "img-0.jpeg", "image_base64": f"data:image/png;base64,{data}"}],
        "tables": [{"id": "tbl-0.html", "content": f"<table><tr><td>{name}</td></tr></table>"}],
    }


def test_mistral(tmp_path: Path) -> None:
    pages = [mistral_page(at, name) for at, name in enumerate(("Ebb", "Flood"))]
    made = only(write(tmp_path / "s", {"tides.json": json.dumps({"pages": pages, "model": "ocr"})}))
    assert [(block.kind, block.page) for block in made.blocks] == [
        (kind, page) for page in (1, 2) for kind in ("heading", "image", "paragraph", "table")
    ]
    assert [image.width for block in made.blocks for image in block.images] == [30, 31]
    assert made.source.producer == "Mistral OCR (ocr)"


def test_the_json_speaks_for_its_markdown_twin_and_its_pdf(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "a.json": json.dumps(DOCLING),
        "a.md": "# a",
        "a.pdf": b"",
        "b.md": "# b",
        "notes.json": "{}",
    }
    sources = write(tmp_path / "s", files)
    assert [(one.id, one.format) for one in find(sources)] == [("a", "docling"), ("b", "markdown")]
    first = extract(find(sources)[0], sources, Config(), tmp_path / "work")
    assert first.pdf.endswith("a.pdf")


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a_content_list.json", '{"type": 1}', "a content list of MinerU: Expected `array`"),
        ("a_content_list.json", "[", "a content list of MinerU: Input data was truncated"),
        ("a.json", '{"schema_name": "DoclingDocument"}', "a DoclingDocument: Object missing required field"),
        ("a.json", '{"pages": [{"index": 0, "markdown": 7}]}', "an answer of Mistral OCR: Expected `str`"),
    ],
)
def test_wrong_types_are_told(tmp_path: Path, name: str, data: str, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        only(write(tmp_path / "s", {name: data}))
    assert str(caught.value).startswith(f"{name} is not {message}")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2000) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(["texts", "pictures", "tables", "groups", "body", "pages"]),
    JSON,
    st.sampled_from(sorted(MINERU[3])),
    JSON,
)
def test_any_value_anywhere_is_read_or_refused(
    tmp_path: Path, key: str, value: Any, other: str, second: Any
) -> None:
    for name, read, data in (
        ("d", docling, {**DOCLING, key: value}),
        ("m", mineru, [{**MINERU[3], other: second}]),
    ):
        try:
            assert read(tmp_path / name, data).blocks is not None
        except SourceError:
            continue
