"""Slugs and ids: readable, unique, and the same tomorrow."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.ids import LONGEST, Named, figure_ids, section_id, slug, slugs

TITLES = st.lists(
    st.tuples(st.text(max_size=12), st.sampled_from(["", "", "", "s1", "Sec: One"])), max_size=12
)


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Getting Started", "getting-started"),
        ("What’s new?", "what-s-new"),
        ("Méthode & résultats", "méthode-résultats"),
        ("Straße", "strasse"),
        ("系统架构", "系统架构"),
        ("ポンプの設置", "ポンプの設置"),
        ("हिन्दी", "हिन्दी"),
        ("snake_case_name", "snake-case-name"),
        ("ＦＵＬＬ　ｗｉｄｔｈ", "full-width"),
        ("❤️ only", "only"),
        ("???", ""),
        ("word " * 40, "word-" * 15 + "word"),
    ],
)
def test_slug(title: str, expected: str) -> None:
    assert slug(title) == expected


@given(st.text())
def test_a_slug_is_safe_and_final(title: str) -> None:
    made = slug(title)
    assert slug(made) == made
    assert len(made) <= LONGEST
    assert not re.search(r"[\s/\\?#%&:*\"'<>|.]|^-|-$|--", made)


def test_equal_titles_take_their_parents_name_then_a_number() -> None:
    named = [Named("Wells"), Named("Setup", parent=0), Named("Tanks"), Named("Setup", parent=2)]
    assert slugs(named) == ("wells", "setup", "tanks", "tanks-setup")
    assert slugs([Named("Setup"), Named("Setup"), Named("Setup")]) == ("setup", "setup-2", "setup-3")


def test_an_explicit_anchor_wins_over_a_title_that_came_first() -> None:
    assert slugs([Named("Setup"), Named("Anything", anchor="setup")]) == ("setup-2", "setup")


@given(TITLES)
def test_slugs_are_unique_and_never_empty(titles: list[tuple[str, str]]) -> None:
    named = [
        Named(title, anchor, place - 1 if place % 3 else None) for place, (title, anchor) in enumerate(titles)
    ]
    made = slugs(named)
    assert len(set(made)) == len(made) == len(titles)
    assert all(made)


@given(TITLES, st.text(max_size=12))
def test_a_section_added_at_the_end_renames_nobody(titles: list[tuple[str, str]], title: str) -> None:
    named = [Named(*pair) for pair in titles]
    assert slugs([*named, Named(title)])[: len(named)] == slugs(named)


def test_ids_of_sections_and_figures() -> None:
    assert (section_id("clip", ""), section_id("clip", "method")) == ("clip", "clip/method")
    assert figure_ids(
        "clip",
        [
            ("figure", "3", "aa"),
            ("table", "IV", ""),
            ("algorithm", "1", ""),
            ("equation", "3", ""),
            ("figure", "S1", ""),
            ("figure", "3", "bb"),
            ("image", "", "1a2b3c4d5e6f"),
            ("figure", "4.2", ""),
        ],
    ) == (
        "clip#fig-3",
        "clip#table-iv",
        "clip#algorithm-1",
        "clip#eq-3",
        "clip#fig-s1",
        "clip#fig-3-2",
        "clip#image-1a2b3c4d",
        "clip#fig-4-2",
    )
