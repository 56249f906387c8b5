"""`sourceleaf eval`: every question is asked, and what was found is compared with what was expected."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from serverless import answer, settings
from serverless import index as indexes
from serverless.errors import IndexFormatError
from serverless.index import Index
from serverless.judges import Pace
from serverless.model import Library, Manifest, Question, Struct
from serverless.tools import Tools

from . import ablation, gate, goldset, scores, withheld
from .goldset import Sheet
from .metrics import Metric
from .progress import Progress
from .result import Asked, Case, Result, Scribe
from .target import Missing, Resolver, Target


class Evaluation(Struct, frozen=True):
    """What `--json` writes. `missing` is gold that the library lacks; `stages` is {} unless asked for."""

    metrics: dict[str, Metric]
    questions: tuple[Result, ...]
    missing: tuple[Missing, ...] = ()
    stages: dict[str, scores.Table] = msgspec.field(default_factory=dict)


class Plan(Struct, frozen=True):
    """A question file that fits a library well enough to be asked."""

    name: str
    folder: Path
    library: Library
    manifest: Manifest
    targets: tuple[Target, ...]
    standing: gate.Standing


class Trial(Struct, frozen=True):
    """A plan carried out."""

    plan: Plan
    cases: tuple[Case, ...]
    evaluation: Evaluation


def prepare(questions: Path, folder: Path, *, partial: bool = False) -> Plan:
    """Reads the file and matches it with the index in `folder`; nothing is asked yet.

    Raises UsageError that lists all that is wrong with the file, also where more than half of its
    questions expect what the library lacks, unless `partial`; IndexFormatError on a bad index.
    """
    sheet = goldset.read(questions)
    opened = _opened(folder, sheet)
    library = opened.rows.library()
    resolver = Resolver(library)
    targets = tuple(map(resolver.target, sheet.entries))
    standing = gate.admit(sheet, targets, partial=partial)
    return Plan(sheet.name, folder, library, opened.manifest, targets, standing)


def _opened(folder: Path, sheet: Sheet) -> Index:
    try:
        return indexes.read(folder)
    except IndexFormatError:
        if sheet.faults:
            raise goldset.refusal(sheet) from None
        raise


def carry_out(plan: Plan, progress: Progress, *, stages: bool = False, withhold: bool = False) -> Trial:
    """Asks every question; ProviderError where a model is not here."""
    index, tools = _opened_for(plan.folder)
    scribe = Scribe(plan.library)
    cases: list[Case] = []
    with progress.stage("ask") as tick:
        for target in plan.targets:
            cases.append(scribe.case(target, ask(target.gold.question, index, tools)))
            tick(len(cases), len(plan.targets))
    table: dict[str, scores.Table] = {}
    if stages:
        with progress.stage("stages") as tick:
            table = ablation.ablate(plan.targets, index, tools, tick)
    known = scores.measure(cases)
    if withhold:
        with progress.stage("withhold") as tick:
            known |= withheld.measure(plan.targets, index, tools, tick)
    results = tuple(case.result for case in cases)
    evaluation = Evaluation(known, results, plan.standing.missing, table)
    return Trial(plan, tuple(cases), evaluation)


class Steady(Pace):
    """Reads as deep whatever the machine is busy with, so that the same questions give the same metrics."""

    def learn(self, pairs: int, started: float) -> None:
        """Learns nothing."""


def _opened_for(folder: Path) -> tuple[Index, Tools]:
    index, tools = answer.load(settings.read(_environment(folder)))
    judges = msgspec.structs.replace(tools.judges, pace=Steady())
    return index, msgspec.structs.replace(tools, judges=judges)


def _environment(folder: Path) -> Mapping[str, str]:
    return {**os.environ, "SOURCELEAF_INDEX": str(folder)}


def ask(text: str, index: Index, tools: Tools) -> Asked:
    """The ranking in full, and the answer as a reader gets it; the milliseconds are the answer's own."""
    found = answer.examine(Question(question=text), index, tools)
    return Asked(found.recalled, found.ranked.sections, found.answer)
