"""An evaluation as two pages to publish: Markdown for the site, and HTML that needs nothing beside it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from serverless.model import Manifest, Struct

from . import scorecard, scores, words
from .evaluate import Plan, Trial
from .extract import escape
from .markup import render
from .metrics import Metric
from .result import Case, Found
from .target import Missing
from .verdict import Point, Verdict, verdict

NAME = "evaluation-report"
"""Of both files, without suffix: a portal's own pages are called otherwise."""
HEADINGS = {
    "figure": "Figures",
    "citation": "Citations",
    "answered": "Answers",
    "refused": "Answers",
    "abstention": "Answers",
    "sure": "Answers",
    "withheld": "Answers",
    "ms": "Time and cost",
    "cost": "Time and cost",
}
"""By the first word of a metric's name; the others are about sections."""
SCALE = 100
"""Units of the drawn scale from 0 to 1."""


class Row(Struct, frozen=True):
    """A metric as it is printed; `bar` has value, low and high on the scale, () where there is none."""

    name: str
    meaning: str
    value: str
    interval: str
    n: int
    bar: tuple[float, ...]
    parts: tuple[str, ...]


class Hit(Struct, frozen=True):
    """A listed section; `mark` is "expected", "acceptable" or ""."""

    found: Found
    url: str
    mark: str


class Card(Struct, frozen=True):
    """A question with all that came of it; `wrong` has the places of wrong figures."""

    number: int
    case: Case
    verdict: Verdict
    facts: str
    hits: tuple[Hit, ...]
    wrong: tuple[int, ...]
    ms: str


class Page(Struct, frozen=True):
    title: str
    facts: str
    summary: str
    parts: tuple[str, ...]
    tables: dict[str, tuple[Row, ...]]
    stages: tuple[tuple[str, ...], ...]
    missing: tuple[Missing, ...]
    reasons: tuple[tuple[str, int], ...]
    cards: tuple[Card, ...]


def pages(trial: Trial) -> dict[str, str]:
    """Both files by name."""
    made = page(trial)
    markdown = render("evaluation.md.jinja", page=made, words=_words, cell=_cell, label=_label)
    return {f"{NAME}.md": markdown, f"{NAME}.html": render("evaluation.html.jinja", page=made)}


def page(trial: Trial) -> Page:
    """All that both pages say."""
    plan, found = trial.plan, trial.evaluation
    judges_figures = any(case.target.gold.figures for case in trial.cases)
    verdicts = [verdict(case, figures=judges_figures) for case in trial.cases]
    parts = scores.groups(trial.cases)
    return Page(
        title=f"Evaluation with {plan.name}",
        facts=_facts(plan),
        summary=f"{sum(one.good for one in verdicts)} of {len(verdicts)} questions came out as expected",
        parts=parts,
        tables=_tables(found.metrics, parts),
        stages=tuple(_stages(found.stages)),
        missing=tuple(one for one in found.missing if one.required),
        reasons=tuple(Counter(map(_reason, _failures(verdicts))).most_common()),
        cards=tuple(
            _card(number, case, one, plan.manifest)
            for number, (case, one) in enumerate(zip(trial.cases, verdicts, strict=True), 1)
        ),
    )


def _words(text: str) -> str:
    """Any text as Markdown on one line that says exactly it."""
    return escape.words(" ".join(escape.CONTROL.sub("", text).split()))


def _cell(text: str) -> str:
    return escape.cell(_words(text))


def _label(text: str) -> str:
    return escape.label(_words(text))


def _facts(plan: Plan) -> str:
    counts = plan.manifest.counts
    sizes = (
        words.counted(counts.documents, ("document", "documents")),
        words.counted(counts.sections, ("section", "sections")),
        words.counted(counts.figures, ("figure", "figures")),
    )
    made_of = (f"index {plan.manifest.corpus[:12]}", f"embedder {plan.manifest.embedder.model}")
    return " · ".join((*sizes, *made_of))


def _failures(verdicts: Sequence[Verdict]) -> Iterator[Point]:
    for one in verdicts:
        yield from one.failures


def _reason(point: Point) -> str:
    return point.text.partition(":")[0]


def _tables(metrics: dict[str, Metric], parts: Sequence[str]) -> dict[str, tuple[Row, ...]]:
    tables: dict[str, list[Row]] = {}
    for name, metric in metrics.items():
        if "/" not in name:
            tables.setdefault(_heading(name), []).append(_row(name, metric, metrics, parts))
    return {heading: tuple(rows) for heading, rows in tables.items()}


def _heading(name: str) -> str:
    return HEADINGS.get(re.split(r"[._@]", name)[0], "Sections")


def _row(name: str, metric: Metric, metrics: dict[str, Metric], parts: Sequence[str]) -> Row:
    own = (metrics.get(f"{name}/{part}") for part in parts)
    share = name in scores.MEANINGS and name != "cost"
    return Row(
        name=name,
        meaning=scores.MEANINGS.get(name, "milliseconds: median, 5th and 95th percentile"),
        value=scorecard.number(name, metric.value),
        interval=scorecard.interval(name, metric),
        n=metric.n,
        bar=tuple(round(SCALE * end, 1) for end in (metric.value, metric.low, metric.high)) if share else (),
        parts=tuple(scorecard.number(name, one.value) if one else "" for one in own),
    )


def _stages(stages: dict[str, scores.Table]) -> Iterator[tuple[str, ...]]:
    """The head, then one line a stage."""
    for n, (stage, row) in enumerate(stages.items()):
        if n == 0:
            yield ("stage", *row)
        yield (stage, *(scorecard.number(name, metric.value) for name, metric in row.items()))


def _card(number: int, case: Case, judged: Verdict, manifest: Manifest) -> Card:
    gold = case.target.gold
    kind = f"expects a {gold.level}" if gold.answerable else "has no answer in the library"
    expected = frozenset().union(*case.target.expected)
    hits = tuple(
        Hit(found, _link(manifest.site_url, found.url), _mark(one, expected, case.target.acceptable))
        for one, found in zip(case.ranked, case.result.sections, strict=True)
    )
    ms = scorecard.number("ms", sum(case.result.ms.values()))
    return Card(number, case, judged, f"{gold.lang} · {kind}", hits, case.shown.wrong, ms)


def _mark(name: str, expected: frozenset[str], acceptable: frozenset[str]) -> str:
    return "expected" if name in expected else "acceptable" if name in acceptable else ""


def _link(site: str, url: str) -> str:
    """The section's page at the address that the index was made for; "" where it names none."""
    return f"{site.rstrip('/')}/{url}" if site.startswith(("https://", "http://")) else ""
