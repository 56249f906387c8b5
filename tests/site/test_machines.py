"""What programs read of a library: its whole text, the feed of what changed, the map of the site."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

import msgspec
import pytest

from builder import machines
from builder.lock.dates import dated, today
from builder.lock.memory import Memory
from builder.lock.settle import settle
from builder.tree import Tree
from tests.site import small

ATOM, MAP = "{http://www.w3.org/2005/Atom}", "{http://www.sitemaps.org/schemas/sitemap/0.9}"
BOILING = small.section("boiling", "Steam rises.\n\n![Figure 1](figure:kettle#fig-1)", number="1")
STEAM = small.figure("fig-1", "kettle/boiling", label="Figure 1", caption="Steam.")


def kettle(root: str = "A kettle boils water.", boiling: str = BOILING.text) -> Tree:
    own = msgspec.structs.replace(BOILING, text=boiling, text_hash=small.sha(boiling))
    return small.tree([small.section("", root, title="The kettle"), own], [STEAM])


def lock(tree: Tree, day: str, before: dict[str, Memory] | None = None) -> dict[str, Memory]:
    return dated(settle([tree], before or {}).lock, before or {}, day)


def made(tree: Tree, known: dict[str, Memory]) -> dict[str, str]:
    files = machines.made([tree], known, small.CONFIG).files
    return {name.removeprefix("library/"): data.decode() for name, data in files.items()}


def entries(feed: str) -> list[tuple[str, str, str]]:
    def of(entry: Element) -> tuple[str, str, str]:
        link = entry.find(f"{ATOM}link")
        assert link is not None
        return entry.findtext(f"{ATOM}updated", ""), entry.findtext(f"{ATOM}title", ""), link.attrib["href"]

    return [of(entry) for entry in fromstring(feed).iter(f"{ATOM}entry")]


def test_the_whole_text_has_every_section_with_its_address() -> None:
    assert made(kettle(), lock(kettle(), "2027-01-05"))["llms-full-1.txt"] == (
        "# The kettle\n\nhttps://example.org/library/kettle/\n\nA kettle boils water.\n"
        "\n## 1 Boiling\n\nhttps://example.org/library/kettle/boiling/\n\nSteam rises.\n\n"
        "[Figure 1: Steam.](https://example.org/library/kettle/boiling/#fig-1)\n"
    )


def test_a_large_library_comes_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "PART", 100)
    files = made(kettle(), lock(kettle(), "2027-01-05"))
    assert [name for name in files if name.startswith("llms")] == ["llms-full-1.txt", "llms-full-2.txt"]
    assert files["llms-full-2.txt"].startswith("## 1 Boiling")


def test_a_new_document_is_one_entry() -> None:
    assert entries(made(kettle(), lock(kettle(), "2027-01-05"))["feed.xml"]) == [
        ("2027-01-05T00:00:00Z", "The kettle", "https://example.org/library/kettle/")
    ]


def test_a_section_that_changed_is_an_entry_on_the_day_of_the_change() -> None:
    first = lock(kettle(), "2027-01-05")
    other = kettle(boiling="Steam rises slowly.")
    second = lock(other, "2027-03-01", first)
    assert entries(made(other, second)["feed.xml"])[0] == (
        "2027-03-01T00:00:00Z",
        "The kettle: 1 Boiling",
        "https://example.org/library/kettle/boiling/",
    )
    assert lock(other, "2027-04-01", second) == second


def test_the_map_says_when_each_address_changed() -> None:
    first = lock(kettle(), "2027-01-05")
    other = kettle(root="A kettle boils water, or milk.")
    found = fromstring(made(other, lock(other, "2027-03-01", first))["sitemap-1.xml"])
    assert [(url.findtext(f"{MAP}loc"), url.findtext(f"{MAP}lastmod")) for url in found] == [
        ("https://example.org/library/", None),
        ("https://example.org/library/kettle/", "2027-03-01"),
        ("https://example.org/library/kettle/boiling/", "2027-01-05"),
    ]


def test_a_build_can_be_made_as_of_another_day() -> None:
    assert today({"SOURCE_DATE_EPOCH": "1800000000"}) == "2027-01-15"
