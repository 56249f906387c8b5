"""What a person says about a document goes before what was extracted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder import amend
from builder.extract import find, overrides
from builder.tree import Tree, grow
from serverless.errors import SourceError
from tests.extract.small import only, picture, shown, write
from tests.pdf.small import Sheet, locked

TEXT = "# Tides\n\nAda Lovelace\n\n# Ebb\n\nThe ebb takes six hours.\n\n# 12:30\n\nThe flood takes six."


def blocks(folder: Path, said: str) -> list[str]:
    made = only(write(folder / "s", {"tides.md": TEXT, "overrides/tides.toml": said}))
    return shown(list(made.blocks)).split("\n")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("", ["heading 1: Tides", "heading 1: Ebb", "heading 1: 12:30"]),
        ("[[headings]]\ntext = 'ebb'\nlevel = 2", ["heading 1: Tides", "heading 2: Ebb", "heading 1: 12:30"]),
        ("[[headings]]\ntext = '12:30'\nnone = true", ["heading 1: Tides", "heading 1: Ebb"]),
        (
            "[[headings]]\ntext = '12:30'\ntitle = 'The *flood*'",
            ["heading 1: Tides", "heading 1: Ebb", "heading 1: The \\*flood\\*"],
        ),
        (
            "[[headings]]\ntext = 'Ada Lovelace'\nlevel = 3",
            ["heading 1: Tides", "heading 3: Ada Lovelace", "heading 1: Ebb", "heading 1: 12:30"],
        ),
    ],
)
def test_headings(tmp_path: Path, said: str, expected: list[str]) -> None:
    assert [line for line in blocks(tmp_path, said) if line.startswith("heading")] == expected


def test_title_and_language(tmp_path: Path) -> None:
    said = "title = 'Of tides'\nlang = 'cy'"
    made = only(write(tmp_path / "s", {"tides.md": TEXT, "overrides/tides.toml": said}))
    assert (made.title, made.lang) == ("Of tides", "cy")


def test_what_matches_nothing_is_told(tmp_path: Path) -> None:
    said = "[[headings]]\ntext = 'Flow'\nlevel = 2"
    made = only(write(tmp_path / "s", {"tides.md": TEXT, "overrides/tides.toml": said}))
    assert made.warnings == ("overrides: no line of the document is 'Flow'",)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("titel = 'x'", "overrides/tides.toml: Object contains unknown field `titel`"),
        ("[[headings]]\ntext = 'x'\nlevel = 9", "overrides/tides.toml: Expected `int` <= 6"),
        ("title =", "overrides/tides.toml: Invalid value"),
    ],
)
def test_a_wrong_file_is_told(tmp_path: Path, said: str, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        blocks(tmp_path, said)
    assert str(caught.value).startswith(message)


def test_a_password_opens_a_pdf(tmp_path: Path) -> None:
    data = locked(Sheet().text(60, 100, "A text behind a lock."), "ebb")
    said: dict[str, str | bytes] = {"tides.pdf": data, "overrides/tides.toml": "password = 'ebb'"}
    assert shown(list(only(write(tmp_path / "a", said)).blocks)) == "paragraph: A text behind a lock."
    with pytest.raises(SourceError, match="the password is wrong"):
        only(write(tmp_path / "b", {**said, "overrides/tides.toml": "password = 'flow'"}))
    with pytest.raises(SourceError, match="it is encrypted and asks for a password"):
        only(write(tmp_path / "c", {"tides.pdf": data}))


def test_the_folder_is_no_document(tmp_path: Path) -> None:
    sources = write(tmp_path / "s", {"tides.md": TEXT, "overrides/tides.toml": ""})
    assert [one.id for one in find(sources)] == ["tides"]


def amended(folder: Path, said: str) -> Tree:
    text = TEXT + "\n\n![](a.png)\n\nFigure 1: The ebd."
    files: dict[str, str | bytes] = {
        "tides.md": text,
        "a.png": picture(300, 200),
        "overrides/tides.toml": said,
    }
    sources = write(folder / "s", files)
    return amend.amended(grow(only(sources)), overrides.read(sources, "tides"))


def test_what_is_noise_and_what_captions_say(tmp_path: Path) -> None:
    headings = "[[headings]]\ntext = 'Ebb'\nnoise = 'references'\n"
    tree = amended(tmp_path, f"{headings}[[captions]]\nlabel = 'Figure 1'\ncaption = 'The ebb.'")
    assert {section.heading: section.noise for section in tree.sections if section.parent}[
        "Ebb"
    ] == "references"
    assert [figure.caption for figure in tree.figures] == ["The ebb."]


def test_a_caption_of_no_figure_is_told(tmp_path: Path) -> None:
    tree = amended(tmp_path, "[[captions]]\nlabel = 'Figure 9'\ncaption = 'x'")
    assert tree.document.warnings[-1] == "overrides: there is no 'Figure 9' in the document"


def test_one_of_several_extractions_is_chosen(tmp_path: Path) -> None:
    marked = json.dumps({"block_type": "Document", "children": []})
    files: dict[str, str | bytes] = {"t/t.md": "# Tides\n\nLow.", "t/t.json": marked}
    assert only(write(tmp_path / "a", files)).extractor.name == "marker"
    said: dict[str, str | bytes] = {**files, "overrides/t.toml": "format = 'markdown'"}
    assert only(write(tmp_path / "b", said)).extractor.name == "markdown"
    with pytest.raises(SourceError, match="holds 0 files of the format docling"):
        only(write(tmp_path / "c", {**files, "overrides/t.toml": "format = 'docling'"}))
