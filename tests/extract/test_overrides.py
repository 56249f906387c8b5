"""What a person says about a document goes before what was extracted."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.extract import find
from serverless.errors import SourceError
from tests.extract.small import only, shown, write
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
