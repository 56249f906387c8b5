"""Builds after random changes, some of them killed in the middle, end as a build from nothing would."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from PIL import Image

from builder.latch import held
from tests.command import CLI, json_of, run

pytestmark = pytest.mark.models

STEPS, FULL = 30, 6
"""Changes, and how many of them lie between two comparisons."""
KILLED = frozenset((7, 13, 22))
"""The changes after which the first build is killed."""
DAY = "1800000000"


class Shelf:
    """A portal whose sources change at random, in ways that a seed decides."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.chance = folder, random.Random(seed)
        self.sources = folder / "sources"
        self.sources.mkdir(parents=True)
        self.count = 0
        self.settings(0)
        for _ in range(3):
            self.add()

    def settings(self, value: int) -> None:
        library = f'[library]\ntitle = "Shelf {value}"\nsite_url = "https://shelf.example/"\n'
        text = f"{library}[chunks]\nsize = {900 + value}\n[collections]\nSome = ['book-{value}', 'book-2']\n"
        (self.folder / "library.toml").write_text(text, encoding="utf-8")

    def change(self) -> str:
        steps = (self.add, self.remove, self.rename, self.edit, self.move, self.redraw, self.configure)
        step = self.chance.choice(steps)
        step()
        return step.__name__

    def add(self) -> None:
        self.count += 1
        own = self.sources / f"book-{self.count}"
        own.mkdir()
        self._draw(own / "plot.png")
        parts = "".join(self._section(n) for n in range(self.chance.randint(2, 4)))
        picture = "![](plot.png)\n\nFigure 1: The plot of this book.\n"
        (own / f"{own.name}.md").write_text(
            f"# Book {self.count}\n\nA book of words.\n\n{parts}{picture}", encoding="utf-8"
        )

    def remove(self) -> None:
        if len(self.books) > 2:
            shutil.rmtree(self._any().parent)

    def rename(self) -> None:
        self.count += 1
        book = self._any()
        book.rename(book.with_name(f"book-{self.count}.md"))
        book.parent.rename(book.parent.with_name(f"book-{self.count}"))

    def edit(self) -> None:
        book = self._any()
        word = self.chance.choice(("amber", "basalt", "cedar", "dune"))
        book.write_text(
            book.read_text(encoding="utf-8").replace("words", f"{word} words", 1), encoding="utf-8"
        )

    def move(self) -> None:
        book = self._any()
        head, *parts = book.read_text(encoding="utf-8").split("\n## ")
        self.chance.shuffle(parts)
        book.write_text("\n## ".join([head, *(part.rstrip("\n") + "\n" for part in parts)]), encoding="utf-8")

    def redraw(self) -> None:
        self._draw(self._any().with_name("plot.png"))

    def configure(self) -> None:
        self.settings(self.chance.randint(1, 9))

    @property
    def books(self) -> list[Path]:
        return sorted(self.sources.glob("*/*.md"))

    def _any(self) -> Path:
        return self.chance.choice(self.books)

    def _section(self, n: int) -> str:
        words = " ".join(self.chance.choice(("lamp", "kite", "harbour", "oil", "glass")) for _ in range(12))
        return f"## Part {n + 1}\n\nThe words of part {n + 1} are {words}. Figure 1 shows them.\n\n"

    def _draw(self, path: Path) -> None:
        Image.new("RGB", (60, 40), tuple(self.chance.randrange(256) for _ in range(3))).save(path)


def build(shelf: Shelf, out: str) -> None:
    done = run("build", "--sources", shelf.sources, "--out", shelf.folder / out, cwd=shelf.folder)
    assert done.returncode == 0, done.stderr


def killed(shelf: Shelf, out: str, seconds: float) -> None:
    """A build that is killed after a while, wherever it is then."""
    command = [*CLI, "build", "--sources", str(shelf.sources), "--out", str(shelf.folder / out)]
    with subprocess.Popen(
        command, cwd=shelf.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as running:
        with suppress(subprocess.TimeoutExpired):
            running.wait(seconds)
        running.send_signal(signal.SIGKILL)


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for part in ("index", "site")
        for path in sorted((folder / part).rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("seed", [1])
def test_a_build_after_changes_equals_one_from_nothing(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", DAY)
    shelf = Shelf(tmp_path, seed)
    told: list[str] = []
    for step in range(1, STEPS + 1):
        told.append(shelf.change())
        if step in KILLED:
            killed(shelf, "grown", shelf.chance.uniform(0.3, 3.0))
            assert not (tmp_path / "grown/site").exists() or (tmp_path / "grown/site/index.html").is_file()
        if step % FULL and step not in KILLED:
            continue
        before = tmp_path / "grown/library.lock"
        lock = before.read_bytes() if before.exists() else None
        build(shelf, "grown")
        shutil.rmtree(tmp_path / "fresh", ignore_errors=True)
        if lock is not None:
            (tmp_path / "fresh").mkdir()
            (tmp_path / "fresh/library.lock").write_bytes(lock)
        build(shelf, "fresh")
        grown, fresh = files(tmp_path / "grown"), files(tmp_path / "fresh")
        assert sorted(grown) == sorted(fresh), told
        assert [name for name in grown if grown[name] != fresh[name]] == [], told
        assert (tmp_path / "grown/library.lock").read_bytes() == (
            tmp_path / "fresh/library.lock"
        ).read_bytes()


def stages(shelf: Shelf) -> list[str]:
    """The stages that a build went through."""
    made = json_of("build", "--sources", shelf.sources, "--out", shelf.folder / "out")
    return [stage["name"] for stage in made["stages"]]


def test_a_build_of_nothing_new_only_looks(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, 4)
    every = stages(shelf)
    assert every[-1] == "site"
    assert stages(shelf) == ["read"]
    page = tmp_path / "out/site/library/book-2/index.html"
    before = page.read_bytes()
    page.unlink()
    assert stages(shelf) == every
    assert page.read_bytes() == before
    assert stages(shelf) == ["read"]
    shelf.edit()
    assert stages(shelf) == every


def test_a_second_build_waits_for_the_first(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, 2)
    command = [*CLI, "build", "--index-only", "--sources", str(shelf.sources), "--out", str(tmp_path / "out")]
    with held(tmp_path / "out/store", print):
        second = subprocess.Popen(
            command, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert second.stderr
        assert second.stderr.readline() == f"waiting for another build in {tmp_path / 'out'}…\n"
        assert not (tmp_path / "out/index").exists()
    _, said = second.communicate(timeout=60)
    assert second.returncode == 0, said
    assert (tmp_path / "out/index/manifest.json").is_file()


@pytest.mark.parametrize("kilobytes", [1, 30, 90])
def test_a_full_disk_is_one_line_and_the_last_portal_stays(tmp_path: Path, kilobytes: int) -> None:
    shelf = Shelf(tmp_path, 3)
    build(shelf, "out")
    before = files(tmp_path / "out")
    shelf.add()
    command = " ".join([*CLI, "build", "--sources", str(shelf.sources), "--out", str(tmp_path / "out")])
    done = subprocess.run(
        ["bash", "-c", f"trap '' XFSZ; ulimit -f {kilobytes}; exec {command}"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert "sourceleaf: " in done.stderr
    assert files(tmp_path / "out") == before
