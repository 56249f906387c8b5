"""library.lock as text: one line a section, the same after reading, and refused where it is broken."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.lock import memory
from builder.lock.memory import Gone, Kept, Memory, Moved
from builder.lock.settle import settle
from builder.lock.sketch import Sketch, runs, shared, sketch
from builder.tree import Tree
from serverless.errors import ConfigError
from tests.site.small import section, tree

MARKS = st.lists(st.integers(0, 256**3 - 1), max_size=4).map(lambda marks: tuple(sorted(marks)))
PAST = {"slug": st.text(max_size=5), "title": st.text(max_size=5), "hash": st.text("0a", max_size=3)}
SKETCH = st.builds(Sketch, st.integers(0, 99), MARKS)
MEMORY = st.builds(
    Memory,
    id=st.sampled_from(["a", "b"]),
    title=st.text(max_size=5),
    kept=st.lists(st.builds(Kept, **PAST, sketch=SKETCH, level=st.integers(0, 3)), max_size=3).map(tuple),
    moved=st.lists(st.builds(Moved, **PAST, sketch=SKETCH, to=st.text(max_size=5)), max_size=1).map(tuple),
    gone=st.lists(st.builds(Gone, **PAST, sketch=SKETCH, near=st.text(max_size=5)), max_size=1).map(tuple),
    absent=st.booleans(),
)
TITLES = st.lists(st.sampled_from(["Lamp", "Crane", "Repair", "Oil", "?"]), max_size=5)
WORDS = st.sampled_from(["", "Trim it.", "the lamp burns oil all night and is trimmed at dusk by its keeper"])


def test_a_section_is_a_line() -> None:
    kept = Kept("lamp", "Lamp", "0123456789ab", Sketch(2, (1, 2)), 1, "3.1")
    gone = Gone("oil", "Oil", "ab", near="harbour/lamp")
    text = memory.text({"harbour": Memory("harbour", "The harbour", (kept,), gone=(gone,))})
    assert text.splitlines()[1:] == [
        '{"document":"harbour","title":"The harbour"}',
        '{"section":"lamp","level":1,"number":"3.1","title":"Lamp","hash":"0123456789ab","size":2,"marks":"AAABAAAC"}',
        '{"gone":"oil","near":"harbour/lamp","title":"Oil","hash":"ab"}',
    ]


@given(st.lists(MEMORY, max_size=2, unique_by=lambda one: one.id))
def test_what_is_written_is_read(memories: list[Memory]) -> None:
    lock = {one.id: one for one in memories}
    assert memory.parse(memory.text(lock)) == lock


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<<<<<<< HEAD\n", "line 1"),
        ('{"lock":2}\n', "version 2 is not 1"),
        ('{"lock":1}\n{"section":"a"}\n', "line 2"),
        ('{"lock":1}\n{"document":"a"}\n{"title":"a"}\n', "neither a document nor a section"),
        ('{"lock":1}\n{"document":"a"}\n{"section":"a","marks":"A"}\n', "line 3"),
        ('{"lock":1}\n{"document":"a","colour":"red"}\n', "colour"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / memory.FILE).write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=re.escape(said)) as caught:
        memory.read(tmp_path / memory.FILE)
    assert "take one side of a merge whole" in caught.value.hint


def test_without_a_file_nothing_is_remembered(tmp_path: Path) -> None:
    assert memory.read(tmp_path / memory.FILE) == {}


def edition(titles: list[str], texts: list[str]) -> Tree:
    sections = [section("")]
    for place, (title, text) in enumerate(zip(titles, texts, strict=False)):
        sections.append(section(f"s{place}", text, title=title))
    return tree(sections)


@given(st.lists(st.tuples(TITLES, st.lists(WORDS, min_size=5, max_size=5)), min_size=1, max_size=4))
def test_what_is_settled_stays_settled_and_no_address_is_forgotten(
    editions: list[tuple[list[str], list[str]]],
) -> None:
    lock: dict[str, Memory] = {}
    given: set[str] = set()
    for titles, texts in editions:
        made = settle([edition(titles, texts)], lock)
        again = settle([edition(titles, texts)], made.lock)
        assert (again.trees, again.lock, again.shifts) == (made.trees, made.lock, ())
        ids = [one.id for one in made.trees[0].sections]
        assert len(set(ids)) == len(ids)
        leads = [*made.lock["kettle"].moved, *made.lock["kettle"].gone]
        assert not {made.lock["kettle"].id_of(past.slug) for past in leads} & set(ids)
        given |= set(ids)
        assert given == set(ids) | {made.lock["kettle"].id_of(past.slug) for past in leads}
        assert {past.to for past in made.lock["kettle"].moved} <= set(ids)
        assert {past.near for past in made.lock["kettle"].gone} <= set(ids)
        lock = memory.parse(memory.text(made.lock))


def test_a_sketch_tells_how_much_of_a_text_is_left() -> None:
    words = [f"word{number}" for number in range(1000)]
    old = sketch(runs(" ".join(words)))
    assert len(old.marks) == 24
    whole, half = (shared(old, runs(" ".join(words[:size]))) for size in (1000, 500))
    assert (whole.held, whole.holding) == (1, 1)
    assert half.held == pytest.approx(0.5, abs=0.25)
    assert half.holding == 1
    assert shared(old, runs("nothing of it is left")).hits == 0
    some = shared(sketch(frozenset({1, 2})), frozenset({1, 3}), {1: 0.5})
    assert (some.held, some.holding) == pytest.approx((1 / 3, 1 / 3))


def test_figures_and_punctuation_are_not_part_of_a_sketch() -> None:
    assert runs("The lamp, burns oil.") == runs("the lamp\n\n![Figure 1](figure:a#fig-1)\n\nburns oil")
    assert len(runs("系统架构设计")) == 4
    assert not runs("系统架构设计") & runs("系统架的")
