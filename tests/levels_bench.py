"""How well levels come back where all headings were made alike: `python -m tests.levels_bench SOURCES`.

Every Markdown file below SOURCES is read as it is, and again with the same mark in front of each heading.
"""

from __future__ import annotations

import re
import shutil
import sys
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from builder.config import Config
from builder.extract import extract, find
from builder.tree import Tree, grow

HEADING = re.compile(r"^#{1,6}\s+", re.MULTILINE)


def trees(sources: Path, work: Path) -> dict[str, Tree]:
    return {found.id: grow(extract(found, sources, Config(), work)) for found in find(sources)}


def flattened(sources: Path, target: Path, mark: str) -> Path:
    """A copy of the sources in which every heading has this mark."""
    shutil.copytree(sources, target, copy_function=shutil.copyfile)
    for path in target.rglob("*.md"):
        path.write_text(HEADING.sub(mark, path.read_text(encoding="utf-8")), encoding="utf-8")
    return target


def order(whole: Tree, flat: Tree) -> tuple[float, float]:
    """Shares of pairs of headings in the same order of levels, and of headings below the same one."""
    levels = {section.heading: section.level for section in flat.sections}
    both = [section for section in whole.sections if section.heading in levels]
    pairs = list(combinations([(section.level, levels[section.heading]) for section in both], 2))
    same = sum(_sign(a - c) == _sign(b - d) for (a, b), (c, d) in pairs)
    above = {section.heading: section.parent for section in flat.sections}
    return same / max(1, len(pairs)), sum(above[s.heading] == s.parent for s in both) / len(both)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def main(sources: Path) -> None:
    with TemporaryDirectory() as folder:
        whole = trees(sources, Path(folder, "whole"))
        for number, mark in enumerate(("# ", "## ")):
            flat = trees(flattened(sources, Path(folder, f"flat-{number}"), mark), Path(folder, "work"))
            for name, tree in whole.items():
                pairs, parents = order(tree, flat[name])
                told = f"{len(tree.sections):4} headings, order {pairs:.3f}, parents {parents:.3f}"
                sys.stdout.write(f"{mark}{name:20} {told}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
