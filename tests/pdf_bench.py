"""Figures of the PDF extractor, as Markdown rows, for folders of PDFs whose headings are known.

    python -m tests.pdf_bench FOLDER…

A folder holds PDFs and either `headings.json` ({stem: {"headings": [[level, text]…], "optional": [text…],
"figures": n, "tables": n}}) or, for one PDF, the `structuredData.json` that Adobe made of it.
"""

from __future__ import annotations

import json
import re
import resource
import sys
import tempfile
import time
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from builder.config import Config
from builder.extract import extract, find
from builder.extract.pdf import document, furniture, hand, pdfium, styles
from builder.tree import Tree, grow

ALIKE = 0.88
"""Likeness of two headings that are the same."""


class Gold(NamedTuple):
    headings: list[tuple[int, str]]
    optional: list[str]
    figures: int
    tables: int


def main(folders: list[str]) -> None:
    """Prints one row for each PDF."""
    heads = ("document", "pages", "heading recall", "precision", "level order", "figures", "tables (grids)")
    say(f"| {' | '.join(heads)} | pages/s | without crops |")
    say("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for folder in map(Path, folders):
        gold = known(folder)
        for file in sorted(folder.glob("*.pdf")):
            say(row(file, gold.get(file.stem)))
    used = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    say(f"\nlargest memory of a process: {max(used) / 1024:.0f} MB")


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def known(folder: Path) -> dict[str, Gold]:
    """What is known of the PDFs of a folder, by their stems."""
    if (folder / "headings.json").is_file():
        data = json.loads((folder / "headings.json").read_text())
        return {
            stem: Gold(
                [(level, text) for level, text in one["headings"]],
                one.get("optional", []),
                one["figures"],
                one["tables"],
            )
            for stem, one in data.items()
        }
    if (folder / "structuredData.json").is_file():
        elements = json.loads((folder / "structuredData.json").read_text())["elements"]
        found = []
        for element in elements:
            match = re.search(r"/(?:H(\d)|(Title))(?:\[\d+\])?$", element["Path"])
            if match and (element.get("Text") or "").strip():
                found.append((1 if match[2] else int(match[1]) + 1, element["Text"].strip()))
        return {file.stem: Gold(found, [], 0, 0) for file in folder.glob("*.pdf")}
    return {}


def row(file: Path, gold: Gold | None) -> str:
    """One PDF measured."""
    start = seconds()
    tree = built(file)
    whole = seconds() - start
    pages = tree.document.source.pages
    figures = [
        one for one in tree.figures if one.label and one.kind == "figure" and one.panels and one.caption
    ]
    tables = [one for one in tree.figures if one.label and one.kind == "table" and one.panels]
    grids = sum(bool(one.table_html) for one in tables)
    told = scores(tree, gold) if gold else "| | | "
    of = (f" of {gold.figures}", f" of {gold.tables}") if gold and gold.figures else ("", "")
    return (
        f"| {file.stem} | {pages} {told}| {len(figures)}{of[0]} | {len(tables)}{of[1]} ({grids}) "
        f"| {pages / whole:.1f} | {pages / bare_seconds(file):.1f} |"
    )


def built(file: Path) -> Tree:
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "sources"
        sources.mkdir()
        (sources / file.name).write_bytes(file.read_bytes())
        (found,) = find(sources)
        return grow(extract(found, sources, Config(), Path(folder) / "work"))


def seconds() -> float:
    """What this process has worked so far, with those that read pages for it."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def bare_seconds(file: Path) -> float:
    """Seconds of this process for all but the pictures."""
    start = time.process_time()
    with pdfium.opened(file, file.name) as opened:
        read = [hand.page(opened.sheet(number)) for number in range(1, len(opened) + 1)]
        pages = furniture.without(read)
        document.laid_out(opened.outline(), pages, styles.of(pages))
    return time.process_time() - start


def scores(tree: Tree, gold: Gold) -> str:
    made = [(section.level + 1, section.heading or section.title) for section in tree.sections]
    pairs = matched(gold.headings, made)
    extra = [
        text
        for at, (_, text) in enumerate(made)
        if at not in pairs.values() and not any(alike(text, one) for one in gold.optional)
    ]
    steps = list(pairwise(sorted(pairs.items())))
    same = sum(
        sign(gold.headings[b][0] - gold.headings[a][0]) == sign(made[y][0] - made[x][0])
        for (a, x), (b, y) in steps
    )
    recall, precision = len(pairs) / len(gold.headings), len(pairs) / max(len(pairs) + len(extra), 1)
    missing = [text for at, (_, text) in enumerate(gold.headings) if at not in pairs]
    for name, texts in (("missing", missing), ("extra", extra)):
        for text in texts:
            sys.stderr.write(f"{tree.document.id}: {name}: {text}\n")
    return f"| {recall:.2f} | {precision:.2f} | {same / max(len(steps), 1):.2f} "


def matched(gold: list[tuple[int, str]], made: list[tuple[int, str]]) -> dict[int, int]:
    """Places of expected headings with the place of the found one that is like them, each used once."""
    pairs: dict[int, int] = {}
    for at, (_, text) in enumerate(gold):
        free = [place for place in range(len(made)) if place not in pairs.values()]
        place = next((place for place in free if alike(text, made[place][1])), None)
        if place is not None:
            pairs[at] = place
    return pairs


def alike(one: str, other: str) -> bool:
    a, b = (re.sub(r"[\W_]+", "", text).casefold() for text in (one, other))
    return SequenceMatcher(None, a, b, autojunk=False).ratio() >= ALIKE


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


if __name__ == "__main__":
    main(sys.argv[1:])
