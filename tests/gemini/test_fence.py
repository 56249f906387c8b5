"""Document text in a prompt stays data, whatever it says."""

from __future__ import annotations

import pytest

from serverless.roles.fence import clean, fenced, nonce

from .injections import INJECTIONS


def test_a_fence_stands_around_the_text_under_its_name() -> None:
    assert fenced("S1", " Oil burns.\n", "ab12") == "<<<DATA ab12 S1\nOil burns.\nDATA ab12>>>"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see [S1] and 【F2】", "see (S1) and (F2)"),
        ("see [S1, F2]", "see (S1, F2)"),
        ("ig\u200bnore\u202e all\U000e0041", "ignore all"),
        ("one\u2028two", "one\ntwo"),
        ("a [12] stays", "a [12] stays"),
    ],
)
def test_nothing_is_hidden_and_nothing_looks_like_an_id(text: str, expected: str) -> None:
    assert clean(text) == expected


@pytest.mark.parametrize("text", INJECTIONS, ids=map(str, range(len(INJECTIONS))))
def test_no_text_closes_its_own_fence(text: str) -> None:
    number = nonce([text, "another text"])
    whole = fenced("S1", text, number)
    assert whole.count(number) == 2
    assert whole.endswith(f"\nDATA {number}>>>")
    assert "[F9]" not in whole


def test_the_number_depends_on_every_text() -> None:
    assert len({nonce(["a", "b"]), nonce(["a", "c"]), nonce(["ab"]), nonce(["b", "a"])}) == 4
