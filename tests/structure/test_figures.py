"""Pictures and tables with their captions, and with the text that fell out of them."""

from __future__ import annotations

import pytest

from builder.tree import Tree

from .small import shown, texts, tree

PROSE = "The pump lifts the water from the well into the tank, and from there it runs to the houses."


def told(grown: Tree) -> str:
    """Each figure's label, caption, files and cells; a dash for what it has not."""
    lines = [
        (
            figure.label,
            figure.caption,
            " ".join(panel.source.removeprefix("doc/") for panel in figure.panels),
            " / ".join(figure.cells),
        )
        for figure in grown.figures
    ]
    return "\n" + "".join(" | ".join(part or "-" for part in line) + "\n" for line in lines)


def test_a_figures_caption_is_below_and_a_tables_above() -> None:
    grown = tree(f"""
        # Pumps

        {PROSE}

        !a.png 400x300

        Figure 1: The old pump.

        Table 1: Costs of both.

        !b.png 400x300

        {PROSE}

        !c.png 400x300

        Figure 2: The new pump.
    """)
    assert (
        told(grown)
        == """
Figure 1 | The old pump. | a.png | -
Table 1 | Costs of both. | b.png | -
Figure 2 | The new pump. | c.png | -
"""
    )
    assert (
        texts(grown)
        == f"""[doc]
{PROSE}

![Figure 1](figure:doc#fig-1)

![Table 1](figure:doc#table-1)

{PROSE}

![Figure 2](figure:doc#fig-2)
"""
    )


def test_a_document_may_put_its_captions_on_the_other_side() -> None:
    pairs = "\n\n".join(f"Figure {n}: Pump {n}.\n\n!{n}.png 400x300" for n in range(1, 6))
    grown = tree(f"# Pumps\n\n{PROSE}\n\n{pairs}\n\n{PROSE}")
    assert [figure.panels[0].source for figure in grown.figures] == [f"doc/{n}.png" for n in range(1, 6)]
    assert [figure.number for figure in grown.figures] == ["1", "2", "3", "4", "5"]


def test_a_tables_caption_below_its_picture() -> None:
    assert (
        shown(f"""
        # Pumps

        !figures/a.png 400x300

        Fig. 6: Strokes a day.

        !tables/b.png 764x118

        N

        5

        9

        TABLE II: Strokes by pump.

        {PROSE}
    """)
        == """
Pumps [doc]
  * Figure 6 [fig-6] a.png
  * Table II [table-ii] b.png, 3 cells
"""
    )


def test_panels_with_labels_are_one_figure() -> None:
    grown = tree(f"""
        # Pumps

        {PROSE}

        !figures/a.png 400x300

        (a) Old pump

        (b) New pump

        !tables/b.png 400x300

        Pump

        Flow

        (c) What they lift

        Figure 1: (a) The old pump, (b) the new one, (c) what both of them lift.

        {PROSE}
    """)
    assert (
        told(grown)
        == """
Figure 1 | (a) The old pump, (b) the new one, (c) what both of them lift. | figures/a.png tables/b.png | \
(a) Old pump / (b) New pump / Pump / Flow / (c) What they lift
"""
    )
    assert "Old pump" not in texts(grown)


def test_a_panel_behind_the_caption() -> None:
    assert (
        shown(f"""
        # Pumps

        !a.png 790x600

        !b.png 790x600

        Figure 6: Flow of all three.

        !c.png 750x600

        ## Costs

        {PROSE}
    """)
        == """
Pumps [doc]
  * Figure 6 [fig-6] a.png, b.png, c.png
  Costs [costs]
"""
    )


def test_two_figures_in_one_file() -> None:
    grown = tree(f"""
        # Pumps

        !both.png 2000x500

        Figure 3. The old pump.

        Figure 4. The new pump.

        {PROSE}
    """)
    old, new = grown.figures
    assert (old.id, new.id) == ("doc#fig-3", "doc#fig-4")
    assert old.panels == new.panels
    assert len(grown.files) == 1


def test_a_caption_inside_the_line_that_fell_out_of_the_picture() -> None:
    grown = tree(f"""
        # Pumps

        {PROSE}

        !figures/a.png 900x500

        ~ 0.1 0.2 0.3 Flow m3/h old new Figure 5: Flow with different valves.

        {PROSE}

        !figures/b.png 900x500

        ~ Algorithm S1 Priming Require: a pump 1: open the valve 2: wait

        {PROSE}
    """)
    assert (
        told(grown)
        == """
Figure 5 | Flow with different valves. | figures/a.png | 0.1 0.2 0.3 Flow m3/h old new
Algorithm S1 | Priming | figures/b.png | Require: a pump 1: open the valve 2: wait
"""
    )


