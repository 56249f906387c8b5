"""The tokeniser of the client index, held to the file that the widget's is held to as well."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.clienttokens import rank, tokens

GOLDEN = json.loads((Path(__file__).parent.parent / "js/tokens.golden.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("example", GOLDEN, ids=lambda example: repr(example["text"]))
def test_the_tokens_are_those_of_the_widget(example: dict[str, object]) -> None:
    assert tokens(str(example["text"])) == example["tokens"]


def test_an_encoded_file_is_no_word() -> None:
    assert tokens("key " + "a" * 41 + " end") == ["key", "end"]


@given(st.text())
def test_a_token_is_a_token_of_itself(text: str) -> None:
    for token in tokens(text):
        assert tokens(token) == [token]


def test_tokens_are_sorted_as_javascript_compares_them() -> None:
    assert sorted(["\uffe6", "é", "\U00020000", "z"], key=rank) == ["z", "é", "\U00020000", "\uffe6"]
