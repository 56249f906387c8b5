"""What a library costs as it grows: seconds of processor by stage, memory, bytes a page.

    python -m tests.scale_bench [SECTIONS] [--per-document N] [--sources DIR] [--jobs N]
                                [--embedder default] [--stock] [--zensical] [--patience SECONDS]

A library is made up (or taken from DIR), built from nothing, built again unchanged, and built again with one
document changed. Vectors are hashes of words, so that the cost of a model does not hide the rest, unless the
`default` embedder is asked for. `--stock` has the theme build the same pages with its own settings,
`--zensical` has another site tool build them with ours; what takes longer than PATIENCE is given up.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from builder import build, config, disk, places, site
from builder.progress import Silent, Tick
from serverless.model import EmbedderId
from serverless.ports import Embedder, Matrix, Role
from serverless.providers.hashing import HashingEmbedder

from . import scale_corpus

TITLE = '[library]\ntitle = "Scale"\nsite_url = "https://scale.example/"\n'
SOURCES = "manuals"


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


class Counting:
    """An embedder that counts the texts that it is asked for."""

    def __init__(self, inner: Embedder) -> None:
        self.inner, self.texts = inner, 0

    @property
    def id(self) -> EmbedderId:
        return self.inner.id

    def embed(self, texts: Sequence[str], role: Role) -> Matrix:
        self.texts += len(texts)
        return self.inner.embed(texts, role)


class Took(NamedTuple):
    """Seconds of processor, those on the clock, and megabytes of the largest process of a command."""

    cpu: float
    wall: float
    memory: int


def used() -> float:
    """Seconds of processor that this process and its children took."""
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in usage)


def timed(command: Sequence[str], patience: float) -> Took | str:
    """Runs a command; says why where it failed, or took longer than that many seconds."""
    start = time.perf_counter()
    running = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL)
    while True:
        ended, status, usage = os.wait4(running.pid, os.WNOHANG)
        wall = time.perf_counter() - start
        if ended:
            running.returncode = os.waitstatus_to_exitcode(status)
            if running.returncode:
                return f"failed after {wall:.0f} s"
            return Took(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss // 1024)
        if wall > patience:
            os.killpg(running.pid, signal.SIGKILL)
            running.wait()
            return f"not within {patience:.0f} s"
        time.sleep(0.1)


def once(folder: Path, jobs: int, embedder: str) -> None:
    """One build in this process; writes what it took to a file."""
    local = build._local
    made_by: list[Counting] = []

    def counted(name: str) -> Counting:
        made_by.append(Counting(HashingEmbedder() if embedder == "hash" else local(name)))
        return made_by[-1]

    build._local = counted  # type: ignore[assignment]
    settings = config.read(folder / config.FILE)
    where = places.places(folder / SOURCES, folder / "out", settings, folder)
    clock, start = Clock(), used()
    made = build.build(where, settings, clock, jobs=jobs)
    texts = sum(one.texts for one in made_by)
    worker = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    took = {
        "documents": made.documents,
        "sections": made.sections,
        "texts": texts,
        "cpu": clock.cpu,
        "worker": worker,
        "within": used() - start,
    }
    (folder / "took.json").write_text(json.dumps(took), encoding="utf-8")


def child(folder: Path, asked: argparse.Namespace, name: str) -> bool:
    """A row for one build; whether it came to its end."""
    command = [sys.executable, "-m", "tests.scale_bench", "--child", str(folder)]
    took = timed([*command, "--jobs", str(asked.jobs), "--embedder", asked.embedder], asked.patience)
    if isinstance(took, str):
        say(f"| {name} | {took} |")
        return False
    made = json.loads((folder / "took.json").read_text(encoding="utf-8"))
    stages = ", ".join(f"{stage} {seconds:.1f}" for stage, seconds in made["cpu"].items())
    pages = f"{1000 * made['within'] / made['sections']:.2f} ms a page after the start"
    if site_seconds := made["cpu"].get("site"):
        pages += f", site {1000 * site_seconds / made['sections']:.2f} ms"
    counts = ", ".join(f"{made[name]} {name}" for name in ("documents", "sections", "texts"))
    memory = f"{took.memory} MB, of a worker {made['worker']} MB"
    say(f"| {name} | {took.cpu:.1f} s ({stages}), {took.wall:.1f} s on the clock | {pages} | {memory} |")
    say(f"| {name} | {counts} embedded |")
    return True


def weigh(out: Path) -> None:
    """Bytes of the pages of sections, and of all that is shipped."""
    say(f"| HTML a page | {weight(out / 'site')} |")
    size = {part: bytes_of(out / part) for part in ("site", "index", "store")}
    say("| output | " + ", ".join(f"{part} {total / 1e6:.1f} MB" for part, total in size.items()) + " |")
    for name in ("index.html", "library/index.html", "library/_search/manifest.json"):
        say(f"| {name} | {(out / 'site' / name).stat().st_size} bytes |")


def weight(made: Path) -> str:
    pages = sorted(path.stat().st_size for path in (made / "library").glob("*/*/index.html"))
    return f"median {pages[len(pages) // 2]} bytes, largest {pages[-1]} bytes" if pages else "no pages"


def bytes_of(folder: Path) -> int:
    return sum((folder / name).stat().st_size for name in disk.files(folder))


def stock(folder: Path, patience: float) -> None:
    """The same pages by the theme with its own navigation and search."""
    for name in ("home.html", "library.html"):
        disk.put(folder / "plain" / name, b'{% extends "main.html" %}\n')
    (folder / "stock.yml").write_text(
        f"site_name: Stock\ndocs_dir: {folder}/out/docs\nsite_dir: {folder}/stock\n"
        f"theme:\n  name: material\n  custom_dir: {folder}/plain\n"
        "markdown_extensions: [attr_list, md_in_html, footnotes, tables, pymdownx.arithmatex]\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", str(folder / "stock.yml")]
    other("the theme's own settings", command, folder / "stock", patience)


def zensical(folder: Path, patience: float) -> None:
    """The same pages and templates by another site tool."""
    program = shutil.which("zensical", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if program is None:
        say("| zensical | is not installed |")
        return
    own = folder / "out/zensical.yml"
    own.write_text(f"INHERIT: {site.CONFIG}\nsite_dir: zensical\n", encoding="utf-8")
    other("zensical", [program, "build", "--config-file", str(own)], folder / "out/zensical", patience)


def other(name: str, command: Sequence[str], made: Path, patience: float) -> None:
    """A row for another way to make the same pages."""
    os.environ |= site.QUIET
    took = timed(command, patience)
    size = f"{weight(made)}, site {bytes_of(made) / 1e6:.1f} MB"
    if isinstance(took, str):
        count = len(list(made.glob("library/*/*/index.html")))
        say(f"| {name} | {took} | {count} pages until then, {size} |")
    else:
        say(f"| {name} | {took.cpu:.1f} s, {took.wall:.1f} s on the clock | {took.memory} MB | {size} |")
    shutil.rmtree(made, ignore_errors=True)


def main() -> None:
    """Prints rows of a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sections", type=int, nargs="?", default=250)
    parser.add_argument("--per-document", type=int, default=50)
    parser.add_argument("--sources", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--embedder", choices=("hash", "default"), default="hash")
    parser.add_argument("--stock", action="store_true")
    parser.add_argument("--zensical", action="store_true")
    parser.add_argument("--patience", type=float, default=1800)
    parser.add_argument("--child", type=Path)
    asked = parser.parse_args()
    if asked.child:
        once(asked.child, asked.jobs, asked.embedder)
        return
    with tempfile.TemporaryDirectory() as made:
        is_built = measure(Path(made), asked)
        if is_built and asked.stock:
            stock(Path(made), asked.patience)
        if is_built and asked.zensical:
            zensical(Path(made), asked.patience)


def measure(folder: Path, asked: argparse.Namespace) -> bool:
    """From nothing, unchanged, and with a word changed in one document; whether there is a site."""
    say(f"| {asked.sources or asked.sections}, {asked.jobs} jobs, embedder {asked.embedder} |")
    (folder / "library.toml").write_text(TITLE, encoding="utf-8")
    sources = folder / SOURCES
    if asked.sources:
        shutil.copytree(asked.sources, sources)
    else:
        scale_corpus.generate(sources, asked.sections, asked.per_document)
    if not child(folder, asked, "from nothing"):
        return False
    weigh(folder / "out")
    child(folder, asked, "unchanged")
    change(sources)
    child(folder, asked, "one document changed")
    return True


def change(sources: Path) -> None:
    """Puts a word into the first document with a sentence that another one follows."""
    for path in sorted(sources.rglob("*.md")):
        before, stop, after = path.read_text(encoding="utf-8").partition(". ")
        if stop:
            path.write_text(f"{before}. Changed {after}", encoding="utf-8")
            return


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
