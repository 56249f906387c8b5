"""Whatever a document says, its pages hold no active HTML, and show what was written."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import markdown  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.blocks import Block
from tests.extract.small import blocks

EXTENSIONS = [
    *("attr_list", "md_in_html", "footnotes", "tables", "toc"),
    *("pymdownx.arithmatex", "pymdownx.highlight", "pymdownx.superfences"),
]
ALLOWED = """
p em strong a br code pre span div ul ol li blockquote table thead tbody tr th td h1 h2 h3 h4 h5 h6 hr
sup sub u kbd mark small s del ins var samp
"""
TAGS = set(ALLOWED.split())
NASTY = [
    *(
        "<script>",
        "</script>",
        "alert(1)",
        "<img src=x onerror=alert(1)>",
        "<iframe src=//e>",
        "<svg onload=x>",
    ),
    *(
        '<a href="javascript:alert(1)">',
        "</a>",
        "[x](",
        "](",
        ")",
        "]",
        "[",
        "javascript:alert(1)",
        "data:text/html,x",
    ),
    *(
        "{: onclick=alert(1) }",
        "{#a onclick=x}",
        "$$",
        "$",
        "`",
        "```",
        "~~~",
        "    ",
        "\t",
        "> ",
        "- ",
        "1. ",
        "* ",
    ),
    *(
        "*",
        "**",
        "_",
        "\\",
        "<",
        ">",
        "&",
        "&lt;script&gt;",
        "&colon;",
        "&#58;",
        "<div>",
        "</div>",
        "<table>",
        "|",
    ),
    *(
        "<tr><td>",
        "</td></tr></table>",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<?php",
        "?>",
        "<b>",
        "</b>",
        "# ",
        "===",
    ),
    *(
        "---",
        "| a | b |\n|---|---|\n",
        "[^1]",
        "[^1]: ",
        "[r]: ",
        "[r]",
        "![",
        "![a](b.png)",
        ":::",
        "{",
        "}",
        "!!! x",
    ),
    *(
        '<details markdown="1">',
        "\\(",
        "\\)",
        "\\[",
        "\\]",
        "x_1",
        "^",
        "~~",
        "\x02",
        "\x03",
        "<style>",
        "<p onclick=x>",
    ),
    *(
        "<foo>",
        '--8<-- "x"',
        "+",
        ":",
        "*[HTML]: ",
        "<http://x.y>",
        "klzzwxh:0000",
        "wzxhzdk:0",
        "<span>",
        "中文",
        "\n",
    ),
    *("\n\n", " ", "word", "&amp;colon;", "<math>", "<input autofocus onfocus=x>", "\r", "\u2028", "(", "!"),
]
WRITTEN = [
    *(
        "a",
        "word ",
        "é",
        "中文",
        " ",
        "\n",
        "*",
        "_",
        "\\",
        "[",
        "]",
        "(",
        ")",
        "<",
        ">",
        "&",
        "amp;",
        "#",
        "# ",
        "+ ",
    ),
    *(
        "- ",
        "1. ",
        "1) ",
        "=",
        "--",
        "~",
        "~~",
        ":",
        ": ",
        "|",
        "{",
        "}",
        "!",
        "!!! ",
        "![",
        "](",
        "5",
        "x_1",
        "**",
    ),
    *(
        "\\*",
        "&lt;",
        "&amp;amp;",
        "{: .x}",
        "http://x.y",
        "<foo>",
        "[x]: y",
        "*[a]: b",
        "[TOC]",
        ".",
        "^",
        "==",
        "///",
    ),
]


class Page(HTMLParser):
    """What a browser would find in a page: its words, and whatever could act."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.active: list[str] = []
        self.words: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            self.active.append(tag)
        self.words.append("\n" if tag == "br" else "")
        for name, value in attrs:
            scheme = re.match(r"\s*([a-z]+):", re.sub(r"[\x00-\x20]", "", value or ""), re.IGNORECASE)
            if name.startswith("on") or name in {"style", "src"}:
                self.active.append(f"{tag} {name}")
            if name == "href" and scheme and scheme[1].lower() in {"javascript", "data", "vbscript", "file"}:
                self.active.append(f"{tag} {value}")

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return "".join("".join(self.words).split())


def page(md: str) -> Page:
    """Markdown as the site turns it into HTML."""
    options = {"pymdownx.arithmatex": {"generic": True}, "pymdownx.highlight": {"use_pygments": False}}
    return Page(markdown.markdown(md, extensions=EXTENSIONS, extension_configs=options))


def active(made: list[Block]) -> list[str]:
    whole = "\n\n".join(block.md for block in made)
    pages = [page(whole), *(page(block.md) for block in made), *(Page(block.html) for block in made)]
    return [found for one in pages for found in one.active]


def test_the_scan_sees_what_is_active() -> None:
    assert page("<img src=x onerror=alert(1)>").active == ["img", "img src", "img onerror"]
    assert page("[x](javascript:alert)").active == ["a javascript:alert"]
    assert page("*x*{: onclick=alert }").active == ["em onclick"]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(NASTY), min_size=1, max_size=14).map("".join))
def test_nothing_active_gets_through(source: str) -> None:
    assert active(blocks(source)) == []


@settings(max_examples=50, deadline=None)
@given(st.text())
def test_any_text_is_read(source: str) -> None:
    assert active(blocks(source)) == []


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WRITTEN), min_size=1, max_size=10).map("".join))
def test_the_page_says_what_was_written(source: str) -> None:
    for block in blocks(source):
        if block.kind in {"paragraph", "list", "quote"}:
            assert page(block.md).text == "".join(block.text.split())


def test_pieces_do_not_join_into_a_link() -> None:
    (block,) = blocks("[a]<span>(javascript:alert(1))</span> and !<b></b>[b](c.png)")
    assert block.md == "[a\\](javascript:alert(1)) and \\![b](c.png)"
