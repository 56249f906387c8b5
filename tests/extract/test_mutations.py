"""Files that were changed at random: every importer reads them or refuses them, and writes where it may."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any
from uuid import uuid4

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.config import Config
from builder.extract import extract, find
from builder.tree import grow
from serverless.errors import SourceError
from tests.extract.small import picture, write, zipped
from tests.extract.test_exports import DOCLING, MINERU, mistral_page
from tests.extract.test_marker import node

ADOBE = {
    "elements": [
        {"Path": "//Document/H1", "Page": 0, "Text": "Tides", "Bounds": [72, 600, 300, 620]},
        {"Path": "//Document/P", "Page": 0, "Text": "See Figure 1.", "Font": {"weight": 400}},
        {
            "Path": "//Document/Figure",
            "Page": 1,
            "filePaths": ["figures/a.png"],
            "Bounds": [72, 80, 300, 400],
        },
        {"Path": "//Document/Table", "Page": 1, "filePaths": ["tables/a.csv"]},
        {"Path": "//Document/Table/TR/TD/P", "Page": 1, "Text": "Sandby"},
    ],
    "extended_metadata": {"page_count": 2, "language": "en"},
}
MARKER = {
    "block_type": "Document",
    "children": [
        node("Page", "<content-ref src='x'></content-ref>", node("SectionHeader", "<h1>Tides</h1>"))
    ],
}
MARKDOWN = (
    "---\ntitle: Tides\n---\n# Tides\n\n![](figures/a.png)\n\nFigure 1: A tide.\n\n"
    "| a | b |\n|---|---|\n| 1 | 2 |\n\n$$h = a$$\n\n{1}------------\n\n"
    '<table><tr><td onclick="x()">1</td></tr></table>\n\n[^1]: Low.\n\n```py\nx\n```\n'
)
SEEDS: dict[str, str] = {
    "tides/structuredData.json": json.dumps(ADOBE),
    "tides.json": json.dumps(DOCLING),
    "tides_content_list.json": json.dumps(MINERU),
    "answer.json": json.dumps({"pages": [mistral_page(0, "Ebb")], "model": "ocr"}),
    "marked.json": json.dumps(MARKER),
    "notes.md": MARKDOWN,
}
PATHS = [
    "../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "%2e%2e/%2e%2e/x.png", "figures\\_a.png",
    "figures/a b.png", "C:\\x.png", "data:image/png;base64,AAAA", "data:text/html;base64,AAAA", "figures",
    "\x00", "javascript:alert(1)", "http://[", "..%2f..%2fx", "figures/a.png#" * 50,
]  # fmt: skip
PIECES = [b"", b"\xff", b"\x00", b"<", b"](", b"$$", b"`" * 4, b"|", *(path.encode() for path in PATHS)]
VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 0, 1e308, 10**20, "", "x", [], {}, [[]], {"$ref": "#/body"}, *PATHS]
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from places(inner, (*path, key))


@st.composite
def changed(draw: st.DrawFn, seed: str) -> bytes:
    """A file with some of its values dropped or replaced, or some of its bytes."""
    if seed.startswith(("{", "[")) and draw(st.booleans()):
        data = json.loads(seed)
        for _ in range(draw(st.integers(1, 4))):
            *way, last = draw(st.sampled_from(list(places(data)) or [("x",)]))
            inside = data
            for key in way:
                inside = inside[key]
            if isinstance(inside, dict) and draw(st.booleans()):
                inside.pop(last, None)
            elif isinstance(inside, dict | list) and (isinstance(inside, dict) or last < len(inside)):
                inside[last] = deepcopy(draw(VALUES))
        return json.dumps(data).encode()
    raw = bytearray(seed.encode())
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(raw) - 1))
        piece = draw(st.sampled_from(PIECES))
        raw[at : at + draw(st.integers(0, 30))] = piece
        if not raw:
            raw = bytearray(b" ")
    return bytes(raw[: draw(st.sampled_from([None, len(raw) // 2]))])


def outside(folder: Path) -> list[str]:
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if "work" not in path.parts
    )


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data(), st.sampled_from(sorted(SEEDS)), st.booleans())
def test_any_change_is_read_or_refused(tmp_path: Path, data: st.DataObject, name: str, packed: bool) -> None:
    folder = tmp_path / uuid4().hex
    own: dict[str, str | bytes] = {name: data.draw(changed(SEEDS[name])), "figures/a.png": picture()}
    files = {"tides.zip": zipped(own)} if packed else {f"d/{key}": value for key, value in own.items()}
    sources = write(folder / "sources", files)
    before = outside(folder)
    for found in find(sources):
        try:
            tree = grow(extract(found, sources, Config(), folder / "work"))
        except SourceError:
            continue
        assert all(Path(file).resolve().is_relative_to(folder) for file in tree.files.values())
    assert outside(folder) == before
    shutil.rmtree(folder)
