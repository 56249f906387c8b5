"""What a library costs as it grows: seconds of processor by stage, memory, bytes a page.

    python -m tests.scale_bench SECTIONS [--jobs N] [--stock]

A library is made up (50 sections a document, 300 words a section, with tables, formulas, lists, links and
figures), built from nothing, built again unchanged, and built again with one document changed. Vectors are
hashes of words, so that the cost of a model does not hide the rest. `--stock` builds the same pages with the
theme's own settings as well.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image

from builder import build, config, disk, places
from builder.progress import Silent, Tick
from serverless.providers.hashing import HashingEmbedder

PER_DOCUMENT = 50
WORDS = 300
TITLE = '[library]\ntitle = "Scale"\nsite_url = "https://scale.example/"\n'


class Clock(Silent):
    """Seconds of processor by stage, those of processes that have ended included."""

    def __init__(self) -> None:
        super().__init__()
        self.cpu: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[Tick]:
        before = used()
        with super().stage(name) as tick:
            yield tick
        self.cpu[name] = round(used() - before, 2)


def used() -> float:
    """Seconds of processor that this process and its children took."""
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in usage)


def generate(sources: Path, sections: int) -> None:
    """The same library at every call."""
    chance = random.Random(6)
    stock = ["".join(chance.choices("abcdefghiklmnoprstuvw", k=chance.randint(3, 9))) for _ in range(6000)]
    for number in range(1, sections // PER_DOCUMENT + 1):
        folder = sources / f"manual-{number}"
        folder.mkdir(parents=True)
        colour = (number % 256, number // 256 % 256, 80)
        Image.new("RGB", (640, 400), colour).save(folder / "plan.png")
        parts = [f"# Manual {number}\n", prose(chance, stock)]
        for at in range(1, PER_DOCUMENT):
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


def once(folder: Path, jobs: int) -> None:
    """One build in this process; prints what it took as JSON."""
    build._local = lambda name: HashingEmbedder()  # type: ignore[assignment]
    settings = config.read(folder / config.FILE)
    where = places.places(None, folder / "out", settings, folder)
    clock, start = Clock(), used()
    made = build.build(where, settings, clock, jobs=jobs)
    memory = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    took = {
        "sections": made.sections,
        "total": used() - start,
        "cpu": clock.cpu,
        "memory": [kilobytes // 1024 for kilobytes in memory],
    }
    sys.stdout.write(json.dumps(took) + "\n")


def child(folder: Path, jobs: int, name: str) -> None:
    start = time.perf_counter()
    command = [sys.executable, "-m", "tests.scale_bench", "--child", str(folder), "--jobs", str(jobs)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    took = json.loads(done.stdout.splitlines()[-1])
    total, count = took["total"], took["sections"]
    stages = ", ".join(f"{stage} {seconds:.1f}" for stage, seconds in took["cpu"].items())
    memory = " + ".join(f"{one} MB" for one in took["memory"] if one)
    say(
        f"| {name} | {total:.1f} s of processor ({stages}) | {time.perf_counter() - start:.1f} s | {memory} |"
    )
    site = took["cpu"].get("site", 0)
    say(f"| {name}, a page | all {1000 * total / count:.2f} ms | site {1000 * site / count:.2f} ms | |")


def weigh(out: Path) -> None:
    """Bytes of the pages of sections, and of all that is shipped."""
    pages = sorted(path.stat().st_size for path in (out / "site/library").glob("*/*/index.html"))
    say(f"| HTML a page | median {pages[len(pages) // 2]} bytes | largest {pages[-1]} bytes | |")
    size = {part: sum((out / part / name).stat().st_size for name in disk.files(out / part))
            for part in ("site", "index", "store")}  # fmt: skip
    say("| output | " + ", ".join(f"{part} {total / 1e6:.1f} MB" for part, total in size.items()) + " | | |")
    for name in ("index.html", "library/index.html", "library/_search/manifest.json"):
        say(f"| {name} | {(out / 'site' / name).stat().st_size} bytes | | |")


def stock(folder: Path) -> None:
    """The same pages by the theme with its own navigation and search."""
    for name in ("home.html", "library.html"):
        disk.put(folder / "plain" / name, b'{% extends "main.html" %}\n')
    (folder / "stock.yml").write_text(
        f"site_name: Stock\ndocs_dir: {folder}/out/docs\nsite_dir: {folder}/stock\n"
        f"theme:\n  name: material\n  custom_dir: {folder}/plain\n"
        "markdown_extensions: [attr_list, md_in_html, footnotes, tables, pymdownx.arithmatex]\n",
        encoding="utf-8",
    )
    before = used()
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", str(folder / "stock.yml")]
    subprocess.run(command, check=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    pages = sorted(path.stat().st_size for path in (folder / "stock/library").glob("*/*/index.html"))
    weight = f"HTML median {pages[len(pages) // 2]} bytes"
    size = sum((folder / "stock" / name).stat().st_size for name in disk.files(folder / "stock"))
    say(f"| stock | {used() - before:.1f} s of processor | {weight} | site {size / 1e6:.1f} MB |")


def main() -> None:
    """Prints rows of a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sections", type=int, nargs="?", default=250)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--stock", action="store_true")
    parser.add_argument("--child", type=Path)
    asked = parser.parse_args()
    if asked.child:
        once(asked.child, asked.jobs)
        return
    with tempfile.TemporaryDirectory() as made:
        measure(Path(made), asked.sections, asked.jobs)
        if asked.stock:
            stock(Path(made))


def measure(folder: Path, sections: int, jobs: int) -> None:
    """From nothing, unchanged, and with a word changed in one document."""
    say(f"| {sections} sections, {jobs} jobs | | | |")
    (folder / "library.toml").write_text(TITLE, encoding="utf-8")
    generate(folder / "sources", sections)
    child(folder, jobs, "from nothing")
    weigh(folder / "out")
    child(folder, jobs, "unchanged")
    changed = folder / "sources/manual-2/manual.md"
    changed.write_text(changed.read_text(encoding="utf-8").replace(". ", ". Changed ", 1), encoding="utf-8")
    child(folder, jobs, "one document changed")


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
