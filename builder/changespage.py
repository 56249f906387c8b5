"""What a build changed as Markdown for a pull request: short, with the long lists folded."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from serverless.errors import UsageError
from serverless.model import Struct

from .build import Report
from .changes import Changes, Delta, Entry, Picture
from .extract import escape
from .words import counted

LISTED = 40
"""Lines of a list; a comment on a pull request may not be longer than 65,536 characters."""
THUMBNAILS = 12
WIDTH = 160
"""Pixels of a thumbnail."""
LONGEST = 90
"""Characters of a title."""

T = TypeVar("T")


class Metric(msgspec.Struct, frozen=True):
    value: float
    n: int = 0


class Asked(msgspec.Struct, frozen=True):
    id: str
    status: str


class Measured(msgspec.Struct, frozen=True):
    """What is read of the file that `eval --json` writes."""

    metrics: dict[str, Metric]
    questions: tuple[Asked, ...] = ()


class Page(Struct, frozen=True):
    """All that the report tells; `changes` is None where nothing was shipped before."""

    changes: Changes | None
    counts: tuple[int, int, int]
    build: Report | None = None
    before: Measured | None = None
    after: Measured | None = None
    site: str = ""


def text(page: Page) -> str:
    """The whole report; addresses and pictures are relative to `page.site`, the root of the site."""
    documents, sections, figures = page.counts
    sizes = (
        counted(documents, ("document", "documents")),
        counted(sections, ("section", "sections")),
        counted(figures, ("figure", "figures")),
    )
    parts = ["# Changes to the library", f"The library has {', '.join(sizes)} now."]
    if page.changes is None:
        parts.append("Nothing was shipped before, so all of it is new.")
    elif page.changes.is_empty:
        parts.append("No document, section or figure changed.")
    else:
        parts += _changes(page.changes, page.site)
    parts += [_work(page), *_failures(page.build), *_quality(page.before, page.after)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _changes(made: Changes, site: str) -> list[str]:
    def line(entry: Entry) -> str:
        return _line(entry, site)

    sections, documents = made.sections, made.documents
    whole = {entry.id for entry in (*documents.added, *documents.removed)}
    new, old = _parts(sections.added, whole), _parts(sections.removed, whole)
    return [
        _table(made),
        *_list("Documents added", documents.added, line, is_open=True),
        *_list("Documents under another name", documents.moved, line, is_open=True),
        *_list("Documents removed", documents.removed, _gone, is_open=True),
        *_list("Sections added", new, line),
        *_list("Sections changed", sections.changed, line),
        *_list("Sections moved", sections.moved, line),
        *_list("Sections removed", old, _gone),
        *_list("Addresses that lead on", made.led, lambda pair: f"- `{pair[0]}` → `{pair[1]}`"),
        *_list("Figures that are new or changed", made.figures, lambda one: _line(one.entry, site)),
        _thumbnails(made.figures, site),
        *_list("Figures removed", _parts(made.lost, whole), _gone),
        *_list("New warnings", made.warnings, lambda pair: f"- {_words(pair[0])}: {_words(pair[1])}"),
    ]


def _parts(entries: Iterable[Entry], whole: set[str]) -> list[Entry]:
    """Sections and figures without those of documents that are new or gone as a whole."""
    return [entry for entry in entries if re.split("[/#]", entry.id)[0] not in whole]


def _table(made: Changes) -> str:
    added = sum(not picture.entry.was for picture in made.figures)
    figures = (added, len(made.figures) - added, 0, len(made.lost))
    rows = [
        ("documents", *_counts(made.documents)),
        ("sections", *_counts(made.sections)),
        ("figures", *figures),
    ]
    lines = ["| | added | changed | moved | removed |", "| --- | --- | --- | --- | --- |"]
    return "\n".join([*lines, *(f"| {' | '.join(str(cell or '–') for cell in row)} |" for row in rows)])


def _counts(delta: Delta) -> tuple[int, int, int, int]:
    return len(delta.added), len(delta.changed), len(delta.moved), len(delta.removed)


def _list(title: str, items: Sequence[T], line: Callable[[T], str], *, is_open: bool = False) -> list[str]:
    """A folded list, or an open one; nothing where there are no items."""
    if not items:
        return []
    more = len(items) - LISTED
    lines = [*map(line, items[:LISTED]), *([f"- … and {more} more"] if more > 0 else [])]
    head = f"{title} ({len(items)})"
    if is_open:
        return [f"**{head}**", "\n".join(lines)]
    return [f"<details><summary>{head}</summary>\n\n" + "\n".join(lines) + "\n\n</details>"]


def _line(entry: Entry, site: str) -> str:
    where = escape.address(site + entry.url)
    was = f", before: {_words(entry.was)}" if entry.was and entry.was != "changed" else ""
    of = f" · {_words(entry.document)}" if entry.document != entry.title else ""
    return f"- [{escape.label(_words(entry.title))}]({where}){of}{was}"


def _gone(entry: Entry) -> str:
    of = f" · {_words(entry.document)}" if entry.document != entry.title else ""
    return f"- {_words(entry.title)}{of}"


def _words(text: str) -> str:
    """Text of a document: on one line, and calling nobody by an @name or a #number."""
    flat = " ".join(text.split())
    cut = flat if len(flat) <= LONGEST else flat[: LONGEST - 1].rstrip() + "…"
    return re.sub("[@#]", lambda match: f"&#{ord(match[0])};", escape.words(cut))


