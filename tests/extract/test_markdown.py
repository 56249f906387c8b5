"""How the dialects of Markdown become blocks: what is on the page, and what never is."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.config import Config
from builder.extract import extract, find
from tests.extract.small import CORPUS, blocks, read, shown


def test_a_whole_document(tmp_path: Path) -> None:
    found = next(one for one in find(CORPUS) if one.id == "lighthouse")
    document = extract(found, CORPUS, Config(), tmp_path)
    assert (document.title, document.lang, document.warnings) == ("The lighthouse of Skerry Point", "en", ())
    assert shown(list(document.blocks)) == "\n".join(
        [
            "image: <images/lamp.png>",
            "heading 1: Skerry Point",
            "paragraph: The lamp has burned since 1884. See [the plan](#plan) and Figure 1.",
            "heading 2: The plan",
            "image: <images/plan.svg>",
            "paragraph: Figure 1: The tower from above.",
            "heading 3 #measures: Measures",
            "table: | Part | Height (m) |\n| --- | --- |\n| Tower | 21 |\n| Lamp room | 3 |",
            "paragraph: The light is seen at",
            "formula: $$\nd = \\sqrt{2 r h}\n$$",
            "paragraph: where $h$ is its height.<sup>eye</sup>",
            "paragraph (footnote): <sup>eye</sup> The eye of the watcher is taken to be at sea level.",
            "list: 1. Wind the clock.\n2. Trim the wick:\n    - cut it level,\n    - wipe it.",
            "quote: > Keep a good light.",
            "code: ```text\n# not a heading\n```",
        ]
    )
    assert [block.line for block in document.blocks][:6] == [6, 8, 10, 12, 15, 16]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Title\n=====", "heading 1: Title"),
        ("Part\n----", "heading 2: Part"),
        ("## Part ##", "heading 2: Part"),
        ("## **Part**", "heading 2: Part"),
        ("## *Part* two", "heading 2: *Part* two"),
        ("## 1. Part<br>two", "heading 2: 1. Part two"),
        ("# Kopf {#kopf .klein}", "heading 1 #kopf: Kopf"),
        ('# <span id="page-3-1"></span>Part', "heading 1: Part"),
        ("# Logo ![](logo.png)", "heading 1: Logo <logo.png>"),
        ("# ![](logo.png)", "image: <logo.png>"),
        ("~~~\n# no\n~~~", "code: ```\n# no\n```"),
        ("````md\n```\n````", "code: ````md\n```\n````"),
        ("    # no", "code: ```\n# no\n```"),
        ("# ", ""),
    ],
)
def test_headings_and_what_only_looks_like_one(source: str, expected: str) -> None:
    assert shown(blocks(source)) == expected


@pytest.mark.parametrize(
    ("source", "href"),
    [
        ("![](a.png)", "a.png"),
        ("![alt](<a (1) b.png>)", "a (1) b.png"),
        ("![alt](a_(1).png 'title')", "a_(1).png"),
        ("![alt](a%20b.png)", "a%20b.png"),
        (r"![alt](image\_000001\_x.png)", "image_000001_x.png"),
        ("![alt\non two lines](a.png)", "a.png"),
        ("![alt][ref]\n\n[ref]: a.png 'title'", "a.png"),
        ("![ref]\n\n[ref]: <a b.png>", "a b.png"),
        ('<img src="a.png" alt="alt">', "a.png"),
        ('<p align="center">\n<img src="a.png">\n</p>', "a.png"),
        ('<figure><img src="a.png"></figure>', "a.png"),
        ("[![alt](a.png)](https://example.org)", "a.png"),
        ("![](a.png){width=50%}", "a.png"),
    ],
)
def test_ways_to_show_a_picture(source: str, href: str) -> None:
    (block,) = blocks(source)
    assert (block.kind, block.md) == ("image", "")
    assert [image.href for image in block.images] == [href]


def test_a_picture_keeps_its_words() -> None:
    (block,) = blocks('![A *red* kettle](kettle.png "On the stove")')
    assert (block.images[0].alt, block.images[0].title, block.text) == (
        "A red kettle",
        "On the stove",
        "A red kettle",
    )


def test_pictures_part_from_the_lines_around_them() -> None:
    assert shown(
        blocks("![](a.png)  \nFigure 1: Steam\nrises.\n![](b.png) ![](c.png)\nText ![](d.png) goes on.")
    ) == (
        "image: <a.png>\n"
        "paragraph: Figure 1: Steam\nrises.\n"
        "image: <b.png> <c.png>\n"
        "paragraph: Text goes on. <d.png>"
    )


def test_a_picture_on_another_site_becomes_a_link() -> None:
    made, _ = read("![Steam](https://example.org/a_b.png)")
    assert shown(made) == "paragraph: [Steam](https://example.org/a_b.png)"


@pytest.mark.parametrize(
    ("source", "md"),
    [
        ("A **bold** and *slanted* `word`", "A **bold** and *slanted* `word`"),
        ("snake_case and __strong__", "snake_case and **strong**"),
        ("_one_*two*", "*one*<em>two</em>"),
        ("~~gone~~", "<s>gone</s>"),
        ("H<sub>2</sub>O<br>next", "H<sub>2</sub>O<br>\nnext"),
        ('<font color="red">x</font>', "x"),
        ("a line  \nand the next", "a line<br>\nand the next"),
        ("第一行\n第二行", "第一行第二行"),
        ("**重要：**水沸", "**重要：**水沸"),
        ("See [the note](notes.md#two) and <https://example.org/a>.", None),
        ("Fish &amp; chips &lt;b&gt; &copy;", "Fish & chips &lt;b> ©"),
        ("Use `<foo>` or <foo> here", "Use `<foo>` or &lt;foo> here"),
        ("5 < 6 & 7 > 3", "5 < 6 & 7 > 3"),
        ("cites [23] and [35, 34]", "cites [23] and [35, 34]"),
        (r"\# not a heading", r"\# not a heading"),
        (r"1\. not a list", r"1\. not a list"),
        ("a <!-- hidden --> b", "a b"),
    ],
)
def test_running_text(source: str, md: str | None) -> None:
    (block,) = blocks(source)
    assert block.md == (
        md or "See [the note](notes.md#two) and [https://example.org/a](https://example.org/a)."
    )


@pytest.mark.parametrize(
    ("source", "md"),
    [
        ("an $x^2$ here", "an $x^2$ here"),
        ("spaced $ x^2 $ too", "spaced $x^2$ too"),
        ("costs $5 and $6", r"costs \$5 and \$6"),
        ("from $ 5 million to $ 6 million", r"from \$ 5 million to \$ 6 million"),
        (r"by \(a_1 + b\) and \[1\]", "by $a_1 + b$ and [1]"),
        ("if $a<b$ then", "if $a< b$ then"),
    ],
)
def test_formulas_in_running_text(source: str, md: str) -> None:
    assert [block.md for block in blocks(source)] == [md]


@pytest.mark.parametrize(
    "source",
    [
        "$$\nE = mc^2\n$$",
        "$$ \\n E = mc^2 \\n $$",
        "$$E = mc^2$$",
        "\\[\nE = mc^2\n\\]",
        "$$E = mc^2$$ {#eq:energy}",
    ],
)
def test_displayed_formulas(source: str) -> None:
    (block,) = blocks(source)
    assert (block.kind, block.text, block.md) == ("formula", "E = mc^2", "$$\nE = mc^2\n$$")


def test_lists_keep_order_depth_and_numbers() -> None:
    source = "3. three\n4. four\n   - inner\n     1. deep\n\n     more\n5. five"
    (block,) = blocks(source)
    assert block.text == "three\nfour\ninner\ndeep\nmore\nfive"
    assert block.md.splitlines()[0] == "3. three"
    assert "        1. deep" in block.md.splitlines()
    assert "        more" in block.md.splitlines()


def test_pictures_and_tables_inside_a_list_stay_with_it() -> None:
    (block,) = blocks("- look\n  ![](a.png)\n- | a | b |\n  |---|---|\n  | 1 | 2 |")
    assert block.md == "- look\n- | a | b |\n    | --- | --- |\n    | 1 | 2 |"
    assert [image.href for image in block.images] == ["a.png"]


def test_a_heading_in_a_quote_is_no_section() -> None:
    assert shown(blocks("> ## Note\n> text")) == "quote: > **Note**\n>\n> text"


def test_pipe_tables() -> None:
    (block,) = blocks("| a | `b` |\n|:--|---|\n| 1 \\| 2 | **x** $y^2$ |\n| <br> | ![](p.png) |")
    assert block.rows == (("a", "b"), ("1 | 2", "x y^2"), ("", ""))
    assert block.html == (
        "<table><tbody><tr><th>a</th><th><code>b</code></th></tr>"
        '<tr><td>1 | 2</td><td><strong>x</strong> <span class="arithmatex">\\(y^2\\)</span></td></tr>'
        "<tr><td></td><td></td></tr></tbody></table>"
    )
    assert [image.href for image in block.images] == ["p.png"]


def test_html_tables_keep_their_spans_and_lose_the_rest() -> None:
    source = """<table border="1" onclick="x()">
