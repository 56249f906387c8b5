"""An evaluation as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import StringIO

from .evaluate import Trial
from .metrics import Metric
from .scores import Table, groups

WIDE = 200
"""Columns of the drawing; lines are as long as they need to be, whoever reads them."""


def text(trial: Trial) -> str:
    """The metrics, by level and language too where the file mixes them, and the stages where asked for."""
    found = trial.evaluation.metrics
    parts = groups(trial.cases)
    whole = {name: metric for name, metric in found.items() if "/" not in name}
    rows = [(name, *_cells(name, metric), *_split(found, name, parts)) for name, metric in whole.items()]
    drawn = [_table(("metric", "value", "95 % interval", "n", *parts), rows)]
    if trial.evaluation.stages:
        drawn.append(_stages(trial.evaluation.stages))
    return "\n\n".join(drawn)


def number(name: str, value: float) -> str:
    """A value as people read it: milliseconds without decimals where they are many."""
    if name.startswith("ms"):
        return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"
    return f"{value:.3f}"


def interval(name: str, metric: Metric) -> str:
    return f"{number(name, metric.low)} – {number(name, metric.high)}"


def _cells(name: str, metric: Metric) -> tuple[str, str, str]:
    return number(name, metric.value), interval(name, metric), str(metric.n)


def _split(found: Table, name: str, parts: Sequence[str]) -> Iterable[str]:
    for part in parts:
        metric = found.get(f"{name}/{part}")
        yield f"{number(name, metric.value)} ({metric.n})" if metric else ""


def _stages(stages: dict[str, Table]) -> str:
    names = list(next(iter(stages.values())))
    rows = [
        (stage, *(f"{number(name, row[name].value)}  {interval(name, row[name])}" for name in names))
        for stage, row in stages.items()
    ]
    return _table(("stage", *names), rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table as Drawing

    drawing = Drawing(box=SIMPLE_HEAD, pad_edge=False)
    for n, title in enumerate(head):
        drawing.add_column(title, justify="right" if n else "left", no_wrap=True)
    for row in rows:
        drawing.add_row(*row)
    console = Console(file=StringIO(), width=WIDE, color_system=None, highlight=False, markup=False)
    with console.capture() as drawn:
        console.print(drawing)
    return "\n".join(line.rstrip() for line in drawn.get().split("\n")).strip("\n")
