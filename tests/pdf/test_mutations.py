"""PDFs with wrong bytes, wrong numbers, pieces left out or put twice: read or refused, and nothing else."""

from __future__ import annotations

import re
import tempfile
from contextlib import suppress
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from builder.tree import grow
from serverless.errors import SourceError
from tests.pdf import small
from tests.pdf.small import Sheet, read, tagged, written

PAGES = [
    Sheet()
    .text(60, 100, "1 Tides", "bold", 14)
    .lines(60, 130, "The ebb takes six hours and", "some minutes, as Figure 1 shows.")
    .drawing(100, 200, 300, 300)
    .text(60, 320, "Figure 1: The height of the tide."),
    Sheet()
    .text(60, 120, "Table 1: Heights")
    .rule(60, 130, 300)
    .lines(60, 145, "Place", "Brest")
    .lines(200, 145, "Height", "6.1")
    .rule(60, 170, 300)
    .scan(),
]
SEEDS = (
    small.opened_up(written(*PAGES, outline=[("Tides", 1), ("Heights", 2)], title="Tides")),
    tagged(("H1", 100, "Tides"), ("P", 130, "The ebb takes six hours."), ("H2", 160, "Flood")),
    small.locked(PAGES[0], ""),
)
WRONG = (b"", b"0", b"-1", b"99999999999", b"1e39", b"/X", b"<<", b">>", b"[", b"null", b"0.0000001", b"(")


def changed(data: bytes, places: list[tuple[float, int, int]]) -> bytes:
    """A file with some changes: a byte, a number, a piece left out, a piece put twice."""
    for share, kind, value in places:
        at = int(share * (len(data) - 1))
        if kind == 0:
            data = data[:at] + bytes([value]) + data[at + 1 :]
        elif kind == 1 and (number := re.compile(rb"-?\d+\.?\d*").search(data, at)):
            data = data[: number.start()] + WRONG[value % len(WRONG)] + data[number.end() :]
        elif kind == 2:
            data = data[:at] + data[at + value :]
        else:
            data = data[: at + value] + data[at:]
    return data


changes = st.tuples(st.floats(0, 1), st.integers(0, 3), st.integers(0, 255))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SEEDS), st.lists(changes, min_size=1, max_size=8))
def test_it_is_read_or_refused_and_nothing_is_written_elsewhere(
    seed: bytes, places: list[tuple[float, int, int]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = changed(seed, places)
        with suppress(SourceError):
            made = read(Path(folder), data)
            assert made.blocks or made.warnings
            assert grow(made).sections
        assert {path.name for path in Path(folder).iterdir()} <= {"sources", "work"}
        assert [path.name for path in Path(folder, "sources").iterdir()] == ["tides.pdf"]
        assert Path(folder, "sources/tides.pdf").read_bytes() == data
