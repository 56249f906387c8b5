"""What recall takes in a large library: `python -m tests.recall_bench QUESTIONS INDEX…`.

A library of 100,000 chunks is made of the indexes (of the English embedder), each as often as it takes, with
vectors that differ a little; the milliseconds are those of this process on the processor.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import numpy as np

from builder import goldset
from serverless import index as indexes
from serverless.index import Index
from serverless.model import Library, Question
from serverless.ports import Matrix
from serverless.providers.onnx import OnnxEmbedder
from serverless.query import understand
from serverless.recall import DEPTH, recall

CHUNKS = 100_000
ASKED = 60
NOISE = 0.02


def copied(library: Library, number: int) -> Library:
    """The library under other names."""

    def named(name: str) -> str:
        return f"x{number}-{name}"

    change = msgspec.structs.replace
    return Library(
        tuple(change(one, id=named(one.id)) for one in library.documents),
        tuple(
            change(
                one,
                id=named(one.id),
                document=named(one.document),
                parent=named(one.parent) if one.parent else None,
            )
            for one in library.sections
        ),
        (),
        tuple(
            change(one, id=named(one.id), section=named(one.section), figure=None) for one in library.chunks
        ),
    )


def copies(opened: Sequence[Index]) -> Iterator[tuple[Library, Matrix]]:
    chance = np.random.default_rng(0)
    sources = [
        (one.rows.library(), np.stack([one.vectors.row(n) for n in range(len(one.vectors))]))
        for one in opened
    ]
    for number in range(CHUNKS):
        for library, vectors in sources:
            moved = vectors + chance.standard_normal(vectors.shape) * NOISE
            yield (
                copied(library, number),
                (moved / np.linalg.norm(moved, axis=1, keepdims=True)).astype(np.float32),
            )


def large(opened: Sequence[Index], folder: Path) -> Index:
    """An index of as many chunks as are wanted."""
    parts: list[tuple[Library, Matrix]] = []
    for part in copies(opened):
        parts.append(part)
        if sum(len(library.chunks) for library, _ in parts) >= CHUNKS:
            break
    whole = Library(
        tuple(one for library, _ in parts for one in library.documents),
        tuple(one for library, _ in parts for one in library.sections),
        (),
        tuple(one for library, _ in parts for one in library.chunks)[:CHUNKS],
    )
    vectors = np.concatenate([vectors for _, vectors in parts])[:CHUNKS]
    embedder = opened[0].manifest.embedder
    indexes.write(folder, whole, vectors, embedder, site_url="https://example.org/", built_with="bench")
    return indexes.read(folder)


def main(questions: Path, folders: Sequence[Path]) -> None:
    with TemporaryDirectory() as work:
        index = large([indexes.read(folder) for folder in folders], Path(work, "index"))
        texts = [entry.gold.question for entry in goldset.read(questions).entries][:ASKED]
        vectors = OnnxEmbedder(index.manifest.embedder.model).embed(texts, "query")
        asked = [
            (understand(Question(text), index), vector) for text, vector in zip(texts, vectors, strict=True)
        ]
        recall(*asked[0], index)
        spent: dict[str, list[float]] = {"recall": [], "vectors": [], "words": []}
        for query, vector in asked:
            for name, work_ in (
                ("recall", lambda q=query, v=vector: recall(q, v, index)),
                ("vectors", lambda v=vector: index.nearest(v, DEPTH, None)),
                ("words", lambda q=query: index.matching(q.words, DEPTH, None)),
            ):
                begun = time.process_time()
                work_()
                spent[name].append(1000 * (time.process_time() - begun))
        told = ", ".join(f"{name} {np.median(taken):.1f}" for name, taken in spent.items())
        sys.stdout.write(f"{index.manifest.counts.sections} sections, median CPU ms: {told}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
