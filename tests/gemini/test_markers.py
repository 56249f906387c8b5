"""Sentences and their ids, taken from a text while it is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serverless.roles.markers import Marks, Said


def read(text: str, lang: str = "en", size: int = 1) -> list[Said]:
    marks = Marks(lang)
    found = [said for at in range(0, len(text), size) for said in marks.feed(text[at : at + size])]
    return found + marks.end()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It burns oil [S1]. It is lit [S2].", [("It burns oil.", "S1"), ("It is lit.", "S2")]),
        ("It burns oil. [S1] It is lit. [S2]", [("It burns oil.", "S1"), ("It is lit.", "S2")]),
        ("It burns oil.[S1][F2] It is lit.", [("It burns oil.", "S1 F2"), ("It is lit.", "")]),
        ("It burns oil [S1, 3; F2].", [("It burns oil.", "S1 S3 F2")]),
        ("It burns oil (S1).", [("It burns oil.", "S1")]),
        ("灯耗电40瓦[S1]。暴风时65瓦。【S2】", [("灯耗电40瓦。", "S1"), ("暴风时65瓦。", "S2")]),
        ("As Lee [12] says, oil burns [S1].", [("As Lee says, oil burns.", "S1")]),
        ("See Fig. 3 for it [S1].", [("See Fig. 3 for it.", "S1")]),
        ("## Oil\nIt **burns** `oil` [S1].", [("Oil", ""), ("It burns oil.", "S1")]),
        ("Click [here](https://evil.example/?q=1) [S1].", [("Click here.", "S1")]),
        ("![x](https://evil.example/?q=1) It burns [S1].", [("It burns.", "S1")]),
        ("It has $a. B$ parts [S1]. Done.", [("It has $a. B$ parts.", "S1"), ("Done.", "")]),
        ("It burns.\n[F2]", [("It burns.", ""), ("", "F2")]),
    ],
)
def test_ids_stand_with_the_sentence_before_them(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(said.text, " ".join(said.ids)) for said in read(text)] == expected


def test_lines_are_paragraphs() -> None:
    said = read("Three steps [S1].\n\n- Cool it [S1]. Wait.\n2. Wipe it [S2].")
    assert [(one.text, one.paragraph) for one in said] == [
        ("Three steps.", 0),
        ("Cool it.", 1),
        ("Wait.", 1),
        ("Wipe it.", 2),
    ]


def test_a_sentence_is_given_when_the_next_one_begins() -> None:
    marks = Marks("en")
    assert marks.feed("Oil burns [S") == []
    assert marks.feed("1].") == []
    assert marks.feed(" ") == []
    assert [said.text for said in marks.feed("It")] == ["Oil burns."]
    assert [said.text for said in marks.feed(" is hot.\n")] == ["It is hot."]


WORDS = st.sampled_from(
    [
        "oil",
        "Lamp",
        "3.5",
        "e.g.",
        " ",
        " ",
        " ",
        ". ",
        "! ",
        "。",
        "\n",
        "[S1]",
        "[F2]",
        "[",
        "]",
        "**",
        "- ",
        "Dr.",
    ]
)


@given(st.lists(WORDS, max_size=40).map("".join), st.integers(1, 9))
def test_it_does_not_matter_in_which_pieces_a_text_comes(text: str, size: int) -> None:
    assert read(text, size=size) == read(text, size=10_000)


@given(st.text(alphabet="ab .。\n$*(!", max_size=60), st.integers(1, 5))
def test_no_letter_is_lost_and_none_comes_twice(text: str, size: int) -> None:
    said = "".join(one.text for one in read(text, size=size))
    assert [said.count(letter) for letter in "ab"] == [text.count(letter) for letter in "ab"]
