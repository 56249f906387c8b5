"""What a run must reach: gold that is there, metrics that are high enough."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from builder import gate, goldset
from builder.metrics import Metric
from builder.target import Kind, Missing, Target
from serverless.errors import UsageError

from .shelf import case

EMPTY = goldset.Sheet("questions.jsonl", (), ())


def asked(count: int, lacking: int, kind: Kind = "document", *, required: bool = True) -> list[Target]:
    """`count` questions of which the first `lacking` expect what is not there."""
    targets = [case(expected=["a"], name=f"q{n}").target for n in range(1, count + 1)]
    return [
        msgspec.structs.replace(one, missing=(Missing(one.gold.id, n, kind, f"Moon {n}", required),))
        if n <= lacking
        else one
        for n, one in enumerate(targets, 1)
    ]


@pytest.mark.parametrize(
    ("targets", "pointless", "short"),
    [
        (asked(10, 0), False, False),
        (asked(10, 1), False, True),
        (asked(10, 5), False, True),
        (asked(10, 6), True, True),
        (asked(10, 1, "section"), False, True),
        (asked(10, 2, "figure"), False, False),
        (asked(10, 3, "figure"), False, True),
        (asked(1, 1, "figure"), True, True),
        (asked(10, 10, required=False), False, False),
    ],
)
def test_how_much_may_be_missing(targets: Sequence[Target], pointless: bool, short: bool) -> None:
    found = gate.standing(targets)
    assert (found.pointless, found.short) == (pointless, short)


def test_a_library_that_lacks_most_is_not_asked() -> None:
    with pytest.raises(UsageError) as refused:
        gate.admit(EMPTY, asked(3, 2), partial=False)
    assert refused.value.message == (
        "questions.jsonl: 2 of 3 questions expect what this library lacks:\n"
        "  line 1: the library has no document 'Moon 1' (question q1)\n"
        "  line 2: the library has no document 'Moon 2' (question q2)"
    )
    assert gate.admit(EMPTY, asked(3, 2), partial=True).lacking == 2


def test_a_faulty_file_is_never_asked_and_tells_of_missing_gold_too() -> None:
    sheet = goldset.Sheet("questions.jsonl", (), (goldset.Fault(9, "no JSON"),))
    with pytest.raises(UsageError) as refused:
        gate.admit(sheet, asked(9, 1), partial=True)
    assert refused.value.message.split("\n") == [
        "2 things are wrong with questions.jsonl:",
        "  line 1: the library has no document 'Moon 1' (question q1)",
        "  line 9: no JSON",
    ]


def test_what_is_missing_is_said_loudly() -> None:
    some = gate.standing([*asked(3, 1), *asked(2, 2, "figure", required=False)])
    assert gate.notice(some) == [
        "1 of 5 questions expect what this library lacks; it counts as not found:",
        "  line 1: the library has no document 'Moon 1' (question q1)",
        "not in this library, and not required: 2 names (--json lists them)",
    ]
    assert gate.notice(gate.standing(asked(3, 0))) == []


TARGETS = [case(expected=["a"], lang="en").target, case(expected=["a"], lang="zh").target]


def test_minimums_are_read() -> None:
    assert gate.limits(["recall@5=0.9", "ndcg@10/zh=.5"], TARGETS) == {"recall@5": 0.9, "ndcg@10/zh": 0.5}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("recall@5", "--min recall@5: '' is no number from 0 to 1"),
        ("recall@5=much", "'much' is no number from 0 to 1"),
        ("recall@5=90", "'90' is no number from 0 to 1"),
        ("recall@5=nan", "'nan' is no number from 0 to 1"),
        ("recall=0.9", "no metric 'recall' here"),
        ("recall@5/fr=0.9", "no metric 'recall@5/fr' here"),
        ("figure_recall=0.9", "no metric 'figure_recall' here"),
        ("ms.total=1", "no metric 'ms.total' here"),
    ],
)
def test_a_minimum_that_means_nothing_is_refused(text: str, said: str) -> None:
    with pytest.raises(UsageError) as refused:
        gate.limits([text], TARGETS)
    assert said in refused.value.message


def test_an_unknown_metric_is_answered_with_those_there_are() -> None:
    with pytest.raises(UsageError) as refused:
        gate.limits(["x=1"], TARGETS)
    assert refused.value.hint == (
        "there are recall@1, recall@3, recall@5, recall@10, hit@5, mrr@10, ndcg@10, citation_precision, "
        "citation_recall, answered, sure; some with /en, /zh after them"
    )


def test_what_is_below_its_minimum_is_told() -> None:
    found = {"recall@5": Metric(0.8, 0.7, 0.9, 20), "hit@5": Metric(0.9, 0.8, 1.0, 20)}
    assert gate.below(found, {"recall@5": 0.9, "hit@5": 0.9}) == ["recall@5 is 0.8000, below 0.9"]
