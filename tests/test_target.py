"""Gold questions matched with a library: what is found, under which names, and what is missing."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from builder import goldset, target
from builder.target import Resolver, Target
from serverless.model import Library

from .shelf import archive, harbour, library, lines, picture


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return harbour(tmp_path_factory.mktemp("harbour"))


def targets(made: Library, *questions: dict[str, object]) -> list[Target]:
    sheet = goldset.parsed("questions.jsonl", lines(*questions))
    assert sheet.faults == ()
    return [Resolver(made).target(entry) for entry in sheet.entries]


def found(made: Library, **place: object) -> list[str]:
    """The ids that one gold section means."""
    (made_target,) = targets(made, {"sections": [{"document": "Harbour", **place}]})
    return sorted(frozenset().union(*made_target.expected))


def missing(made: Library, *questions: dict[str, object]) -> list[str]:
    return [
        f"{one.line} {one.kind} {one.name}" + ("" if one.required else " (not required)")
        for made_target in targets(made, *questions)
        for one in made_target.missing
    ]


SHELVES: dict[str, str | bytes] = {
    "Harbour/Harbour.md": "# Harbour\n\nText.",
    "v1.5-manual/v1.5-manual.md": "# Manual\n\nText.",
    "below/Kite.md": "# Kite\n\nText.",
    "below/lone.md": "# Lone\n\nText.",
    "marker/auto/scan.md": "# Scan\n\nText.",
    "Maps 2.zip": archive({"inner/maps.md": "# Maps\n\nText."}),
}


def test_a_document_is_called_as_its_folder_or_the_stem_of_its_file(tmp_path: Path) -> None:
    made = library(tmp_path, SHELVES)
    assert {document.id: target.name(document) for document in made.documents} == {
        "harbour": "Harbour",
        "kite": "Kite",
        "lone": "lone",
        "maps-2": "Maps 2",
        "marker": "marker",
        "v1-5-manual": "v1.5-manual",
    }


@pytest.mark.parametrize("called", ["Maps 2", "Maps 2.zip", "maps-2"])
def test_a_document_is_known_by_each_of_its_names(tmp_path: Path, called: str) -> None:
    document = Resolver(library(tmp_path, SHELVES)).document(called)
    assert document
    assert document.id == "maps-2"


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ({"anchor": "lamp"}, ["harbour/lamp"]),
        ({"anchor": ""}, ["harbour"]),
        ({"heading": "2 The crane"}, ["harbour/the-crane"]),
        ({"heading": "the  CRANE"}, ["harbour/the-crane"]),
        ({"heading": "**The harbour**"}, ["harbour"]),
        ({"heading": "1 The lamp {#lamp}"}, ["harbour/lamp"]),
        ({"heading": "Repair"}, ["harbour/repair", "harbour/the-bell-repair"]),
        ({"heading": "Repair", "line": 17}, ["harbour/repair"]),
        ({"heading": "Repair", "line": 25}, ["harbour/the-bell-repair"]),
        ({"heading": "Repair", "line": 999}, ["harbour/the-bell-repair"]),
        ({"heading": "2 The crane", "line": 1}, ["harbour/the-crane"]),
        ({"line": 15}, ["harbour/the-crane"]),
        ({"line": 1}, ["harbour"]),
        ({"anchor": "nowhere"}, []),
        ({"anchor": "harbour/lamp"}, []),
        ({"heading": "The moon"}, []),
        ({"heading": "The moon", "line": 15}, []),
    ],
)
def test_a_place_is_found(books: Library, place: dict[str, object], expected: list[str]) -> None:
    assert found(books, **place) == expected


TAKEN_IN = """# Trials of the lamp

The lamp was tried at sea.

## Results

Range

