"""Every measure by an example worked by hand, and by what must hold for any ranking."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder import metrics
from builder.metrics import Metric

RANKS = st.lists(st.none() | st.integers(1, 30), min_size=1, max_size=8)
SHARES = st.lists(st.floats(0, 1), min_size=1, max_size=20)
PAIRS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)).map(sorted), min_size=1, max_size=20)
FILES = st.lists(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=3), max_size=5)


def gold(*items: str) -> list[frozenset[str]]:
    """Each item is satisfied by any of its letters."""
    return [frozenset(item) for item in items]


def test_the_rank_of_gold_is_that_of_the_first_result_that_satisfies_it() -> None:
    assert metrics.first_ranks("abcd", gold("b", "dc", "x")) == (2, 3, None)
    assert metrics.first_ranks("", gold("a")) == (None,)


@pytest.mark.parametrize(
    ("ranks", "k", "recall", "hit", "reciprocal"),
    [
        ([2, 4, None], 1, "0.0000", 0, "0.0000"),
        ([2, 4, None], 3, "0.3333", 1, "0.5000"),
        ([2, 4, None], 10, "0.6667", 1, "0.5000"),
        ([None], 10, "0.0000", 0, "0.0000"),
        ([11], 10, "0.0000", 0, "0.0000"),
        ([1, 2], 5, "1.0000", 1, "1.0000"),
    ],
)
def test_recall_hit_and_reciprocal_rank(
    ranks: list[int | None], k: int, recall: str, hit: int, reciprocal: str
) -> None:
    assert f"{metrics.recall(ranks, k):.4f}" == recall
    assert metrics.hit(ranks, k) == hit
    assert f"{metrics.reciprocal(ranks, k):.4f}" == reciprocal


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        # gains 1/log2(3) + 1/log2(5) = 0.6309 + 0.4307 = 1.0616
        # ideal 1 + 0.6309 + 0.5 = 2.1309
        ([2, 4, None], "0.4982"),
        ([1, 2, 3], "1.0000"),
        ([3, 1, 2], "1.0000"),
        # 1/log2(4) = 0.5 of an ideal of 1
        ([3], "0.5000"),
        ([None, 11], "0.0000"),
        # one result satisfies both: it gains once, of an ideal of 1 + 0.6309
        ([1, 1], "0.6131"),
    ],
)
def test_ndcg_at_ten(ranks: list[int | None], expected: str) -> None:
    assert f"{metrics.ndcg(ranks):.4f}" == expected


def test_ndcg_with_more_gold_than_places() -> None:
    assert metrics.ndcg([*range(1, 13)], 10) == 1.0


def test_a_mean_with_its_interval() -> None:
    assert metrics.mean([1, 0, 1, 1]) == Metric(0.75, 0.25, 1.0, 4)
    assert metrics.mean([0.5] * 9) == Metric(0.5, 0.5, 0.5, 9)
    assert metrics.mean([]) == Metric(0.0, 0.0, 0.0, 0)


def test_more_questions_make_the_interval_narrower() -> None:
    few, many = metrics.mean([1, 0] * 10), metrics.mean([1, 0] * 1000)
    assert (few.value, few.low, few.high) == (0.5, 0.25, 0.75)
    assert (f"{many.low:.2f}", f"{many.high:.2f}") == ("0.48", "0.52")


def test_a_share_pools_its_questions() -> None:
    assert metrics.share([(1, 2), (3, 3)]) == Metric(0.8, 0.5, 1.0, 2)
    assert metrics.share([(0, 0), (1, 1)]).value == 1.0
    assert metrics.share([(0, 0)]) == Metric(0.0, 0.0, 0.0, 1)
    assert metrics.share([]) == Metric(0.0, 0.0, 0.0, 0)


def test_a_balanced_mean_weighs_both_sides_alike() -> None:
    # nine of ten answered, one of two refused: (0.9 + 0.5) / 2
    found = metrics.balanced([1] * 9 + [0], [1, 0])
    assert (found.value, found.n) == (0.7, 12)
    assert (found.low, found.high) == (0.4, 1.0)


def test_a_spread_is_the_median_with_the_outer_percentiles() -> None:
    assert metrics.spread([float(n) for n in range(1, 101)]) == Metric(50.0, 5.0, 95.0, 100)
    assert metrics.spread([12.34]) == Metric(12.3, 12.3, 12.3, 1)


@pytest.mark.parametrize(
    ("figures", "groups", "fine", "right", "wrong", "missed"),
    [
        (["a"], ["a"], "", 1, (), ()),
        (["a", "b"], ["a"], "", 1, (1,), ()),
        (["a", "b"], ["a"], "b", 1, (), ()),
        (["b"], ["ab", "c"], "", 1, (), (1,)),
        # a figure of two panels is right by either
        (["xa"], ["a"], "", 1, (), ()),
        # what is required in one group and acceptable as well is right
        (["a"], ["a"], "a", 1, (), ()),
        ([], [], "", 0, (), ()),
        (["x"], [], "", 0, (0,), ()),
    ],
)
def test_shown_figures(
    figures: list[str],
    groups: list[str],
    fine: str,
    right: int,
    wrong: tuple[int, ...],
    missed: tuple[int, ...],
) -> None:
    found = metrics.shown(figures, groups, fine)
    assert (found.right, found.wrong, found.missed) == (right, wrong, missed)
    assert found.perfect == (not wrong and not missed)
    assert found.hit == len(groups) - len(missed)


@given(RANKS, st.integers(1, 20))
def test_measures_of_rankings_are_shares(ranks: list[int | None], k: int) -> None:
    for measure in (metrics.recall, metrics.hit, metrics.reciprocal, metrics.ndcg):
        assert 0 <= measure(ranks, k) <= 1 + 1e-12


@given(RANKS, st.integers(1, 20))
def test_looking_further_never_finds_less(ranks: list[int | None], k: int) -> None:
    for measure in (metrics.recall, metrics.hit, metrics.reciprocal):
        assert measure(ranks, k) <= measure(ranks, k + 1)


@given(RANKS, st.data())
def test_a_better_rank_is_never_worth_less(ranks: list[int | None], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(ranks) - 1))
    rank = ranks[place] or 31
    better = [*ranks[:place], max(1, rank - 1), *ranks[place + 1 :]]
    if len(set(better)) == len(set(ranks)):
        assert metrics.ndcg(ranks) <= metrics.ndcg(better) + 1e-12
    assert metrics.reciprocal(ranks) <= metrics.reciprocal(better)
    assert metrics.recall(ranks, 10) <= metrics.recall(better, 10)


@given(SHARES)
def test_the_interval_of_a_mean_is_one_and_always_the_same(values: list[float]) -> None:
    found = metrics.mean(values)
    assert 0 <= found.low <= found.high <= 1
    assert min(values) - 1e-4 <= found.low
    assert found.high <= max(values) + 1e-4
    assert metrics.mean(values) == found


@given(PAIRS)
def test_a_share_lies_between_nothing_and_all(pairs: list[tuple[int, int]]) -> None:
    found = metrics.share(pairs)
    assert 0 <= found.low <= found.high <= 1
    assert 0 <= found.value <= 1


@given(FILES, FILES, st.lists(st.sampled_from("abcdef")))
def test_each_shown_figure_is_right_wrong_or_neither(
    figures: list[list[str]], groups: list[list[str]], fine: list[str]
) -> None:
    found = metrics.shown(figures, groups, fine)
    assert 0 <= found.right + len(found.wrong) <= len(figures)
    assert 0 <= found.hit <= found.groups
    assert found.hit == 0 or found.right > 0
