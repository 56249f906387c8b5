"""library.lock in a build: where it is read and written, and what the site then holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builder import build as program
from builder.config import Config
from builder.places import places
from builder.progress import Silent
from serverless import index
from tests.command import run

from .test_settle import CRANE, FIRST

pytestmark = pytest.mark.models

SECOND = (
    FIRST.replace("## 1 Lamp", "## 1 Light {#light}").replace("2 Crane", "2 Hoist").partition("## 3 Bell")[0]
)


def build(folder: Path, text: str, *options: str) -> str:
    (folder / "in").mkdir(exist_ok=True)
    (folder / "in/harbour.md").write_text(text, encoding="utf-8")
    done = run("build", "--sources", folder / "in", "--out", folder / "out", *options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_second_edition_leads_from_the_addresses_of_the_first(tmp_path: Path) -> None:
    build(tmp_path, FIRST)
    said = build(tmp_path, SECOND)
    assert "harbour/bell: “Bell” is gone; its page names harbour/crane" in said
    assert "addresses that lead on to where their section is now: 1" in said
    site = tmp_path / "out/site"
    pages = {path.parent.name for path in (site / "library/harbour").glob("*/index.md")}
    assert pages == {"light", "crane"}
    ids = [section.id for section in index.read(tmp_path / "out/index").rows.library().sections]
    assert ids == ["harbour", "harbour/light", "harbour/crane"]
    assert 'url=../light/"' in (site / "library/harbour/lamp/index.html").read_text(encoding="utf-8")
    assert '<a href="../crane/">2 Hoist</a>' in (site / "library/harbour/bell/index.html").read_text(
        encoding="utf-8"
    )
    assert (site / "_redirects").read_text() == "/library/harbour/lamp/ /library/harbour/light/ 301\n"
    for path in site.rglob("*"):
        if path.suffix in {".xml", ".txt", ".json"}:
            assert "harbour/lamp" not in path.read_text(encoding="utf-8"), path
            assert "harbour/bell" not in path.read_text(encoding="utf-8"), path


def test_the_same_edition_again_is_the_same_to_the_byte(tmp_path: Path) -> None:
    build(tmp_path, FIRST)
    build(tmp_path, SECOND)
    lock, site = tmp_path / "out/library.lock", tmp_path / "out/site/library"
    before = {path: path.read_bytes() for path in [lock, *site.rglob("*.html")]}
    report = json.loads(build(tmp_path, SECOND, "--json"))
    assert report["shifts"] == []
    assert {path: path.read_bytes() for path in [lock, *site.rglob("*.html")]} == before


def test_the_index_alone_goes_by_the_lock_and_leaves_it(tmp_path: Path) -> None:
    build(tmp_path, FIRST)
    before = (tmp_path / "out/library.lock").read_bytes()
    build(tmp_path, FIRST.replace("2 Crane", "2 Hoist"), "--index-only")
    sections = index.read(tmp_path / "out/index").rows.library().sections
    assert [(section.id, section.title) for section in sections][2] == ("harbour/crane", "Hoist")
    assert (tmp_path / "out/library.lock").read_bytes() == before


def test_a_draft_goes_by_the_lock_and_leaves_it(tmp_path: Path) -> None:
    build(tmp_path, FIRST)
    before = (tmp_path / "out/library.lock").read_bytes()
    (tmp_path / "in/harbour.md").write_text(f"{FIRST}\n## 4 Fla\n\nRed.\n", encoding="utf-8")
    where = places(tmp_path / "in", tmp_path / "out", Config(), tmp_path)
    program.build(where, Config(), Silent(), draft=True)
    assert (tmp_path / "out/site/library/harbour/fla/index.html").is_file()
    assert (tmp_path / "out/library.lock").read_bytes() == before
    build(tmp_path, f"{FIRST}\n## 4 Flag\n\nRed.\n")
    assert (tmp_path / "out/site/library/harbour/flag/index.html").is_file()


def test_a_portal_goes_by_its_own_lock_and_writes_beside_the_site(tmp_path: Path) -> None:
    build(tmp_path, FIRST)
    portal = tmp_path / "portal"
    (portal / "sources").mkdir(parents=True)
    (portal / "library.toml").write_text("", encoding="utf-8")
    (portal / "sources/harbour.md").write_text(f"# Harbour\n\n## Hoist\n\n{CRANE}\n", encoding="utf-8")
    committed = (tmp_path / "out/library.lock").read_bytes()
    (portal / "library.lock").write_bytes(committed)
    done = run("build", "--out", "build", cwd=portal)
    assert done.returncode == 0, done.stderr
    assert (portal / "build/site/library/harbour/crane/index.html").is_file()
    assert (portal / "library.lock").read_bytes() == committed
    assert (portal / "build/library.lock").is_file()


def test_a_broken_lock_stops_the_build_before_it_reads_anything(tmp_path: Path) -> None:
    build(tmp_path, FIRST)
    (tmp_path / "out/library.lock").write_text("<<<<<<< HEAD\n", encoding="utf-8")
    done = run("build", "--sources", tmp_path / "in", "--out", tmp_path / "out")
    assert done.returncode == 2
    assert "library.lock: line 1" in done.stderr
    assert "Traceback" not in done.stderr
