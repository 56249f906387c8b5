"""What a question asks, one thing at a time, and what a comparison asks of each side."""

from __future__ import annotations

import pytest

from serverless.aspects import split
from serverless.framing import keys
from serverless.names import half
from serverless.tokens import key


@pytest.mark.parametrize(
    ("question", "lang", "expected"),
    [
        ("What is the lamp made of?", "en", ()),
        (
            "How is the lamp lit, and how often is the lens cleaned?",
            "en",
            ("How is the lamp lit", "how often is the lens cleaned"),
        ),
        ("Is the burner hot? Give the lamp's power.", "en", ("Is the burner hot", "Give the lamp's power")),
        ("salt and water", "en", ()),
        (
            "Comment nettoyer la lentille et combien de temps la lampe refroidit-elle ?",
            "fr",
            ("Comment nettoyer la lentille", "combien de temps la lampe refroidit-elle"),
        ),
        ("如何清洁镜头，以及多久清洁一次镜头？", "zh", ("如何清洁镜头", "以及多久清洁一次镜头")),
    ],
)
def test_things_asked(question: str, lang: str, expected: tuple[str, ...]) -> None:
    assert split(question, lang) == expected


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("kite", "Both KX-7 draw power, Compare the KX-7's battery"),
        ("lamp", "Both Lamp draw power, the Lamp's fuse"),
    ],
)
def test_each_side_of_a_comparison(document: str, expected: str) -> None:
    names = {"KX-7": "kite", "Lamp": "lamp"}
    question = "Both KX-7 and Lamp draw power. Compare the KX-7's battery with the Lamp's fuse."
    assert half(question, document, names) == expected


@pytest.mark.parametrize(
    ("title", "lang", "frames"),
    [
        ("Conclusions", "en", True),
        ("An Introduction", "en", True),
        ("Introduction to lenses", "en", False),
        ("小结", "zh", True),
    ],
)
def test_sections_that_only_sum_up(title: str, lang: str, frames: bool) -> None:
    assert (key(title, lang) in keys(lang)) is frames
