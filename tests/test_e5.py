"""Converting the multilingual model: a file of the same form, small enough to compute by hand in numpy."""

from __future__ import annotations

import struct
from math import erf
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt
import onnxruntime
import pytest

from builder import e5
from serverless.errors import ProviderError

Floats = npt.NDArray[np.float32]

HIDDEN, LAYERS, HEADS, INNER, WORDS, PLACES = 64, 5, 2, 128, 40, 16
EPSILON = 1e-6


class Tiny:
    """Random weights, kept as floats and written as the file holds them."""

    def __init__(self) -> None:
        self.random = np.random.default_rng(7)
        self.floats: dict[str, Floats] = {}
        self.stored: dict[str, bytes] = {}
        self.packed("emb.word", WORDS, HIDDEN)
        self.plain("emb.pos", (PLACES, HIDDEN))
        self.plain("emb.type", (HIDDEN,))
        self.normal("emb.ln")
        for layer in range(LAYERS):
            for part, rows, columns in (
                ("q", HIDDEN, HIDDEN),
                ("k", HIDDEN, HIDDEN),
                ("v", HIDDEN, HIDDEN),
                ("ao", HIDDEN, HIDDEN),
                ("fi", INNER, HIDDEN),
                ("fo", HIDDEN, INNER),
            ):
                self.packed(f"l{layer}.{part}.w", rows, columns)
                self.plain(f"l{layer}.{part}.b", (rows,))
            self.normal(f"l{layer}.aln")
            self.normal(f"l{layer}.oln")

    def plain(self, name: str, shape: tuple[int, ...]) -> None:
        self.floats[name] = self.random.normal(size=shape).astype(np.float32)
        self.stored[name] = self.floats[name].tobytes()

    def normal(self, name: str) -> None:
        self.plain(f"{name}.w", (HIDDEN,))
        self.plain(f"{name}.b", (HIDDEN,))

    def packed(self, name: str, rows: int, columns: int) -> None:
        """Blocks of 32: a half-precision scale, then the values 0…15 and 16…31 as halves of 16 bytes."""
        values = self.random.integers(0, 16, (rows * columns // 32, 32)).astype(np.uint8)
        scales = self.random.uniform(0.02, 0.03, (len(values), 1)).astype(np.float16)
        halves = values[:, :16] | values[:, 16:] << 4
        self.stored[name] = np.hstack([scales.view(np.uint8), halves]).tobytes()
        self.floats[name] = ((values.astype(np.float32) - 8) * scales).reshape(rows, columns)

    def file(self) -> bytes:
        sizes = struct.pack("<7ifi", HIDDEN, LAYERS, HEADS, INNER, WORDS, PLACES, 1, EPSILON, 32)
        pieces = struct.pack("<5iQ", 2, 0, 2, 1, 3, 3) + struct.pack("<3I2f", 0, 1, 3, 0.0, -1.0) + b"abc"
        entries, data = b"", b""
        names = b"".join(struct.pack("<H", len(name)) + name.encode() + bytes(21) for name in self.stored)
        start = len(b"E5S1") + 4 + len(sizes) + len(pieces) + 8 + 2 + 4 + len(names)
        for name, content in self.stored.items():
            place = struct.pack("<BIQQ", 0, 0, start + len(data), len(content))
            entries += struct.pack("<H", len(name)) + name.encode() + place
            data += content
        normaliser = struct.pack("<iI", 0, 2) + b"nn"
        head = b"E5S1" + bytes(4) + sizes + pieces + normaliser
        return head + struct.pack("<i", len(self.stored)) + entries + data

    def norm(self, states: Floats, name: str) -> Floats:
        centred = states - states.mean(axis=-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPSILON)
        return np.asarray(scaled * self.floats[f"{name}.w"] + self.floats[f"{name}.b"], np.float32)

    def dense(self, states: Floats, name: str) -> Floats:
        return np.asarray(states @ self.floats[f"{name}.w"].T + self.floats[f"{name}.b"], np.float32)

    def attention(self, states: Floats, layer: str) -> Floats:
        query, key, value = (
            self.dense(states, f"{layer}.{part}").reshape(len(states), HEADS, -1).transpose(1, 0, 2)
            for part in "qkv"
        )
        scores = np.exp(query @ key.transpose(0, 2, 1) / np.sqrt(HIDDEN / HEADS))
        mixed = scores / scores.sum(axis=-1, keepdims=True) @ value
        return self.dense(mixed.transpose(1, 0, 2).reshape(len(states), HIDDEN), f"{layer}.ao")

    def states(self, ids: list[int]) -> Floats:
        """BERT as the paper has it (post-norm, exact GELU)."""
        summed = self.floats["emb.word"][ids] + self.floats["emb.pos"][: len(ids)] + self.floats["emb.type"]
        states = self.norm(summed, "emb.ln")
        for layer in (f"l{n}" for n in range(LAYERS)):
            states = self.norm(states + self.attention(states, layer), f"{layer}.aln")
            inner = self.dense(states, f"{layer}.fi")
            inner = inner * (1 + np.vectorize(erf)(inner / np.sqrt(2))) / 2
            states = self.norm(states + self.dense(inner, f"{layer}.fo"), f"{layer}.oln")
        return states


@pytest.fixture(scope="module")
def tiny() -> Tiny:
    return Tiny()


@pytest.fixture(scope="module")
def graph(tiny: Tiny, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("e5")
    (folder / "weights.bin").write_bytes(tiny.file())
    e5.convert(folder / "weights.bin", folder / "model.onnx")
    return folder / "model.onnx"


def run(graph: Path, ids: list[int]) -> Floats:
    session = onnxruntime.InferenceSession(graph, providers=["CPUExecutionProvider"])
    row = np.array([ids], np.int64)
    states: Floats = session.run(None, {"input_ids": row, "attention_mask": np.ones_like(row)})[0][0]
    return states


def test_tensors_are_read_as_they_were_written(tiny: Tiny) -> None:
    weights = e5.Weights(tiny.file())
    assert np.array_equal(weights.matrix("l1.fo.w", HIDDEN), tiny.floats["l1.fo.w"])
    assert np.array_equal(weights.floats("emb.ln.b"), tiny.floats["emb.ln.b"])
    expected = (HIDDEN, LAYERS, HEADS, INNER, WORDS, PLACES, EPSILON)
    assert msgspec.structs.astuple(weights.shape) == pytest.approx(expected)


@pytest.mark.parametrize("ids", [[0, 5, 2], [0, 39, 7, 7, 12, 31, 2], list(range(16))])
def test_the_graph_gives_the_states_of_the_model(tiny: Tiny, graph: Path, ids: list[int]) -> None:
    expected, states = tiny.states(ids), run(graph, ids)
    cosines = (
        (expected * states).sum(axis=1) / np.linalg.norm(expected, axis=1) / np.linalg.norm(states, axis=1)
    )
    assert states.shape == (len(ids), HIDDEN)
    assert cosines.min() > 0.998


def test_the_same_weights_give_the_same_bytes(tiny: Tiny, graph: Path, tmp_path: Path) -> None:
    (tmp_path / "weights.bin").write_bytes(tiny.file())
    e5.convert(tmp_path / "weights.bin", tmp_path / "again.onnx")
    assert (tmp_path / "again.onnx").read_bytes() == graph.read_bytes()


def test_a_file_of_another_form_is_refused(tmp_path: Path) -> None:
    (tmp_path / "weights.bin").write_bytes(b"GGUF and so on")
    with pytest.raises(ProviderError, match="not in the expected form"):
        e5.convert(tmp_path / "weights.bin", tmp_path / "model.onnx")
