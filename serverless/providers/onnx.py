"""The embedded models on onnxruntime: two embedders and a cross-encoder.

Each text is run alone. The models quantise their activations over the whole input, so that a batch would
change the bits of every vector in it; alone, a text has the same vector whatever is embedded beside it.
Several texts are run side by side, one a core, which is faster than a batch: nothing is padded, and the
cores need not wait for each other.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ..errors import ConfigError
from ..model import EmbedderId
from ..ports import Matrix, Role
from ..registry import Model, locate, model

THREADS = "SOURCELEAF_THREADS"
T = TypeVar("T")


def threads() -> int:
    """How many texts are run at once: SOURCELEAF_THREADS, else the cores that this process may use."""
    wanted = os.environ.get(THREADS, "")
    if not wanted:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not wanted.isdecimal() or int(wanted) == 0:
        raise ConfigError(f"{THREADS} is {wanted!r}, which is no number of threads", "set it to 1 or more")
    return int(wanted)


class _Runner:
    """A session and a tokenizer, made when first used."""

    def __init__(self, known: Model, folder: Path | None) -> None:
        self.model = known
        self._path = locate(known, folder)

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads()
        options.log_severity_level = 3
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return onnxruntime.InferenceSession(
            str(self._path / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(self._path / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(self.model.max_tokens, strategy="longest_first")
        return tokenizer

    @cached_property
    def _wants_types(self) -> bool:
        return any(node.name == "token_type_ids" for node in self._session.get_inputs())

    def run(self, encoding: Any) -> Matrix:
        """The graph's first output for one text, without the batch axis."""
        ids = np.array([encoding.ids], dtype=np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        if self._wants_types:
            feed["token_type_ids"] = np.array([encoding.type_ids], dtype=np.int64)
        output: Matrix = self._session.run(None, feed)[0][0]
        return output

    def each(self, work: Callable[[T], Matrix], inputs: Iterable[T]) -> list[Matrix]:
        """`work` of each input, in their order."""
        _ = self._session, self._tokenizer  # opened once, before the threads ask for them
        with ThreadPoolExecutor(threads()) as pool:
            return list(pool.map(work, inputs))


class OnnxEmbedder(_Runner):
    """An Embedder that can also score by late interaction on its token states."""

    def __init__(self, name: str, folder: Path | None = None) -> None:
        """Raises ProviderError where the model's files are not in `folder` (default: the registry's)."""
        super().__init__(model(name), folder)

    @property
    def id(self) -> EmbedderId:
        return self.model.id

    def embed(self, texts: Sequence[str], role: Role) -> Matrix:
        """Unit vectors, float32 of shape (len(texts), dims).

        A text of more than `max_tokens` is read in parts of that length; its vector is their mean by length.
        """
        prefix = self.model.query_prefix if role == "query" else self.model.document_prefix
        rows = self.each(self._vector, [prefix + text for text in texts])
        return _unit(np.stack(rows)) if rows else np.empty((0, self.model.dims), dtype=np.float32)

    def _vector(self, text: str) -> Matrix:
        whole = self._tokenizer.encode(text)
        parts = [whole, *whole.overflowing]
        rows = _unit(np.stack([self._pooled(self.run(part)) for part in parts]))
        lengths = np.array([len(part.ids) for part in parts], dtype=np.float32)
        return rows[0] if len(parts) == 1 else lengths @ rows

    def _pooled(self, states: Matrix) -> Matrix:
        pooled: Matrix = states[0] if self.model.pooling == "cls" else states.mean(axis=0)
        return pooled

    def maxsim(self, question: str, passages: Sequence[str]) -> Matrix:
        """Late interaction (ColBERT, 2020): the mean over the question's tokens of the best cosine.

        Of a passage of more than `max_tokens` only the beginning is read.
        """
        asked = self._states(self.model.query_prefix, question)
        prefix = self.model.document_prefix
        read = self.each(lambda passage: self._states(prefix, passage), passages)
        return np.array([(asked @ states.T).max(axis=1).mean() for states in read], dtype=np.float32)

    def _states(self, prefix: str, text: str) -> Matrix:
        """Unit states of the tokens that hold a letter or a digit, those of the prefix left out.

        Some tokenizers count the space before a word to it: the text's first token starts in the prefix.
        """
        encoding = self._tokenizer.encode(prefix + text)
        states = self.run(encoding)
        kept = [
            row
            for row, (start, end) in enumerate(encoding.offsets)
            if end > len(prefix) and any(char.isalnum() for char in (prefix + text)[start:end])
        ]
        return _unit(states[kept] if kept else states)


def _unit(rows: Matrix) -> Matrix:
    lengths: Matrix = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / lengths


class OnnxReranker(_Runner):
    """A PairScorer: a cross-encoder that reads question and passage together."""

    def __init__(self, name: str = "ms-marco-MiniLM-L-12-v2", folder: Path | None = None) -> None:
        super().__init__(model(name), folder)

    def score(self, question: str, passages: Sequence[str]) -> Matrix:
        """Logits, float32 of shape (len(passages),); of a pair too long, the longer part loses its end."""
        encodings = self._tokenizer.encode_batch([(question, passage) for passage in passages])
        return np.array([logits[0] for logits in self.each(self.run, encodings)], dtype=np.float32)
