"""A document as a tree: what is the title, what is whose text, what is kept."""

from __future__ import annotations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.blocks import Block
from builder.layout import flow
from builder.tree import grow

from .small import document, shown, texts, tree

PROSE = "The pump lifts the water from the well into the tank, and from there it runs to the houses."


def test_the_title_is_the_root_with_the_text_before_the_first_section() -> None:
    grown = tree(f"""
        # Pumps {{#doc}}

        {PROSE}

        ## Wells

        Deep ones.
    """)
    assert texts(grown) == f"[doc]\n{PROSE}\n\n[doc/wells]\nDeep ones.\n"
    root, wells = grown.sections
    assert (root.level, root.parent, root.slug, root.breadcrumb, root.line) == (0, None, "", ("Pumps",), 1)
    assert (wells.level, wells.parent, wells.breadcrumb, wells.line) == (1, "doc", ("Pumps", "Wells"), 7)
    assert (root.url, wells.url) == ("library/doc/", "library/doc/wells/")


def test_a_document_without_headings_is_one_section() -> None:
    grown = tree(PROSE, title="A note")
    assert [(section.title, section.text) for section in grown.sections] == [("A note", PROSE)]


def test_a_numbered_or_general_first_heading_is_no_title() -> None:
    assert (
        shown("# 1. Introduction\n\n# 2. Method", title="Pumps")
        == """
Pumps [doc]
  1 Introduction [introduction]
  2 Method [method]
"""
    )
    assert (
        shown("# Introduction\n\n# Method", title="pumps")
        == """
pumps [doc]
  Introduction [introduction]
  Method [method]
"""
    )


def test_a_single_top_heading_is_the_title_whatever_it_says() -> None:
    assert (
        shown("# Introduction\n\n## Wells")
        == """
Introduction [doc]
  Wells [wells]
"""
    )


def test_a_declared_title_leaves_the_first_section_alone() -> None:
    assert (
        shown("# Introduction\n\n## Wells", title="Pumps")
        == """
Pumps [doc]
  Introduction [introduction]
    Wells [wells]
"""
    )
    assert (
        shown("# Wells\n\n# Tanks", title="Pumps")
        == """
Pumps [doc]
  Wells [wells]
  Tanks [tanks]
"""
    )


def test_a_title_that_an_extractor_put_behind_the_first_heading() -> None:
    grown = tree("# 1. Introduction\n\n# Pumps\n\nWater.\n\n# 2. Method\n\nTests.", title="1. Introduction")
    assert grown.document.title == "Pumps"
    assert texts(grown) == "[doc]\n\n\n[doc/introduction]\nWater.\n\n[doc/method]\nTests.\n"


def test_short_and_empty_sections_are_kept() -> None:
    grown = tree("# Pumps\n\n## Wells\n\n## Tanks\n\nBig.")
    assert [section.title for section in grown.sections] == ["Pumps", "Wells", "Tanks"]


def test_headings_as_the_source_has_them_and_without_their_number() -> None:
    section = tree("# Pumps\n\n## 3.1. Wells").sections[1]
    assert (section.heading, section.number, section.title, section.id) == (
        "3.1. Wells",
        "3.1",
        "Wells",
        "doc/wells",
    )


def test_a_paragraph_cut_by_a_figure_is_whole_again() -> None:
    grown = tree("""
        # Pumps

        Water is lifted from the well by a pump that stands in the

        !figures/pump.png 400x300

        Figure 1: The pump.

        middle of the village, where all of the people can see it.

        It was built in the year of the flood, and it has been under-

        goes no longer matters.
    """)
    assert grown.sections[0].text == (
        "Water is lifted from the well by a pump that stands in the middle of the village, where all of the "
        "people can see it.\n\n![Figure 1](figure:doc#fig-1)\n\n"
        "It was built in the year of the flood, and it has been undergoes no longer matters."
    )


def test_a_sentence_does_not_go_on_behind_the_code_of_a_list() -> None:
    said = "The driver has to call the function that says whether the lamp can be switched, and its flags,"
    item = Block(kind="list", text=said, md=f"- {said}\n\n    ```\n    + flags,\n    ```", line=1)
    after = (
        "On removal of the device, the other function has to be called before anything else is done with it."
    )
    paragraph = Block(kind="paragraph", text=after, md=after, line=7)
    joined = flow.text([flow.part(block, {}) for block in (item, paragraph)], {})
    assert joined == f"{item.md}\n\n{after}"


