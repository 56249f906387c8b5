"""What in the sources folder is a document, and what is said of the rest."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from builder.config import Config
from builder.extract import Found, extract, find
from serverless.errors import SourceError
from tests.extract.small import only, picture, write, zipped


def found(folder: Path, *names: str) -> list[str]:
    """The documents of a sources folder with these (empty) files, as `id format path` or `id: problem`."""
    sources = write(folder / "s", dict.fromkeys(names, "text"))
    return [_line(one, sources) for one in find(sources)]


def _line(one: Found, sources: Path) -> str:
    return (
        f"{one.id}: {one.problem}"
        if one.problem
        else f"{one.id} {one.format} {one.path.relative_to(sources)}"
    )


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Tea.md"], ["tea markdown Tea.md"]),
        (["Tea/Tea.md", "Tea/figures/a.png"], ["tea markdown Tea"]),
        (["paper one/main.md"], ["paper-one markdown paper one"]),
        (["Tea/notes.MD"], ["tea markdown Tea"]),
        (["Tea/README.md", "Tea/a.png"], ["tea markdown Tea"]),
        (["Tea/README.md", "Tea/main.md"], ["tea markdown Tea"]),
        (["Tea/Tea.md", "Tea/extra.md"], ["tea markdown Tea"]),
        (
            ["Tea/one.md", "Tea/two.md", "Tea/img/a.png"],
            ["one markdown Tea/one.md", "two markdown Tea/two.md"],
        ),
        (["Tea/structuredData.json", "Tea/figures/a.png"], ["tea adobe Tea"]),
        (["Tea.zip"], ["tea zip Tea.zip"]),
        (["b.md", "a.md", "C.md"], ["c markdown C.md", "a markdown a.md", "b markdown b.md"]),
        (
            ["group/a/a.md", "group/b.md", "group/c.zip"],
            ["a markdown group/a", "b markdown group/b.md", "c zip group/c.zip"],
        ),
        (["group/README.md", "group/a/a.md"], ["a markdown group/a"]),
        (["paper/auto/paper.md", "paper/auto/images/a.png"], ["paper markdown paper/auto"]),
        (["paper/extract.zip"], ["paper zip paper/extract.zip"]),
        (["README.md", "LICENSE", "LICENSE.md", ".hidden.md", ".git/a.md", "a.md"], ["a markdown a.md"]),
        (["a.md", "images/a.png"], ["a markdown a.md"]),
        (["a.md", "a.pdf"], ["a markdown a.md"]),
        (["a.md", "b.pdf"], ["a markdown a.md", "b pdf b.pdf"]),
        (["a/a.md", "a/a.pdf", "a.pdf"], ["a markdown a"]),
        (["a.zip", "a.PDF", "reports/B.PDF"], ["a zip a.zip", "b pdf reports/B.PDF"]),
        (["茶.md"], ["茶 markdown 茶.md"]),
        (["Ça & là!.md"], ["ça-là markdown Ça & là!.md"]),
    ],
)
def test_documents(tmp_path: Path, names: list[str], expected: list[str]) -> None:
    assert found(tmp_path, *names) == expected


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["a.md", "b/c.bin"], ["a markdown a.md"]),
        (["a/a.md", "b/c.bin"], ["a markdown a", "b: b holds nothing that can be read"]),
        (["a/a.md", "b/c/d.png"], ["a markdown a", "b: b holds nothing that can be read"]),
        (["a.md", "b.epub"], ["a markdown a.md", "b: b.epub is not a kind that is read"]),
        (["a.md", "b/c.docx"], ["a markdown a.md", "b: b holds nothing that can be read"]),
        (
            ["Tea/a.md", "tea.md"],
            ["tea markdown Tea", "tea: tea.md and Tea would both be the document 'tea'"],
        ),
    ],
)
def test_one_bad_document_does_not_hide_the_others(
    tmp_path: Path, names: list[str], expected: list[str]
) -> None:
    assert found(tmp_path, *names) == expected


def test_the_problem_is_raised_when_the_document_is_read(tmp_path: Path) -> None:
    sources = write(tmp_path / "s", {"a.md": "", "b.epub": b""})
    _, bad = find(sources)
    with pytest.raises(SourceError, match=r"b\.epub is not a kind that is read \(a document is"):
        extract(bad, sources, Config(), tmp_path / "work")


@pytest.mark.parametrize("names", [[], ["README.md"], [".hidden.md"]])
def test_no_documents_at_all(tmp_path: Path, names: list[str]) -> None:
    (tmp_path / "s").mkdir()
    with pytest.raises(SourceError, match=r"no documents in .*s \(a document is"):
        found(tmp_path, *names)


def test_no_sources_folder(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="does not exist"):
        find(tmp_path / "nowhere")


def test_a_folder_that_links_to_itself(tmp_path: Path) -> None:
    write(tmp_path / "s", {"group/a/a.md": ""})
    (tmp_path / "s/group/again").symlink_to(tmp_path / "s/group")
    assert [one.id for one in find(tmp_path / "s")] == ["a"]


def test_texts_that_were_passed_over_are_named(tmp_path: Path) -> None:
    document = only(write(tmp_path / "s", {"tea/tea.md": "text", "tea/extra.md": "", "tea/README.md": ""}))
    assert document.warnings == ("extra.md was not read: tea.md is the document",)


def test_an_empty_document_says_so(tmp_path: Path) -> None:
    assert only(write(tmp_path / "s", {"tea.md": "\n\n"})).warnings == ("the document is empty",)


def test_where_a_document_came_from(tmp_path: Path) -> None:
    source = only(write(tmp_path / "s", {"tea.md": "text"})).source
    assert (source.path, source.bytes, source.sha256) == ("tea.md", 4, hashlib.sha256(b"text").hexdigest())


def test_every_file_of_a_folder_counts(tmp_path: Path) -> None:
    sources = write(tmp_path / "s", {"tea/tea.md": "text", "tea/a.png": picture(), "tea/.hidden": "x"})
    before = only(sources).source
    write(sources, {"tea/.hidden": "y"})
    assert only(sources).source == before
    write(sources, {"tea/a.png": picture(5, 5)})
    after = only(sources).source
    assert (after.path, before.bytes) == ("tea", 4 + len(picture()))
    assert after.sha256 != before.sha256


def test_pictures_of_a_lone_text_count(tmp_path: Path) -> None:
    sources = write(tmp_path / "s", {"tea.md": "![](img/a.png)", "img/a.png": picture()})
    before = only(sources).source.sha256
    write(sources, {"img/a.png": picture(5, 5)})
    assert only(sources).source.sha256 != before


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"tea.md": "x", "tea.pdf": b""}, "tea.pdf"),
        ({"tea/tea.md": "x", "tea/tea.pdf": b"", "tea/z.pdf": b""}, "tea/tea.pdf"),
        ({"tea/tea.md": "x", "tea/source.pdf": b""}, "tea/source.pdf"),
        ({"tea/tea.md": "x", "tea/one.pdf": b"", "tea/two.pdf": b""}, ""),
        ({"tea/tea.md": "x", "tea.pdf": b""}, "tea.pdf"),
        ({"tea.zip": zipped({"tea.md": "x"}), "tea.pdf": b""}, "tea.pdf"),
        ({"tea.md": "x"}, ""),
    ],
)
def test_the_pdf_beside_it(tmp_path: Path, files: dict[str, str | bytes], expected: str) -> None:
    sources = write(tmp_path / "s", files)
    assert only(sources).pdf == (str((sources / expected).resolve()) if expected else "")
