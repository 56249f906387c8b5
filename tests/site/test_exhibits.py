"""A figure's words never become markup, whatever a document says."""

from __future__ import annotations

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from builder import exhibits, words
from tests.site import small

TAGS = {
    "a",
    "details",
    "div",
    "figcaption",
    "figure",
    "img",
    "p",
    "picture",
    "source",
    "span",
    "strong",
    "summary",
}
TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from("<>&\"'$\\/"), max_size=40)


class Reader(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.names: set[str] = set()
        self.open: list[str] = []
        self.alts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.names |= {name for name, _ in attrs}
        self.alts += [value or "" for name, value in attrs if name == "alt"]
        if tag not in {"img", "source"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@given(TEXT, TEXT, TEXT, st.lists(TEXT, max_size=3), TEXT)
def test_any_words(label: str, caption: str, alt: str, cells: list[str], latex: str) -> None:
    figure = small.figure(
        "fig-1", "kettle", "a", label=label, caption=caption, alt=alt, cells=tuple(cells), latex=latex
    )
    shown = exhibits.exhibit(figure, exhibits.Place("library/kettle/"), (), words.of("en"))
    reader = Reader(shown)
    assert reader.tags <= TAGS
    assert not [name for name in reader.names if name.startswith("on")]
    assert reader.open == []
    assert "\n\n" not in shown


def test_a_picture_says_its_alternative_text() -> None:
    figure = small.figure("fig-1", "kettle", "a", label="Figure 1", alt='A "kettle" & <steam>')
    shown = exhibits.exhibit(figure, exhibits.Place("library/kettle/"), (), words.of("en"))
    assert Reader(shown).alts == ['A "kettle" & <steam>']


def test_a_label_is_not_said_twice() -> None:
    figure = small.figure("fig-1", "kettle", "a", label="Figure 1", caption="Figure 1: Steam.")
    assert exhibits.caption(figure) == "Steam."
    assert exhibits.caption(
        small.figure("fig-1", "kettle", label="Figure 1", caption="Figure 10 is more.")
    ) == ("Figure 10 is more.")


def test_an_algorithm_that_is_text_alone_is_shown_open() -> None:
    figure = small.figure(
        "algorithm-1", "kettle", kind="algorithm", label="Algorithm 1", cells=("1: boil", "2: pour")
    )
    shown = exhibits.exhibit(figure, exhibits.Place("library/kettle/"), (), words.of("en"))
    assert '<div class="sl-listing"><p>1: boil</p><p>2: pour</p></div>' in shown
    assert "<details" not in shown


def test_rows_without_a_table_make_one() -> None:
    figure = small.figure(
        "table-1", "kettle", kind="table", label="Table 1", rows=(("water", "weeks"), ("hard", "<4"))
    )
    assert exhibits.table(figure) == (
        '<table class="sl-rows"><tr><th>water</th><th>weeks</th></tr>'
        "<tr><td>hard</td><td>&lt;4</td></tr></table>"
    )
