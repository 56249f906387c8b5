"""Embedding a library: every text once, whatever happened to the builds before."""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path

import msgspec
import numpy as np
import pytest

from builder.embed import SAVED_AFTER, embed
from serverless.model import Chunk, EmbedderId
from serverless.providers.hashing import HashingEmbedder


class Renamed(HashingEmbedder):
    """The same vectors under another name, as if the model had been replaced."""

    @property
    def id(self) -> EmbedderId:
        return msgspec.structs.replace(super().id, revision="2")


class Steps:
    """Keeps what it was told; the first call says how many texts are to be embedded."""

    def __init__(self) -> None:
        self.told: list[tuple[int, int]] = []

    def __call__(self, done: int, total: int) -> None:
        self.told.append((done, total))

    @property
    def total(self) -> int:
        return self.told[0][1]


def chunks(*texts: str) -> list[Chunk]:
    return [Chunk(f"c{n}", "lamp", n, "text", text, ("Lamp",)) for n, text in enumerate(texts)]


def many(count: int) -> list[Chunk]:
    return chunks(*(f"keeper number {n}" for n in range(count)))


def test_vectors_come_in_the_order_of_the_chunks(tmp_path: Path) -> None:
    embedder = HashingEmbedder()
    matrix = embed(chunks("oil", "wick", "oil"), embedder, tmp_path, Steps())
    expected = embedder.embed(["[Lamp]\noil", "[Lamp]\nwick", "[Lamp]\noil"], "document")
    assert matrix.dtype == np.float32
    assert np.array_equal(matrix, expected)


def test_no_chunks_give_an_empty_matrix(tmp_path: Path) -> None:
    assert embed([], HashingEmbedder(), tmp_path, Steps()).shape == (0, 512)


def test_equal_texts_are_embedded_once(tmp_path: Path) -> None:
    steps = Steps()
    embed(chunks("oil", "wick", "oil"), HashingEmbedder(), tmp_path, steps)
    assert steps.total == 2


def test_a_second_build_embeds_nothing_and_gives_the_same_bytes(tmp_path: Path) -> None:
    first = embed(many(5), HashingEmbedder(), tmp_path, Steps())
    steps = Steps()
    second = embed(many(5), HashingEmbedder(), tmp_path, steps)
    assert steps.told == [(0, 0)]
    assert first.tobytes() == second.tobytes()


def test_a_changed_chunk_is_embedded_alone_and_the_result_is_that_of_a_full_build(tmp_path: Path) -> None:
    embed(chunks("oil", "wick"), HashingEmbedder(), tmp_path / "kept", Steps())
    steps = Steps()
    partly = embed(chunks("oil", "glass"), HashingEmbedder(), tmp_path / "kept", steps)
    full = embed(chunks("oil", "glass"), HashingEmbedder(), tmp_path / "new", Steps())
    assert steps.total == 1
    assert partly.tobytes() == full.tobytes()


def test_another_embedder_does_not_find_the_vectors_of_the_first(tmp_path: Path) -> None:
    embed(many(3), HashingEmbedder(), tmp_path, Steps())
    steps = Steps()
    embed(many(3), Renamed(), tmp_path, steps)
    assert steps.total == 3


def test_an_interrupted_build_goes_on_where_it_was(tmp_path: Path) -> None:
    def interrupt(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        embed(many(SAVED_AFTER + 10), HashingEmbedder(), tmp_path, interrupt)
    steps = Steps()
    embed(many(SAVED_AFTER + 10), HashingEmbedder(), tmp_path, steps)
    assert steps.told == [(0, 10), (10, 10)]


def die(done: int, total: int) -> None:
    """Ends the process as a kill would: nothing is closed, nothing is written any more."""
    if done:
        os._exit(9)


def test_a_killed_build_goes_on_where_it_was(tmp_path: Path) -> None:
    arguments = (many(SAVED_AFTER + 10), HashingEmbedder(), tmp_path, die)
    process = multiprocessing.get_context("spawn").Process(target=embed, args=arguments)
    process.start()
    process.join()
    assert process.exitcode == 9
    steps = Steps()
    embed(many(SAVED_AFTER + 10), HashingEmbedder(), tmp_path, steps)
    assert steps.total == 10


def test_a_damaged_store_is_made_again(tmp_path: Path) -> None:
    first = embed(many(3), HashingEmbedder(), tmp_path, Steps())
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"not a database, but long enough to be taken for the header of one. " * 10)
    assert embed(many(3), HashingEmbedder(), tmp_path, Steps()).tobytes() == first.tobytes()
