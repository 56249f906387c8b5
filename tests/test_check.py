"""What `sourceleaf check` says of documents that lost something on the way."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from builder import health
from builder.cli import cli
from builder.config import Config
from builder.places import places
from builder.tree import grow
from serverless.errors import UsageError
from tests.extract.small import only, picture, write
from tests.pdf.small import Sheet, locked, written

TEXT = "# Tides\n\n## Ebb\n\nThe ebb takes six hours, as Figure 1 and Table 4 show.\n\n"
FIGURE = "![](images/a.png)\n\nFigure 1: An ebb.\n\n"


def checked(folder: Path, files: Mapping[str, str | bytes], document: str = "tides") -> health.Health:
    picture_of_tides = {"tides/images/a.png": picture(300, 200)} if document == "tides" else {}
    sources = write(folder / "s", {**picture_of_tides, **files})
    where = places(sources, folder / "o", Config(), folder)
    return health.of(grow(only(sources)), where, Config())


def lost(one: health.Health) -> dict[str, int]:
    """The counts that are not zero."""
    return {name: one.count(name) for name in health.TOLD if one.count(name)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{TEXT}{FIGURE}", {"mentions_lost": 1}),
        (TEXT, {"mentions_lost": 2}),
        ("# T\n\nText.\n\n![](images/a.png)\n\nMore text of the section.", {"pictures_alone": 1}),
        ("# T\n\nText.\n\n![](b.png)\n\nMore.", {"images_missing": 1, "warnings": 1}),
        ("# T\n\nText.\n\n## Empty\n\n## Full\n\nText.", {"sections_empty": 1}),
        ("# T\n\nText.\n\n## A\n\nText.\n\n#### B\n\nText.\n\n### C\n\nText.", {"level_jumps": 1}),
        ("# T\n\nText.\n\nFigure 2: A flood.\n\nMore text.", {"captions_alone": 1, "mentions_lost": 1}),
    ],
)
def test_what_is_counted(tmp_path: Path, text: str, expected: dict[str, int]) -> None:
    assert lost(checked(tmp_path, {"tides/tides.md": text})) == expected


def pdf(*pages: str) -> bytes:
    return written(*(Sheet().lines(60, 100, *page.split("\n")) for page in pages))


def test_the_text_is_held_against_the_pdf(tmp_path: Path) -> None:
    page = "\n".join(f"Line {n} of the report has seven words." for n in range(10))
    kept = "\n".join(page.split("\n")[:5])
    one = checked(tmp_path, {"tides/tides.md": f"# Tides\n\n{kept}", "tides/tides.pdf": pdf(page)})
    assert (one.pages, one.text_share) == (1, 0.5)
    assert health.broken([one], {}, 0.9) == ["tides: text_share is 0.5000, less than 0.9"]


def test_a_locked_pdf_is_opened_with_its_password(tmp_path: Path) -> None:
    lines = [f"Line {n} of the report has seven words." for n in range(10)]
    files: dict[str, str | bytes] = {
        "tides/tides.md": "\n".join(["# Tides", "", *lines]),
        "tides/tides.pdf": locked(Sheet().lines(60, 100, *lines), "ebb"),
    }
    assert lost(checked(tmp_path / "a", files)) == {"pdfs_closed": 1}
    one = checked(tmp_path / "b", {**files, "overrides/tides.toml": 'password = "ebb"'})
    assert (one.text_share, lost(one)) == (1.0, {})


def test_what_headings_of_a_pdf_went_by(tmp_path: Path) -> None:
    sheet = Sheet().text(60, 100, "Tides", "bold", 20).text(60, 150, "1 Ebb", "bold", 13)
    sheet.lines(60, 180, "The ebb takes six hours.", "The flood takes less.")
    sheet.text(60, 250, "Abstract", "bold", 13).lines(60, 280, "More text of the report,", "a second line.")
    one = checked(tmp_path, {"ebb.pdf": written(sheet, Sheet().scan())}, "ebb")
    assert one.headings == {"letters": 1, "number": 1, "words": 1}
    assert lost(one)["pages_textless"] == 1
    assert one.lost["pages_textless"] == ("page 2",)


def test_limits() -> None:
    assert health.limits(["warnings=0", "tables_bare=12"]) == {"warnings": 0, "tables_bare": 12}
    with pytest.raises(UsageError, match="--max 'warnings' is no limit"):
        health.limits(["warnings"])


def test_the_command_fails_above_a_limit(tmp_path: Path) -> None:
    sources = write(tmp_path / "s", {"tides.md": "# Tides\n\nText.\n\n![](b.png)\n", "bad.pdf": b"no PDF"})
    call = ["check", "--sources", str(sources), "--out", str(tmp_path / "o")]
    told = CliRunner().invoke(cli, [*call, "--max", "images_missing=0"])
    assert told.exit_code == 1
    line = "tides (markdown): 1 sections, 0 figures, 0 tables; headings: 1 by source"
    assert f"{line}\n  - picture files that are missing: 1 (image b.png is missing)\n" in told.output
    assert "images_missing is 1, more than 0" in told.output
    assert "bad: bad.pdf cannot be opened" in told.output
    (sources / "bad.pdf").unlink()
    assert CliRunner().invoke(cli, call).exit_code == 0
    whole = json.loads(CliRunner().invoke(cli, [*call, "--json"]).stdout)
    assert whole["documents"][0]["lost"]["images_missing"] == ["image b.png is missing"]
    assert whole["broken"] == []
