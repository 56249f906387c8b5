# ruff: noqa: E501 -- pages are shown as they are written
"""Sections become pages: what the Markdown holds, and what a document cannot make it hold."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import msgspec
import pytest

from builder import pages
from serverless.model import Section
from tests.site import small


def page(section: Section, *others: Section, **fields: object) -> str:
    """The page of a section in a document of its own, without front matter."""
    sections = [small.section("", title="The kettle"), section, *others]
    made = pages.render([small.tree(sections, **fields)], small.CONFIG)  # type: ignore[arg-type]
    return made.texts[f"{section.url}index.md"].partition("\n---\n")[2].strip()


def body(text: str) -> str:
    """What is left of `text` below the title of its page."""
    return page(small.section("boiling", text)).partition("\n")[2].strip()


def test_a_page_from_top_to_bottom(tmp_path: Path) -> None:
    made = pages.render([small.kettle(tmp_path)], small.CONFIG)
    expected = """\
        ---
        id: "kettle/care"
        title: "2 Care"
        description: "Descale as Table 1 says, or Figure 1 suffers."
        document: "kettle"
        document_title: "The kettle"
        breadcrumb: ["The kettle", "Care"]
        lang: "en"
        figures: [{id: "table-1", name: "Table 1"}]
        exhibits: "Figures and tables"
        ---

        # 2 Care {: #top}

        Descale as [Table 1](#table-1) says, or [Figure 1](../boiling/index.md#fig-1) suffers.

        <figure id="table-1" class="sl-table">
        <figcaption>
        <span class="sl-caption"><strong>Table 1</strong>: How often to descale.</span>
        </figcaption>
        <div class="sl-grid" role="region" aria-label="Table 1"><table class="sl-rows"><tr><th>water</th><th>weeks</th></tr><tr><td>hard</td><td>4</td></tr></table></div>
        </figure>

        <p class="sl-fragment" id="image-1"><img src="../_fig/scrap.png" alt="Picture" width="400" height="300" loading="lazy" decoding="async"></p>

        <div class="sl-children" markdown="1">

        ## In this section {: #contents}

        - [2.1 Descaling](../descaling/index.md)

            Use vinegar. See boiling.

        </div>

        <section class="sl-mentioned" aria-labelledby="mentioned">
        <h2 id="mentioned">Figures mentioned on this page</h2>
        <ul>
        <li><a href="../boiling/#fig-1"><img src="../_fig/steam-a.png" alt="" width="400" height="300" loading="lazy" decoding="async"><span><strong>Figure 1</strong>: Steam, seen from two sides.</span></a></li>
        </ul>
        </section>
        """
    assert made.texts["library/kettle/care/index.md"] == dedent(expected)


def test_a_figure_of_two_panels_with_its_readers_and_its_words(tmp_path: Path) -> None:
    made = pages.render([small.kettle(tmp_path)], small.CONFIG)
    text = made.texts["library/kettle/boiling/index.md"]
    expected = """\
        <figure id="fig-1" class="sl-figure">
        <div class="sl-panels">
        <a class="fig" href="../_fig/steam-a.png"><picture><img src="../_fig/steam-a.png" alt="Figure 1 (1/2)" width="400" height="300" decoding="async"></picture></a>
        <a class="fig" href="../_fig/steam-b.png"><picture><img src="../_fig/steam-b.png" alt="Figure 1 (2/2)" width="400" height="300" decoding="async"></picture></a>
        </div>
        <figcaption>
        <span class="sl-caption"><strong>Figure 1</strong>: Steam, seen from <span class="arithmatex">\\(two\\)</span> sides.</span>
        <span class="sl-discussed">Discussed in <a href="../care/">2 Care</a></span>
        <details class="sl-fold"><summary>Text in the picture</summary><p class="sl-cells">100 °C · steam</p></details>
        </figcaption>
        </figure>"""
    assert dedent(expected) in text


def test_the_front_page_of_a_document_lists_its_sections(tmp_path: Path) -> None:
    made = pages.render([small.kettle(tmp_path)], small.CONFIG)
    text = made.texts["library/kettle/index.md"]
    assert "English · 4 sections · 2 figures · Source: kettle.md\n{: .sl-source}" in text
    assert (
        "- [1 Boiling](boiling/index.md)\n- [2 Care](care/index.md)\n    - [2.1 Descaling](descaling/index.md)\n"
        in text
    )
    assert "- [Figure 1](boiling/index.md#fig-1) Steam, seen from two sides.\n" in text


def test_pages_of_the_pdf_are_linked(tmp_path: Path) -> None:
    (tmp_path / "kettle.pdf").write_bytes(b"%PDF")
    spread = msgspec.structs.replace(small.section("boiling"), pages=(3, 4))
    one = msgspec.structs.replace(small.section("boiling"), pages=(3, 3))
    assert "[Pages 3–4 of the PDF](../kettle.pdf#page=3)" in page(spread, pdf=str(tmp_path / "kettle.pdf"))
    assert "\nPage 3\n{: .sl-source}" in page(one)


def test_a_wide_picture_comes_in_two_sizes_and_only_the_first_is_loaded_at_once() -> None:
    wide = small.figure("fig-1", "kettle/boiling", "wide", label="Figure 1")
    wide = msgspec.structs.replace(wide, panels=(small.asset("wide", 2000, 1000),))
    more = small.figure("fig-2", "kettle/boiling", "small", label="Figure 2")
    shown = page(small.section("boiling"), figures=[wide, more])
    assert 'srcset="../_fig/wide-800.webp 800w, ../_fig/wide-1600.webp 1600w"' in shown
    assert shown.count('loading="lazy"') == 1


def test_a_formula_with_a_number_keeps_its_anchor() -> None:
    law = small.figure("eq-3", "kettle/boiling", kind="equation", label="(3)", latex="p < q")
    shown = page(small.section("boiling", "![(3)](figure:kettle#eq-3)"), figures=[law])
    assert '<figure id="eq-3" class="sl-equation">\n<div class="arithmatex">\\[p &lt; q\\]</div>' in shown


def test_a_figure_has_its_anchor_once() -> None:
    twice = "![a](figure:kettle#fig-1)\n\nAgain:\n\n![a](figure:kettle#fig-1)"
    shown = page(small.section("boiling", twice), figures=[small.figure("fig-1", "kettle/boiling", "a")])
    assert shown.count("<figure") == 2
    assert shown.count('id="fig-1"') == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See [boiling](#boiling).", "See [boiling](index.md)."),
        ("See [it](#1-boiling).", "See [it](index.md)."),
        ("See [the rest](chapter2.md).", "See the rest."),
        ("See [gone](#gone).", "See gone."),
        ("See [it](https://example.org/a).", "See [it](https://example.org/a)."),
        ("Ask!\\[no link](#x)", "Ask!\\[no link](#x)"),
    ],
)
def test_links_inside_the_source_lead_to_its_pages(text: str, expected: str) -> None:
    assert page(small.section("boiling", text, number="1")).partition("\n")[2].strip() == expected


@pytest.mark.parametrize(
    "text",
    [
        "```\n![x](figure:kettle#fig-1)\n[a](#gone)\nFigure 1\n```",
        "`[a](#gone)` and `Figure 1`",
        "$[a](#gone)$",
        "{{ page.title }} {% include 'x' %} <b>{# no #}</b>",
        "\\# no heading\n\\[a](#gone)",
    ],
)
def test_code_and_escapes_stay_as_they_are(text: str) -> None:
    assert body(text) == text


def test_titles_and_captions_are_text() -> None:
    bold = small.section("boiling", title='<script>*"x"*</script> `a` {{ b }} C#')
    shown = page(
        bold,
        figures=[small.figure("fig-1", "kettle/boiling", "a", label="Figure 1", caption="<b>&amp; $3</b>")],
    )
    assert shown.splitlines()[0] == '# &lt;script>\\*"x"\\*&lt;/script> \\`a\\` \\{\\{ b }} C# {: #top}'
    assert "&lt;b&gt;&amp;amp; $3&lt;/b&gt;" in shown


def test_front_matter_holds_any_title() -> None:
    odd = small.section("boiling", title='a: "b"\u2028- c #d')
    made = pages.render([small.tree([small.section("", title="The kettle"), odd])], small.CONFIG)
    assert 'title: "a: \\"b\\" - c #d"' in made.texts["library/kettle/boiling/index.md"]


def test_the_words_of_a_page_are_in_the_language_of_the_document(tmp_path: Path) -> None:
    made = pages.render([small.tree(small.kettle(tmp_path).sections, lang="fr")], small.CONFIG)
    assert "## Sommaire {: #contents}" in made.texts["library/kettle/index.md"]
    assert "Français · 4 sections · Source : kettle.md" in made.texts["library/kettle/index.md"]


def test_the_same_trees_give_the_same_pages(tmp_path: Path) -> None:
    tree = small.kettle(tmp_path)
    assert pages.render([tree], small.CONFIG) == pages.render([tree], small.CONFIG)


def test_navigation_and_cards(tmp_path: Path) -> None:
    made = pages.render([small.kettle(tmp_path)], small.CONFIG)
    (entry,) = made.nav
    assert [child.title for child in entry.children] == ["The kettle", "1 Boiling", "2 Care"]
    assert [child.path for child in entry.children[2].children] == [
        "library/kettle/care/index.md",
        "library/kettle/descaling/index.md",
    ]
    (card,) = made.cards
    assert (card.url, card.facts) == ("library/kettle/", "English · 4 sections · 2 figures")
    assert "1 document · 4 sections · 2 figures" in made.texts["library/index.md"]
