"""What a run of the site tool sees: the documents that it makes pages of, the first page of all others."""

from __future__ import annotations

from pathlib import Path

from builder import disk, view
from builder.disk import put

NAMES = (
    "index.md",
    "help.md",
    "library/index.md",
    "library/feed.xml",
    "library/_collection/hot/index.md",
    "library/kettle/index.md",
    "library/kettle/care/index.md",
    "library/kettle/_fig/steam.png",
    "library/日晷/index.md",
    "library/日晷/shadow/index.md",
    "library/pot/index.md",
    "library/pot/lid/index.md",
)
SHARED = ["help.md", "index.md", "library/_collection/hot/index.md", "library/feed.xml", "library/index.md"]
FIRST = ["library/kettle/index.md", "library/pot/index.md", "library/日晷/index.md"]


def docs(folder: Path, help: str = "# Help\n") -> Path:
    for name in NAMES:
        put(folder / "docs" / name, help.encode() if name == "help.md" else b"# Text\n")
    return folder / "docs"


def seen(folder: Path, wanted: set[str], help: str = "# Help\n") -> list[str]:
    made = docs(folder, help)
    (part,) = view.parts(made, wanted, 1)
    return sorted(disk.files(view.lay_out(made, folder / "view", part)))


def test_a_changed_document_is_there_whole(tmp_path: Path) -> None:
    own = ["library/kettle/_fig/steam.png", "library/kettle/care/index.md"]
    assert seen(tmp_path, {"library/kettle/care/index.md"}) == sorted([*SHARED, *FIRST, *own])


def test_a_changed_picture_is_there_alone(tmp_path: Path) -> None:
    picture = "library/kettle/_fig/steam.png"
    assert seen(tmp_path, {picture}) == sorted([*SHARED, *FIRST, picture])


def test_what_a_page_of_the_portal_links_to_is_there_as_well(tmp_path: Path) -> None:
    link = "[The shadow](library/%E6%97%A5%E6%99%B7/shadow/index.md)\n"
    assert seen(tmp_path, {"help.md"}, link) == sorted([*SHARED, *FIRST, "library/日晷/shadow/index.md"])


def test_where_all_documents_changed_the_folder_itself_is_seen(tmp_path: Path) -> None:
    made = docs(tmp_path)
    (part,) = view.parts(made, NAMES, 1)
    assert view.lay_out(made, tmp_path / "view", part) == made


def test_several_runs_share_the_documents(tmp_path: Path) -> None:
    first, second = view.parts(docs(tmp_path), NAMES, 2)
    assert first.wanted | second.wanted == set(NAMES)
    assert not first.wanted & second.wanted
    assert {"index.md", "help.md", "library/index.md"} <= first.wanted
    assert not first.whole & second.whole
