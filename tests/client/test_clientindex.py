"""The shipped search data, built here and searched with the widget's own code."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from builder.clientindex import Manifest, client_index
from builder.tree import Tree
from serverless.model import Library
from tests.client import shelf

PREFIX = "library/_search/"
QUERY = Path(__file__).parent.parent / "js/query.mjs"

LOSS = shelf.section(
    "clip",
    "The loss",
    "The **contrastive** loss compares $n^2$ pairs, see [below](x.md).\n\n![Figure 1](figure:clip#fig-1)",
    trail=("Method",),
    page=4,
)
DATA = shelf.section(
    "clip", "Data", "Four hundred million pairs of pictures and captions.", trail=("Method",)
)
GLOSSARY = shelf.section("clip", "Glossary", "loss: what is lost", noise="glossary")
KETTLE = shelf.section("kettle", "Heat", "A kettle loses heat by radiation.", aliases=("Warmth",))
CHINESE = shelf.section("rigui", "日晷", "日晷利用影子测量时间。", lang="zh")
FIGURE = shelf.figure(LOSS, 1, "The matrix of similarities.")


@pytest.fixture(scope="module")
def small() -> Library:
    return shelf.library([LOSS, DATA, GLOSSARY, KETTLE, CHINESE], [FIGURE])


def ask(library: Library, folder: Path, *queries: str) -> list[dict[str, Any]]:
    """What the widget finds, and what it fetched for it."""
    shelf.write(client_index(shelf.trees(library)), folder)
    run = subprocess.run(["node", QUERY, folder, *queries], capture_output=True, check=True, encoding="utf-8")
    answers: list[dict[str, Any]] = json.loads(run.stdout)
    return answers


def cards(library: Library) -> list[dict[str, Any]]:
    files = client_index(shelf.trees(library))
    blocks = [name for name in files if name.startswith(f"{PREFIX}sections/")]
    return [card for name in blocks for card in json.loads(files[name])]


def test_the_widget_finds_sections_by_every_field(small: Library, tmp_path: Path) -> None:
    expected = {
        "loss": ["The loss"],
        "contrastive ": ["The loss"],
        "method pairs of pictures": ["Data", "The loss"],
        "similarities matrix": ["The loss"],
        "figure 1": ["The loss"],
        "warmth": ["Heat"],
        "radiat": ["Heat"],
        "radiatoin ": ["Heat"],
        "影子": ["日晷"],
        "日": ["日晷"],
    }
    found = ask(small, tmp_path, *expected)
    assert {answer["query"]: answer["titles"] for answer in found} == expected


def test_words_that_stand_only_in_tables_and_pictures_are_found(tmp_path: Path) -> None:
    codes = shelf.section("kettle", "Error codes", "The display shows a code.")
    limits = shelf.section("kettle", "Limits", "What it can bear.")
    parts = shelf.section("kettle", "Parts", "What it is made of.")
    figures = [
        shelf.table(codes, 1, rows=(("code", "meaning"), ("E07", "**boiled** dry, see [care](care.md)"))),
        shelf.table(limits, 2, html="<table><tr><th>part</th></tr><tr><td>thermostat</td></tr></table>"),
        shelf.table(limits, 3, description="Pressure grows with temperature."),
        shelf.figure(parts, 1, "The kettle from the side.", cells=("spout", "whistle")),
    ]
    expected = {
        "E07": ["Error codes"],
        "boiled ": ["Error codes"],
        "thermostat ": ["Limits"],
        "pressure ": ["Limits"],
        "whistle ": ["Parts"],
        "md ": [],
        "tr ": [],
    }
    found = ask(shelf.library([codes, limits, parts], figures), tmp_path, *expected)
    assert {answer["query"]: answer["titles"] for answer in found} == expected


def test_what_is_left_out_is_not_found(small: Library, tmp_path: Path) -> None:
    glossary, link, formula = ask(small, tmp_path, "glossary ", "md ", "unheard ")
    assert [glossary["titles"], link["titles"], formula["titles"]] == [[], [], []]


def test_a_card_says_what_is_shown(small: Library) -> None:
    assert cards(small)[0] == {
        "url": "library/clip/the-loss/",
        "title": "The loss",
        "trail": ["Clip", "Method"],
        "snippet": "The contrastive loss compares $n^2$ pairs, see below.",
        "lang": "en",
        "pages": [4, 4],
        "figures": [
            {
                "anchor": "fig-1",
                "label": "Figure 1",
                "caption": "The matrix of similarities.",
                "image": "library/clip/_fig/figure-1.png",
                "width": 600,
                "height": 400,
            }
        ],
    }


def test_a_large_picture_is_shown_by_its_smaller_copy() -> None:
    wide = shelf.figure(LOSS, 2, "Wide.", width=2400)
    [card] = cards(shelf.library([LOSS], [wide]))
    assert card["figures"][0]["image"] == "library/clip/_fig/figure-2-800.webp"


def test_long_texts_are_cut_after_a_word() -> None:
    [card] = cards(shelf.library([shelf.section("kettle", "Long", "boil water " * 40)]))
    assert card["snippet"] == "boil water " * 13 + "boil…"


def test_the_manifest_names_shards_words_to_leave_out_and_the_content(small: Library) -> None:
    files = client_index(shelf.trees(small))
    manifest = msgspec.json.decode(files[f"{PREFIX}manifest.json"], type=Manifest)
    assert (manifest.format, manifest.sections, manifest.shards) == (1, 4, ("1",))
    assert {"the", "of"} <= set(manifest.stops)
    changed = client_index(shelf.trees(shelf.library([LOSS, DATA])))
    assert msgspec.json.decode(changed[f"{PREFIX}manifest.json"], type=Manifest).version != manifest.version


def test_the_same_library_gives_the_same_bytes(small: Library) -> None:
    made = shelf.trees(small)
    again = msgspec.json.decode(msgspec.json.encode(made), type=list[Tree])
    assert client_index(made) == client_index(again)


def test_an_empty_library_has_an_index_as_well(tmp_path: Path) -> None:
    [answer] = ask(shelf.library([]), tmp_path, "anything")
    assert answer["titles"] == []


def test_a_first_query_is_three_steps_and_few_bytes(tmp_path: Path) -> None:
    library = shelf.made_up(3000, words=50)
    wanted = library.sections[1234].title
    answers = ask(
        library,
        tmp_path,
        f"{wanted} ",
        wanted.split()[0],
        "b",
        f"the {wanted} of {library.sections[7].title}",
    )
    assert answers[0]["titles"][0] == wanted
    for answer in answers:
        assert answer["steps"] <= 3
        assert answer["bytes"] < 150_000
