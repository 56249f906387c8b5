"""`sourceleaf changes` on two small indexes."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from builder.cli import cli
from tests.shelf import HARBOUR, library, shipped


def index(folder: Path, files: dict[str, str]) -> str:
    return str(shipped(folder, library(folder, dict(files))))


def changes(*arguments: str) -> str:
    done = CliRunner().invoke(cli, ["changes", *arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_two_indexes_are_compared(tmp_path: Path) -> None:
    kite = HARBOUR["kite.md"]
    before = index(tmp_path / "before", {"kite.md": kite})
    after = index(tmp_path / "after", {"kite.md": kite.replace("nylon", "silk")})
    nothing = str(tmp_path / "library.lock")
    report = changes(before, "--index", after, "--lock", nothing, "--site", "https://preview.example")
    assert "The library has 1 document, 2 sections, 0 figures now." in report
    assert "- [Sail](https://preview.example/library/kite/sail/) · Log of the kite" in report
    out = tmp_path / "report/changes.md"
    assert changes(before, "--index", after, "--lock", nothing, "--out", str(out)) == ""
    assert "Sections changed (1)" in out.read_text(encoding="utf-8")


def test_without_an_earlier_index_all_is_new(tmp_path: Path) -> None:
    after = index(tmp_path / "after", {"kite.md": HARBOUR["kite.md"]})
    assert "Nothing was shipped before" in changes(str(tmp_path / "before"), "--index", after)
