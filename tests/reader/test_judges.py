"""Models that read a passage beside a question: which reads what, how its scores read, and how many."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
import pytest

from serverless.index import Index
from serverless.judges import PAIRS, STATES, STATES_ACROSS, STATES_UNSPACED, Judges, Pace
from serverless.ports import Matrix
from serverless.recall import inquire
from serverless.rerank import rerank, shown

from . import small


class Loud:
    """Likes passages by how often they say "lens"."""

    def score(self, question: str, passages: Sequence[str]) -> Matrix:
        return np.array([10.0 * passage.count("lens") - 10 for passage in passages], dtype=np.float32)

    maxsim = score


@pytest.mark.parametrize(
    ("languages", "scale"),
    [
        (("en", "en"), PAIRS),
        (("fr", "fr"), STATES),
        (("zh", "zh"), STATES_UNSPACED),
        (("fr", "en"), STATES_ACROSS),
    ],
)
def test_each_pair_of_languages_has_its_scale(languages: tuple[str, str], scale: object) -> None:
    assert Judges(pairs=Loud(), states=Loud()).scale(languages) is scale


def test_a_cross_encoder_reads_english_alone() -> None:
    judges = Judges(pairs=Loud())
    assert judges.can_read(("en", "en"))
    assert not judges.can_read(("fr", "en"))
    with pytest.raises(ValueError, match="no judge reads"):
        judges.score("?", ["x"], ("fr", "en"))


def test_a_slow_machine_reads_fewer_passages() -> None:
    pace = Pace(25.0)
    assert pace.depth(500) == 20
    pace.learn(10, time.perf_counter() - 5)
    assert pace.depth(500) == 8


def test_the_judge_changes_the_order_and_reads_what_a_reader_would_see(opened: Index) -> None:
    (asked,) = inquire(small.asked("How much power does the lamp draw?", opened), small.EMBEDDER, opened)
    judged = rerank(asked, opened, Judges(pairs=Loud()), 10_000)
    assert asked.hits[0].section == "lamp/power"
    assert judged.hits[0].section in {"lamp/cleaning", "lamp/parts"}
    text = shown(opened.rows.section("lamp/power"), asked.overlap, opened)
    assert text.splitlines()[0] == "Harbour Lamp Manual > Power"
    assert text.splitlines()[-1] == "Table I"


def test_without_a_judge_the_order_stays(opened: Index) -> None:
    (asked,) = inquire(small.asked("How much power does the lamp draw?", opened), small.EMBEDDER, opened)
    assert rerank(asked, opened, Judges(), 10_000) is asked
