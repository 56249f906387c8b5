"""What Marker puts out: its JSON with places, its Markdown with the pages that its meta file tells."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from builder.blocks import Extracted
from builder.tree import grow
from serverless.errors import SourceError
from tests.extract.small import only, picture, shown, write


def node(kind: str, html: str = "", *children: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "id": f"/page/1/{kind}/7",
        "block_type": kind,
        "html": html,
        "bbox": [72, 100, 300, 120],
        "children": list(children) or None,
        "images": None,
        **more,
    }


def read(folder: Path, *nodes: dict[str, Any]) -> Extracted:
    page = node("Page", "<content-ref src='/page/1/Text/7'></content-ref>", *nodes)
    data = {"block_type": "Document", "children": [page], "metadata": {}}
    return only(write(folder / "s", {"tides.json": json.dumps(data)}))


def test_blocks_have_their_pages_and_places(tmp_path: Path) -> None:
    made = read(
        tmp_path,
        node("PageHeader", "<p>Harbour office</p>"),
        node("SectionHeader", "<h2>Tides</h2>"),
        node("Text", "<p>The range is <math>2 &lt; h_1</math>, and it costs $5.</p>"),
        node("Equation", '<p><math display="block">h = a + b</math></p>'),
        node("ListGroup", "<content-ref src='x'></content-ref>", node("ListItem", "<li>by eye</li>")),
        node("Table", "<table><tr><th>Harbour</th></tr><tr><td>Sandby</td></tr></table>"),
    )
    assert shown(list(made.blocks)) == "\n".join(
        [
            "heading 2: Tides",
            "paragraph: The range is $2 < h_1$, and it costs \\$5.",
            "formula: $$\nh = a + b\n$$",
            "list: - by eye",
            "table: | Harbour |\n| --- |\n| Sandby |",
        ]
    )
    assert {(block.page, block.bbox) for block in made.blocks} == {(2, (72.0, 100.0, 300.0, 120.0))}
    assert (made.extractor.name, made.source.producer) == ("marker", "Marker (JSON)")


def test_a_figure_comes_with_its_picture_and_its_caption(tmp_path: Path) -> None:
    data = base64.b64encode(picture(60, 40)).decode()
    images = {"/page/1/Figure/5": data}
    group = node(
        "FigureGroup",
        "<content-ref src='/page/1/Figure/5'></content-ref>",
        node("Figure", "", images=images),
        node("Caption", '<p><span id="page-1-4"></span>Figure 1: A tide.</p>'),
    )
    (figure,) = grow(read(tmp_path, node("SectionHeader", "<h1>Tides</h1>"), group)).figures
    assert (figure.label, figure.caption, figure.page, figure.panels[0].width) == (
        "Figure 1",
        "A tide.",
        2,
        60,
    )


def test_wrong_types_are_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"tides.json is not the JSON of Marker: Expected `str`"):
        read(tmp_path, node("Text", 7))  # type: ignore[arg-type]


def test_the_meta_file_says_where_headings_stand(tmp_path: Path) -> None:
    toc = [{"title": "Tides", "page_id": 0, "heading_level": None}, {"title": "Ebb", "page_id": 3}]
    files: dict[str, str | bytes] = {
        "tides/tides.md": "# Tides\n\nText.\n\n![](_page_1_Figure_2.png)\n\nMore.\n\n## Ebb\n\nLow.\n",
        "tides/tides_meta.json": json.dumps({"table_of_contents": toc, "page_stats": []}),
        "tides/_page_1_Figure_2.png": picture(),
    }
    made = only(write(tmp_path / "s", files))
    assert [block.page for block in made.blocks] == [1, 1, 2, 2, 4, 4]


def test_a_meta_file_that_is_none_is_said(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"tides/tides.md": "# Tides\n", "tides/tides_meta.json": "[]"}
    (warning,) = only(write(tmp_path / "s", files)).warnings
    assert warning.startswith("the pages of the headings were not read")
