"""A folder takes the place of another, and nothing is lost where that is broken off."""

from __future__ import annotations

from pathlib import Path

from serverless.folders import recover, swap


def folder(path: Path, text: str) -> Path:
    path.mkdir()
    (path / "index.html").write_text(text, encoding="utf-8")
    return path


def said(path: Path) -> str:
    return (path / "index.html").read_text(encoding="utf-8")


def test_the_new_one_takes_the_place_and_the_old_one_goes(tmp_path: Path) -> None:
    site = folder(tmp_path / "site", "first")
    swap(folder(tmp_path / "made", "second"), site)
    assert said(site) == "second"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_what_was_killed_between_its_steps_is_put_back(tmp_path: Path) -> None:
    folder(tmp_path / ".site.old", "first")
    recover(tmp_path / "site")
    assert said(tmp_path / "site") == "first"
    swap(folder(tmp_path / "made", "second"), tmp_path / "site")
    assert said(tmp_path / "site") == "second"


def test_a_folder_that_stands_is_left_alone(tmp_path: Path) -> None:
    site = folder(tmp_path / "site", "second")
    folder(tmp_path / ".site.old", "first")
    recover(site)
    assert said(site) == "second"
