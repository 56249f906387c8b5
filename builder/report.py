"""The report of a build as text for a terminal."""

from __future__ import annotations

from .build import Report

SHOWN = 20
"""Warnings that are printed in full; the rest are counted."""


def text(report: Report) -> str:
    """What was made, how long it took, what was lost; failures last, where they are seen."""
    lines = [
        f"{report.documents} documents, {report.sections} sections, {report.figures} figures, "
        f"{report.chunks} chunks",
        "  " + " · ".join(f"{stage.name} {stage.seconds:.1f} s" for stage in report.stages),
        *_warnings(report),
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
