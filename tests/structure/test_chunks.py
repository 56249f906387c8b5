"""Passages of sections and the words of figures."""

from __future__ import annotations

import hashlib

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.chunks import cut
from builder.config import Chunks
from builder.layout.wording import weight
from serverless.model import Chunk, Section
from serverless.plain import pieces

from .small import tree

SMALL = Chunks(200, 60)


def chunks(text: str, sizes: Chunks = SMALL, lang: str = "en") -> tuple[Chunk, ...]:
    return cut(tree(text, lang=lang), sizes)


def shown(made: tuple[Chunk, ...]) -> str:
    return "\n" + "".join(f"[{chunk.id}] {chunk.text}\n" for chunk in made)


def test_a_short_section_is_one_chunk_without_marks() -> None:
    made = chunks("""
        # Pumps

        A **red** pump, see [the shop](https://example.com).

        - one
        - two

        !a.png 9x9

        | Pump | Cost |
        | A | 10 |
    """)
    assert (
        shown(made)
        == """
[doc:0] A red pump, see the shop.
one
two
Pump: A; Cost: 10
"""
    )


def test_sentences_are_repeated_on_the_seam() -> None:
    text = " ".join(f"Sentence {n} says that pump {n} is as old as the village." for n in range(1, 8))
    assert (
        shown(chunks(f"# Pumps\n\n{text}"))
        == """
[doc:0] Sentence 1 says that pump 1 is as old as the village. Sentence 2 says that pump 2 is as old as the \
village. Sentence 3 says that pump 3 is as old as the village.
[doc:1] Sentence 3 says that pump 3 is as old as the village. Sentence 4 says that pump 4 is as old as the \
village. Sentence 5 says that pump 5 is as old as the village.
[doc:2] Sentence 5 says that pump 5 is as old as the village. Sentence 6 says that pump 6 is as old as the \
village. Sentence 7 says that pump 7 is as old as the village.
"""
    )


def test_decimals_and_abbreviations_are_not_cut() -> None:
    text = "The pump of Dr. Weber lifts 3.5 m3 an hour, cf. Fig. 2 of his report. " * 6
    assert all(chunk.text.endswith("report.") for chunk in chunks(f"# Pumps\n\n{text}"))


def test_chinese_counts_double_and_is_cut_at_its_own_full_stops() -> None:
    made = chunks(f"# 水泵\n\n{'水泵把水从井里抽到水箱，再流到每家每户。' * 8}", lang="zh")
    assert len(made) == 2
    assert all(chunk.text.endswith("。") and weight(chunk.text) <= 200 for chunk in made)


def test_chunks_never_cross_sections_and_carry_the_breadcrumb() -> None:
    made = chunks("# Pumps\n\nOne.\n\n## Wells\n\nTwo.\n\n### Depth\n\nThree.")
    assert [(chunk.id, chunk.text, chunk.embedded) for chunk in made] == [
        ("doc:0", "One.", "[Pumps]\nOne."),
        ("doc/wells:0", "Two.", "[Pumps > Wells]\nTwo."),
        ("doc/depth:0", "Three.", "[Pumps > Wells > Depth]\nThree."),
    ]


def test_a_section_without_text_is_found_by_its_title_and_noise_is_not_found() -> None:
    made = chunks("# Pumps\n\n## Wells\n\n!a.png 9x9\n\n## References\n\n[1] J. Doe, 2020.")
    assert [(chunk.id, chunk.text) for chunk in made] == [("doc:0", "Pumps"), ("doc/wells:0", "Wells")]


def test_rows_of_a_table_stay_whole() -> None:
    rows = "\n".join(
        f"| Pump {n} | {n * 100} litres an hour | somewhere in the village |" for n in range(1, 9)
    )
    made = chunks(f"# Pumps\n\n| Name | Flow | Place |\n{rows}")
    assert len(made) > 1
    for chunk in made:
        assert all(
            line.startswith("Name: Pump ") and line.endswith("village") for line in chunk.text.split("\n")
        )


def test_code_is_cut_between_lines_only_where_it_must_be() -> None:
    code = "\n".join(f"valve_{n}.open(flow={n})" for n in range(20))
    made = chunks(f"# Pumps\n\n``` {code}")
    assert len(made) > 1
    assert "\n".join(chunk.text for chunk in made) == code
    assert len(chunks(f"# Pumps\n\n``` {code}", Chunks())) == 1