def _thumbnails(pictures: Iterable[Picture], site: str) -> str:
    shown = [picture for picture in pictures if picture.image][:THUMBNAILS]
    return "\n".join(
        f'<a href="{html.escape(site + one.entry.url)}"><img src="{html.escape(site + one.image)}" '
        f'alt="{html.escape(one.entry.title)}" width="{WIDTH}"></a>'
        for one in shown
    )


def _work(page: Page) -> str:
    """What was embedded, and what models on the network took."""
    facts = []
    if page.changes is not None:
        facts.append(f"{page.changes.embedded} of {page.changes.chunks} passages had no vector before")
    if page.build is not None:
        asked = counted(page.build.calls, ("call", "calls"))
        facts.append(f"{asked} of models on the network, about {page.build.cost:.4f} USD")
        lost = [shift for shift in page.build.shifts if shift.kind == "collision"]
        facts += [f"another section took the address `{shift.id}`" for shift in lost]
    return "\n".join(f"- {fact}" for fact in facts)


def _failures(build: Report | None) -> list[str]:
    failures = build.failures if build else ()
    return _list(
        "Documents that could not be read",
        failures,
        lambda one: f"- {_words(one.document)}: {_words(one.message)}",
        is_open=True,
    )


def _quality(before: Measured | None, after: Measured | None) -> list[str]:
    """The metrics of two evaluations, and the questions whose answer has another status."""
    if before is None or after is None:
        return []
    lines = ["| metric | before | now | |", "| --- | --- | --- | --- |"]
    for name, metric in after.metrics.items():
        old = before.metrics.get(name)
        if old and metric.n and not name.startswith("ms"):
            delta = metric.value - old.value
            lines.append(f"| {name} | {old.value:.3f} | {metric.value:.3f} | {_signed(delta)} |")
    was = {question.id: question.status for question in before.questions}
    turned = [
        (question.id, was[question.id], question.status)
        for question in after.questions
        if was.get(question.id, question.status) != question.status
    ]
    listed = _list(
        "Questions answered otherwise", turned, lambda one: f"- {_words(one[0])}: {one[1]} → {one[2]}"
    )
    return ["**Answers**", "\n".join(lines), *listed]


def _signed(delta: float) -> str:
    return f"{delta:+.3f}" if abs(delta) >= 0.0005 else "="


def read(path: Path, kind: type[T]) -> T:
    """A JSON file that another command wrote; raises UsageError where it is none."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError) as error:
        raise UsageError(f"{path}: {error}", "name the file that --json wrote") from None