It was seen at nine miles.
"""


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ({"heading": "Range"}, ["harbour/results"]),
        ({"heading": "seen at nine", "line": 9}, ["harbour/results"]),
        ({"heading": "seen at nine", "line": 3}, []),
        ({"heading": "seen at nine"}, []),
    ],
)
def test_a_heading_that_is_none_any_more_is_found_where_its_words_went(
    tmp_path: Path, place: dict[str, object], expected: list[str]
) -> None:
    assert found(library(tmp_path, {"Harbour/Harbour.md": TAKEN_IN}), **place) == expected


def test_a_section_is_found_by_a_heading_that_it_remembers(books: Library) -> None:
    crane = next(one for one in books.sections if one.id == "harbour/the-crane")
    sections = [
        msgspec.structs.replace(one, aliases=("# Tonnes",)) if one is crane else one for one in books.sections
    ]
    made = msgspec.structs.replace(books, sections=tuple(sections))
    assert found(made, heading="Tonnes") == ["harbour/the-crane"]
    assert found(made, heading="Tonnes", line=25) == ["harbour/the-crane"]


def test_on_the_level_of_documents_places_do_not_matter(books: Library) -> None:
    sections = [{"document": "Harbour", "heading": "The moon"}, {"document": "Harbour", "anchor": "lamp"}]
    (made,) = targets(books, {"level": "document", "sections": sections})
    assert made.expected == (frozenset({"harbour"}),)
    assert made.missing == ()


def test_gold_that_means_the_same_is_wanted_once(books: Library) -> None:
    sections = [{"document": "Harbour", "anchor": "lamp"}, {"document": "harbour", "heading": "The lamp"}]
    (made,) = targets(books, {"sections": sections})
    assert made.expected == (frozenset({"harbour/lamp"}),)


def test_gold_that_is_missing_stays_expected(books: Library) -> None:
    sections = [{"document": "Harbour", "anchor": "a"}, {"document": "Harbour", "anchor": "b"}]
    (made,) = targets(books, {"sections": sections})
    assert made.expected == (frozenset(), frozenset())


def test_all_that_the_library_lacks_is_named_with_its_line(books: Library) -> None:
    assert missing(
        books,
        {
            "sections": [{"document": "Harbour", "heading": "The lamp"}],
            "figures": [["Harbour/figures/lamp.png"]],
        },
        {"sections": [{"document": "Moon", "heading": "Craters"}, {"document": "Moon", "heading": "Seas"}]},
        {"sections": [{"document": "kite", "heading": "Tail"}, {"document": "kite", "anchor": "x"}]},
        {"figures": [["Harbour/a.png", "Harbour/b.png"], ["Harbour/figures/lamp.png", "Harbour/c.png"]]},
        {"acceptable_sections": [{"document": "Sun", "anchor": "x"}], "acceptable_figures": ["d.png"]},
        {"sections": [{"document": "Moon", "line": 1}], "figures": [["Moon/craters.png"]]},
    ) == [
        "2 document Moon",
        "3 section kite / Tail",
        "3 section kite / #x",
        "4 figure Harbour/a.png",
        "4 figure Harbour/b.png",
        "4 figure Harbour/c.png (not required)",
        "5 document Sun (not required)",
        "5 figure d.png (not required)",
        "6 document Moon",
    ]


def test_a_name_that_is_like_another_is_put_right(books: Library) -> None:
    made = targets(
        books,
        {"sections": [{"document": "Harbor", "line": 1}]},
        {"sections": [{"document": "Harbour", "heading": "2 The craen"}]},
    )
    assert [one.missing[0].fault.text for one in made] == [
        "the library has no document 'Harbor' (question q1); did you mean 'Harbour'?",
        "the library has no section 'Harbour / 2 The craen' (question q2); did you mean '2 The crane'?",
    ]


def test_pictures_of_an_archive_are_called_by_its_stem(tmp_path: Path) -> None:
    text = "# Maps\n\nFigure 1 shows the bay.\n\n![](img/bay.png)\n\nFigure 1: The bay.\n"
    made = library(tmp_path, {"maps.zip": archive({"maps.md": text, "img/bay.png": picture()})})
    assert missing(made, {"figures": [["maps/img/bay.png"]]}) == []
