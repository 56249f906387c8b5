"""Markdown of a section as the words that stand on its page."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from serverless.plain import figures, inline, pieces, plain

SECTION = """\
The **lamp** has a [lens](lens.md "Lens") and a `burner_2`.
It draws $P = U \\cdot I$ watts.

![Figure 1](figure:lamp#fig-1)
- Switch it off
  and wait.
- Wipe it.

| Mode | Watts |
|------|------:|
| Storm | 65 |
| Fog | 80 |

$$
E = m c^2
$$

```sh
lamp --off
```
<table><tr><th>Part</th><th>Mass</th></tr><tr><td>Hood</td><td>3&nbsp;kg</td></tr></table>
> Mind the glass.
"""


def test_every_block_keeps_its_kind() -> None:
    assert [(piece.kind, piece.text) for piece in pieces(SECTION)] == [
        ("prose", "The lamp has a lens and a burner_2. It draws $P = U \\cdot I$ watts."),
        ("figure", "Figure 1"),
        ("item", "Switch it off and wait."),
        ("item", "Wipe it."),
        ("row", "Mode: Storm; Watts: 65"),
        ("row", "Mode: Fog; Watts: 80"),
        ("formula", "$$ E = m c^2 $$"),
        ("code", "lamp --off"),
        ("row", "Part: Hood; Mass: 3 kg"),
        ("prose", "Mind the glass."),
    ]


def test_a_row_is_found_by_the_cell_that_names_it() -> None:
    (row,) = pieces("| Watts | Mode |\n|---|---|\n| 65 | Storm |")
    assert row.quote == "Storm"


def test_figures_are_pointers() -> None:
    assert figures(SECTION) == ("lamp#fig-1",)
    assert "Figure 1" not in plain(SECTION)


def test_marks_that_are_no_marks_stay() -> None:
    assert (
        inline("5 * 3 * 2, snake_case_name, \\*star\\*, a < b") == "5 * 3 * 2, snake_case_name, *star*, a < b"
    )


@given(st.text(alphabet="ab |-*_`$<>#[]()!\n:~\\1.", max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    assert all(piece.text for piece in pieces(text))


@given(st.lists(st.text("abcdefg", min_size=1), min_size=1))
def test_plain_prose_is_kept_word_for_word(words: list[str]) -> None:
    assert plain(" ".join(words)).split() == words


def test_marks_of_code_that_begin_a_line_open_no_block_where_others_follow() -> None:
    assert plain("```say(``s``` is code.\n\nThis is not.") == "say(``s is code.\nThis is not."
