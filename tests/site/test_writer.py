"""The docs folder follows the pages: what differs is written, what vanished is deleted, the rest is left."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from builder import pages, writer
from builder.disk import put
from builder.pages import Pages
from serverless.errors import SourceleafError
from tests.site import small


@pytest.fixture
def made(tmp_path: Path) -> Pages:
    return pages.render([small.kettle(tmp_path / "sources")], small.CONFIG)


def tree(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_everything_is_written_once(made: Pages, tmp_path: Path) -> None:
    first = writer.write(made, {"library/_search/manifest.json": b"{}"}, tmp_path, tmp_path / "store")
    assert tree(tmp_path / "docs") == [
        "library/_search/manifest.json",
        "library/index.md",
        "library/kettle/_fig/scrap.png",
        "library/kettle/_fig/steam-a.png",
        "library/kettle/_fig/steam-b.png",
        "library/kettle/boiling/index.md",
        "library/kettle/care/index.md",
        "library/kettle/descaling/index.md",
        "library/kettle/index.md",
    ]
    assert first.written == tuple(tree(tmp_path / "docs"))
    again = writer.write(made, {"library/_search/manifest.json": b"{}"}, tmp_path, tmp_path / "store")
    assert (again.written, again.deleted) == ((), ())


def test_one_changed_page_is_the_only_one_written(made: Pages, tmp_path: Path) -> None:
    writer.write(made, {}, tmp_path, tmp_path / "store")
    path = "library/kettle/care/index.md"
    change = writer.write(
        msgspec.structs.replace(made, texts={**made.texts, path: "new"}), {}, tmp_path, tmp_path
    )
    assert change.written == (path,)


def test_what_vanished_is_deleted_with_its_folder(made: Pages, tmp_path: Path) -> None:
    writer.write(made, {}, tmp_path, tmp_path / "store")
    path = "library/kettle/descaling/index.md"
    texts = {name: text for name, text in made.texts.items() if name != path}
    change = writer.write(msgspec.structs.replace(made, texts=texts), {}, tmp_path, tmp_path / "store")
    assert change.deleted == (path,)
    assert not (tmp_path / "docs/library/kettle/descaling").exists()


def test_hand_written_pages_are_kept_and_stand_in_the_navigation(made: Pages, tmp_path: Path) -> None:
    put(tmp_path / "docs/index.md", b"# Welcome\n")
    put(tmp_path / "docs/help.md", b"# Getting help\n")
    writer.write(made, {}, tmp_path, tmp_path / "store")
    nav = (tmp_path / "nav.yml").read_text(encoding="utf-8")
    assert '  {"Home": "index.md"},\n  {"Library": [\n    {"Library": "library/index.md"},\n' in nav
    assert '  {"Guide": [\n    {"Getting help": "help.md"}]}\n' in nav
    assert (tmp_path / "docs/help.md").read_bytes() == b"# Getting help\n"


def test_nothing_is_written_outside_the_library(made: Pages, tmp_path: Path) -> None:
    for path in ("index.md", "library/../index.md"):
        with pytest.raises(SourceleafError, match="outside docs/library"):
            writer.write(made, {path: b""}, tmp_path, tmp_path / "store")
    assert not (tmp_path / "docs").exists()


def test_a_picture_that_is_gone_is_named(made: Pages, tmp_path: Path) -> None:
    (tmp_path / "sources/scrap.png").unlink()
    with pytest.raises(SourceleafError, match=r"scrap\.png"):
        writer.write(made, {}, tmp_path, tmp_path / "store")
