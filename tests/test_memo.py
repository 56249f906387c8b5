"""What one document gives is made once, and again when anything that it is made of changes."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from builder import known
from builder.memo import Memo, Part
from builder.tree import Tree
from tests.site import small


def tree(text: str, name: str = "kettle") -> Tree:
    return small.tree([small.section("", text)], id=name)


class Counting:
    """A part that counts how often it is made."""

    def __init__(self) -> None:
        self.made = 0
        self.part: Part[int, str] = Part("words", str, self.make)

    def make(self, tree: Tree, times: int) -> str:
        self.made += 1
        return tree.sections[0].text * times


def test_a_part_is_made_once(tmp_path: Path) -> None:
    words = Counting()
    for _ in range(3):
        assert Memo(tmp_path, [tree("hot")])(words.part, tree("hot"), 2) == "hothot"
    assert words.made == 1


def test_another_text_or_another_setting_makes_it_again(tmp_path: Path) -> None:
    words = Counting()
    wanted = [("hot", 2, "hothot"), ("cold", 2, "coldcold"), ("cold", 1, "cold"), ("hot", 1, "hot")]
    for text, times, expected in wanted:
        assert Memo(tmp_path, [tree(text)])(words.part, tree(text), times) == expected
    assert words.made == 4


def test_another_program_makes_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = Counting()
    Memo(tmp_path, [tree("hot")])(words.part, tree("hot"), 1)
    monkeypatch.setattr(known, "program", lambda more: "another")
    assert Memo(tmp_path, [tree("hot")])(words.part, tree("hot"), 1) == "hot"
    assert words.made == 2


@pytest.mark.parametrize("left", [0, 10, -1])
def test_a_file_that_was_broken_off_is_none(tmp_path: Path, left: int) -> None:
    words = Counting()
    Memo(tmp_path, [tree("hot")])(words.part, tree("hot"), 1)
    [file] = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:left])
    assert Memo(tmp_path, [tree("hot")])(words.part, tree("hot"), 1) == "hot"
    assert words.made == 2


def test_a_document_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    words = Counting()
    kettle, pot = tree("hot"), tree("cold", "pot")
    memo = Memo(tmp_path, [kettle, pot])
    assert [memo(words.part, one, 1) for one in (kettle, pot)] == ["hot", "cold"]
    assert len(list(tmp_path.iterdir())) == 2
    Memo(tmp_path, [pot])
    assert len(list(tmp_path.iterdir())) == 1


def test_values_come_back_with_their_types(tmp_path: Path) -> None:
    part: Part[None, Tree] = Part("tree", Tree, lambda tree, _: msgspec.structs.replace(tree, pdf="a.pdf"))
    made = [Memo(tmp_path, [tree("hot")])(part, tree("hot"), None) for _ in range(2)]
    assert made[0] == made[1]
    assert made[1].document == tree("hot").document
