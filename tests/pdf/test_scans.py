"""Lines that were seen on the picture of a page, as the lines of any other page."""

from __future__ import annotations

import pytest

from builder.config import Pdf
from builder.extract.pdf import scans
from builder.extract.pdf.ocr import Eyes
from builder.extract.pdf.scans import Sights
from builder.extract.pdf.shapes import Line
from builder.extract.pdf.sight import Seen, Sight
from builder.extract.pdf.spotting import Spotter
from serverless.errors import ConfigError


def seen(text: str, top: float, height: float = 30, score: float = 0.99, left: float = 200) -> Seen:
    return Seen(text, (left, top, left + 12.0 * len(text), top + height), score)


def read(*found: Seen) -> list[Line]:
    return list(scans.lines(found))


def test_lines_stand_in_points_and_from_top_to_foot() -> None:
    first, second = read(seen("that burns oil.", 260), seen("A lamp", 200))
    assert (first.text, second.text) == ("A lamp", "that burns oil.")
    assert first.box == pytest.approx((72.0, 72.0, 97.92, 82.8))
    assert (first.order, second.order) == (0, 1)


def test_words_stand_at_about_their_places() -> None:
    (line,) = read(seen("one two", 200))
    one, two = line.words
    assert (one.text, two.text) == ("one", "two")
    assert one.x0 == pytest.approx(72.0)
    assert one.x1 < two.x0 < two.x1 <= line.box[2] + 0.01


def test_sizes_that_differ_a_little_are_one_size() -> None:
    sizes = [
        line.size
        for line in read(*(seen("text", 100 * at, height) for at, height in enumerate((29, 30, 31, 45))))
    ]
    assert sizes[0] == sizes[1] == sizes[2] < sizes[3]


def test_smudges_are_no_text() -> None:
    assert [
        line.text for line in read(seen("A lamp", 200), seen("l;'", 300, score=0.3), seen("  ", 400))
    ] == ["A lamp"]


@pytest.mark.parametrize(
    ("text", "joined"), [("灯 塔 很亮", "灯塔很亮"), ("灯塔 GPS 好", "灯塔 GPS 好"), ("a b", "a b")]
)
def test_no_spaces_between_signs(text: str, joined: str) -> None:
    assert read(seen(text, 200))[0].text == joined


@pytest.mark.parametrize("sight", [Eyes, Spotter])
def test_a_package_that_is_not_there_is_said(sight: type[Sight], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "package", "a-package-that-nobody-has")
    with pytest.raises(ConfigError) as raised:
        Sights.names(Pdf(ocr=sight is Eyes, layout=sight is Spotter))
    hint = f"pip install 'sourceleaf[{sight.option}]', or set it to false in library.toml"
    assert raised.value.hint == hint


def test_what_is_not_switched_on_is_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Eyes, "package", "a-package-that-nobody-has")
    assert Sights.names(Pdf()) == ""
