"""The shipped index: written in one step, the same bytes each time, refused where it does not fit."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import numpy as np
import pytest

from serverless import index
from serverless.errors import IndexFormatError, SourceleafError
from serverless.vectors import Vectors, choose, write

from . import small


def test_the_same_library_gives_the_same_bytes(tmp_path: Path) -> None:
    small.write(tmp_path / "a")
    small.write(tmp_path / "b")
    for name in ("manifest.json", "library.sqlite", "vectors.faiss", "index.txt"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_the_library_comes_back_whole(opened: index.Index) -> None:
    assert opened.rows.library() == small.LIBRARY


def test_a_person_can_read_the_tree(folder: Path) -> None:
    lines = (folder / "index.txt").read_text(encoding="utf-8").splitlines()
    assert lines[:6] == [
        "# Harbour Lamp Manual [lamp] en, lamp.md",
        "  Harbour Lamp Manual [lamp] 43 characters, 1 chunks",
        "    1 Parts [lamp/parts] 150 characters, 2 chunks",
        "      * Figure 1 [lamp#fig-1] figure, good, 1 file, mentioned in 1",
        "    2 Power [lamp/power] 151 characters, 2 chunks",
        "      * Table I [lamp#table-i] table, good, 1 file, mentioned in 1",
    ]


def test_the_manifest_says_what_is_inside(folder: Path) -> None:
    manifest = index.read(folder).manifest
    assert msgspec.structs.astuple(manifest.counts) == (3, 10, 3, 11)
    assert (manifest.languages, manifest.vectors, manifest.embedder) == (
        ("en", "fr"),
        "SQ8",
        small.EMBEDDER.id,
    )


def test_a_write_that_fails_leaves_the_last_good_index(tmp_path: Path) -> None:
    before = small.write(tmp_path / "index")
    twice = msgspec.structs.replace(small.LIBRARY, documents=small.LIBRARY.documents * 2)
    with pytest.raises(Exception, match="UNIQUE"):
        small.write(tmp_path / "index", twice)
    assert index.read(tmp_path / "index").manifest == before
    assert [path.name for path in tmp_path.iterdir()] == ["index"]


def test_vectors_of_another_number_are_refused(tmp_path: Path) -> None:
    with pytest.raises(IndexFormatError, match=r"the vectors are of shape \(1, 512\), expected 11 vectors"):
        index.write(
            tmp_path / "index",
            small.LIBRARY,
            np.zeros((1, 512), np.float32),
            small.EMBEDDER.id,
            site_url="",
            built_with="",
        )


def test_a_library_without_text_can_be_read(tmp_path: Path) -> None:
    silent = msgspec.structs.replace(small.LIBRARY, chunks=())
    small.write(tmp_path / "index", silent)
    opened = index.read(tmp_path / "index")
    assert opened.nearest(np.ones(512, np.float32), 5, None) == []


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder, tmp_path / "copy"))


def test_no_index(tmp_path: Path) -> None:
    with pytest.raises(IndexFormatError, match=r"there is no index in .* \(run `sourceleaf build` first\)"):
        index.read(tmp_path)


def test_another_format(copy: Path) -> None:
    (copy / "manifest.json").write_text('{"format": 99, "new": true}')
    with pytest.raises(IndexFormatError, match="is of format 99, this reader reads 1"):
        index.read(copy)


def test_a_manifest_that_is_none(copy: Path) -> None:
    (copy / "manifest.json").write_text("{")
    with pytest.raises(IndexFormatError, match=r"manifest\.json cannot be read"):
        index.read(copy)


def test_a_missing_file(copy: Path) -> None:
    (copy / "vectors.faiss").unlink()
    with pytest.raises(IndexFormatError, match=r"vectors\.faiss is missing"):
        index.read(copy)


def test_a_changed_file(copy: Path) -> None:
    data = bytearray((copy / "library.sqlite").read_bytes())
    data[-1] ^= 1
    (copy / "library.sqlite").write_bytes(data)
    with pytest.raises(IndexFormatError, match=r"library\.sqlite is not the file that the manifest names"):
        index.read(copy)


def test_another_embedder(folder: Path) -> None:
    other = msgspec.structs.replace(small.EMBEDDER.id, model="letters")
    with pytest.raises(IndexFormatError, match=r"was made with the embedder words .*, not with letters"):
        index.read(folder, other)


def test_a_document_that_is_not_there(opened: index.Index) -> None:
    with pytest.raises(SourceleafError, match="the index has no document 'boat'"):
        opened.matching((), 5, "boat")


@pytest.mark.parametrize(
    ("count", "kind"),
    [(10, "SQ8"), (50_000, "SQ8"), (50_001, "RaBitQfs,Refine(SQ8)"), (2_000_000, "IVF1024,SQ8")],
)
def test_the_kind_of_vector_index_goes_by_size(count: int, kind: str) -> None:
    assert choose(count) == kind


@pytest.mark.parametrize("count", [50, 50_001])
def test_a_vector_finds_itself_first_and_stays_inside(tmp_path: Path, count: int) -> None:
    rows = np.random.default_rng(0).standard_normal((count, 32)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    kind = write(tmp_path / "v", rows)
    found = Vectors(tmp_path / "v", kind)
    assert found.search(rows[7], 3)[0][0] == 7
    assert {row for row, _ in found.search(rows[7], 99, range(10, 14))} == {10, 11, 12, 13}
    assert np.allclose(found.row(7), rows[7], atol=0.02)
