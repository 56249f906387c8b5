"""`sourceleaf serve` while somebody writes: what is saved is built, and pages are told of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.command import run, serving

pytestmark = pytest.mark.models

LAMP = "# The lamp\n\nA lamp at the harbour.\n\n## Oil\n\nIt burns two litres a night.\n"
KITE = "# The kite\n\nA kite over the bay.\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    (folder / "sources").mkdir()
    (folder / "library.toml").write_text('[library]\ntitle = "Harbour"\n', encoding="utf-8")
    (folder / "sources/lamp.md").write_text(LAMP, encoding="utf-8")
    (folder / "sources/kite.md").write_text(KITE, encoding="utf-8")
    return folder


@pytest.fixture
def portal(made: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "portal"
    shutil.copytree(made, folder)
    done = run("build", "--out", folder / "out", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def address(portal: Path) -> Iterator[str]:
    with serving(portal / "out", "--watch", cwd=portal) as served:
        after(served, 1)  # the first build, which opens the models
        yield served


def read(address: str) -> str:
    with urlopen(address, timeout=60) as answer:
        return str(answer.read().decode())


def after(address: str, build: int) -> int:
    """The number of the build after `build`, once it is there."""
    while True:
        now = int(json.loads(read(f"{address}_live?since={build}"))["build"])
        if now > build:
            return now


def test_what_is_saved_is_built_and_pages_are_told(portal: Path, address: str) -> None:
    (portal / "sources/lamp.md").write_text(LAMP.replace("two litres", "three barrels"), encoding="utf-8")
    after(address, 2)
    assert "three barrels" in read(f"{address}library/lamp/oil/")
    assert "three barrels" in read(f"{address}search?q=oil")


def test_a_page_waits_for_the_next_build(address: str) -> None:
    assert "/_live" in read(f"{address}library/lamp/")


def test_a_document_that_cannot_be_read_does_not_stop_it(portal: Path, address: str) -> None:
    (portal / "sources/lamp.md").write_bytes(b"# The l\xe4mp\n")
    build = after(address, 2)
    (portal / "sources/lamp.md").write_text(LAMP.replace("two", "nine"), encoding="utf-8")
    after(address, build)
    assert "nine litres" in read(f"{address}library/lamp/oil/")


def test_one_document_of_a_library_is_built_alone(portal: Path) -> None:
    with serving(portal / "out", "--only", "kite", cwd=portal) as address:
        assert "A kite over the bay" in read(f"{address}library/kite/")
    assert not (portal / "out/preview/site/library/lamp").exists()
    assert (portal / "out/site/library/lamp/index.html").is_file()


def test_a_document_that_is_not_there_is_said(portal: Path) -> None:
    done = run("serve", "--out", portal / "out", "--only", "boat", cwd=portal)
    assert done.returncode == 2
    assert done.stderr == "sourceleaf: there is no document 'boat'\n  → there are kite, lamp\n"
