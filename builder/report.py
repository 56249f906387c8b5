"""The report of a build as text for a terminal."""

from __future__ import annotations

from .build import Report

SHOWN = 20
"""Warnings that are printed in full; the rest are counted."""

SHIFTED = {
    "gone": "{0}: “{1}” is gone; its page names {2}",
    "collision": "{0}: another section took the address of “{1}”, which is {2} now",
    "absent": "{0}: “{1}” is not here; its addresses are kept for when it comes back",
}


def text(report: Report) -> str:
    """What was made, how long it took, what was lost; failures last, where they are seen."""
    lines = [
        f"{report.documents} documents, {report.sections} sections, {report.figures} figures, "
        f"{report.chunks} chunks",
        "  " + " · ".join(f"{stage.name} {stage.seconds:.1f} s" for stage in report.stages),
        *_warnings(report),
        *_shifts(report),
        f"index  {report.index}",
    ]
    if report.calls:
        lines.insert(2, f"models {report.calls} calls, about {report.cost:.4f} USD")
    if report.site:
        lines.append(f"site   {report.site}")
    return "\n".join([*lines, *_failures(report)])


def _warnings(report: Report) -> list[str]:
    lines = [f"warning: {warned.document}: {warned.message}" for warned in report.warnings[:SHOWN]]
    more = len(report.warnings) - SHOWN
    return [*lines, f"… and {more} more warnings (--json lists them all)"] if more > 0 else lines


def _shifts(report: Report) -> list[str]:
    """The addresses that changed: those that lead on are counted, the others are named."""
    moved = sum(shift.kind == "moved" for shift in report.shifts)
    lost = [shift for shift in report.shifts if shift.kind != "moved"]
    lines = [f"addresses: {SHIFTED[shift.kind].format(shift.id, shift.title, shift.to)}" for shift in lost]
    more = len(lines) - SHOWN
    shown = [*lines[:SHOWN], f"… and {more} more (--json lists them all)"] if more > 0 else lines
    return [*shown, f"addresses that lead on to where their section is now: {moved}"] if moved else shown


def _failures(report: Report) -> list[str]:
    if not report.failures:
        return []
    lines = [
        f"{len(report.failures)} of {report.documents + len(report.failures)} documents could not be read:"
    ]
    for failure in report.failures:
        lines.append(f"  {failure.document}: {failure.message}")
        if failure.hint:
            lines.append(f"    → {failure.hint}")
    return lines
