"""Processes that read pages: answers in order, and nothing but a page is lost where one goes down."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from builder.config import Figures
from builder.extract import pdf
from builder.extract.pdf import pdfium
from builder.extract.pdf.crew import Crew, Work
from tests.pdf.small import Sheet, told, written


@contextmanager
def worker() -> Iterator[Work]:
    yield work


def work(task: bytes) -> bytes:
    """Says a task again; `down` ends the process, `late` and `busy` take for ever, `wrong` is an error."""
    if task == b"down":
        os.kill(os.getpid(), signal.SIGKILL)
    if task == b"late":
        threading.Event().wait()
    if task == b"busy":
        while True:
            pass
    if task == b"wrong":
        raise ValueError
    return task * 2


@pytest.mark.parametrize("size", [1, 2, 3])
def test_answers_come_in_the_order_of_the_tasks(size: int) -> None:
    tasks = [str(n).encode() for n in range(20)]
    with Crew(worker, size, 60) as crew:
        assert list(crew.run(tasks)) == [task * 2 for task in tasks]
        assert list(crew.run([b"again"])) == [b"againagain"]


@pytest.mark.parametrize("lost", [b"down", b"late", b"busy"])
def test_a_task_that_cannot_be_done_is_given_up(lost: bytes) -> None:
    with Crew(worker, 2, {b"late": 0.1, b"busy": 1}.get(lost, 60)) as crew:
        assert list(crew.run([b"a", lost, b"b", b"c"])) == [b"aa", None, b"bb", b"cc"]


def test_an_error_of_the_program_is_not_hidden(capfd: pytest.CaptureFixture[str]) -> None:
    with Crew(worker, 1, 60) as crew, pytest.raises(RuntimeError, match="see its message above"):
        list(crew.run([b"wrong"]))
    assert "ValueError" in capfd.readouterr().err


PAGES = [
    Sheet()
    .text(60, 120, f"{n} Tide number {n}", "bold", 14)
    .lines(60, 150, "The ebb takes six hours and", "some minutes, the flood a little less.")
    .drawing(100, 200, 300, 300)
    .text(60, 320, f"Figure {n}: The height of tide {n}.")
    for n in range(1, 8)
]


def read(folder: Path, jobs: int, data: bytes) -> pdf.Read:
    folder.mkdir()
    file = folder.parent / "tides.pdf"
    file.write_bytes(data)
    return pdf.read(pdf.Place(file, "tides.pdf", folder / "crops", Figures()), pdf.Pace(jobs))


def test_two_processes_read_what_one_reads(tmp_path: Path) -> None:
    one, two = (read(tmp_path / str(jobs), jobs, written(*PAGES)) for jobs in (1, 2))
    assert told(one.blocks) == told(two.blocks)
    files = [
        sorted((path.name, path.read_bytes()) for path in (tmp_path / jobs).rglob("*.p*g*")) for jobs in "12"
    ]
    assert files[0] == files[1]
    assert len(files[0]) == 14


def test_pages_are_told_and_not_read_again(tmp_path: Path) -> None:
    file = tmp_path / "tides.pdf"
    file.write_bytes(written(*PAGES))
    seen: list[tuple[int, int]] = []
    pace = pdf.Pace(1, lambda done, total: seen.append((done, total)))
    place = pdf.Place(file, "tides.pdf", tmp_path / "crops", Figures())
    first = pdf.read(place, pace)
    assert seen == [(n, 7) for n in range(1, 8)]
    (tmp_path / "crops/read.json").unlink()
    (kept,) = (tmp_path / "pages").iterdir()
    page = kept / "3.page"
    page.write_bytes(page.read_bytes().replace(b"hours", b"weeks"))
    again = told(pdf.read(place).blocks)
    assert again.count("weeks") == 1
    assert again.replace("weeks", "hours") == told(first.blocks)


def test_a_page_that_brings_its_reader_down_costs_that_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = pdfium.Pdf.sheet
    monkeypatch.setattr(
        pdfium.Pdf, "sheet", lambda pdf, n: os.kill(os.getpid(), signal.SIGKILL) if n == 2 else sheet(pdf, n)
    )
    made = read(tmp_path / "one", 1, written(*PAGES[:3]))
    assert made.warnings == ("page 2: it takes too long or fails to read them, a picture is shown",)
    text = told(made.blocks)
    assert "# 1 Tide number 1" in text
    assert "image (whole): <page-2.png 918x1188>" in text
    assert "# 3 Tide number 3" in text


def test_a_picture_that_cannot_be_drawn_leaves_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdfium.Pdf, "pictures", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    made = read(tmp_path / "one", 1, written(PAGES[0].text(150, 250, "high water")))
    assert made.warnings == ("page 1: pictures are left out, it takes too long or fails to draw them",)
    assert "paragraph: high water\nparagraph: Figure 1: The height of tide 1." in told(made.blocks)
