"""A Markdown file around its text: title, language, encoding, pictures written out, and sheer size."""

from __future__ import annotations

import base64
import time
from pathlib import Path

import pytest

from builder.extract.grammar import LONGEST
from serverless.errors import SourceError
from tests.extract.small import blocks, only, picture, read, shown, write


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: 'From: the head'\n---\n# Heading", "From: the head"),
        ("---\ntitle: 2024\n---\n", "2024"),
        ("## Part\n\n# Whole", "Whole"),
        ("## Whole\n\n## Part", "Whole"),
        ("text\n\n## Part", "Tea and kettles"),
    ],
)
def test_titles(tmp_path: Path, text: str, title: str) -> None:
    assert only(write(tmp_path / "s", {"tea_and-kettles/a.md": text})).title == title


@pytest.mark.parametrize(
    ("head", "lang"), [("lang: fr", "fr"), ("language: zh-CN", "zh"), ("lang: english", "")]
)
def test_languages(tmp_path: Path, head: str, lang: str) -> None:
    assert only(write(tmp_path / "s", {"a.md": f"---\n{head}\n---\ntext"})).lang == lang


@pytest.mark.parametrize("head", ["title: [", "title: {a: 1}", "a: " + "[" * 5000, "- just\n- a list"])
def test_a_broken_head_is_a_warning(tmp_path: Path, head: str) -> None:
    document = only(write(tmp_path / "s", {"a.md": f"---\n{head}\n---\ntext"}))
    assert [block.text for block in document.blocks] == ["text"]
    assert "front matter" in document.warnings[0]


def test_windows_files_are_fine(tmp_path: Path) -> None:
    document = only(write(tmp_path / "s", {"a.md": b"\xef\xbb\xbf# Title\r\n\r\none\r\ntwo\r\n"}))
    assert shown(list(document.blocks)) == "heading 1: Title\nparagraph: one\ntwo"
    assert document.blocks[1].line == 3


def test_other_encodings_are_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"a\.md is not UTF-8: byte 3 is 0xe9 .*iconv"):
        only(write(tmp_path / "s", {"a.md": b"caf\xe9"}))


def test_pictures_written_into_the_text(tmp_path: Path) -> None:
    data = base64.b64encode(picture(9, 7)).decode()
    document = only(write(tmp_path / "s", {"doc/doc.md": f"![dot](data:image/png;base64,{data})"}))
    (image,) = document.blocks[0].images
    assert (image.width, image.height, image.mime, image.alt) == (9, 7, "image/png", "dot")
    assert image.source.startswith("doc/embedded-")
    assert Path(image.file).read_bytes() == picture(9, 7)


@pytest.mark.parametrize(
    "text",
    [
        "word " * 200_000,
        "[" * 5_000_000,
        "|a" * 100_000 + "\n" + "|-" * 100_000,
        "<div>" * 50_000,
        "$" * 100_000,
    ],
    ids=["words", "brackets", "columns", "tags", "dollars"],
)
def test_monstrous_input_is_read_as_plain_text_in_seconds(text: str) -> None:
    started = time.process_time()
    made, warnings = read(text)
    assert time.process_time() - started < 20
    assert sum(len(block.md) for block in made) >= len(text) * 0.9
    assert "was read as plain text" in warnings[0]


def test_an_html_table_on_one_line_may_be_long() -> None:
    (block,) = blocks("<table>" + "<tr><td>one cell of many</td></tr>" * (LONGEST // 30) + "</table>")
    assert len(block.rows) == LONGEST // 30
