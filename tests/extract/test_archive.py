"""Archives as documents, and archives that are up to something."""

from __future__ import annotations

import io
import stat
import zipfile
from pathlib import Path

import pytest

from builder.config import Config, Limits
from serverless.errors import SourceError
from tests.extract.small import CORPUS, only, picture, shown, write, zipped


def files_of(folder: Path) -> dict[str, bytes]:
    """All files of a folder by their path in it."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def packed(folder: Path, top: str = "") -> bytes:
    """A folder of the corpus as an archive, below the folders `top`."""
    return zipped({f"{top}{name}": data for name, data in files_of(folder).items()})


@pytest.mark.parametrize("top", ["", "output/", "a/b/"])
@pytest.mark.parametrize("name", ["lighthouse", "ferry"])
def test_an_archive_is_read_like_its_folder(tmp_path: Path, name: str, top: str) -> None:
    folder = write(
        tmp_path / "plain", {f"{name}/{file}": data for file, data in files_of(CORPUS / name).items()}
    )
    archive = write(tmp_path / "packed", {f"{name}.zip": packed(CORPUS / name, top)})
    plain, unpacked = only(folder), only(archive)
    assert shown(list(unpacked.blocks)) == shown(list(plain.blocks))
    assert (unpacked.id, unpacked.title, unpacked.warnings) == (name, plain.title, ())
    assert unpacked.source.path == f"{name}.zip"
    images = [image for block in unpacked.blocks for image in block.images]
    assert all(Path(image.file).is_file() for image in images)


def test_sources_of_pictures_do_not_show_the_packing(tmp_path: Path) -> None:
    document = only(
        write(tmp_path / "s", {"tea.zip": zipped({"tea/tea.md": "![](a.png)", "tea/a.png": picture()})})
    )
    assert document.blocks[0].images[0].source == "tea/a.png"


def test_reading_twice_gives_the_same(tmp_path: Path) -> None:
    sources = write(tmp_path / "s", {"ferry.zip": packed(CORPUS / "ferry")})
    assert only(sources) == only(sources)


@pytest.mark.parametrize("name", ["../evil.md", "/evil.md", "a/../../evil.md", "..\\evil.md", "C:\\evil.md"])
def test_members_that_lead_outside(tmp_path: Path, name: str) -> None:
    sources = write(tmp_path / "s", {"tea.zip": zipped({"tea.md": "", name: "evil"})})
    with pytest.raises(SourceError, match=r"tea\.zip holds .*evil\.md, which leads outside it"):
        only(sources)
    assert not list(tmp_path.rglob("evil.md"))


def test_links_in_an_archive(tmp_path: Path) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("tea.md", "text")
        link = zipfile.ZipInfo("passwd")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(SourceError, match="a link or device"):
        only(write(tmp_path / "s", {"tea.zip": target.getvalue()}))


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(archive_bytes=1_000), "unpacks to more than 1000 bytes"),
        (Limits(archive_files=1), "holds 2 files, more than the 1 allowed"),
    ],
)
def test_archives_that_are_too_much(tmp_path: Path, limits: Limits, reason: str) -> None:
    sources = write(tmp_path / "s", {"tea.zip": zipped({"tea.md": "x" * 50_000, "b.txt": ""})})
    with pytest.raises(SourceError, match=reason):
        only(sources, Config(limits=limits))


def test_a_header_that_lies_does_not_help(tmp_path: Path) -> None:
    """The size in the headers says 9 bytes; what counts is what comes out."""
    honest = zipped({"tea.md": "x" * 3_000_000})
    size = (3_000_000).to_bytes(4, "little")
    lying = honest.replace(size, (9).to_bytes(4, "little"))
    with pytest.raises(SourceError, match=r"tea\.zip"):
        only(write(tmp_path / "s", {"tea.zip": lying}), Config(limits=Limits(archive_bytes=1_000_000)))


@pytest.mark.parametrize("data", [b"", b"not a zip", zipped({"tea.md": "x" * 999})[:-60]])
def test_what_is_no_archive(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(SourceError, match=r"tea\.zip is not a readable zip archive"):
        only(write(tmp_path / "s", {"tea.zip": data}))


def test_a_damaged_member(tmp_path: Path) -> None:
    data = bytearray(zipped({"tea.md": "x" * 999}))
    data[40] ^= 0xFF
    with pytest.raises(SourceError, match=r"tea\.zip"):
        only(write(tmp_path / "s", {"tea.zip": bytes(data)}))


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"a.png": b""}, "tea.zip holds neither Markdown nor structuredData.json"),
        ({"a.md": "", "b.md": ""}, "tea.zip holds 2 Markdown files and none of its own name"),
        ({"a": "", "a/b.md": ""}, "tea.zip could not be unpacked"),
    ],
)
def test_archives_without_a_document(tmp_path: Path, files: dict[str, str], reason: str) -> None:
    with pytest.raises(SourceError, match=reason):
        only(write(tmp_path / "s", {"tea.zip": zipped(files)}))


@pytest.mark.parametrize(
    ("files", "text"),
    [
        ({"tea.md": "main", "extra.md": "other"}, "main"),
        ({"auto/full.md": "main", "tea.pdf": ""}, "main"),
        ({"auto/tea.md": "main", "auto/tables/t1.md": "other", "tea.pdf": ""}, "main"),
        (
            {
                "tea.md": "other",
                "structuredData.json": '{"elements": [{"Path": "//Document/P", "Text": "main"}]}',
            },
            "main",
        ),
    ],
)
def test_which_file_of_an_archive_is_the_document(tmp_path: Path, files: dict[str, str], text: str) -> None:
    assert [block.text for block in only(write(tmp_path / "s", {"tea.zip": zipped(files)})).blocks] == [text]


def test_droppings_of_file_managers_are_left(tmp_path: Path) -> None:
    files = {"tea/tea.md": "text", "__MACOSX/tea/._tea.md": "x", "tea/.DS_Store": "x"}
    assert [block.text for block in only(write(tmp_path / "s", {"tea.zip": zipped(files)})).blocks] == [
        "text"
    ]
