"""Which headings hold, what they are called and how deep they are."""

from __future__ import annotations

import pytest

from builder.headings import is_names, single
from builder.layout import numbering

from .small import shown, tree

PROSE = "The pump lifts the water from the well into the tank, and from there it runs to the houses."


def test_names_below_the_title_are_no_section() -> None:
    assert (
        shown(f"""
        # Pumps for Small Villages

        # Ada Byron, Jonas Weber, Mei Lin Example University

        Abstract.

        {PROSE}

        # 1 Introduction

        {PROSE}

        # 2 Method

        {PROSE}
    """)
        == """
Pumps for Small Villages [doc] = Ada Byron, Jonas Weber, Mei Lin Example University
  1 Introduction [introduction]
  2 Method [method]
"""
    )


def test_a_demoted_heading_is_text_and_a_warning() -> None:
    grown = tree(f"""
        # Pumps

        # Ada Byron and Jonas Weber

        # 1 Introduction

        {PROSE}
    """)
    assert grown.sections[0].text == "Ada Byron and Jonas Weber"
    assert grown.document.warnings == (
        "line 4: the heading 'Ada Byron and Jonas Weber' was taken for a label, a cell or a byline",
    )


def test_a_chapter_named_after_people_stays_a_chapter() -> None:
    assert (
        shown(f"""
        # Pioneers

        ## Ada Byron and Jonas Weber

        {PROSE}
    """)
        == """
Pioneers [doc]
  Ada Byron and Jonas Weber [ada-byron-and-jonas-weber]
"""
    )


def test_a_cell_of_a_table_is_no_section() -> None:
    assert (
        shown(f"""
        # Pumps

        ## 1 Tests

        Table 1: What the pumps need.

        !tables/part1.png 800x300

        Pump

        A

        B

        # Strokes

        30

        40

        Power

        5 W

        9 W

        ## 2 Results

        {PROSE}
    """)
        == """
Pumps [doc]
  1 Tests [tests] = Strokes
    * Table 1 [table-1] part1.png, 9 cells
  2 Results [results]
"""
    )


def test_a_label_between_the_panels_of_a_figure_is_no_section() -> None:
    assert (
        shown(f"""
        # Pumps

        ## 1 Tests

        !figures/a.png 200x200

        ### Before

        !figures/b.png 200x200

        After

        Figure 1: A valve before and after cleaning.

        ## 2 Results

        {PROSE}
    """)
        == """
Pumps [doc]
  1 Tests [tests] = Before
    * Figure 1 [fig-1] a.png, b.png, 2 cells
  2 Results [results]
"""
    )


def test_an_axis_label_between_a_picture_and_its_caption_is_no_section() -> None:
    assert (
        shown(f"""
        # Pumps

        ## 1 Tests

        !figures/a.png 400x300

        # Water pumped (m3)

        Figure 1: Flow over the day.

        ## 2 Results

        {PROSE}
    """)
        == """
Pumps [doc]
  1 Tests [tests] = Water pumped (m3)
    * Figure 1 [fig-1] a.png, 1 cells
  2 Results [results]
"""
    )


def test_a_row_of_a_table_that_was_spilled_without_a_picture_is_no_section() -> None:
    cells = "\n\n".join(["Pump", "A 1", "12", "15", "# Strokes", "30", "40", "50"])
    assert (
        shown(f"# Pumps\n\n## Tests\n\n{cells}\n\n## Results\n\n{PROSE}")
        == """
Pumps [doc]
  Tests [tests] = Strokes
  Results [results]
"""
    )


def test_steps_with_pictures_stay_sections() -> None:
    assert (
        shown(f"""
        # Mount the pump

        !one.png 400x300

        ## Step two

        !two.png 400x300

        {PROSE}
    """)
        == """
Mount the pump [doc]
  * Picture good image [image-04335c60] one.png
  Step two [step-two]
    * Picture good image [image-c24cbc10] two.png
"""
    )


def test_a_heading_with_an_anchor_is_never_doubted() -> None:
    assert (
        shown("""
        # Phone {#top}

        ## Galaxy A, Galaxy B {#models}

        ## … {#more}
    """)
        == """
Phone [doc]
  Galaxy A, Galaxy B [models]
  … [more]
"""
    )


def test_a_caption_written_as_a_heading_is_a_caption() -> None:
    assert (
        shown("""
        # Pumps

        !pump.png 400x300

        ### Figure 1: The pump from the side
    """)
        == """
Pumps [doc] = Figure 1: The pump from the side
  * Figure 1 [fig-1] pump.png
"""
    )


@pytest.mark.parametrize(
    ("text", "once"),
    [
        ("August 2026August 2026", "August 2026"),
        ("Results Results", "Results"),
        ("Results", "Results"),
        ("Bora Bora", "Bora"),
        ("2020 2020", "2020 2020"),
        ("The  wide   gap", "The wide gap"),
    ],
)
def test_a_doubled_heading_stands_once(text: str, once: str) -> None:
    assert single(text) == once