def test_a_formula_keeps_its_place_in_the_sentence() -> None:
    text = "The loss that we use in all of the tests is the mean of the squares, that is"
    grown = tree(f"# Pumps\n\n{text}\n\n$$ a = b\n\nwhere a is the flow and b is what we had expected of it.")
    assert grown.sections[0].text.startswith(f"{text}\n\n$$\na = b\n$$\n\nwhere a")


def test_hyphens_of_line_ends_go_and_those_of_compounds_stay() -> None:
    grown = tree("""
        # Pumps

        The hydro-logist measures. A hydrologist is low-paid; the hydrologist is well known for low-cost work.
    """)
    assert grown.sections[0].text.startswith("The hydrologist measures. A hydrologist is low-paid;")


def test_lists_lose_bullets_that_stand_alone_and_keep_their_labels() -> None:
    grown = tree("# Pumps\n\n- •\n- Wells are deep.\n- [1]\n- J. Doe, Wells.")
    assert grown.sections[0].text == "- Wells are deep.\n- [1] J. Doe, Wells."


def test_pages_and_boxes_come_from_the_blocks() -> None:
    made = document("# Pumps\n\n## Wells\n\nDeep ones.\n\nOld ones.")
    places = [(1, (0, 0, 9, 9)), (1, (0, 20, 9, 29)), (1, (0, 30, 9, 39)), (2, (0, 0, 5, 5))]
    placed: list[Block] = [
        msgspec.structs.replace(block, page=page, bbox=box)
        for block, (page, box) in zip(made.blocks, places, strict=True)
    ]
    wells = grow(msgspec.structs.replace(made, blocks=tuple(placed))).sections[1]
    assert wells.pages == (1, 2)
    assert wells.bboxes == ((1, (0, 20, 9, 39)), (2, (0, 0, 5, 5)))


def test_the_same_blocks_give_the_same_tree() -> None:
    made = document(f"# Pumps\n\n## Wells\n\n{PROSE}\n\n!pump.png 400x300")
    assert msgspec.json.encode(grow(made)) == msgspec.json.encode(grow(made))


def test_pictures_to_copy_are_listed_by_hash() -> None:
    grown = tree("# Pumps\n\n!figures/pump.png 400x300")
    asset = grown.figures[0].panels[0]
    assert grown.files == {asset.id: "/sources/doc/figures/pump.png"}
    assert asset.path == f"library/doc/_fig/pump-{asset.id[:8]}.png"
    assert asset.source == "doc/figures/pump.png"


PIECES = (
    "# Heading {0}",
    "## 2.1 Heading {0}",
    "### {0}",
    "{0}",
    "({0})",
    "{0} = exp (s) + 1",
    "The {0} lifts the water from the well into the tank, and from there it runs to the",
    "houses of the village, where all of the {0} can see it.",
    "We call it {0}.",
    "Figure 1: The {0}.",
    "Figure 2: The old {0}. Table 1: The new {0}.",
    "Algorithm 1 Priming of {0} Require: {0} 1: wait",
    "TABLE I",
    "!figures/{0}.png 400x300 {0}",
    "!figures/{0}.png 900x80",
    "!tables/{0}.png 900x400",
    "!{0}.png 9x9",
    "See the {0}\n!{0}.png 60x60",
    "| Pump | Cost |\n| {0} | 2 |",
    "- {0}\n- and more of it",
    "$$ a = {0}",
    "``` print({0})",
    "~ 0.1 0.2 {0} m3 old new",
    "~ The {0} lifts the water from the well into the tank.",
    "~ 0.1 0.2 old new Figure 5: Flow of {0}.",
    "水泵{0}把水从井里抽到水箱，再从那里流到每家每户",
    "图 3 水泵{0}的结构",
)


@settings(deadline=None, max_examples=150)
@given(st.lists(st.sampled_from(PIECES), max_size=14))
def test_no_word_is_lost_whatever_stands_together(pieces: list[str]) -> None:
    names = [f"word{place}x" for place in range(len(pieces))]
    grown = tree("\n\n".join(piece.format(name) for piece, name in zip(pieces, names, strict=True)))
    found = msgspec.json.encode((grown.sections, grown.figures)).decode()
    assert [
        name for piece, name in zip(pieces, names, strict=True) if "{0}" in piece and name not in found
    ] == []
    lines = [line for section in grown.sections for line in section.text.split("\n") if "](figure:" in line]
    assert len(lines) == len(grown.figures) == len({figure.id for figure in grown.figures})
    assert {figure.home for figure in grown.figures} <= {section.id for section in grown.sections}
