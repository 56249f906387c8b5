"""A text is taken apart without loss, and only its prose is prose."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder import prose

PIECES = st.sampled_from(
    [
        "```\n",
        "~~~\n",
        "`",
        "``",
        "$",
        "$$",
        "\n",
        "\n\n",
        "[",
        "](",
        ")",
        "![x](figure:a#b)",
        "<a>",
        "</a>",
        "<",
        "\\",
        "word ",
    ]
)


class Marking:
    """Puts a letter around each part, to show what it was taken for."""

    def figure(self, name: str, line: str) -> str:
        return f"F({name})"

    def link(self, text: str) -> str:
        return f"L({text})"

    def tags(self, text: str) -> str:
        return f"T({text})"

    def prose(self, text: str) -> str:
        return f"P({text})" if text.strip() else text


class Keeping(Marking):
    """Leaves every part as it is."""

    def figure(self, name: str, line: str) -> str:
        return line

    def link(self, text: str) -> str:
        return text

    tags = prose = link


@given(st.lists(PIECES, max_size=30).map("".join))
def test_parts_make_the_whole_again(text: str) -> None:
    assert prose.rewrite(text, Keeping()) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one [two](three) four", "P(one )L([two](three))P( four)"),
        ("a `b` $c$ \\[d\\](e)", "P(a )`b` $c$ \\[P(d)\\]P((e))"),
        ("![Figure 1](figure:clip#fig-1)", "F(clip#fig-1)"),
        ("see ![x](figure:clip#fig-1)", "P(see )L(![x](figure:clip#fig-1))"),
        ("```\n![x](figure:clip#fig-1)\n```", "```\n![x](figure:clip#fig-1)\n```"),
        ("```say(``s```\n\n[two](three)", "```say(``s```\n\nL([two](three))"),
        ("costs $5 and $6", "P(costs $5 and $6)"),
        ('<a href="x">Figure 1</a>!', 'T(<a href="x">Figure 1</a>)P(!)'),
        ("$$\nFigure 1\n$$", "$$\nFigure 1\n$$"),
        ("at https://example.org/Figure1 now", "P(at )https://example.org/Figure1P( now)"),
    ],
)
def test_what_a_part_is_taken_for(text: str, expected: str) -> None:
    assert prose.rewrite(text, Marking()) == expected
