"""Addresses over two and three editions of a document."""

from __future__ import annotations

from pathlib import Path

from .shelf import edition, leads, pages

LAMP = (
    "The lamp at the entrance burns two litres of oil a night and is trimmed by the keeper at dusk, "
    "at midnight and an hour before dawn, whatever the weather may be."
)
CRANE = (
    "The crane lifts six tonnes, turns on a stone base and is moved by two men who walk inside a wheel "
    "of oak that is four metres high."
)
BELL = (
    "In fog the bell rings once a minute, driven by a clockwork that has to be wound every eight hours "
    "with a crank of brass."
)
FIRST = f"# Harbour\n\n## 1 Lamp\n\n{LAMP}\n\n## 2 Crane\n\n{CRANE}\n\n## 3 Bell\n\n{BELL}\n"


def test_the_first_build_names_sections_after_their_titles(tmp_path: Path) -> None:
    first = edition(tmp_path, {"harbour.md": FIRST})
    assert list(pages(first)) == ["harbour", "harbour/lamp", "harbour/crane", "harbour/bell"]
    assert leads(first) == []
    assert first.shifts == ()


def test_a_new_title_and_a_new_number_keep_the_address(tmp_path: Path) -> None:
    first = edition(tmp_path, {"harbour.md": FIRST})
    text = (
        f"# Harbour\n\n## 1 Quay\n\nShips moor.\n\n## 2 Light\n\n{LAMP}\n\n"
        f"## 3 Bell\n\n{BELL}\n\n## 4 Crane\n\n{CRANE}\n"
    )
    second = edition(tmp_path, {"harbour.md": text}, first.lock)
    assert pages(second) == {
        "harbour": "Harbour",
        "harbour/quay": "Quay",
        "harbour/lamp": "Light",
        "harbour/bell": "Bell",
        "harbour/crane": "Crane",
    }
    assert leads(second) == []


def test_an_explicit_id_wins_and_the_old_address_leads_there(tmp_path: Path) -> None:
    first = edition(tmp_path, {"harbour.md": FIRST})
    second = edition(tmp_path, {"harbour.md": FIRST.replace("## 1 Lamp", "## 1 Lamp {#light}")}, first.lock)
    assert list(pages(second))[1] == "harbour/light"
    assert leads(second) == ["harbour/lamp -> harbour/light"]
    third = edition(tmp_path, {"harbour.md": FIRST.replace("## 1 Lamp", "## 1 Lamp {#torch}")}, second.lock)
    assert leads(third) == ["harbour/lamp -> harbour/torch", "harbour/light -> harbour/torch"]
    fourth = edition(tmp_path, {"harbour.md": FIRST.replace("## 1 Lamp", "## 1 Lamp {#lamp}")}, third.lock)
    assert leads(fourth) == ["harbour/light -> harbour/lamp", "harbour/torch -> harbour/lamp"]


def test_an_address_that_an_explicit_id_takes_is_a_collision(tmp_path: Path) -> None:
    first = edition(tmp_path, {"harbour.md": FIRST})
    oil = "The oil comes by ship, in barrels that are weighed twice and sealed by the customs officer."
    text = f"{FIRST.replace('## 1 Lamp', '## 1 Light')}\n## 4 Oil {{#lamp}}\n\n{oil}\n"
    second = edition(tmp_path, {"harbour.md": text}, first.lock)
    assert pages(second)["harbour/lamp"] == "Oil"
    assert pages(second)["harbour/light"] == "Light"
    assert [(shift.kind, shift.id, shift.to) for shift in second.shifts] == [
        ("collision", "harbour/lamp", "harbour/light")
    ]


def test_a_section_merged_into_another_leads_there(tmp_path: Path) -> None:
    first = edition(tmp_path, {"harbour.md": FIRST})
    text = f"# Harbour\n\n## 1 Signals\n\n{LAMP}\n\n{BELL}\n\n## 2 Crane\n\n{CRANE}\n"
    second = edition(tmp_path, {"harbour.md": text}, first.lock)
    assert pages(second)["harbour/lamp"] == "Signals"
    assert leads(second) == ["harbour/bell -> harbour/lamp"]
    again = edition(tmp_path, {"harbour.md": FIRST}, second.lock)
    assert list(pages(again)) == list(pages(first))
    assert leads(again) == []


