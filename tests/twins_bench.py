"""The same documents from two extractors, asked the same questions: what the embedded one costs in answers.

    python -m tests.twins_bench MARKDOWN PDFS QUESTIONS

MARKDOWN is a sources folder with an extraction of each document, PDFS one with their PDFs under the same
names, QUESTIONS a file for the first. Questions on documents that only the first has are left out. In the
second library an expected section is known by its heading, and an expected figure by its label.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from builder import build, evaluate, goldset, ids
from builder.config import Config
from builder.goldset import Entry, GoldQuestion, GoldSection
from builder.places import places
from builder.progress import Silent
from serverless import index
from serverless.model import Library

SHOWN = (
    *("recall@1", "recall@3", "recall@5", "recall@10", "mrr@10", "ndcg@10"),
    *("figure_precision", "figure_recall", "figure_hit", "figure_perfect"),
    *("citation_precision", "citation_recall"),
)


def main(markdown: Path, pdfs: Path, questions: Path) -> None:
    """Prints one row a metric."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        indexes = [indexed(markdown, home / "markdown"), indexed(pdfs, home / "pdfs")]
        first, second = (index.read(one).rows.library() for one in indexes)
        asked = list(twins(goldset.read(questions).entries, first, second))
        made = []
        for place, gold in zip(indexes, zip(*asked, strict=True), strict=True):
            file = home / f"{place.parent.name}.jsonl"
            file.write_bytes(b"\n".join(map(msgspec.json.encode, gold)))
            made.append(evaluate.carry_out(evaluate.prepare(file, place), Silent()).evaluation.metrics)
    sys.stdout.write(f"{len(asked)} questions\n\n| metric | Markdown | PDF |\n| --- | --: | --: |\n")
    for name in SHOWN:
        sys.stdout.write(f"| {name} | {made[0][name].value:.3f} | {made[1][name].value:.3f} |\n")


def indexed(sources: Path, out: Path) -> Path:
    """The index of the documents of a folder."""
    where = places(sources, out, Config(), out)
    build.build(where, Config(), Silent(), index_only=True)
    return where.index


def twins(
    entries: Sequence[Entry], first: Library, second: Library
) -> Iterator[tuple[GoldQuestion, GoldQuestion]]:
    """Each question that both can be asked, as it stands and in the names of the second."""
    known = {document.id for document in second.documents}
    labels = {
        panel.source: (figure.document, figure.label.casefold())
        for figure in first.figures
        for panel in figure.panels
    }
    files = {
        (figure.document, figure.label.casefold()): figure.panels[0].source
        for figure in reversed(second.figures)
        if figure.label and figure.panels
    }
    for gold in (entry.gold for entry in entries):
        if gold.sections and {ids.slug(one.document) for one in gold.sections} <= known:
            groups = (moved(group, labels, files) for group in gold.figures)
            yield (
                gold,
                msgspec.structs.replace(
                    gold,
                    sections=named(gold.sections),
                    acceptable_sections=named(gold.acceptable_sections),
                    figures=tuple(group for group in groups if group),
                    acceptable_figures=moved(gold.acceptable_figures, labels, files),
                ),
            )


def named(sections: Sequence[GoldSection]) -> tuple[GoldSection, ...]:
    """By their headings alone, each once."""
    return tuple(dict.fromkeys(GoldSection(one.document, heading=one.heading) for one in sections))


Label = tuple[str, str]


def moved(sources: Sequence[str], labels: Mapping[str, Label], files: Mapping[Label, str]) -> tuple[str, ...]:
    """The files that show what these show; one that has no fellow is an error of the comparison."""
    return tuple(dict.fromkeys(files[labels[source]] for source in sources))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
