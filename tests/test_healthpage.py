"""The page that says how well the documents were read."""

from __future__ import annotations

from pathlib import Path

from builder import healthpage
from builder.config import Config
from builder.health import Health
from builder.pages import render
from builder.places import places
from builder.tree import grow
from tests.extract.small import only, write

GOOD = Health(
    document="tides",
    title="Tides",
    source="tides.pdf",
    extractor="pdf",
    sections=7,
    figures=2,
    tables=1,
    headings={"number": 6, "letters": 1},
    lost={},
    pages=9,
    text_share=0.9871,
)
BAD = Health(
    document="ebb_1",
    title="*Ebb*",
    source="ebb_1.md",
    extractor="markdown",
    sections=1,
    figures=0,
    tables=0,
    headings={},
    lost={"captions_alone": ("Figure 1", "Figure <b>"), "warnings": tuple("abcdef")},
)


def test_a_row_for_each_document_and_what_it_lost() -> None:
    text = healthpage.page([GOOD, BAD])
    assert "| [tides](../tides/index.md) | pdf | 9 | 98.7% | 7 | 2 | 1 | 6 number, 1 letters |  |" in text
    assert "| [ebb_1](../ebb_1/index.md) | markdown |  |  | 1 | 0 | 0 |  | 8 |" in text
    assert "- captions without a picture: 2\n- warnings: 6\n" in text
    assert "## tides" not in text
    assert "## ebb_1\n\n\\*Ebb\\* · ebb_1.md\n{: .sl-source}\n\n" in text
    assert "- captions without a picture: 2 (Figure 1; Figure &lt;b>)\n" in text
    assert "- warnings: 6 (a; b; c; d; e; …)\n" in text


def test_nothing_lost() -> None:
    assert "Nothing that is counted here was lost." in healthpage.page([GOOD])


def test_the_library_leads_to_it(tmp_path: Path) -> None:
    sources = write(tmp_path / "s", {"tides.md": "# Tides\n\nText.\n\n![](b.png)\n"})
    tree, where = grow(only(sources)), places(sources, tmp_path / "o", Config(), tmp_path)
    made = healthpage.added(render([tree], Config()), [tree], where, Config())
    assert "[How the documents were read](_extraction/index.md)" in made.texts["library/index.md"]
    assert (
        "- picture files that are missing: 1 (image b.png is missing)"
        in made.texts["library/_extraction/index.md"]
    )
    assert made.unlisted[-1].path == "library/_extraction/index.md"