def test_a_caption_torn_from_its_picture() -> None:
    assert (
        shown(f"""
        # Pumps

        # 1 Tests

        {PROSE}

        !tables/a.png 400x300

        # 2 Users

        {PROSE}

        {PROSE}

        {PROSE}

        TABLE S1: What people said.

        # 3 End
    """)
        == """
Pumps [doc]
  1 Tests [tests]
    * Table S1 [table-s1] a.png
  2 Users [users]
  3 End [end]
"""
    )


def test_a_caption_in_the_paragraph_of_its_picture() -> None:
    grown = tree("# Pumps\n\nFigure 1: The pump.\n!a.png 400x300")
    assert told(grown) == "\nFigure 1 | The pump. | a.png | -\n"


def test_a_label_on_a_line_of_its_own() -> None:
    grown = tree("# Pumps\n\nTABLE I\n\nCosts of both pumps\n\n!tables/a.png 400x300")
    assert told(grown) == "\nTable I | Costs of both pumps | tables/a.png | -\n"


def test_a_spilled_table_leaves_the_text() -> None:
    cells = "\n\n".join(
        ["Method", "CLIP", "Ours", "Average on", "B", "69.34", "85.48", "N", "74.22", "77.08"]
    )
    grown = tree(f"# Tests\n\nTable 1: Results.\n\n!tables/a.png 900x1300\n\n{cells}\n\n{PROSE}")
    assert grown.figures[0].cells[:4] == ("Method", "CLIP", "Ours", "Average on")
    assert len(grown.figures[0].cells) == 10
    assert texts(grown) == f"[doc]\n![Table 1](figure:doc#table-1)\n\n{PROSE}\n"


def test_sentences_in_a_spilled_table() -> None:
    grown = tree(f"""
        # Games

        TABLE I: Games and commands.

        !tables/a.png 2000x800

        Game

        Link

        To run the game, type the command: tic.

        1

        It offers contextual explanations, feedback, and dialogue.

        3

        {PROSE} {PROSE}
    """)
    assert len(grown.figures[0].cells) == 6
    assert grown.sections[0].text.endswith(PROSE)


def test_formulas_with_their_numbers() -> None:
    grown = tree(f"""
        # Pumps

        {PROSE}

        !figures/a.png 558x171

        ~ p(y|x) = exp (s (I, T) /τ) c=1 ,

        (1)

        where s is the flow that we have measured in all of the pumps.

        !figures/b.png 1003x76

        ~ L = α · θ + (1 − α) · θ , (7)

        !figures/c.png 57x59

        2

        t

        Therefore

        {PROSE}
    """)
    assert (
        told(grown)
        == """
Equation (1) | - | figures/a.png | p(y|x) = exp (s (I, T) /τ) c=1 ,
Equation (7) | - | figures/b.png | L = α · θ + (1 − α) · θ , (7)
- | - | figures/c.png | 2 / t
"""
    )
    assert [(figure.kind, figure.quality) for figure in grown.figures] == [
        ("equation", "good"),
        ("equation", "good"),
        ("equation", "fragment"),
    ]
    assert [figure.anchor for figure in grown.figures[:2]] == ["eq-1", "eq-7"]
    assert "\n\nTherefore\n\n" in grown.sections[0].text


@pytest.mark.parametrize(
    ("picture", "quality"),
    [
        ("speck.png 13x12", "decorative"),
        ("rule.png 900x3", "decorative"),
        ("logo.png 106x106", "decorative"),
        ("line.png 979x100", "fragment"),
        ("strip.png 2035x209", "fragment"),
        ("photo.png 800x600", "good"),
        ("photo.png 0x0", "good"),
        ("drawing.svg 405x96", "good"),
        ("button.png 300x80 the button that starts the pump", "good"),
    ],
)
def test_what_a_picture_without_caption_is_worth(picture: str, quality: str) -> None:
    (figure,) = tree(f"# Pumps\n\n{PROSE}\n\n!{picture}\n\n{PROSE}").figures
    assert (figure.kind, figure.quality) == ("image", quality)


def test_a_sentence_cut_out_as_a_picture_stays_text() -> None:
    grown = tree(f"# Pumps\n\n{PROSE}\n\n!figures/a.png 1036x91\n\n~ {PROSE}\n\n{PROSE}")
    assert [(figure.quality, figure.cells) for figure in grown.figures] == [("fragment", ())]
    assert texts(grown).count(PROSE) == 3


def test_short_lines_below_a_picture_of_a_manual_stay_text() -> None:
    grown = tree(f"# Pumps\n\n!a.png 400x300\n\nThe new pump\n\n{PROSE}")
    assert texts(grown).endswith(f"The new pump\n\n{PROSE}\n")


