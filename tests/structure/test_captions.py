"""What is a caption, what is only a sentence about a figure, and where a caption ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.captions import cut, listing, parse, tail


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Figure 1: The pump.", "figure 1 Figure 1 | The pump."),
        ("Fig. 2: The pump.", "figure 2 Figure 2 | The pump."),
        ("Fig. 2. The pump.", "figure 2 Figure 2 | The pump."),
        ("Figure 3. The pump.", "figure 3 Figure 3 | The pump."),
        ("FIGURE 4 | The pump", "figure 4 Figure 4 | The pump"),
        ("Figure 4.2 — The pump", "figure 4.2 Figure 4.2 | The pump"),
        ("Figure S1: More pumps.", "figure S1 Figure S1 | More pumps."),
        ("Figure 3 The pump from the side", "figure 3 Figure 3 | The pump from the side"),
        ("**Figure 3:** The pump", "figure 3 Figure 3 | ** The pump"),
        ("Table IV: Costs", "table IV Table IV | Costs"),
        ("TABLE II: Costs", "table II Table II | Costs"),
        ("Table A.1: Costs", "table A.1 Table A.1 | Costs"),
        ("Tab. 5: Costs", "table 5 Table 5 | Costs"),
        ("TABLE I", "table I Table I | "),
        ("Algorithm 1: Priming", "algorithm 1 Algorithm 1 | Priming"),
        ("Algorithm 1 Priming the Pump", "algorithm 1 Algorithm 1 | Priming the Pump"),
        ("Algorithm S1 Priming", "algorithm S1 Algorithm S1 | Priming"),
        ("Chart 2: Rain", "figure 2 Chart 2 | Rain"),
    ],
)
def test_captions(text: str, expected: str) -> None:
    found = parse(text)
    assert found is not None
    assert f"{found.kind} {found.number} {found.label} | {found.text}" == expected


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("Figure 3 – La pompe", "fr", "figure Figure 3 | La pompe"),
        ("Tableau 1 : Les coûts", "fr", "table Tableau 1 | Les coûts"),
        ("Tab. 1 : Les coûts", "fr", "table Tableau 1 | Les coûts"),
        ("Équation (4)", "fr", "equation Équation 4 | "),
        ("Abbildung 2: Die Pumpe", "de", "figure Abbildung 2 | Die Pumpe"),
        ("Abb. 2: Die Pumpe", "de", "figure Abbildung 2 | Die Pumpe"),
        ("Tabelle 1 Die Kosten", "de", "table Tabelle 1 | Die Kosten"),
        ("Figura 2. La bomba", "es", "figure Figura 2 | La bomba"),
        ("Tabla 3: Los costes", "es", "table Tabla 3 | Los costes"),
        ("Algoritmo 1: Cebado", "es", "algorithm Algoritmo 1 | Cebado"),
        ("图 3 水泵的结构", "zh", "figure 图 3 | 水泵的结构"),
        ("图3：水泵的结构", "zh", "figure 图 3 | 水泵的结构"),
        ("图3水泵结构", "zh", "figure 图 3 | 水泵结构"),
        ("图 2-1 水泵", "zh", "figure 图 2-1 | 水泵"),
        ("表 2 对比结果", "zh", "table 表 2 | 对比结果"),
        ("图 1", "ja", "figure 图 1 | "),
        ("図1：ポンプの構造", "ja", "figure 図 1 | ポンプの構造"),
        ("表2 費用", "ja", "table 表 2 | 費用"),
    ],
)
def test_captions_of_other_languages(text: str, lang: str, expected: str) -> None:
    found = parse(text, lang)
    assert found is not None
    assert f"{found.kind} {found.label} | {found.text}" == expected


@pytest.mark.parametrize(
    "text",
    [
        "Figure 8 qualitatively compares the pumps.",
        "Fig. 3 presents the results of four pumps.",
        "Table 1 showcases what the pumps cost.",
        "Alg. 1 illustrates how the pump is primed.",
        "Figure 2 (left) shows the valve.",
        "Figures of the pump",
        "Figure it out: the pump",
        "图3展示了水泵的结构。",
        "图 3 展示了水泵的结构，以及阀门。",
        "表2中列出了费用。",
        "図1はポンプの構造を示す。",
        "Tabelle 1 zeigt die Kosten.",
        "Figure 1: The pump ............ 12",
        "Table tennis: rules",
        "Photo of a well",
        "",
    ],
)
def test_sentences_are_no_captions(text: str) -> None:
    assert parse(text) is None


def test_captions_glued_to_each_other() -> None:
    assert cut("Figure 4: The old pump. Table 4: What both pumps cost.", after_picture=False) == (
        "Figure 4: The old pump.",
        "Table 4: What both pumps cost.",
    )


def test_a_caption_inside_the_text_of_its_picture() -> None:
    text = "0.1 0.2 0.3 m3/h old new Figure 5: Flow with different valves."
    assert cut(text, after_picture=True) == (
        "0.1 0.2 0.3 m3/h old new",
        "Figure 5: Flow with different valves.",
    )
    assert cut(text, after_picture=False) == (text,)


def test_a_figure_that_a_caption_speaks_of_begins_no_caption() -> None:
    text = "Figure 9: The valves. (a) shows the ones that correspond to Fig. 8. (b)."
    assert cut(text, after_picture=False) == (text,)


def test_body_text_glued_to_a_caption() -> None:
    text = (
        "Figure 3: Flow of four pumps, e.g. the old one. We show the mean. are listed for all of the pumps."
    )
    assert text[tail(text) :] == "are listed for all of the pumps."
    whole = "Figure 3: Flow of four pumps (cf. the old one)."
    assert tail(whole) == len(whole)


def test_an_algorithm_on_the_line_of_its_caption() -> None:
    caption = parse("Algorithm S1 Priming the Pump Require: a pump P 1: open the valve 2: wait")
    assert caption is not None
    title, body = listing(caption)
    assert (title.text, body) == ("Priming the Pump", "Require: a pump P 1: open the valve 2: wait")


@given(st.text(max_size=200), st.booleans())
def test_cutting_loses_nothing(text: str, after_picture: bool) -> None:
    assert "".join("".join(cut(text, after_picture=after_picture)).split()) == "".join(text.split())


@given(st.text(max_size=60))
def test_any_text_can_be_asked(text: str) -> None:
    found = parse(f"Figure 1: {text}")
    assert found is None or found.number == "1"