def test_the_words_of_a_figure() -> None:
    made = chunks(
        """
        # Pumps

        The flow is what we measured, see Fig. 1.

        !figures/a.png 400x300 a curve that rises

        Time

        Flow

        Fig. 1: Flow of the pump.

        ## Costs

        As Fig. 1 shows, it costs nothing.
        """,
        Chunks(),
    )
    assert made[-1].id == "doc#fig-1:f"
    assert (made[-1].kind, made[-1].figure, made[-1].section) == ("figure", "doc#fig-1", "doc")
    assert made[-1].text == (
        "Figure 1: Flow of the pump.\n"
        "a curve that rises\n"
        "The flow is what we measured, see Fig. 1.\n"
        "As Fig. 1 shows, it costs nothing.\n"
        "Time · Flow"
    )


def test_fragments_and_figures_in_noise_have_no_chunk() -> None:
    made = chunks(
        "# Pumps\n\nText.\n\n!figures/a.png 900x90\n\n"
        "## References\n\n[1] J. Doe, 2020.\n\n!b.png 400x300\n\nFigure 1: B"
    )
    assert [chunk.id for chunk in made] == ["doc:0"]


def test_every_row_of_a_long_table_is_found() -> None:
    rows = "\n".join(
        f"| Pump {n} | {n * 100} litres an hour | somewhere in the village |" for n in range(1, 60)
    )
    made = chunks(f"# Pumps\n\nTable 1: All pumps.\n\n| Name | Flow | Place |\n{rows}", Chunks())
    figure = [chunk for chunk in made if chunk.kind == "figure"]
    assert [chunk.id for chunk in figure] == ["doc#table-1:f", "doc#table-1:f1", "doc#table-1:f2"]
    found = "\n".join(chunk.text for chunk in figure)
    assert all(f"Name: Pump {n}; " in found for n in range(1, 60))
    assert all(weight(chunk.text) <= 2000 for chunk in made)


SENTENCE = st.sampled_from(
    [
        "The pump lifts the water.",
        "Dr. Weber measured 3.5 m3 at 10.30 a.m.",
        "水泵把水从井里抽到水箱。",
        "ポンプは井戸から水をくみ上げる。",
        "W" * 230,
        "水" * 130,
        "$a_1 = b$ holds.",
    ]
)
BLOCK = st.one_of(
    st.lists(SENTENCE, min_size=1, max_size=8).map(" ".join),
    st.lists(SENTENCE, min_size=1, max_size=4).map(lambda items: "\n".join(f"- {item}" for item in items)),
    st.lists(SENTENCE, min_size=1, max_size=5).map(
        lambda cells: "\n".join(f"| {c} | x |" for c in ["Head", *cells])
    ),
    st.lists(SENTENCE, min_size=1, max_size=5).map(lambda lines: "``` " + "\n".join(lines)),
)


@settings(deadline=None)
@given(
    st.lists(BLOCK, max_size=6),
    st.integers(200, 500),
    st.integers(0, 200),
    st.sampled_from(["en", "zh"]),
)
def test_chunks_cover_the_text_within_their_size(
    blocks: list[str], size: int, overlap: int, lang: str
) -> None:
    grown = tree("\n\n".join(["# Pumps", *blocks]), lang=lang)
    made = cut(grown, Chunks(size, overlap))
    assert all(0 < weight(chunk.text) <= size for chunk in made)
    assert [chunk.ordinal for chunk in made] == list(range(len(made)))
    assert len({chunk.id for chunk in made}) == len(made)
    assert _is_covered(grown.sections[0], made)


@settings(deadline=None, max_examples=30)
@given(st.lists(BLOCK, max_size=4))
def test_chunks_are_the_same_every_time(blocks: list[str]) -> None:
    text = "\n\n".join(["# Pumps", *blocks])
    first, second = (msgspec.json.encode(chunks(text)) for _ in range(2))
    assert hashlib.sha256(first).digest() == hashlib.sha256(second).digest()


def _is_covered(section: Section, made: tuple[Chunk, ...]) -> bool:
    """Whether the chunks, put together, hold all characters of the section in order."""
    whole = "".join("".join(piece.text.split()) for piece in pieces(section.text)) or section.title
    reach = 0
    for chunk in made:
        text = "".join(chunk.text.split())
        starts = [start for start in range(reach + 1) if whole.startswith(text, start)]
        if not starts:
            return False
        reach = max(reach, max(starts) + len(text))
    return reach == len(whole)
