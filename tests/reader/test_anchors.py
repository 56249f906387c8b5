"""Figures, tables and sections that a question names by number."""

from __future__ import annotations

import pytest

from serverless.anchors import Anchor, find


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What does Figure 5 show?", "figure 5"),
        ("Tab. II and Fig. 3a", "table ii, figure 3"),
        ("Tables 1 and 3", "table 1, table 3"),
        ("图 3 和第2章的表4", "figure 3, table 4, section 2"),
        ("第十二章", "section 12"),
        ("4.2節とは", "section 4.2"),
        ("Équation (4)", "equation 4"),
        ("Abbildung 4 und Tabelle 2", "figure 4, table 2"),
        ("section 4.2, appendix D.1 and Appendix B", "section 4.2, section d.1, section b"),
        ("a table a day, configured 3 times, the table of contents", ""),
    ],
)
def test_places_are_found_in_every_language(text: str, expected: str) -> None:
    assert ", ".join(f"{anchor.kind} {anchor.number}" for anchor in find(text)) == expected


@pytest.mark.parametrize(
    ("number", "spellings"), [("ii", ("ii", "2")), ("4", ("4", "iv")), ("d.1", ("d.1",))]
)
def test_roman_and_arabic_numerals_are_one(number: str, spellings: tuple[str, ...]) -> None:
    assert Anchor("table", number).spellings == spellings
