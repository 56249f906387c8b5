"""The metrics of a set of questions, each by a handful of judged ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from builder import scores, withheld
from builder.result import Case

from .shelf import case

GUIDE = (Path(__file__).parent.parent / "docs/evaluation.md").read_text(encoding="utf-8")


def values(cases: Sequence[Case], *names: str) -> list[str]:
    found = scores.measure(cases)
    return [f"{found[name].value:.4f} of {found[name].n}" if name in found else "none" for name in names]


def test_retrieval() -> None:
    cases = [
        case("abc", "a"),  # first
        case("abc", "cx"),  # one of two, third
        case("abc", "?"),  # not in the library: not found
        case("abc", "", answerable=False),  # expects nothing: not counted
    ]
    assert values(cases, "recall@1", "recall@3", "hit@5", "mrr@10") == [
        "0.3333 of 3",  # (1 + 0 + 0) / 3
        "0.5000 of 3",  # (1 + 1/2 + 0) / 3
        "0.6667 of 3",
        "0.4444 of 3",  # (1 + 1/3 + 0) / 3
    ]
    # (1 + 0.5 / (1 + 0.6309) + 0) / 3
    assert values(cases, "ndcg@10") == ["0.4355 of 3"]


def test_figures() -> None:
    cases = [
        case(shown=["a", "x"], figures=[("a", "b"), ("c",)]),  # one right, one wrong, one missed
        case(shown=["d", "y"], figures=[("d",)], fine=["y"]),  # as expected
        case(shown=["z"]),  # none expected
        case(),
    ]
    assert values(cases, "figure_precision", "figure_recall", "figure_perfect", "figure_none") == [
        "0.5000 of 4",  # a and d of a, x, d, z
        "0.6667 of 2",  # two of three groups
        "0.5000 of 4",
        "0.5000 of 2",
    ]


def test_figures_are_not_judged_where_none_is_expected_anywhere() -> None:
    assert values([case(shown=["x"])], "figure_precision", "figure_none") == ["none", "none"]


def test_citations() -> None:
    cases = [
        case(expected="ab", cited="ax"),
        case(expected="c", cited="cf", acceptable="f"),
        case(expected="d", status="not_found"),
        case(cited="x", answerable=False),
    ]
    assert values(cases, "citation_precision", "citation_recall") == [
        "0.7500 of 3",  # a, c, f of four
        "0.5000 of 3",  # a, c of a, b, c, d
    ]


def test_abstention() -> None:
    cases = [
        *[case(status="answered")] * 2,
        case(status="degraded"),
        case(status="not_found"),
        case(status="not_found", answerable=False),
        case(status="answered", answerable=False),
    ]
    assert values(cases, "answered", "refused", "abstention") == ["0.7500 of 4", "0.5000 of 2", "0.6250 of 6"]
    assert values(cases[:4], "answered", "refused", "abstention") == ["0.7500 of 4", "none", "none"]


def test_a_mixed_file_is_split_by_level_and_by_language() -> None:
    cases = [
        case("ab", "a"),
        case("ab", "b", level="document", lang="zh"),
        case("ab", "b", level="document", lang="fr"),
    ]
    names = ("recall@1", "recall@1/section", "recall@1/document", "recall@1/en", "recall@1/zh")
    assert values(cases, *names) == [
        "0.3333 of 3",
        "1.0000 of 1",
        "0.0000 of 2",
        "1.0000 of 1",
        "0.0000 of 1",
    ]
    assert scores.groups(cases) == ("document", "section", "en", "fr", "zh")


def test_an_even_file_is_not_split() -> None:
    cases = [case("a", "a"), case(answerable=False, level="document")]
    assert scores.groups(cases) == ()
    assert not [name for name in scores.measure(cases) if "/" in name]


def test_milliseconds_by_stage_and_in_sum() -> None:
    cases = [case(ms={"recall": float(n), "draft": 10.0}) for n in range(1, 101)]
    found = scores.measure(cases)
    assert [found[name].value for name in ("ms.recall", "ms.draft", "ms.total", "cost")] == [50, 10, 60, 0]
    assert (found["ms.total"].low, found["ms.total"].high) == (15, 105)


def test_the_names_are_known_before_anything_is_asked() -> None:
    cases = [
        case("ab", "a", figures=[("f",)]),
        case("ab", "b", level="document", lang="zh"),
        case(answerable=False, status="not_found"),
    ]
    measured = [name for name in scores.measure(cases) if not name.startswith("ms.") and name != "cost"]
    assert list(scores.names(one.target for one in cases)) == measured


def test_every_metric_is_described() -> None:
    cases = [case("a", "a", figures=[("f",)]), case(answerable=False)]
    names = [name for name in scores.measure(cases) if not name.startswith("ms.")]
    names += withheld.NAMES
    assert sorted(names) == sorted(scores.MEANINGS)
    for name in names:
        assert f"`{'recall@k' if name.startswith('recall@') else name}`" in GUIDE, name
