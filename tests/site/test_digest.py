"""The first words of a section, as a list shows them."""

from __future__ import annotations

import pytest

from builder import digest
from tests.site.small import section


@pytest.mark.parametrize(
    ("text", "length", "expected"),
    [
        ("Steam rises.", 40, "Steam rises."),
        ("Steam rises, and rises, and rises again.", 20, "Steam rises, and…"),
        ("One.\n\n- two\n- three\n\n```\ncode\n```", 40, "One. two three"),
        ("水开以后再等一分钟，然后慢慢倒进杯子里。", 12, "水开以后再等一分钟，然…"),
        ("Take $k = 1 + 2$ spoons of tea leaves.", 12, "Take…"),
        ("*Warm* the `pot` [first](#x).", 40, "Warm the pot first."),
        ("", 40, ""),
    ],
)
def test_words(text: str, length: int, expected: str) -> None:
    assert digest.words(section("boiling", text), length) == expected


def test_a_formula_is_set_in_markdown_and_said_in_plain_text() -> None:
    text = digest.words(section("boiling", "Take $k_1 = \\frac{a}{b}$ *at once*."), 80)
    assert digest.markdown(text) == "Take $k_1 = \\frac{a}{b}$ at once."
    assert digest.plain(text) == "Take k_1 = a b at once."


def test_words_that_look_like_markdown_are_escaped() -> None:
    assert digest.markdown("# 5 * 3 * 2 <b> `x`") == "\\# 5 \\* 3 \\* 2 &lt;b> \\`x\\`"


def test_the_imprint_does_not_speak_for_a_document() -> None:
    sections = [
        section(
            "",
            "Ada Byron, University of Tea\n\nada@example.org, received on the 4th of May, revised in June.",
        ),
        section("abstract", "We boil water in nine ways and compare how it sings. Then we drink it."),
    ]
    assert digest.opening(sections, 60) == "We boil water in nine ways and compare how it sings. Then…"
