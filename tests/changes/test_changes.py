"""What a build changed, and the report of it for a pull request."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from builder.build import Report, gather
from builder.changes import Changes, Delta, compare
from builder.changespage import Asked, Measured, Metric, Page, read, text
from builder.config import Config
from builder.lock.memory import Memory
from builder.lock.settle import Shift
from builder.reading import Failure
from serverless.errors import UsageError
from serverless.model import Library
from tests.lock.shelf import edition
from tests.lock.test_settle import BELL, CRANE, FIRST, LAMP
from tests.site.small import kettle

REPORT = Report(1, 4, 0, 4, (), (), (), "index", "site", calls=3, cost=0.25)


def second(
    folder: Path, files: dict[str, str], later: dict[str, str]
) -> tuple[Library, Library, dict[str, Memory]]:
    """Two editions as libraries, and the lock after the second."""
    first = edition(folder, files)
    then = edition(folder, later, first.lock)
    return gather(first.trees, Config()), gather(then.trees, Config()), then.lock


def changes(folder: Path, files: dict[str, str], later: dict[str, str]) -> Changes:
    return compare(*second(folder, files, later))


def said(delta: Delta) -> dict[str, list[str]]:
    names = ("added", "changed", "moved", "removed")
    return {name: ids for name in names if (ids := [one.id for one in getattr(delta, name)])}


def test_equal_libraries_have_no_changes(tmp_path: Path) -> None:
    made = changes(tmp_path, {"harbour.md": FIRST}, {"harbour.md": FIRST})
    assert made.is_empty
    assert "No document, section or figure changed." in text(Page(made, (1, 4, 0)))


def test_a_new_word_a_new_title_and_a_new_section(tmp_path: Path) -> None:
    later = (
        FIRST.replace("two litres", "three litres").replace("3 Bell", "3 Fog bell") + "\n## 4 Flag\n\nRed.\n"
    )
    made = changes(tmp_path, {"harbour.md": FIRST}, {"harbour.md": later})
    assert said(made.documents) == {"changed": ["harbour"]}
    assert said(made.sections) == {"added": ["harbour/flag"], "changed": ["harbour/lamp", "harbour/bell"]}
    assert [entry.was for entry in made.sections.changed] == ["", "Bell"]
    assert (made.embedded, made.chunks) == (3, 5)


def test_the_section_that_was_moved_is_named_alone(tmp_path: Path) -> None:
    later = f"# Harbour\n\n## 2 Crane\n\n{CRANE}\n\n## 3 Bell\n\n{BELL}\n\n## 1 Lamp\n\n{LAMP}\n"
    made = changes(tmp_path, {"harbour.md": FIRST}, {"harbour.md": later})
    assert said(made.sections) == {"moved": ["harbour/lamp"]}
    assert "Sections moved (1)" in text(Page(made, (1, 4, 0)))
    below = later.replace("## 1 Lamp", "### Lamp")
    made = changes(tmp_path, {"harbour.md": FIRST}, {"harbour.md": below})
    assert said(made.sections) == {"moved": ["harbour/lamp"]}


def test_a_document_under_another_name_is_neither_new_nor_gone(tmp_path: Path) -> None:
    made = changes(tmp_path, {"harbour.md": FIRST}, {"port.md": FIRST})
    assert said(made.documents) == {"moved": ["port"]}
    assert made.sections == Delta()
    assert made.led[0] == ("harbour", "port")


def test_sections_of_removed_documents_are_counted_but_not_listed(tmp_path: Path) -> None:
    files = {"harbour.md": FIRST, "fog.md": "# Fog\n\n## May\n\nNone.\n"}
    made = changes(tmp_path, files, {"fog.md": files["fog.md"]})
    assert said(made.documents) == {"removed": ["harbour"]}
    report = text(Page(made, (1, 2, 0)))
    assert "| sections | – | – | – | 4 |" in report
    assert "**Documents removed (1)**\n\n- Harbour" in report
    assert "Crane" not in report


def figures(folder: Path, **replaced: object) -> Library:
    tree = kettle(folder)
    changed = msgspec.structs.replace(tree.figures[0], **replaced)
    return gather([msgspec.structs.replace(tree, figures=(changed, *tree.figures[1:]))], Config())


def test_a_figure_with_other_words_is_shown(tmp_path: Path) -> None:
    made = compare(figures(tmp_path), figures(tmp_path, caption="Steam."), {})
    report = text(Page(made, (1, 4, 2), site="https://preview.example/"))
    assert "| figures | – | 1 | – | – |" in report
    assert (
        '<img src="https://preview.example/library/kettle/_fig/steam-a.png" alt="Figure 1" width="160">'
        in report
    )
    assert compare(figures(tmp_path), figures(tmp_path, quality="fragment"), {}).figures == ()


def test_new_warnings_are_told(tmp_path: Path) -> None:
    library = figures(tmp_path)
    warned = msgspec.structs.replace(library.documents[0], warnings=("page 3 has no text",))
    made = compare(library, msgspec.structs.replace(library, documents=(warned,)), {})
    assert made.warnings == (("kettle", "page 3 has no text"),)
    assert "- kettle: page 3 has no text" in text(Page(made, (1, 4, 2)))


def test_a_title_calls_nobody_and_breaks_nothing(tmp_path: Path) -> None:
    later = FIRST + "\n## @team fixes #12 <b>now</b> [x](y)\n\nRed.\n"
    report = text(Page(changes(tmp_path, {"harbour.md": FIRST}, {"harbour.md": later}), (1, 5, 0)))
    line = next(line for line in report.splitlines() if "team" in line)
    assert "@team" not in line
    assert "#12" not in line
    assert "<b>" not in line
    assert "(library/harbour/team-fixes-12-now-x/)" in line


def test_a_long_list_is_cut(tmp_path: Path) -> None:
    later = FIRST + "".join(f"\n## Extra {number}\n\nText.\n" for number in range(60))
    report = text(Page(changes(tmp_path, {"harbour.md": FIRST}, {"harbour.md": later}), (1, 64, 0)))
    assert "Sections added (60)" in report
    assert "- … and 20 more" in report
    assert report.count("Extra") == 40


def test_the_first_build_has_nothing_to_compare_with() -> None:
    report = text(Page(None, (1, 4, 0), build=REPORT))
    assert "Nothing was shipped before" in report
    assert "- 3 calls of models on the network, about 0.2500 USD" in report


def test_collisions_and_failures_are_told() -> None:
    failed = Failure("fog", "is no PDF", "")
    build = msgspec.structs.replace(
        REPORT, shifts=(Shift("collision", "harbour/lamp", "Lamp", "harbour/light"),), failures=(failed,)
    )
    report = text(Page(None, (1, 4, 0), build=build))
    assert "another section took the address `harbour/lamp`" in report
    assert "**Documents that could not be read (1)**\n\n- fog: is no PDF" in report


def test_two_evaluations_are_compared() -> None:
    before = Measured({"recall@5": Metric(0.9, 10), "ms.total": Metric(80, 10)}, (Asked("q1", "answered"),))
    after = Measured({"recall@5": Metric(0.95, 10), "new": Metric(1, 10)}, (Asked("q1", "not_found"),))
    report = text(Page(None, (1, 4, 0), before=before, after=after))
    assert "| recall@5 | 0.900 | 0.950 | +0.050 |" in report
    assert "- q1: answered → not_found" in report
    assert "ms.total" not in report


def test_a_file_that_is_no_evaluation_is_named(tmp_path: Path) -> None:
    (tmp_path / "eval.json").write_text("{}", encoding="utf-8")
    with pytest.raises(UsageError, match=r"eval\.json"):
        read(tmp_path / "eval.json", Measured)