def test_a_section_that_is_gone_points_to_its_neighbour_and_may_come_back(tmp_path: Path) -> None:
    first = edition(tmp_path, {"harbour.md": FIRST})
    second = edition(tmp_path, {"harbour.md": FIRST.replace(f"## 3 Bell\n\n{BELL}\n", "")}, first.lock)
    assert leads(second) == ["harbour/bell x harbour/crane"]
    third = edition(tmp_path, {"harbour.md": FIRST.replace("3 Bell", "3 Fog bell")}, second.lock)
    assert pages(third)["harbour/bell"] == "Fog bell"
    assert leads(third) == []


def test_a_file_under_another_name_leads_from_all_old_addresses(tmp_path: Path) -> None:
    first = edition(tmp_path, {"harbour.md": FIRST})
    second = edition(tmp_path, {"port.md": FIRST.replace("Bell", "Fog bell")}, first.lock)
    assert list(pages(second)) == ["port", "port/lamp", "port/crane", "port/bell"]
    assert leads(second) == [
        "harbour -> port",
        "harbour/bell -> port/bell",
        "harbour/crane -> port/crane",
        "harbour/lamp -> port/lamp",
    ]
    third = edition(tmp_path, {"docks.md": FIRST}, second.lock)
    assert "harbour/bell -> docks/bell" in leads(third)
    back = edition(tmp_path, {"harbour.md": FIRST}, third.lock)
    assert "port/bell -> harbour/bell" in leads(back)
    assert not [line for line in leads(back) if line.startswith("harbour")]


def test_a_section_may_go_to_another_document(tmp_path: Path) -> None:
    other = "# Fog\n\n## Fog in May\n\nThere is none.\n"
    first = edition(tmp_path, {"harbour.md": FIRST, "fog.md": other})
    files = {
        "harbour.md": FIRST.replace(f"## 3 Bell\n\n{BELL}\n", ""),
        "fog.md": f"{other}\n## The bell\n\n{BELL}\n",
    }
    second = edition(tmp_path, files, first.lock)
    assert leads(second) == ["harbour/bell -> fog/the-bell"]


def test_a_document_that_fails_or_is_away_keeps_its_addresses(tmp_path: Path) -> None:
    other = "# Fog\n\n## Fog in May\n\nThere is none.\n"
    renamed = FIRST.replace("1 Lamp", "1 Light")
    first = edition(tmp_path, {"harbour.md": FIRST, "fog.md": other})
    retitled = edition(tmp_path, {"harbour.md": renamed, "fog.md": other}, first.lock)
    failed = edition(tmp_path, {"fog.md": other}, retitled.lock, ["harbour"])
    assert failed.lock == retitled.lock
    away = edition(tmp_path, {"fog.md": other}, failed.lock)
    assert [(shift.kind, shift.id) for shift in away.shifts] == [("absent", "harbour")]
    assert edition(tmp_path, {"fog.md": other}, away.lock).shifts == ()
    back = edition(tmp_path, {"harbour.md": renamed, "fog.md": other}, away.lock)
    assert pages(back)["harbour/lamp"] == "Light"
    assert back.lock == retitled.lock


def test_a_chapter_without_text_is_known_by_its_sections(tmp_path: Path) -> None:
    text = f"# Harbour\n\n## Signals\n\n### Lamp\n\n{LAMP}\n\n### Bell\n\n{BELL}\n\n## Crane\n\n{CRANE}\n"
    first = edition(tmp_path, {"harbour.md": text})
    second = edition(tmp_path, {"harbour.md": text.replace("## Signals", "## Light and sound")}, first.lock)
    assert pages(second)["harbour/signals"] == "Light and sound"


def test_equal_titles_stay_with_their_chapters(tmp_path: Path) -> None:
    lamp = "## Lamp\n\nOil.\n\n### Repair\n\nTrim it.\n"
    crane = "## Crane\n\nOak.\n\n### Repair\n\nGrease it.\n"
    first = edition(tmp_path, {"works.md": f"# Works\n\n{lamp}\n{crane}"})
    second = edition(tmp_path, {"works.md": f"# Works\n\n{crane}\n{lamp}"}, first.lock)
    assert list(pages(second)) == ["works", "works/crane", "works/crane-repair", "works/lamp", "works/repair"]


def test_figures_and_parents_take_the_kept_ids(tmp_path: Path) -> None:
    text = (
        "# Works\n\n## Lamp\n\nTable 1: Oil\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n### Wick\n\nSee Table 1.\n"
    )
    first = edition(tmp_path, {"works.md": text})
    second = edition(tmp_path, {"works.md": text.replace("## Lamp", "## Light")}, first.lock)
    tree = second.trees[0]
    assert [(section.id, section.parent) for section in tree.sections][2] == ("works/wick", "works/lamp")
    assert (tree.figures[0].home, tree.figures[0].mentioned_in) == ("works/lamp", ("works/wick",))
