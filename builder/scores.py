"""The metrics of a set of judged questions: overall, by level, by language, and milliseconds by stage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from . import metrics
from .metrics import Metric
from .result import Case, Result
from .target import Target

RANKS = (1, 3, 5, 10)
REFUSED = "not_found"
Table = dict[str, Metric]

MEANINGS = {
    "recall@1": "expected sections that come first",
    "recall@3": "expected sections among the first three",
    "recall@5": "expected sections among the first five",
    "recall@10": "expected sections among the first ten",
    "hit@5": "questions with an expected section among the first five",
    "mrr@10": "reciprocal rank of the first expected section",
    "ndcg@10": "normalised discounted cumulative gain",
    "figure_precision": "shown figures that are expected",
    "figure_recall": "expected figures that are shown",
    "figure_hit": "questions that expect figures and show one of them",
    "figure_perfect": "questions with all expected figures and no wrong one",
    "figure_none": "questions without expected figures that show none",
    "citation_precision": "cited sections that are expected or acceptable",
    "citation_recall": "expected sections that are cited",
    "answered": "answerable questions that are answered",
    "refused": "unanswerable questions that are refused",
    "abstention": "mean of answered and refused",
    "sure": "answerable questions that are answered without a doubt",
    "withheld_refused": "questions refused when the sections that answer them are withheld",
    "withheld_doubted": "the same, or answered with a doubt",
    "cost": "cost of a question",
}
"""Each metric by its name; those of `ms.STAGE` are milliseconds."""


def measure(cases: Sequence[Case]) -> Table:
    """All metrics that these questions allow.

    "recall@5/document" and "recall@5/zh" are those of one level or language, where there are several.
    """
    return {**quality(cases), **_split(cases), **_effort(cases)}


def names(targets: Iterable[Target]) -> tuple[str, ...]:
    """The metrics of quality that these questions will lead to, before any is asked."""
    blank = [_unasked(target) for target in targets]
    return (*quality(blank), *_split(blank))


def quality(cases: Sequence[Case]) -> Table:
    """The metrics between 0 and 1."""
    return {**_retrieval(cases), **_figures(cases), **_citations(cases), **_abstention(cases)}


def groups(cases: Sequence[Case]) -> tuple[str, ...]:
    """The levels and languages that the metrics are split by, none where all questions are alike."""
    found = (_levels(cases), _languages(cases))
    return tuple(name for names in found if len(names) > 1 for name in names)


def _split(cases: Sequence[Case]) -> Table:
    split: Table = {}
    for parts, part_of in ((_levels(cases), _level), (_languages(cases), _language)):
        for part in parts if len(parts) > 1 else ():
            own = [case for case in cases if part_of(case) == part]
            split |= {f"{name}/{part}": metric for name, metric in quality(own).items()}
    return split


def _level(case: Case) -> str:
    """The level of a question that expects a section; others have none."""
    return case.target.gold.level if case.target.sections else ""


def _language(case: Case) -> str:
    return case.target.gold.lang


def _levels(cases: Sequence[Case]) -> list[str]:
    return sorted({_level(case) for case in cases} - {""})


def _languages(cases: Sequence[Case]) -> list[str]:
    return sorted({_language(case) for case in cases})


def _unasked(target: Target) -> Case:
    shown = metrics.shown((), target.gold.figures, ())
    return Case(target, Result(target.gold.id, REFUSED, (), (), (), {}), (), (), (), shown)


def retrieval(ranks: Sequence[metrics.Ranks]) -> Table:
    """The metrics of rankings; one list of gold ranks a question, none of them empty."""
    if not ranks:
        return {}

    def mean(of: Callable[[metrics.Ranks], float]) -> Metric:
        return metrics.mean([of(each) for each in ranks])

    return {
        **{f"recall@{k}": mean(partial(metrics.recall, k=k)) for k in RANKS},
        "hit@5": mean(partial(metrics.hit, k=5)),
        "mrr@10": mean(metrics.reciprocal),
        "ndcg@10": mean(metrics.ndcg),
    }


def _retrieval(cases: Sequence[Case]) -> Table:
    expected = [case for case in cases if case.target.sections]
    return retrieval([metrics.first_ranks(case.ranked, case.target.expected) for case in expected])


def _figures(cases: Sequence[Case]) -> Table:
    """Judged only where some question expects a figure: other files do not say which are wrong."""
    wanted = [case.shown for case in cases if case.shown.groups]
    none = [case.shown for case in cases if not case.shown.groups]
    if not wanted:
        return {}
    found = {
        "figure_precision": metrics.share([(s.right, s.right + len(s.wrong)) for s in [*wanted, *none]]),
        "figure_recall": metrics.share([(s.hit, s.groups) for s in wanted]),
        "figure_hit": metrics.mean([float(s.hit > 0) for s in wanted]),
        "figure_perfect": metrics.mean([float(case.shown.perfect) for case in cases]),
    }
    return {**found, "figure_none": metrics.mean([float(not s.wrong) for s in none])} if none else found


def _citations(cases: Sequence[Case]) -> Table:
    """Precision over what is cited; recall over all that is expected, an answer without citations too."""
    judged = [case for case in cases if case.target.sections]
    if not judged:
        return {}
    precise, complete = [], []
    for case in judged:
        fine = case.target.acceptable.union(*case.target.expected)
        precise.append((sum(name in fine for name in case.cited), len(case.cited)))
        hit = sum(bool(ids & set(case.cited)) for ids in case.target.expected)
        complete.append((hit, len(case.target.expected)))
    return {"citation_precision": metrics.share(precise), "citation_recall": metrics.share(complete)}


def _abstention(cases: Sequence[Case]) -> Table:
    """Balanced accuracy needs both kinds of questions."""
    answered = [float(c.result.status != REFUSED) for c in cases if c.target.gold.answerable]
    refused = [float(c.result.status == REFUSED) for c in cases if not c.target.gold.answerable]
    found: Table = {}
    if answered:
        found["answered"] = metrics.mean(answered)
        found["sure"] = metrics.mean([_sure(case) for case in cases if case.target.gold.answerable])
    if refused:
        found["refused"] = metrics.mean(refused)
    if answered and refused:
        found["abstention"] = metrics.balanced(answered, refused)
    return found


def _sure(case: Case) -> float:
    return float(case.result.status != REFUSED and not case.unsure)


def _effort(cases: Sequence[Case]) -> Table:
    """Milliseconds by stage of the answers, their total, and what a question costs."""
    stages = dict.fromkeys(stage for case in cases for stage in case.result.ms)
    found = {
        f"ms.{stage}": metrics.spread([case.result.ms.get(stage, 0.0) for case in cases]) for stage in stages
    }
    found["ms.total"] = metrics.spread([sum(case.result.ms.values()) for case in cases])
    return {**found, "cost": metrics.mean([case.cost for case in cases])}
