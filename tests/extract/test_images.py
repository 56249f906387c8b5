"""Which file a reference leads to, and when there is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from builder.blocks import ImageRef
from builder.config import Config, Figures
from builder.extract.images import Pictures, Place
from builder.extract.svg import UnsafeSvgError, measure
from tests.extract.small import only, picture, write

SVG = '<svg xmlns="http://www.w3.org/2000/svg" {size}>{inside}</svg>'


def pictures(folder: Path, limits: Figures | None = None) -> Pictures:
    """The pictures of the document folder `folder`/doc, with a secret beside it."""
    write(folder, {"doc/doc.md": "", "secret.png": picture(), "other/c.png": picture()})
    place = Place(root=folder / "doc", source="doc", near=folder / "doc", work=folder / "work")
    return Pictures(place, limits or Figures())


def test_a_picture_is_measured(tmp_path: Path) -> None:
    write(tmp_path, {"doc/figures/a.png": picture(40, 30)})
    found = pictures(tmp_path).look("figures/a.png", "Alt", "Title")
    assert found == ImageRef(
        href="figures/a.png",
        file=str((tmp_path / "doc/figures/a.png").resolve()),
        source="doc/figures/a.png",
        alt="Alt",
        title="Title",
        sha256=found.sha256,
        mime="image/png",
        width=40,
        height=30,
    )
    assert len(found.sha256) == 64


@pytest.mark.parametrize(
    ("name", "href"),
    [
        ("a b.png", "a%20b.png"),
        ("a b.png", "a b.png"),
        ("a%20b.png", "a%20b.png"),
        ("a_b_c.png", r"a\_b\_c.png"),
        ("a&b.png", "a&amp;b.png"),
        ("a(1).png", "a(1).png"),
        ("图.png", "%E5%9B%BE.png"),
        ("a.png", "./a.png"),
        ("a.png", "a.png?raw=true"),
        ("a.png", "a.png#fig"),
        ("figures/a.png", "figures\\a.png"),
        ("figures/A.PNG", "figures/a.png"),
        ("figures/a.png", "a.png"),
        ("doc_artifacts/a.png", "/home/somebody/out/doc_artifacts/a.png"),
        ("doc_artifacts/a.png", "C:\\out\\doc_artifacts\\a.png"),
        ("a.png", "file:///home/somebody/a.png"),
    ],
)
def test_spellings_of_a_name(tmp_path: Path, name: str, href: str) -> None:
    write(tmp_path, {f"doc/{name}": picture()})
    assert pictures(tmp_path).look(href).source == f"doc/{name}"


@pytest.mark.parametrize(
    ("href", "reason"),
    [
        ("a.png", "image a.png is missing"),
        ("", "image  is missing"),
        ("../secret.png", "is refused: it lies outside the document's folder"),
        ("..%2Fsecret.png", "is refused: it lies outside the document's folder"),
        ("figures/../../secret.png", "is refused: it lies outside the document's folder"),
        ("/etc/passwd", "is refused: it is an absolute path"),
        ("https://example.org/a.png", "is on another site and was not loaded"),
        ("//example.org/a.png", "is on another site and was not loaded"),
        ("data:text/html,x", "is not the name of a file"),
        ("embedded:7", "is missing"),
        ("x" * 5000, "is missing"),
        ("a\0b.png", "is missing"),
    ],
)
def test_references_that_lead_nowhere(tmp_path: Path, href: str, reason: str) -> None:
    shelf = pictures(tmp_path)
    assert shelf.look(href, "Alt") == ImageRef(href=href, alt="Alt")
    assert len(shelf.warnings) == 1
    assert reason in shelf.warnings[0]


def test_links_out_of_the_folder_are_refused(tmp_path: Path) -> None:
    shelf = pictures(tmp_path)
    (tmp_path / "doc/inner.png").symlink_to(tmp_path / "secret.png")
    (tmp_path / "doc/figures").symlink_to(tmp_path / "other")
    assert [shelf.look(href).file for href in ("inner.png", "figures/c.png", "c.png")] == ["", "", ""]
    assert "lies outside" in shelf.warnings[0]


def test_a_name_that_two_files_have_is_not_guessed(tmp_path: Path) -> None:
    write(tmp_path, {"doc/one/a.png": picture(), "doc/two/a.png": picture()})
    shelf = pictures(tmp_path)
    assert shelf.look("lost/a.png").file == ""
    assert shelf.warnings == ["image lost/a.png is missing, and 2 other files have its name"]


def test_a_text_among_others_takes_no_pictures_of_theirs(tmp_path: Path) -> None:
    write(tmp_path / "s", {"a.md": "![](x.png)", "b/b.md": "", "b/x.png": picture()})
    from builder.extract import extract, find

    (lone, _) = find(tmp_path / "s")
    document = extract(lone, tmp_path / "s", Config(), tmp_path / "work")
    assert document.warnings == ("image x.png is missing",)


@settings(max_examples=200, deadline=None)
@given(
    href=st.lists(
        st.sampled_from(["..", "/", "\\", "%2e", "%2F", "secret.png", "other", "c.png", "~", ".", ":", "C"])
    )
)
def test_no_path_leaves_the_folder(tmp_path_factory: pytest.TempPathFactory, href: list[str]) -> None:
    folder = tmp_path_factory.getbasetemp() / "escape"
    assert pictures(folder).look("".join(href)).file == ""


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP", "BMP"])
def test_kinds_that_browsers_show(tmp_path: Path, kind: str) -> None:
    write(tmp_path, {"doc/a": picture(5, 6, kind)})
    found = pictures(tmp_path).look("a")
    assert (found.width, found.height, found.mime) == (5, 6, f"image/{kind.lower()}")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "cannot be read as a picture"),
        (b"not a picture", "cannot be read as a picture"),
        (picture(64, 64)[:-40], "cannot be read as a picture"),
        (picture(64, 64, "JPEG")[:-400], "cannot be read as a picture"),
        (picture(4, 4, "TIFF"), "is TIFF, which browsers do not show"),
        (picture(200, 60), "has 200 × 60 pixels, more than figures.max_pixels"),
        (b"\0" * 20_001, "has 20001 bytes, more than figures.max_bytes"),
    ],
)
def test_files_that_are_not_shown(tmp_path: Path, data: bytes, reason: str) -> None:
    shelf = pictures(tmp_path, Figures(max_pixels=10_000, max_bytes=20_000))
    write(tmp_path, {"doc/a.png": data})
    assert shelf.look("a.png") == ImageRef(href="a.png")
    assert reason in shelf.warnings[0]


@settings(max_examples=100, deadline=None)
@given(
    place=st.integers(0, 200),
    value=st.integers(0, 255),
    kind=st.sampled_from(["PNG", "JPEG", "GIF", "WEBP", "BMP"]),
)
def test_damaged_files_never_end_the_build(
    tmp_path_factory: pytest.TempPathFactory, place: int, value: int, kind: str
) -> None:
    data = bytearray(picture(8, 8, kind))
    data[place % len(data)] = value
    folder = tmp_path_factory.getbasetemp() / "damaged"
    write(folder, {"doc/a.png": bytes(data)})
    shelf = pictures(folder)
    assert bool(shelf.look("a.png").file) != bool(shelf.warnings)


def test_a_turned_photograph_is_measured_as_it_is_shown(tmp_path: Path) -> None:
    shelf = pictures(tmp_path)
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (40, 10)).save(tmp_path / "doc/a.jpg", exif=exif)
    found = shelf.look("a.jpg")
    assert (found.width, found.height) == (10, 40)


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ('width="30" height="20"', (30, 20)),
        ('width="1in" height="72pt"', (96, 96)),
        ('viewBox="0 0 120.4 80"', (120, 80)),
        ('width="100%" height="100%" viewBox="0,0,12,8"', (12, 8)),
        ("", (0, 0)),
    ],
)
def test_drawings_have_a_size(size: str, expected: tuple[int, int]) -> None:
    found = measure(SVG.format(size=size, inside="").encode())
    assert (found.width, found.height) == expected


@pytest.mark.parametrize(
    ("inside", "reason"),
    [
        ("<script>x()</script>", "holds <script>"),
        ('<g onload="x()"/>', "holds the attribute onload"),
        ('<a href="java\nscript:x()"/>', "a link that runs a script"),
        ("<foreignObject/>", "holds <foreignobject>"),
        ("<g>", "is not well-formed"),
    ],
)
def test_drawings_that_act_are_refused(inside: str, reason: str) -> None:
    with pytest.raises(UnsafeSvgError, match=reason):
        measure(SVG.format(size="", inside=inside).encode())


def test_drawings_with_entities_are_refused() -> None:
    with pytest.raises(UnsafeSvgError, match="declares entities"):
        measure(b'<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>')


def test_warnings_come_with_the_document(tmp_path: Path) -> None:
    document = only(write(tmp_path / "s", {"d/d.md": "![](a.png) and ![](a.png)\n\n![x](../b.png)"}))
    assert document.warnings == (
        "image a.png is missing",
        "image ../b.png is refused: it lies outside the document's folder",
    )
    assert [image.href for block in document.blocks for image in block.images] == [
        "a.png",
        "a.png",
        "../b.png",
    ]
