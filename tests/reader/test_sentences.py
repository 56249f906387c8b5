"""Paragraphs cut into sentences, and sections into what can be quoted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serverless.sentences import split
from serverless.units import units

from . import small


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("It is lit. It turns.", "en", ["It is lit.", "It turns."]),
        (
            "See Fig. 3 for e.g. the lens. It is round.",
            "en",
            ["See Fig. 3 for e.g. the lens.", "It is round."],
        ),
        ("A mass of 3.14 kg. J. Keeper said so.", "en", ["A mass of 3.14 kg.", "J. Keeper said so."]),
        ("Lamps (Keeper et al. 1911) burn. Why?", "en", ["Lamps (Keeper et al. 1911) burn.", "Why?"]),
        ("The state of the art. We follow No. 3.", "en", ["The state of the art.", "We follow No. 3."]),
        ('"Is it lit?" he asked. "Yes!" Good.', "en", ['"Is it lit?" he asked.', '"Yes!"', "Good."]),
        ("With $a. B$ it holds. Next.", "en", ["With $a. B$ it holds.", "Next."]),
        ("Am 3. Januar brannte sie z.B. hell. Gut.", "de", ["Am 3. Januar brannte sie z.B. hell.", "Gut."]),
        ("灯亮了。图3显示镜头！好吗？是", "zh", ["灯亮了。", "图3显示镜头！", "好吗？", "是"]),
        ("灯台は「光る。」と言う。次", "ja", ["灯台は「光る。」", "と言う。", "次"]),
    ],
)
def test_split(text: str, lang: str, expected: list[str]) -> None:
    assert split(text, lang) == expected


@given(st.text(), st.sampled_from(["en", "de", "zh"]))
def test_nothing_is_lost_and_nothing_added(text: str, lang: str) -> None:
    assert "".join("".join(split(text, lang)).split()) == "".join(text.split())


def test_only_what_says_something_can_be_quoted() -> None:
    section = small.section(
        "lamp/x",
        "X",
        "Figure 3: The lamp at night.\n\nKeeper\n\narXiv:1911.0001 [lamp] about lamps and lenses\n\n"
        "The draw is the product:\n\n$$P = U I$$\n\n12 34 56 78 90 11 12\n\n- Wipe it.",
    )
    assert [unit.text for unit in units(section)] == ["The draw is the product: $$P = U I$$", "Wipe it."]
    assert units(section)[0].quote == "The draw is the product"
