"""The page that says how well the documents were read."""

from __future__ import annotations

from builder import healthpage
from builder.health import Health

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
