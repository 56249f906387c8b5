"""Running heads and feet of Markdown whose pages are marked, and boxes of forms."""

from __future__ import annotations

from tests.extract.small import blocks

FOOT = "Page {0} of 3\n\n--- end of page.page_number={0} ---\n\n"
PAGE = f"Harbour office\n\nThe tide of day {{0}} is high.\n\n{FOOT}"


def texts(markdown: str) -> list[str]:
    return [block.text for block in blocks(markdown)]


def test_what_comes_back_on_every_page_is_left_out() -> None:
    assert texts("".join(PAGE.format(n) for n in (1, 2, 3))) == [
        f"The tide of day {n} is high." for n in (1, 2, 3)
    ]


def test_what_stands_once_stays() -> None:
    first, *rest = (PAGE.format(n) for n in (1, 2, 3))
    assert "A notice." in texts(first + "A notice.\n\n" + "".join(rest))


def test_without_pages_nothing_is_left_out() -> None:
    assert texts("Harbour office\n\nHigh.\n\nHarbour office\n\nLow.") == [
        "Harbour office", "High.", "Harbour office", "Low."
    ]  # fmt: skip


def test_boxes_of_forms_are_signs() -> None:
    assert texts(":selected: high\n\n:unselected: low\n\nx:selected:y") == ["☑ high", "☐ low", "x:selected:y"]