<caption>Table 2: Times</caption>
<tr><th rowspan="2" style="x">Tide</th><th colspan="2">Minutes<script>x()</script></th></tr>

<tr><th>out</th><th>back</th></tr>
<tr><td>High</td><td>12<br>13</td><td>$h^2$</td></tr>
</table>"""
    caption, table = blocks(source)
    assert (caption.text, caption.hint) == ("Table 2: Times", "caption")
    assert table.rows == (("Tide", "Minutes", "Minutes"), ("Tide", "out", "back"), ("High", "12 13", "h^2"))
    assert table.html == (
        '<table><tbody><tr><th rowspan="2">Tide</th><th colspan="2">Minutes</th></tr>'
        "<tr><th>out</th><th>back</th></tr>"
        '<tr><td>High</td><td>12<br> 13</td><td><span class="arithmatex">\\(h^2\\)</span></td></tr>'
        "</tbody></table>"
    )


def test_html_blocks_become_blocks() -> None:
    source = (
        '<div align="center"><h2>Part</h2><p>One <b>two</b> <a href="b.md">three</a></p>'
        '<ul><li>a<ol start="3"><li>b</li></ol></li><li>c</li></ul><pre>x\n  y</pre>'
        "<blockquote><p>said</p></blockquote>"
        "<figure><img src='f.png'><figcaption>Steam</figcaption></figure></div>"
    )
    assert shown(blocks(source)) == (
        "heading 2: Part\n"
        "paragraph: One **two** [three](b.md)\n"
        "list: - a\n    3. b\n- c\n"
        "code: ```\nx\n  y\n```\n"
        "quote: > said\n"
        "image: <f.png>\n"
        "paragraph (caption): Steam"
    )


def test_active_html_is_left_out_and_said_so() -> None:
    made, warnings = read(
        "before\n\n<script>\nsteal()\n</script>\n\na <iframe>x</iframe> b\n\n[x](javascript:steal())"
    )
    assert shown(made) == "paragraph: before\nparagraph: a b\nparagraph: x"
    assert warnings == [
        "<script> was left out with what it holds",
        "<iframe> was left out with what it holds",
        "link javascript:steal() was left out: pages do not link to such addresses",
    ]


def test_a_tag_that_is_only_spoken_of_stays() -> None:
    assert shown(blocks("Use the <script> tag with care")) == "paragraph: Use the &lt;script> tag with care"


def test_places_of_what_a_producer_left_out() -> None:
    made, warnings = read("<!-- image -->\n\n<!-- formula-not-decoded -->")
    assert [(block.kind, block.hint, block.images[0].file) for block in made] == [
        ("image", "missing-picture", ""),
        ("image", "missing-formula", ""),
    ]
    assert len(warnings) == 2


@pytest.mark.parametrize(
    "source",
    [
        "one\n\n--- end of page.page_number=4 ---\n\ntwo\n\n--- end of page.page_number=5 ---",
        "{3}" + "-" * 48 + "\n\none\n\n{4}" + "-" * 48 + "\n\ntwo",
    ],
)
def test_page_marks_give_pages(source: str) -> None:
    assert [(block.text, block.page) for block in blocks(source)] == [("one", 4), ("two", 5)]


def test_page_breaks_count_pages() -> None:
    assert [(block.text, block.page) for block in blocks("one\n\n<!-- PageBreak -->\n\ntwo")] == [
        ("one", 1),
        ("two", 2),
    ]


def test_the_same_text_gives_the_same_blocks() -> None:
    source = (CORPUS / "lighthouse/lighthouse.md").read_text(encoding="utf-8")
    assert read(source) == read(source)
