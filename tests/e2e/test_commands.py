"""The commands on small libraries: what is built, what is lost, and how it is said."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from tests.command import json_of, run

pytestmark = pytest.mark.models

GOOD = """# Gears

Gears pass on rotation.

## Ratio

The ratio of two gears is the quotient of their numbers of teeth. A wheel of 40 teeth on a
pinion of 10 turns once for every 4 turns of the pinion.
"""


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_a_build_answers_with_a_citation(tmp_path: Path) -> None:
    write(tmp_path / "in/gears.md", GOOD)
    report = json_of("build", "--sources", tmp_path / "in", "--out", tmp_path / "out", "--index-only")
    assert (report["documents"], report["sections"], report["failures"]) == (1, 2, [])
    answer = json_of("ask", "What is the ratio of two gears?", "--index", tmp_path / "out/index")
    assert answer["status"] == "answered"
    assert answer["sentences"][0]["text"].startswith("The ratio of two gears is the quotient")
    assert answer["sentences"][0]["citations"][0]["url"] == "library/gears/ratio/"


def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    write(tmp_path / "in/gears.md", GOOD)
    for out in ("one", "two"):
        done = run("build", "--sources", tmp_path / "in", "--out", tmp_path / out, "--index-only")
        assert done.returncode == 0, done.stderr
    one, two = (
        {f.name: f.read_bytes() for f in (tmp_path / out / "index").iterdir()} for out in ("one", "two")
    )
    assert one == two


def spoil(sources: Path) -> None:
    """Puts every kind of document that cannot be read beside a good one."""
    write(sources / "gears.md", GOOD)
    write(sources / "broken-json/structuredData.json", '{"elements": [')
    write(sources / "not-a-zip.zip", "this is no archive")
    (sources / "latin.md").write_bytes("# Caf\xe9".encode("latin-1"))
    with zipfile.ZipFile(sources / "climbing.zip", "w") as archive:
        archive.writestr("../../outside.md", "# Out")
    (sources / "bare").mkdir()
    (sources / "bare/picture.txt").write_text("nothing", encoding="utf-8")


def test_bad_documents_are_listed_and_the_good_one_is_built(tmp_path: Path) -> None:
    spoil(tmp_path / "in")
    build = ("build", "--sources", tmp_path / "in", "--out", tmp_path / "out", "--index-only")
    done = run(*build, "--json")
    report = json.loads(done.stdout)
    assert done.returncode == 1
    assert report["documents"] == 1
    assert sorted(failure["document"] for failure in report["failures"]) == [
        "bare",
        "broken-json",
        "climbing",
        "latin",
        "not-a-zip",
    ]
    assert all(failure["message"] and failure["hint"] for failure in report["failures"])
    assert not (tmp_path / "outside.md").exists()
    assert run(*build, "--keep-going").returncode == 0


def test_nothing_to_read_is_one_line_and_leaves_the_last_build(tmp_path: Path) -> None:
    write(tmp_path / "in/gears.md", GOOD)
    build = ("build", "--sources", tmp_path / "in", "--out", tmp_path / "out", "--index-only")
    assert run(*build).returncode == 0
    before = (tmp_path / "out/index/manifest.json").read_bytes()
    (tmp_path / "in/gears.md").unlink()
    done = run(*build)
    assert done.returncode == 1
    assert "sourceleaf: " in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "out/index/manifest.json").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["build", "--sources", "nowhere"], 2, "does not exist"),
        (["ask", "   ", "--index", "nowhere"], 2, "the question is empty"),
        (["ask", "x" * 2001, "--index", "nowhere"], 2, "at most 2,000"),
        (["ask", "What is a gear?", "--index", "nowhere"], 1, "nowhere"),
        (["serve", "--out", "nowhere"], 2, "run `sourceleaf build` first"),
        (["eval", "nowhere.jsonl"], 2, "nowhere.jsonl"),
    ],
)
def test_a_mistake_is_said_in_one_line(arguments: list[str], code: int, said: str) -> None:
    done = run(*arguments)
    assert done.returncode == code
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_setting_is_named(tmp_path: Path) -> None:
    write(tmp_path / "library.toml", '[chunks]\nsize = "large"\n')
    done = run("build", cwd=tmp_path)
    assert done.returncode == 2
    assert "$.chunks.size" in done.stderr
