"""A made-up library of any size: manuals with tables, formulas, lists and figures."""

from __future__ import annotations

import random
from pathlib import Path

from PIL import Image

WORDS = 300
"""Of a section."""


def generate(sources: Path, sections: int, per_document: int) -> None:
    """The same library at every call, in documents of `per_document` sections."""
    chance = random.Random(6)
    stock = ["".join(chance.choices("abcdefghiklmnoprstuvw", k=chance.randint(3, 9))) for _ in range(6000)]
    for number in range(1, sections // per_document + 1):
        folder = sources / f"manual-{number}"
        folder.mkdir(parents=True)
        colour = (number % 256, number // 256 % 256, 80)
        Image.new("RGB", (640, 400), colour).save(folder / "plan.png")
        parts = [f"# Manual {number}\n", prose(chance, stock)]
        for at in range(1, per_document):
            parts += section(chance, stock, at)
        (folder / "manual.md").write_text("\n".join(parts), encoding="utf-8")


def section(chance: random.Random, stock: list[str], at: int) -> list[str]:
    depth, title = "##" if at % 7 == 1 else "###", " ".join(chance.choices(stock, k=3))
    extra = []
    if at % 4 == 0:
        rows = "".join(f"| {chance.choice(stock)} | {chance.randint(1, 99)} |\n" for _ in range(5))
        extra.append(f"Table {at}: {chance.choice(stock)}\n\n| name | value |\n| --- | --- |\n{rows}")
    if at % 3 == 0:
        extra.append(f"$$x_{{{at}}} = \\frac{{a}}{{b}}$$\n")
    if at % 5 == 0:
        extra.append("".join(f"- {prose(chance, stock, 6)}" for _ in range(4)))
    if at % 2 == 0:
        extra.append(f"![](plan.png)\n\nFigure {at}: {prose(chance, stock, 8)}")
    return [f"{depth} {title}\n", prose(chance, stock), *extra]


def prose(chance: random.Random, stock: list[str], words: int = WORDS) -> str:
    sentences = (" ".join(chance.choices(stock, k=min(words, 15))) for _ in range(max(1, words // 15)))
    return ". ".join(sentence.capitalize() for sentence in sentences) + ".\n"
