"""Why a question is answered as it should be, or not: each expectation beside what came of it."""

from __future__ import annotations

from collections.abc import Iterator

from serverless.model import Struct

from . import metrics
from .result import LISTED, Case
from .scores import REFUSED


class Point(Struct, frozen=True):
    """One expectation and what came of it."""

    name: str
    met: bool
    text: str


class Verdict(Struct, frozen=True):
    """`figures` are the expected groups and the wrong ones shown; `answer` is about the answer itself."""

    sections: tuple[Point, ...]
    figures: tuple[Point, ...]
    answer: tuple[Point, ...]

    @property
    def failures(self) -> tuple[Point, ...]:
        return tuple(point for point in (*self.sections, *self.figures, *self.answer) if not point.met)

    @property
    def good(self) -> bool:
        return not self.failures


def verdict(case: Case, *, figures: bool = True) -> Verdict:
    """Judges one question; `figures` is False where the file says nothing about them."""
    return Verdict(tuple(_sections(case)), tuple(_figures(case)) if figures else (), tuple(_answer(case)))


def _sections(case: Case) -> Iterator[Point]:
    ranks = metrics.first_ranks(case.ranked, case.target.expected)
    recalled = metrics.first_ranks(case.recalled, case.target.expected)
    what = case.target.gold.level
    for wanted, rank, before in zip(case.target.sections, ranks, recalled, strict=True):
        if not wanted.ids:
            text = f"this {what} is not in the library"
        elif rank:
            text = f"found at rank {rank}"
        elif before:
            text = f"not among the first {LISTED}: recalled at rank {before}, but ranked lower"
        else:
            text = f"not recalled: not among the {len(case.recalled)} {what}s that were looked at"
        yield Point(wanted.name, rank is not None, text)


def _figures(case: Case) -> Iterator[Point]:
    gold, shown = case.target.gold, case.shown
    for n, group in enumerate(gold.figures):
        missed = n in shown.missed
        lost = "this figure is not in the library" if case.target.lacks(group) else "expected figure missing"
        yield Point(" or ".join(group), not missed, lost if missed else "shown")
    for n in shown.wrong:
        yield Point(case.result.figures[n], False, "wrong figure shown")


def _answer(case: Case) -> Iterator[Point]:
    """Nothing is said where the library lacks all that is expected: either answer would be right."""
    gold, refused, expected = case.target.gold, case.result.status == REFUSED, case.target.expected
    if not gold.answerable:
        text = "refused, as it should be" if refused else "should have been refused"
        yield Point("answer", refused, text)
    elif expected and not any(expected):
        return
    elif refused:
        yield Point("answer", False, "refused, although the library holds the answer")
    elif expected:
        cites = bool(case.target.acceptable.union(*expected) & set(case.cited))
        text = "cites an expected or acceptable" if cites else "cites no expected and no acceptable"
        yield Point("answer", cites, f"{text} {gold.level}")
