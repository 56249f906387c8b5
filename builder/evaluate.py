"""`sourceleaf eval`: every question is asked, and what was found is compared with what was expected."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from serverless import answer, settings
from serverless.errors import UsageError
from serverless.model import Answer, Evidence, Library, Question, Struct

from . import goldset, metrics
from .goldset import GoldQuestion, Resolver, Target
from .metrics import Metric

RANKS = (1, 3, 5, 10)


class Found(Struct, frozen=True):
    """A section in rank order; `document` and `heading` as the source has them."""

    document: str
    anchor: str
    heading: str
    url: str
    score: float


class Cited(Struct, frozen=True):
    document: str
    anchor: str


class Said(Struct, frozen=True):
    text: str
    citations: tuple[Cited, ...]


class Result(Struct, frozen=True):
    """What one question brought: sections, figures by file, sentences, and the time of each stage."""

    id: str
    status: str
    sections: tuple[Found, ...]
    figures: tuple[str, ...]
    sentences: tuple[Said, ...]
    ms: dict[str, float]


class Evaluation(Struct, frozen=True):
    metrics: dict[str, Metric]
    questions: tuple[Result, ...]
    missing: tuple[str, ...] = ()


class Case(Struct, frozen=True):
    """One question with all that is needed to judge it."""

    target: Target
    result: Result
    ranked: tuple[str, ...]
    cited: tuple[str, ...]
    shown: metrics.Shown


def evaluate(questions: Path, folder: Path) -> Evaluation:
    """Asks every question of the file; raises UsageError on a bad file, IndexFormatError on a bad index."""
    asked = goldset.read(questions)
    index, tools = answer.load(settings.read({**os.environ, "SOURCELEAF_INDEX": str(folder)}))
    library = index.rows.library()
    targets = [Resolver(library).target(gold) for gold in asked]
    judge = _Judge(library)
    cases = [judge.case(target, *_ask(target.gold, index, tools)) for target in targets]
    return Evaluation(
        measure(cases),
        tuple(case.result for case in cases),
        tuple(line for target in targets for line in target.missing),
    )


def _ask(gold: GoldQuestion, index: answer.Index, tools: answer.Tools) -> tuple[Evidence, Answer]:
    question = Question(question=gold.question)
    return answer.search(question, index, tools), answer.complete(question, index, tools)


class _Judge:
    """Says what was found in the words of the source."""

    def __init__(self, library: Library) -> None:
        self.documents = {document.id: Path(document.source.path).stem for document in library.documents}
        self.sections = {section.id: section for section in library.sections}
        self.figures = {figure.id: goldset.files(figure) for figure in library.figures}

    def case(self, target: Target, evidence: Evidence, given: Answer) -> Case:
        level = target.gold.level
        shown = [self.figures[card.id] for card in given.figures]
        cited = [citation.section for said in given.sentences for citation in said.citations]
        return Case(
            target=target,
            result=self._result(target.gold.id, evidence, given),
            ranked=self._ranked([card.id for card in evidence.sections], level),
            cited=self._ranked(cited, level),
            shown=metrics.shown(shown, target.gold.figures, target.gold.acceptable_figures),
        )

    def _result(self, name: str, evidence: Evidence, given: Answer) -> Result:
        return Result(
            id=name,
            status=given.status,
            sections=tuple(self._found(card.id, card.score) for card in evidence.sections),
            figures=tuple(self.figures[card.id][0] for card in given.figures),
            sentences=tuple(
                Said(said.text, tuple(self._cited(citation.section) for citation in said.citations))
                for said in given.sentences
            ),
            ms=given.usage.ms,
        )

    def _found(self, name: str, score: float) -> Found:
        section = self.sections[name]
        heading = section.heading or section.title
        return Found(self.documents[section.document], section.slug, heading, section.url, score)

    def _cited(self, name: str) -> Cited:
        section = self.sections[name]
        return Cited(self.documents[section.document], section.slug)

    def _ranked(self, sections: Sequence[str], level: str) -> tuple[str, ...]:
        """Section ids, or the ids of their documents, each once and in order."""
        ids = sections if level == "section" else [self.sections[name].document for name in sections]
        return tuple(dict.fromkeys(ids))


def measure(cases: Sequence[Case]) -> dict[str, Metric]:
    """All metrics that the cases allow; one that no case speaks to is left out."""
    found = {**_sections(cases), **_figures(cases), **_citations(cases), **_abstention(cases)}
    return {**found, **_times(cases)}


def _sections(cases: Sequence[Case]) -> dict[str, Metric]:
    ranks = [metrics.first_ranks(case.ranked, case.target.sections) for case in cases if case.target.sections]
    if not ranks:
        return {}
    found = {f"recall@{k}": metrics.mean([metrics.recall(each, k) for each in ranks]) for k in RANKS}
    hit = [float(any(rank and rank <= 5 for rank in each)) for each in ranks]
    return {
        **found,
        "hit@5": metrics.mean(hit),
        "mrr@10": metrics.mean([metrics.reciprocal(each) for each in ranks]),
        "ndcg@10": metrics.mean([metrics.ndcg(each) for each in ranks]),
    }


def _figures(cases: Sequence[Case]) -> dict[str, Metric]:
    wanted = [case.shown for case in cases if case.shown.groups]
    none = [case.shown for case in cases if not case.shown.groups]
    if not wanted:
        return {}
    found = {
        "figure_precision": metrics.share([(s.right, s.right + s.wrong) for s in [*wanted, *none]]),
        "figure_recall": metrics.share([(s.hit, s.groups) for s in wanted]),
        "figure_perfect": metrics.mean([float(case.shown.perfect) for case in cases]),
    }
    return {**found, "figure_none": metrics.mean([float(not s.wrong) for s in none])} if none else found


def _citations(cases: Sequence[Case]) -> dict[str, Metric]:
    judged = [case for case in cases if case.target.sections and case.cited]
    if not judged:
        return {}
    precise, complete = [], []
    for case in judged:
        gold = frozenset().union(*case.target.sections)
        right = sum(name in gold | case.target.acceptable for name in case.cited)
        precise.append((right, len(case.cited)))
        complete.append(
            (sum(bool(set(case.cited) & ids) for ids in case.target.sections), len(case.target.sections))
        )
    return {"citation_precision": metrics.share(precise), "citation_recall": metrics.share(complete)}


def _abstention(cases: Sequence[Case]) -> dict[str, Metric]:
    """Balanced accuracy: the mean of the shares answered and refused, where both kinds are asked."""
    answered = [float(c.result.status != "not_found") for c in cases if c.target.gold.answerable]
    refused = [float(c.result.status == "not_found") for c in cases if not c.target.gold.answerable]
    found = {"answered": metrics.mean(answered)} if answered else {}
    if not (answered and refused):
        return found
    yes, no = metrics.mean(answered), metrics.mean(refused)
    value, low, high = ((a + b) / 2 for a, b in zip(yes_no(yes), yes_no(no), strict=True))
    return {**found, "refused": no, "abstention": Metric(round(value, 4), low, high, yes.n + no.n)}


def yes_no(metric: Metric) -> tuple[float, float, float]:
    """Value and interval of a metric."""
    return metric.value, metric.low, metric.high


def _times(cases: Sequence[Case]) -> dict[str, Metric]:
    """Milliseconds by stage: the median as value, the 95th percentile as upper end."""
    stages = dict.fromkeys(stage for case in cases for stage in case.result.ms)
    found = {}
    for stage in [*stages, "total"]:
        times = [
            sum(c.result.ms.values()) if stage == "total" else c.result.ms.get(stage, 0.0) for c in cases
        ]
        low, middle, high = (round(metrics.quantile(times, q), 1) for q in (0.0, 0.5, 0.95))
        found[f"ms.{stage}"] = Metric(middle, low, high, len(times))
    return found


def limits(given: Sequence[str]) -> dict[str, float]:
    """The minimums of `--min METRIC=VALUE`; UsageError names the one that cannot be read."""
    found = {}
    for text in given:
        name, _, value = text.partition("=")
        try:
            found[name] = float(value)
        except ValueError:
            raise UsageError(f"--min {text}: {value!r} is no number", "write --min recall@5=0.9") from None
    return found


def below(evaluation: Evaluation, minimum: dict[str, float]) -> list[str]:
    """One line for each minimum that is not reached."""
    lines = []
    for name, limit in minimum.items():
        metric = evaluation.metrics.get(name)
        if metric is None:
            raise UsageError(f"--min {name}: no such metric here", "one of " + ", ".join(evaluation.metrics))
        if metric.value < limit:
            lines.append(f"{name} is {metric.value:.4f}, below {limit}")
    return lines


def table(evaluation: Evaluation) -> str:
    """Metrics as lines: value, interval, number of questions; gold that the library lacks comes first."""
    lines = [f"not in this library: {line}" for line in evaluation.missing]
    for name, metric in evaluation.metrics.items():
        lines.append(f"{name:20} {metric.value:9.4g}   [{metric.low:.4g}, {metric.high:.4g}]   n={metric.n}")
    return "\n".join(lines)
