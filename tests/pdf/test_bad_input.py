"""Files that cannot be read, or only in part: one clear line, and never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.extract.pdf import pdfium
from serverless.errors import SourceError
from tests.pdf.small import Sheet, read, told, written

PAGE = Sheet().lines(60, 100, "A page of text that can be read,", "and that is all there is.")
GOOD = written(PAGE)
BROKEN = "tides.pdf cannot be opened: it is not a PDF, or it is damaged (print it to PDF anew, or repair it)"
KEY = "00" * 32
LOCKED = f"/Encrypt << /Filter /Standard /V 1 /R 2 /O <{KEY}> /U <{KEY}> /P -4 >> /ID [<{KEY}> <{KEY}>]"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "tides.pdf is empty (copy it again)"),
        (b"no PDF at all", BROKEN),
        (GOOD[:40], BROKEN),
        (
            written(PAGE, trailer=LOCKED),
            "tides.pdf cannot be opened: it is encrypted and asks for a password "
            "(give its `password` in overrides/, or save it without one)",
        ),
    ],
)
def test_a_file_that_cannot_be_opened(tmp_path: Path, data: bytes, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        read(tmp_path, data)
    assert str(caught.value) == message


def test_a_scan_is_shown_and_told(tmp_path: Path) -> None:
    scan, text = Sheet().scan(), Sheet().lines(60, 100, "Only this page has text.")
    made = read(tmp_path, written(scan, text, Sheet().scan(), Sheet().scan(), Sheet()))
    assert told(made.blocks) == "\n".join(
        [
            "image (whole): <page-1.png 918x1188>",
            "paragraph: Only this page has text.",
            "image (whole): <page-3.png 918x1188>",
            "image (whole): <page-4.png 918x1188>",
        ]
    )
    assert made.warnings == ("pages 1, 3-4: no text, only a picture; `ocr = true` in library.toml reads it",)


def test_a_file_without_any_text_says_so(tmp_path: Path) -> None:
    assert read(tmp_path, written(Sheet(), Sheet())).warnings == ("no page has text that can be read",)


def test_fonts_without_letters(tmp_path: Path) -> None:
    nameless = "/Encoding << /Type /Encoding /Differences [65 /g101 /g102 /g103 /g104] >>"
    fonts = f"/plain << /Type /Font /Subtype /Type1 /BaseFont /Times-Roman {nameless} >>"
    made = read(tmp_path, written(Sheet().text(60, 100, "ABCDABCD"), fonts=fonts))
    assert told(made.blocks) == "image (whole): <page-1.png 918x1188>"
    assert made.warnings[0] == "page 1: the fonts do not say which letters they show, a picture is shown"


def test_a_page_of_very_many_drawings_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdfium, "MOST_OBJECTS", 500)
    dots = Sheet().raw("\n".join(f"{x} {x} m {x + 1} {x} l S" for x in range(501)))
    made = read(tmp_path, written(dots, PAGE))
    assert told(made.blocks).startswith("image (whole): <page-1.png 918x1188>\nparagraph: A page of text")
    assert made.warnings == ("page 1: too much is drawn there to be read, a picture is shown",)


def test_a_damaged_page_does_not_lose_the_others(tmp_path: Path) -> None:
    data = written(PAGE, PAGE).replace(b"/Kids [5 0 R", b"/Kids [3 0 R")
    made = read(tmp_path, data)
    assert "A page of text that can be read" in told(made.blocks)
