"""Which smaller copies of a picture there are, and what becomes of pictures that cannot be shrunk."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from PIL import Image

from builder import renditions
from tests.site.small import asset


@pytest.mark.parametrize(
    ("width", "mime", "widths"),
    [
        (800, "image/png", []),
        (801, "image/png", [800, 801]),
        (1600, "image/jpeg", [800, 1600]),
        (5000, "image/png", [800, 1600]),
        (5000, "image/gif", []),
        (5000, "image/webp", []),
    ],
)
def test_nothing_is_enlarged(width: int, mime: str, widths: list[int]) -> None:
    picture = msgspec.structs.replace(asset("a", width, 100), mime=mime)
    assert [made.width for made in renditions.plan(picture)] == widths


def test_a_rendition_stands_beside_its_original() -> None:
    assert [made.path for made in renditions.plan(asset("a", 1000, 100))] == [
        "library/kettle/_fig/a-800.webp",
        "library/kettle/_fig/a-1000.webp",
    ]


def test_a_drawing_keeps_its_shape_and_is_made_once(tmp_path: Path) -> None:
    Image.effect_noise((1200, 600), 60).save(tmp_path / "a.png")
    small, _ = renditions.plan(asset("a", 1200, 600))
    file = renditions.make(small, tmp_path / "a.png", tmp_path / "store")
    with Image.open(file) as picture:
        assert (picture.format, picture.size) == ("WEBP", (800, 400))
    (tmp_path / "a.png").unlink()
    assert renditions.make(small, tmp_path / "a.png", tmp_path / "store") == file


@pytest.mark.parametrize("mode", ["P", "LA", "I;16", "CMYK"])
def test_any_kind_of_pixel_can_be_shrunk(mode: str, tmp_path: Path) -> None:
    name = "a.jpg" if mode == "CMYK" else "a.png"
    Image.new(mode, (900, 30)).save(tmp_path / name)
    assert renditions.make(
        renditions.plan(asset("a", 900, 30))[0], tmp_path / name, tmp_path / "store"
    ).is_file()


def test_a_picture_that_cannot_be_read_is_shown_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"not a picture")
    small, _ = renditions.plan(asset("a", 1200, 600))
    assert renditions.make(small, tmp_path / "a.png", tmp_path / "store").read_bytes() == b"not a picture"


def test_a_rendition_is_never_larger_than_its_original(tmp_path: Path) -> None:
    Image.new("1", (1200, 600)).save(tmp_path / "a.png", optimize=True)
    for made in renditions.plan(asset("a", 1200, 600)):
        file = renditions.make(made, tmp_path / "a.png", tmp_path / "store")
        assert file.stat().st_size <= (tmp_path / "a.png").stat().st_size
