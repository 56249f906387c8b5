"""Who speaks of which figure."""

from __future__ import annotations

import pytest

from builder.mentions import find

from .small import tree


def said(text: str) -> str:
    return ", ".join(f"{anchor.kind} {anchor.number}" for anchor in find(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("as Fig. 3(b) shows", "figure 3"),
        ("as shown in Fig. 1 (a) and in the last row", "figure 1"),
        ("see Figures 2 and 5", "figure 2, figure 5"),
        ("see Figs. 2(a), 5(b) and 7", "figure 2, figure 5, figure 7"),
        ("Tables 1–3 list them", "table 1, table 2, table 3"),
        ("Tables 1-3 list them", "table 1, table 2, table 3"),
        ("Figures 2 to 4", "figure 2, figure 3, figure 4"),
        ("Figure 2-1", "figure 2-1"),
        ("Figures 3–250", "figure 3"),
        ("Eq. (3) and Eqn. 6", "equation 3, equation 6"),
        ("Table IV and Algorithm S1", "table iv, algorithm s1"),
        ("如图3和表2所示", "figure 3, table 2"),
        ("见图3至5", "figure 3, figure 4, figure 5"),
        ("voir le tableau 2 et la figure 4", "table 2, figure 4"),
        ("siehe Abb. 2 und Tabelle 3", "figure 2, table 3"),
        ("véase la figura 2 y la tabla 1", "figure 2, table 1"),
        ("図1と表2に示す", "figure 1, table 2"),
        ("Section 4.2 says nothing of figures", ""),
        ("It figures: 3 pumps", ""),
    ],
)
def test_what_a_sentence_names(text: str, expected: str) -> None:
    assert said(text) == expected


DOCUMENT = """
    # Pumps

    ## Wells

    The pump is old (Fig. 1b). Nobody knows why.

    !figures/pump.png 400x300

    Fig. 1: The pump. See Table II.

    ## Costs

    Table II lists what Fig. 1 needs. Table 2 is the same one, and Fig. 9 is not here.

    TABLE II: Costs.

    !tables/costs.png 400x300

    ## References

    J. Doe, 2020: Figure 1 is nice.
"""


def test_sections_and_sentences_that_speak_of_a_figure() -> None:
    pump, costs = tree(DOCUMENT).figures
    assert pump.home == "doc/wells"
    assert pump.mentioned_in == ("doc/wells", "doc/costs")
    assert pump.mentions == ("The pump is old (Fig. 1b).", "Table II lists what Fig. 1 needs.")
    assert costs.mentioned_in == ("doc/costs",)
    assert costs.mentions[1] == "Table 2 is the same one, and Fig. 9 is not here."


def test_of_two_equal_numbers_the_nearest_is_meant() -> None:
    grown = tree("""
        # Two papers

        ## One

        Figure 1: A

        Figure 1 is good.

        !figures/a.png 400x300

        Figure 1: A pump.

        ## Two

        Figure 1 is better.

        !figures/b.png 400x300

        Figure 1: Another pump.
    """)
    assert [(figure.anchor, figure.mentioned_in) for figure in grown.figures] == [
        ("fig-1", ("doc/one",)),
        ("fig-1-2", ("doc/two",)),
    ]


def test_context_is_what_stands_around_in_whole_words() -> None:
    before, after = tree(DOCUMENT).figures[0].context
    assert (before, after) == ("The pump is old (Fig. 1b). Nobody knows why.", "")
    long = f"# Pumps\n\n{'Water. ' * 60}\n\n!a.png 400x300\n\n{'Stone. ' * 60}"
    before, after = tree(long).figures[0].context
    assert (before, after) == (" ".join(["Water."] * 28), " ".join(["Stone."] * 28))
    assert max(len(before), len(after)) <= 200
