"""Small libraries for the evaluation, made from texts by the real importers, and cases made by hand."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from PIL import Image

from builder import metrics
from builder.build import gather
from builder.config import Config
from builder.extract import extract, find
from builder.goldset import GoldQuestion, GoldSection, Level
from builder.result import Case, Found, Result
from builder.target import Target, Wanted
from builder.tree import grow
from serverless import index
from serverless.model import Library
from serverless.providers.hashing import HashingEmbedder

HARBOUR = {
    "Harbour/Harbour.md": """# The harbour

Ships come in with the tide.

## 1 The lamp {#lamp}

The lamp at the entrance burns two litres of oil a night. Figure 1 shows the lamp.

![](figures/lamp.png)

Figure 1: The lamp of the harbour.

## 2 The crane

The crane lifts six tonnes and turns on a stone base.

### Repair

The chain of the crane is repaired every spring.

## 3 The bell

The bell rings in fog, once a minute.

### Repair

The clapper of the bell is repaired every autumn.
""",
    "kite.md": """# Log of the kite

The kite flew over the bay on the first of May.

## Sail

The sail is made of nylon and weighs three hundred grams.
""",
}


def picture(colour: str = "navy") -> bytes:
    """A PNG that is large enough to be a figure."""
    file = io.BytesIO()
    Image.new("RGB", (400, 300), colour).save(file, "PNG")
    return file.getvalue()


def archive(files: Mapping[str, str | bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as opened:
        for name, content in files.items():
            opened.writestr(name, content)
    return file.getvalue()


def library(folder: Path, files: Mapping[str, str | bytes]) -> Library:
    """The library of these sources; every document must be readable."""
    for name, content in files.items():
        path = folder / "sources" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    sources, config = folder / "sources", Config()
    return gather([grow(extract(one, sources, config, folder / "work")) for one in find(sources)], config)


def harbour(folder: Path) -> Library:
    return library(folder, {**HARBOUR, "Harbour/figures/lamp.png": picture()})


def shipped(folder: Path, made: Library) -> Path:
    """The index of a library, with vectors that need no model."""
    embedder = HashingEmbedder()
    vectors = embedder.embed([chunk.embedded for chunk in made.chunks], "document")
    index.write(
        folder / "index", made, vectors, embedder.id, site_url="https://library.example/", built_with="tests"
    )
    return folder / "index"


def lines(*questions: Mapping[str, object]) -> str:
    """A question file; each question gets an id and a text where it has none."""
    numbered = ({"id": f"q{n}", "question": "What?", **one} for n, one in enumerate(questions, 1))
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in numbered)


def case(
    ranked: Sequence[str] = (),
    expected: Sequence[str] = (),
    *,
    name: str = "q",
    lang: str = "en",
    level: Level = "section",
    answerable: bool = True,
    status: str = "answered",
    cited: Sequence[str] = (),
    recalled: Sequence[str] = (),
    acceptable: Sequence[str] = (),
    shown: Sequence[Sequence[str]] = (),
    figures: Sequence[tuple[str, ...]] = (),
    fine: Sequence[str] = (),
    ms: Mapping[str, float] | None = None,
) -> Case:
    """A judged question; an expected section that starts with "?" is not in the library."""
    gold = GoldQuestion(
        id=name,
        question="What?",
        lang=lang,
        answerable=answerable,
        level=level,
        sections=tuple(GoldSection(document=one) for one in expected),
        figures=tuple(figures),
        acceptable_figures=tuple(fine),
    )
    wanted = tuple(Wanted(one, frozenset() if one.startswith("?") else frozenset({one})) for one in expected)
    found = tuple(Found(one, "", one, f"library/{one}/", 1.0) for one in ranked)
    files = tuple(next(iter(one), "") for one in shown)
    return Case(
        target=Target(gold, wanted, frozenset(acceptable)),
        result=Result(name, status, found, files, (), dict(ms or {})),
        ranked=tuple(ranked),
        recalled=tuple(recalled or ranked),
        cited=tuple(cited),
        shown=metrics.shown(shown, figures, fine),
    )
