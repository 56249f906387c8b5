"""Pages of which nothing can be read, and how a person is told."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from .letters import UNKNOWN
from .shapes import Line, Page, area

UNREADABLE = 0.3
"""Share of letters without a name from which on a line cannot be read; and share of known ones on a page."""
FEW = 120
"""Letters of a page that are enough to read it, whatever else stands there."""
SCAN = 0.15
"""Share of a page that a picture takes at least to be its content."""
DRAWN = 30
"""Drawings on a page without text from which on they are its content."""


def readable(lines: Sequence[Line]) -> tuple[tuple[Line, ...], bool]:
    """The lines whose letters are known, and whether too few are to believe that they are the page."""
    kept = tuple(line for line in lines if line.text.count(UNKNOWN) <= UNREADABLE * len(line.text))
    known, all_ = (sum(len(line.text) for line in some) for some in (kept, lines))
    is_lost = known < UNREADABLE * all_ and known < FEW
    return ((), True) if is_lost else (kept, False)


def is_scan(page: Page) -> bool:
    """Whether a page has no text but something to look at."""
    if page.lines or page.crowded or page.lost or page.slow:
        return False
    least = SCAN * page.width * page.height
    return len(page.marks) >= DRAWN or any(
        mark.kind != "path" and area(mark.box) >= least for mark in page.marks
    )


def is_bare(page: Page) -> bool:
    """Whether a page can be shown but not read."""
    return page.crowded or page.lost or page.slow or is_scan(page)


def warnings(pages: Sequence[Page], undrawn: Collection[int] = ()) -> Iterator[str]:
    """What a person must know about pages that gave no text, and about those that could not be drawn."""
    slow = [page.number for page in pages if page.slow]
    crowded = [page.number for page in pages if page.crowded]
    lost = [page.number for page in pages if page.lost]
    scans = [page.number for page in pages if is_scan(page)]
    read = [page.number for page in pages if page.recognised]
    damaged = [page.number for page in pages if page.damaged]
    if damaged:
        yield f"{listed(damaged)}: damaged, left out; print the PDF anew, or repair it"
    if crowded:
        yield f"{listed(crowded)}: too much is drawn there to be read, a picture is shown"
    if slow:
        yield f"{listed(slow)}: it takes too long or fails to read them, a picture is shown"
    if undrawn:
        yield f"{listed(sorted(undrawn))}: pictures are left out, it takes too long or fails to draw them"
    if lost:
        yield f"{listed(lost)}: the fonts do not say which letters they show, a picture is shown"
    if scans:
        yield f"{listed(scans)}: no text, only a picture; `ocr = true` in library.toml reads it"
    if read:
        yield f"{listed(read)}: the text was recognised on a picture of the page, and may have mistakes"
    if not any(page.lines for page in pages):
        yield "no page has text that can be read"


def listed(numbers: Sequence[int]) -> str:
    """Page numbers as a person writes them: "pages 2-4, 9"."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][-1] + 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    told = ", ".join(f"{span[0]}-{span[-1]}" if len(span) > 1 else str(span[0]) for span in spans)
    return f"page {told}" if len(numbers) == 1 else f"pages {told}"
