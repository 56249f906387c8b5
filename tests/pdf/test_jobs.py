"""Documents and pages read side by side come out as they do one after the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder import reading
from builder.config import Config
from builder.places import Places, places
from builder.tree import Tree
from tests.pdf.small import Sheet, written

LARGE = [
    Sheet().lines(60, 120, *(f"Line {n} of page {page} of the tide tables." for n in range(30)))
    for page in range(9)
]
FILES = {
    "a.md": b"# Ebb\n\nText.\n",
    "b.pdf": written(*LARGE),
    "c.pdf": b"no PDF",
    "d.pdf": written(Sheet().lines(60, 100, "A page of a small file.")),
}


def where(folder: Path, files: dict[str, bytes]) -> Places:
    sources = folder / "sources"
    sources.mkdir(exist_ok=True)
    for name, data in files.items():
        (sources / name).write_bytes(data)
    return places(sources, folder / "out", Config(), folder)


@pytest.mark.parametrize("names", ["abcd", "acd", "b"])
def test_two_processes_read_what_one_reads(tmp_path: Path, names: str) -> None:
    files = {name: data for name, data in FILES.items() if name[0] in names}
    made: list[tuple[list[Tree], list[reading.Failure]]] = []
    for jobs in (1, 2):
        (tmp_path / str(jobs)).mkdir()
        told: list[tuple[int, int]] = []
        portal = where(tmp_path / str(jobs), files)
        made.append(reading.read_all(portal, Config(), jobs, lambda *at, told=told: told.append(at)))
        assert told == sorted(told)
        assert told[-1] == (told[-1][1], told[-1][1])
    assert [tree.document.id for tree in made[0][0]] == [name for name in names if name != "c"]
    assert [tree.sections for tree in made[0][0]] == [tree.sections for tree in made[1][0]]
    assert made[0][1] == made[1][1]


def test_progress_counts_documents_and_pages(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    reading.read_all(where(tmp_path, FILES), Config(), 2, lambda *at: told.append(at))
    assert told[:3] == [(1, 13), (2, 13), (3, 13)]
    assert told[-1] == (13, 13)
