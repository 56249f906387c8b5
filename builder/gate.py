"""What a run must reach: minimums of metrics, and gold that the library holds."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from serverless.errors import UsageError
from serverless.model import Struct

from . import goldset, scores
from .goldset import Fault, Sheet
from .metrics import Metric
from .target import Missing, Target

HALF = 0.5
"""Share of the questions above which missing gold leaves nothing to measure."""
QUARTER = 0.25
"""Share of the questions that may lack a picture."""
ANOTHER = "measure the library that the questions were written for, or give --partial"


class Standing(Struct, frozen=True):
    """The gold that the library lacks, and how many of the `asked` questions require some of it."""

    missing: tuple[Missing, ...]
    lacking: int
    asked: int
    short: bool

    @property
    def pointless(self) -> bool:
        """Whether so much is missing that nothing is left to measure."""
        return self.lacking > HALF * self.asked

    @property
    def said(self) -> str:
        return f"{self.lacking} of {self.asked} questions expect what this library lacks"

    def faults(self, *, required: bool) -> list[Fault]:
        return [one.fault for one in self.missing if one.required or not required]


def standing(targets: Sequence[Target]) -> Standing:
    """How well the library fits the questions; `short` where it does not fit well enough to pass.

    A missing document or section always counts; a missing picture (a source folder may lack a file while
    its text is there) only where a quarter of the questions lack one.
    """
    missing = tuple(one for target in targets for one in target.missing)
    required = [one for one in missing if one.required]
    pictures = len({one.question for one in required if one.kind == "figure"})
    return Standing(
        missing,
        lacking=len({one.question for one in required}),
        asked=len(targets),
        short=pictures >= QUARTER * len(targets) or any(one.kind != "figure" for one in required),
    )


def admit(sheet: Sheet, targets: Sequence[Target], *, partial: bool) -> Standing:
    """The standing of a file that may be asked; UsageError lists all that is wrong with any other."""
    found = standing(targets)
    if sheet.faults:
        raise goldset.refusal(sheet, found.faults(required=False))
    if found.pointless and not partial:
        lines = goldset.listed(found.faults(required=True))
        raise UsageError("\n".join((f"{sheet.name}: {found.said}:", *lines)), ANOTHER)
    return found


def notice(found: Standing) -> list[str]:
    """What the library lacks, the sum first; nothing where it lacks nothing."""
    lines = goldset.listed(found.faults(required=True))
    if lines:
        lines.insert(0, f"{found.said}; it counts as not found:")
    spare = len(found.missing) - len(found.faults(required=True))
    if spare:
        lines.append(f"not in this library, and not required: {spare} names (--json lists them)")
    return lines


def limits(given: Sequence[str], targets: Sequence[Target]) -> dict[str, float]:
    """The minimums of `--min METRIC=VALUE`; UsageError names what cannot be read or reached."""
    known = scores.names(targets)
    found: dict[str, float] = {}
    for text in given:
        name, _, value = text.partition("=")
        if name not in known:
            raise UsageError(f"--min {text}: no metric {name!r} here", _there_are(known))
        found[name] = _number(text, value)
    return found


def _there_are(known: Sequence[str]) -> str:
    """The metrics, and the levels and languages that each may be asked for."""
    parts = dict.fromkeys(part for _, _, part in (name.partition("/") for name in known) if part)
    names = ", ".join(name for name in known if "/" not in name)
    return f"there are {names}" + (f"; some with /{', /'.join(parts)} after them" if parts else "")


def _number(text: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not 0 <= number <= 1:
        raise UsageError(f"--min {text}: {value!r} is no number from 0 to 1", "write --min recall@5=0.9")
    return number


def below(metrics: Mapping[str, Metric], minimum: Mapping[str, float]) -> list[str]:
    """One line for each minimum that is not reached."""
    return [
        f"{name} is {metrics[name].value:.4f}, below {limit}"
        for name, limit in minimum.items()
        if metrics[name].value < limit
    ]
