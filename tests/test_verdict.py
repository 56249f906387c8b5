"""Why a question came out as it should, or not, in words."""

from __future__ import annotations

import msgspec
import pytest

from builder.result import Case
from builder.target import Missing
from builder.verdict import verdict

from .shelf import case


def said(judged: Case, *, figures: bool = True) -> list[str]:
    found = verdict(judged, figures=figures)
    points = (*found.sections, *found.figures, *found.answer)
    return [f"{'yes' if point.met else 'no'} {point.name}: {point.text}" for point in points]


LETTERS = "abcdefghij"


def test_where_the_expected_sections_are() -> None:
    judged = case(LETTERS, ["c", "k", "z", "?"], recalled=LETTERS + "xk", cited="c")
    assert said(judged) == [
        "yes c: found at rank 3",
        "no k: not among the first 10: recalled at rank 12, but ranked lower",
        "no z: not recalled: not among the 12 sections that were looked at",
        "no ?: this section is not in the library",
        "yes answer: cites an expected or acceptable section",
    ]


def test_which_figures_are_wrong_or_missing() -> None:
    judged = case(
        figures=[("a.png", "b.png"), ("c.png",)], shown=[["b.png"], ["x.png"], ["f.png"]], fine=["f.png"]
    )
    assert said(judged) == [
        "yes a.png or b.png: shown",
        "no c.png: expected figure missing",
        "no x.png: wrong figure shown",
    ]
    assert said(judged, figures=False) == []


@pytest.mark.parametrize(("kind", "name"), [("figure", "Moon/a.png"), ("document", "Moon")])
def test_a_figure_that_the_library_lacks(kind: str, name: str) -> None:
    judged = case(figures=[("Moon/a.png",)])
    lacking = (Missing("q", 1, kind, name, required=True),)  # type: ignore[arg-type]
    judged = msgspec.structs.replace(judged, target=msgspec.structs.replace(judged.target, missing=lacking))
    assert said(judged) == ["no Moon/a.png: this figure is not in the library"]


@pytest.mark.parametrize(
    ("judged", "expected"),
    [
        (case(status="not_found"), ["no answer: refused, although the library holds the answer"]),
        (case(status="not_found", answerable=False), ["yes answer: refused, as it should be"]),
        (case(answerable=False), ["no answer: should have been refused"]),
        (case("a", "a", cited="b", acceptable="b"), ["yes answer: cites an expected or acceptable section"]),
        (case("a", "a", cited="x"), ["no answer: cites no expected and no acceptable section"]),
        (
            case("a", "a", cited="x", level="document"),
            ["no answer: cites no expected and no acceptable document"],
        ),
        (case(status="degraded"), []),
        (case("a", "?", status="not_found"), []),
        (case("a", "?", cited="a"), []),
    ],
)
def test_whether_the_answer_was_right_to_be_given(judged: Case, expected: list[str]) -> None:
    assert [line for line in said(judged) if "answer:" in line] == expected


def test_only_what_was_not_met_is_a_failure() -> None:
    found = verdict(case("ab", "bz", cited="b"))
    assert [point.name for point in found.failures] == ["z"]
    assert not found.good
    assert verdict(case("ab", "b", cited="b")).good
