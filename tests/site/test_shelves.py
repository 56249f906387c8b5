"""A library of many documents: by letter, in an order in which they are found."""

from __future__ import annotations

import pytest

from builder.nav import Card
from builder.shelves import SHORT, letter, shelved


def card(title: str) -> Card:
    return Card(title, f"library/{title}/", "en", "", "English", "First words.")


@pytest.mark.parametrize(
    ("title", "sign"),
    {
        "Ebb": "E",
        "école": "E",
        "“Quoted”": "Q",
        "Ångström": "A",
        "3 tides": "#",
        "…": "#",
        "Ωmega": "Ω",
        "жук": "Ж",
        "茶叶": "文",
        "ßtrange": "S",
    }.items(),
)
def test_the_letter_of_a_title(title: str, sign: str) -> None:
    assert letter(title) == sign


def test_a_short_library_stays_as_it_is() -> None:
    cards = [card("Tide"), card("Ebb")]
    assert shelved(cards) == tuple(cards)


def test_numbers_in_titles_are_in_the_order_of_numbers() -> None:
    made = shelved([card(f"Tide {n}") for n in (10, 9, 1)] * SHORT)
    assert [one.title for one in made[::SHORT]] == ["Tide 1", "Tide 9", "Tide 10"]


def test_a_long_one_is_in_order_and_without_first_words() -> None:
    names = [*(f"Tide {n:02}" for n in range(SHORT)), "ebb", "Éclair", "茶", "9 tides"]
    found = shelved([card(name) for name in names])
    assert [one.title for one in found[:4]] == ["9 tides", "ebb", "Éclair", "Tide 00"]
    assert (found[-1].title, found[-1].letter, found[-1].summary) == ("茶", "文", "")