@pytest.mark.parametrize(
    ("text", "number", "title"),
    [
        ("3.1 Background", "3.1", "Background"),
        ("3.1. Background", "3.1", "Background"),
        ("1 Introduction", "1", "Introduction"),
        ("IV. EXPERIMENTS", "IV", "EXPERIMENTS"),
        ("A. Setup", "A", "Setup"),
        ("A.2 Proofs", "A.2", "Proofs"),
        ("D.1. Details of Fine-Tuning", "D.1", "Details of Fine-Tuning"),
        ("Appendix B: Tables", "B", "Tables"),
        ("Chapter 3", "3", "Chapter 3"),
        ("Kapitel 2 – Aufbau", "2", "Aufbau"),
        ("Annexe A. Mesures", "A", "Mesures"),
        ("第3章 方法", "3", "方法"),
        ("第十二章 结论", "12", "结论"),
        ("第二节 设备", "2", "设备"),
        ("二、方法", "2", "方法"),
        ("（三）结果", "3", "结果"),
        ("附录A 数据", "A", "数据"),
        ("3) Results", "3", "Results"),
        ("§ 7 Haftung", "7", "Haftung"),
        ("3.1 2D plots", "3.1", "2D plots"),
        ("3D plots", "", "3D plots"),
        ("2023 in review", "", "2023 in review"),
        ("A new pump", "", "A new pump"),
        ("Part of the whole", "", "Part of the whole"),
    ],
)
def test_the_number_of_a_heading(text: str, number: str, title: str) -> None:
    found = numbering.parse(text)
    assert (found.number if found else "", found.title if found else text) == (number, title)


def test_numbers_are_believed_together() -> None:
    texts = ["1 Plan", "2 Build", "5 ways to fail", "2.4 GHz radio", "B. Letters", "C. More letters"]
    assert [found.number if found else "" for found in numbering.read(texts)] == [
        "1",
        "2",
        "",
        "2.4",
        "B",
        "C",
    ]
    assert [found.number if found else "" for found in numbering.read(["Radio", "5.8 GHz", "2.4 GHz"])] == [
        "",
        "",
        "",
    ]


def test_flat_levels_follow_the_numbers() -> None:
    assert (
        shown("""
        ## Pumps for Villages

        ## Abstract

        ## 1 Introduction

        ## 1.1 Water

        ## Notes on wells

        ## 2 Method

        ## 2.1 Tests

        ## 2.1.1 Valves

        ## References
    """)
        == """
Pumps for Villages [doc]
  Abstract [abstract]
  1 Introduction [introduction]
    1.1 Water [water]
      Notes on wells [notes-on-wells]
  2 Method [method]
    2.1 Tests [tests]
      2.1.1 Valves [valves]
  References [references] (references)
"""
    )


def test_letters_below_roman_numbers_and_as_appendices() -> None:
    assert (
        shown("""
        # Pumps

        # I. INTRODUCTION

        # A. Water

        # B. Wells

        # C. Costs

        # II. METHOD

        # 1) Tests
    """)
        == """
Pumps [doc]
  I INTRODUCTION [introduction]
    A Water [water]
    B Wells [wells]
    C Costs [costs]
  II METHOD [method]
    1 Tests [tests]
"""
    )
    assert (
        shown("""
        # Pumps

        # 1. Introduction

        # 2. Method

        # 2.1. Tests

        # A. Proofs

        # A.1. Flow
    """)
        == """
Pumps [doc]
  1 Introduction [introduction]
  2 Method [method]
    2.1 Tests [tests]
  A Proofs [proofs]
    A.1 Flow [flow]
"""
    )


def test_chinese_chapters_and_lists() -> None:
    assert (
        shown(
            """
        # 水泵手册

        # 第一章 总则

        # 第一节 范围

        # 第二章 安装

        # 一、准备

        # （一）工具
    """,
            lang="zh",
        )
        == """
水泵手册 [doc]
  1 总则 [总则]
    1 范围 [范围]
  2 安装 [安装]
    1 准备 [准备]
      1 工具 [工具]
"""
    )


def test_jumps_are_closed() -> None:
    assert (
        shown("""
        # Pumps

        ### Wells

        ###### Depth

        ## Tanks
    """)
        == """
Pumps [doc]
  Wells [wells]
    Depth [depth]
  Tanks [tanks]
"""
    )


def test_thanks_references_and_supplement_leave_the_last_chapter() -> None:
    assert (
        shown("""
        # Pumps

        # I. INTRODUCTION

        # II. CONCLUSION

        ## ACKNOWLEDGMENT

        ## REFERENCES

        ## Supplementary Material

        ### OVERVIEW

        # III. TOTAL LOSS
    """)
        == """
Pumps [doc]
  I INTRODUCTION [introduction]
  II CONCLUSION [conclusion]
  ACKNOWLEDGMENT [acknowledgment] (acknowledgements)
  REFERENCES [references] (references)
  Supplementary Material [supplementary-material]
    OVERVIEW [overview]
  III TOTAL LOSS [total-loss]
"""
    )


def test_every_chapter_of_a_book_keeps_its_own_references() -> None:
    assert (
        shown("""
        # Two Studies

        # 1. Wells

        ## References

        # 2. Tanks

        ## References
    """)
        == """
Two Studies [doc]
  1 Wells [wells]
    References [references] (references)
  2 Tanks [tanks]
    References [tanks-references] (references)
"""
    )


def test_names() -> None:
    assert is_names("Ada Byron, Jonas Weber and Mei Lin")
    assert is_names("María del Mar García; Jean-Luc d’Arc∗")
    assert is_names("Institute of Hydrology")
    assert not is_names("Installing and Using the Pump")
    assert not is_names("Safety, maintenance and repair")
    assert not is_names("Pumps")
