"""Mentions of entries of a list of references as links, and the anchors that they lead to."""

from __future__ import annotations

import msgspec
import pytest

from builder import pages
from builder.tree import Tree
from serverless.model import Section
from tests.site import small

ENTRIES = "- [1] A. Keeper. Lamps.\n- [2] B. Kite. Wind.\n\n[3] C. Tide.\n\n[3] D. Tide again."


def references(text: str = ENTRIES) -> Section:
    return msgspec.structs.replace(small.section("references", text), noise="references")


def book(text: str, entries: str = ENTRIES) -> Tree:
    return small.tree(
        [small.section("", title="The kettle"), small.section("boiling", text), references(entries)]
    )


def body(tree: Tree, slug: str) -> str:
    text = pages.render([tree], small.CONFIG).texts[f"library/kettle/{slug}/index.md"]
    return text.partition("{: #top}")[2].strip()


def link(number: int) -> str:
    return f"[{number}](../references/index.md#ref-{number})"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("As in [1].", f"As in \\[{link(1)}\\]."),
        ("As in [1, 3].", f"As in \\[{link(1)}, {link(3)}\\]."),
        ("As in [1–3].", f"As in \\[{link(1)}–{link(3)}\\]."),
        ("As in [1][2].", f"As in \\[{link(1)}\\]\\[{link(2)}\\]."),
        ("Between [0, 1] and [1, 99].", "Between [0, 1] and [1, 99]."),
        ("An index `a[1]` and $x[2]$.", "An index `a[1]` and $x[2]$."),
        ("In [1](https://example.org/).", "In [1](https://example.org/)."),
        ("In 1995 [sic].", "In 1995 [sic]."),
    ],
)
def test_mentions(text: str, shown: str) -> None:
    assert body(book(text), "boiling") == shown


def test_every_entry_has_an_anchor_and_the_first_of_a_number_has_its_own() -> None:
    assert body(book("x"), "references") == (
        '- <a id="ref-1"></a>[1] A. Keeper. Lamps.\n- <a id="ref-2"></a>[2] B. Kite. Wind.\n\n'
        '<a id="ref-3"></a>[3] C. Tide.\n\n[3] D. Tide again.'
    )


def test_without_a_list_nothing_is_linked() -> None:
    assert body(book("As in [1].", "Keeper, A. Lamps. 1911."), "boiling") == "As in [1]."
