"""Mentions become links to the nearest place of that kind and number, and nothing else does."""

from __future__ import annotations

import msgspec
import pytest

from builder.book import Book
from builder.crossrefs import Crossrefs
from serverless.model import Noise
from tests.site import small

BOOK = Book(
    small.tree(
        [
            small.section("", title="The kettle"),
            small.section("one", number="1"),
            small.section("two", number="2"),
            small.section("two-one", number="2.1", parent="kettle/two"),
            small.section("more", number="A"),
        ],
        [
            small.figure("fig-1", "kettle/one", "a", label="Figure 1", number="1"),
            small.figure("fig-2", "kettle/two", "b", label="Figure 2", number="2"),
            small.figure("table-iv", "kettle/two", kind="table", label="Table IV", number="IV"),
            small.figure("eq-3", "kettle/two", kind="equation", label="Equation (3)", number="3"),
        ],
    )
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See Figure 1.", "See [Figure 1](#fig-1)."),
        ("(Fig. 2(b))", "([Fig. 2](../two/index.md#fig-2)(b))"),
        ("Figures 1 and 2", "[Figures 1](#fig-1) and [2](../two/index.md#fig-2)"),
        ("Table 4, TABLE IV", "[Table 4](../two/index.md#table-iv), [TABLE IV](../two/index.md#table-iv)"),
        ("by formula (3)", "by [formula (3)](../two/index.md#eq-3)"),
        ("in Section 2.1", "in [Section 2.1](../two-one/index.md)"),
        ("Appendix A", "[Appendix A](../more/index.md)"),
        ("见图 2", "见[图 2](../two/index.md#fig-2)"),
        ("Section 1 says", "Section 1 says"),
        ("Section 2 of the Act", "Section 2 of the Act"),
        ("Figure 9", "Figure 9"),
        ("reconfigure 1 and unstable 4", "reconfigure 1 and unstable 4"),
        ("Wow!Figure 1", "Wow!Figure 1"),
    ],
)
def test_mentions(text: str, expected: str) -> None:
    assert Crossrefs(BOOK).link(text, BOOK.section["kettle/one"]) == expected


@pytest.mark.parametrize("noise", ["references", "contents"])
def test_lists_of_other_works_are_left_alone(noise: Noise) -> None:
    section = msgspec.structs.replace(BOOK.section["kettle/one"], noise=noise)
    assert Crossrefs(BOOK).link("Figure 1", section) == "Figure 1"


def test_of_two_figures_with_one_number_the_nearer_is_meant() -> None:
    sections = [
        msgspec.structs.replace(small.section(name), order=n) for n, name in enumerate(("", "one", "two"))
    ]
    figures = [
        small.figure("fig-1", "kettle/one", "a", number="1"),
        small.figure("fig-1-2", "kettle/two", "b", number="1"),
    ]
    refs = Crossrefs(Book(small.tree(sections, figures)))
    assert [refs.link("Figure 1", section) for section in sections[1:]] == [
        "[Figure 1](#fig-1)",
        "[Figure 1](#fig-1-2)",
    ]