def test_a_real_table_with_a_caption_is_a_figure_and_one_without_stays_text() -> None:
    grown = tree("""
        # Pumps

        Table 1: Costs.

        | Pump | Cost |
        | A | 10 |

        Other pumps are in the second one.

        | Pump | Cost |
        | B | 20 |
    """)
    (table,) = grown.figures
    assert (table.kind, table.label, table.rows, table.table_html) == (
        "table",
        "Table 1",
        (("Pump", "Cost"), ("A", "10")),
        "<table></table>",
    )
    assert grown.sections[0].text == (
        "![Table 1](figure:doc#table-1)\n\nOther pumps are in the second one.\n\n"
        "| Pump | Cost |\n| --- | --- |\n| B | 20 |"
    )


def test_icons_in_a_table_are_no_pictures_of_it() -> None:
    grown = tree("# Pumps\n\nTable 1: Icons.\n\n| Icon | Meaning |\n| | low |\n!icons/low.png 48x48")
    assert [(figure.name, figure.kind, figure.quality, len(figure.panels)) for figure in grown.figures] == [
        ("Table 1", "table", "good", 0),
        ("Picture", "image", "decorative", 1),
    ]


def test_an_algorithm_that_is_text() -> None:
    grown = tree(f"""
        # Pumps

        {PROSE}

        Algorithm 1: Priming, in Python

        !figures/a.png 13x12

        for valve in valves: flow = measure(valve) if flow < least: close(valve)

        {PROSE}
    """)
    algorithm = next(figure for figure in grown.figures if figure.kind == "algorithm")
    assert algorithm.cells == ("for valve in valves: flow = measure(valve) if flow < least: close(valve)",)
    assert algorithm.panels == ()


def test_a_caption_without_anything_to_show_stays_text() -> None:
    grown = tree(f"# Pumps\n\n{PROSE}\n\nFigure 7: A picture that is lost.\n\n{PROSE}")
    assert grown.figures == ()
    assert "Figure 7: A picture that is lost." in grown.sections[0].text


def test_a_missing_file_keeps_its_caption() -> None:
    (figure,) = tree("# Pumps\n\n!missing.png 0x0\n\nFig. S1: More pumps.").figures
    assert (figure.label, figure.caption, figure.panels) == ("Figure S1", "More pumps.", ())


def test_captions_written_as_alternative_text() -> None:
    grown = tree("# Pumps\n\n!a.png 400x300 Figure 1: The pump.\n\n!b.png 400x300 Figure 2: The well.")
    assert told(grown) == "\nFigure 1 | The pump. | a.png | -\nFigure 2 | The well. | b.png | -\n"
    twice = tree("# Pumps\n\n!a.png 400x300 Figure 1: The pump.\n\nFigure 1: The pump.")
    assert told(twice) == "\nFigure 1 | The pump. | a.png | -\n"


def test_alternative_texts_come_from_the_source_else_from_the_caption() -> None:
    grown = tree("""
        # Pumps

        !a.png 400x300 a red pump

        Figure 1: The pump.

        !b.png 400x300 image

        Figure 2: The well.

        !c.png 400x300 photo.png
    """)
    assert [(figure.alt, figure.alt_source) for figure in grown.figures] == [
        ("a red pump", "source"),
        ("Figure 2: The well.", "caption"),
        ("", "none"),
    ]


def test_pictures_inside_a_paragraph() -> None:
    grown = tree("# Pumps\n\nPress the button:\n!icons/start.png 24x24\n\nIt starts.")
    assert grown.sections[0].text.startswith("Press the button:\n\n![](figure:doc#image-")
    assert [figure.quality for figure in grown.figures] == ["decorative"]


def test_pictures_in_references_are_doubtful() -> None:
    grown = tree("# Pumps\n\n## References\n\n[1] J. Doe, 2020.\n\n!tables/a.png 1037x376")
    assert [figure.quality for figure in grown.figures] == ["fragment"]


@pytest.mark.parametrize(
    ("lang", "picture", "caption", "label"),
    [
        ("fr", "a.png", "Figure 3 – La pompe", "Figure 3"),
        ("fr", "a.png", "Tableau 1 : Les coûts", "Tableau 1"),
        ("de", "a.png", "Abbildung 2: Die Pumpe", "Abbildung 2"),
        ("es", "a.png", "Figura 2. La bomba", "Figura 2"),
        ("zh", "a.png", "图 3 水泵的结构", "图 3"),
        ("zh", "a.png", "表2：费用", "表 2"),
        ("ja", "a.png", "図1：ポンプの構造", "図 1"),
    ],
)
def test_captions_of_six_languages_find_their_picture(
    lang: str, picture: str, caption: str, label: str
) -> None:
    for text in (f"!{picture} 400x300\n\n{caption}", f"{caption}\n\n!{picture} 400x300"):
        (figure,) = tree(f"# Pumps\n\n{text}", lang=lang).figures
        assert (figure.label, len(figure.panels)) == (label, 1)


def test_formulas_are_named_in_the_documents_language() -> None:
    (figure,) = tree("# Pompes\n\n!a.png 500x120\n\n~ a = b + c\n\n(3)", lang="fr").figures
    assert (figure.label, figure.anchor) == ("Équation (3)", "eq-3")
