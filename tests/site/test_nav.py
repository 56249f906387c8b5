"""nav.yml: safe whatever a title holds, and read alike by every YAML reader."""

from __future__ import annotations

import json
from textwrap import dedent

import yaml  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from builder import guide, nav
from builder.config import Portal
from builder.nav import Card, Entry

PORTAL = Portal(title="Kettles: a #library", description="All of them.", site_url="https://example.org/")


def test_the_whole_file() -> None:
    chapter = Entry("1 Boiling", "", (Entry("1 Boiling", "library/k/boiling/index.md"),))
    card = Card(title="The kettle", url="library/k/", lang="en", dir="", facts="English", summary="")
    expected = """\
        {
        "site_name": "Kettles: a #library",
        "site_description": "All of them.",
        "site_url": "https://example.org/",
        "nav": [
          {"Home": "index.md"},
          {"1 Boiling": [
            {"1 Boiling": "library/k/boiling/index.md"}]}
        ],
        "extra": {
        "library": [
          {"title": "The kettle", "url": "library/k/", "lang": "en", "dir": "", "facts": "English"}]
        }
        }
        """
    assert nav.text(PORTAL, [Entry("Home", "index.md"), chapter], [card]) == dedent(expected)


@given(st.text())
def test_any_title_comes_back_as_it_was(title: str) -> None:
    text = nav.text(PORTAL, [Entry(title, "index.md")], [])
    assert yaml.safe_load(text)["nav"] == json.loads(text)["nav"] == [{title: "index.md"}]


def test_other_documents_are_in_the_navigation_with_their_first_page() -> None:
    kettle = {"Kettle": [{"Kettle": "library/kettle/index.md"}, {"Care": "library/kettle/care/index.md"}]}
    pot = {"Pot": [{"Pot": "library/pot/index.md"}, {"Lid": "library/pot/lid/index.md"}]}
    draft = {"Draft": [{"Draft": "library/draft/index.md"}, {"Ideas": "library/draft/ideas/index.md"}]}
    guide = {"Guide": [{"Start": "start.md"}]}
    whole: list[nav.Node] = [
        {"Library": [{"Library": "library/index.md"}, kettle, pot]},
        guide,
        {nav.UNLISTED: [draft]},
    ]
    assert nav.trimmed(whole, {"pot"}) == [
        {"Library": [{"Library": "library/index.md"}, {"Kettle": "library/kettle/index.md"}, pot]},
        guide,
        {nav.UNLISTED: [{"Draft": "library/draft/index.md"}]},
    ]
    assert nav.documents(whole) == {"kettle": kettle, "pot": pot, "draft": draft}


def test_the_guide_is_ordered_and_titled() -> None:
    texts = {
        "index.md": "# Home",
        "zebra.md": "---\norder: 1\n---\n# Start here {#start}\n",
        "beta.md": "# The `beta` page\n",
        "alpha/deep.md": "no heading",
        "named.md": '---\ntitle: "Named"\n---\n# Other\n',
    }
    assert guide.front(texts) == [Entry("Home", "index.md")]
    (group,) = guide.group(texts)
    assert [entry.title for entry in group.children] == ["Start here", "Named", "The beta page", "deep"]


def test_no_hand_written_pages() -> None:
    assert guide.front({}) == guide.group({"index.md": ""}) == []
