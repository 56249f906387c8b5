"""Letters, words and lines, and the order of what stands on a page."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.extract.pdf import columns, furniture, letters, lines, mending
from builder.extract.pdf.prose import flowing
from builder.extract.pdf.shapes import Char, Line, Mark, Page, Run, Word
from serverless.model import Box

PLAIN = Run(font="Times", size=10.0, base=100.0, bold=False, italic=False, turn=0, mcid=-1)


def spaced(text: str, x: float = 50.0, run: int = 0, step: float = 5.0) -> list[Char]:
    """Characters of one width in a row; negative steps go from right to left."""
    made = []
    for letter in text:
        left, right = sorted((x, x + step))
        made.append(Char(letter, left, right, run))
        x += step
    return made


def shown(chars: list[Char], *runs: Run) -> list[str]:
    return [line.text for line in mending.whole(lines.read(chars, runs or (PLAIN,)))]


@pytest.mark.parametrize(
    ("read", "made"),
    [
        ("eﬃcient ﬂow", "efficient flow"),
        ("Barkl¨ove", "Barklöve"),
        ("na¨ıve", "naïve"),
        ("yˆ", "ŷ"),
        ("\uf0b7", "•"),
        ("\ud83d\ude00", "😀"),
        ("\ud83d!", "\ufffd!"),
        ("\ue123", "\ufffd"),
        ("a\x00b\u200bc", "abc"),
        ("ﻼ", "لا"),
        ("plain", "plain"),
    ],
)
def test_letters(read: str, made: str) -> None:
    assert letters.clean(read) == made


@given(st.text())
def test_clean_text_stays_clean_and_has_no_halves(text: str) -> None:
    made = letters.clean(text)
    assert letters.clean(made) == made
    assert not any("\ud800" <= letter <= "\udfff" or letter < " " for letter in made)


def test_a_gap_is_a_space_and_a_wide_gap_ends_the_line() -> None:
    chars = [*spaced("ebb"), *spaced("and", x=68), *spaced("flow", x=120)]
    assert shown(chars) == ["ebb and", "flow"]


def test_both_letters_of_a_ligature_have_one_place() -> None:
    pair = [Char("f", 60, 65, 0), Char("i", 60, 65, 0)]
    assert shown([*spaced("re"), *pair, *spaced("ne", x=65)]) == ["refine"]


def test_raised_and_lowered_letters_stay_in_their_line() -> None:
    small, low = PLAIN._replace(size=7.0, base=96.0), PLAIN._replace(size=7.0, base=102.0)
    (line,) = lines.read(
        [*spaced("x"), *spaced("2", 55, 1), *spaced("y", 62), *spaced("i", 67, 2)], (PLAIN, small, low)
    )
    assert flowing([line.words], {}).md == "x<sup>2</sup> y<sub>i</sub>"


def test_a_drop_cap_goes_back_to_its_word() -> None:
    cap, low = PLAIN._replace(size=24.0, base=112.0), PLAIN._replace(base=112.0)
    chars = [Char("T", 50, 65, 1), *spaced("ides come", 67), *spaced("and go", 67, 2)]
    assert shown(chars, PLAIN, cap, low) == ["Tides come", "and go"]


def test_an_accent_that_is_drawn_later_goes_on_its_letter() -> None:
    accent = Char("¨", 56, 59, 1)
    assert shown([*spaced("Kopf und Hut"), accent], PLAIN, PLAIN._replace(base=99.0)) == ["Köpf und Hut"]


def test_text_from_right_to_left() -> None:
    assert shown([*spaced("שלום", x=200, step=-5), *spaced("ים", x=174, step=-5)]) == ["שלום ים"]


def test_brackets_as_they_are_drawn_from_right_to_left_open_before_they_close() -> None:
    assert shown(spaced(")בא( דג", x=200, step=-5)) == ["(בא) דג"]
    assert shown(spaced("(בא) דג", x=200, step=-5)) == ["(בא) דג"]


def test_letters_from_right_to_left_may_stand_in_any_order_in_the_file() -> None:
    chars = spaced("שלום 2026 tide ים", x=200, step=-5)
    assert shown([*chars[5:9][::-1], *chars[10:14][::-1], *chars[:4][::-1], *chars[15:]]) == [
        "שלום 6202 edit ים"
    ]


def test_no_spaces_between_chinese_signs() -> None:
    assert (
        flowing([(Word("潮汐", 0, 20), Word("表", 30, 40)), (Word("说明", 0, 20),)], {}).text == "潮汐表说明"
    )


@pytest.mark.parametrize(
    ("rows", "words", "made"),
    [
        (("predic-", "tion of"), {}, "prediction of"),
        (("low-", "rank"), {"low-rank": 2}, "low-rank"),
        (("low-", "rank"), {"lowrank": 2, "low-rank": 1}, "lowrank"),
        (("visual-", "semantic"), {"visual": 1, "semantic": 1}, "visual-semantic"),
        (("Fourier-", "Bessel"), {}, "Fourier-Bessel"),
        (("1998-", "2004"), {}, "1998-2004"),
        (("a dash -", "and more"), {}, "a dash - and more"),
    ],
)
def test_hyphens_at_line_ends(rows: tuple[str, str], words: dict[str, int], made: str) -> None:
    split = [tuple(Word(word, 0, 1) for word in row.split()) for row in rows]
    assert flowing(split, words).text == made


@given(st.lists(st.sampled_from(["ebb", "flow", "tide", "gauge", "of", "a"]), min_size=1, max_size=12))
def test_words_in_a_row_stay_as_they_are(words: list[str]) -> None:
    assert shown(spaced(" ".join(words))) == [" ".join(words)]


def test_columns_are_read_one_after_the_other_and_parted_by_what_crosses() -> None:
    left = [((50.0, 100.0 + 12 * at, 280.0, 110.0 + 12 * at), f"left {at}") for at in range(4)]
    right = [((320.0, 100.0 + 12 * at, 550.0, 110.0 + 12 * at), f"right {at}") for at in range(4)]
    across = [((50.0, 60.0, 550.0, 80.0), "title"), ((50.0, 200.0, 550.0, 220.0), "foot")]
    assert columns.ordered([*right, *across, *left]) == [
        "title",
        *(f"left {at}" for at in range(4)),
        *(f"right {at}" for at in range(4)),
        "foot",
    ]


def test_a_column_may_begin_above_the_one_to_its_left() -> None:
    title = ((50.0, 60.0, 550.0, 80.0), "title")
    left = [((50.0, 112.0 + 12 * at, 280.0, 122.0 + 12 * at), f"left {at}") for at in range(4)]
    right = [((320.0, 100.0 + 12 * at, 550.0, 110.0 + 12 * at), f"right {at}") for at in range(5)]
    read = columns.ordered([title, *right, *left])
    assert read == ["title", *(f"left {at}" for at in range(4)), *(f"right {at}" for at in range(5))]


BOXES = st.tuples(st.integers(0, 500), st.integers(0, 700), st.integers(1, 300), st.integers(1, 60)).map(
    lambda edges: (float(edges[0]), float(edges[1]), float(edges[0] + edges[2]), float(edges[1] + edges[3]))
)


@given(st.lists(BOXES, max_size=30))
def test_nothing_is_lost_and_nothing_doubled_by_the_order(boxes: list[Box]) -> None:
    read = columns.ordered(list(zip(boxes, range(len(boxes)), strict=True)))
    assert Counter(read) == Counter(range(len(boxes)))


def page(number: int, *rows: tuple[str, float]) -> Page:
    made = []
    for order, (text, base) in enumerate(rows):
        box = (60.0, base - 8, 60.0 + 5 * len(text), base + 2)
        words = tuple(Word(word, 60.0, 61.0) for word in text.split())
        made.append(Line(words, box, base, 10.0, "Times", bold=False, italic=False, order=order))
    logo = Mark("image", (500.0, 20.0, 560.0, 50.0))
    return Page(number, 612.0, 792.0, tuple(made), (logo,), ())


def test_what_comes_back_on_every_page_is_left_out() -> None:
    pages = [
        page(n, (f"Report {n}", 40.0), (f"Text of page {n}", 300.0), (f"- {n} -", 770.0)) for n in range(1, 5)
    ]
    cleared = furniture.without(pages)
    assert [line.text for one in cleared for line in one.lines] == [f"Text of page {n}" for n in range(1, 5)]
    assert not any(one.marks for one in cleared)
