"""The models and limits that an answer is made with, and how they are opened for an index."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from . import index as indexes
from .errors import IndexFormatError, ProviderError
from .index import Index
from .judges import Judges
from .model import EmbedderId, Struct
from .ports import Embedder, PairScorer, TokenStates
from .providers.extractive import Extractive
from .registry import model
from .settings import Settings

RERANKER = "ms-marco-MiniLM-L-12-v2"
"""The cross-encoder for English; the only model beside the embedder."""


class Tools(Struct, frozen=True):
    """`missing` says which model could not be had; every answer then says so."""

    embedder: Embedder
    judges: Judges
    writer: Extractive
    rerank_ms: float = 500.0
    max_figures: int = 6
    missing: str = ""


def load(settings: Settings) -> tuple[Index, Tools]:
    """Opens the index and the models that it was made for.

    Raises IndexFormatError where either does not fit the other, ProviderError where the embedder is not
    here. A missing reranker only makes the answers worse, and they say so.
    """
    index = indexes.read(settings.index_folder)
    embedder = open_embedder(index.manifest.embedder, settings.models_folder)
    if embedder.id != index.manifest.embedder:
        indexes.read(settings.index_folder, embedder.id)
    judges, missing = open_judges(embedder, index, settings.models_folder)
    return index, Tools(
        embedder=embedder,
        judges=judges,
        writer=Extractive(embedder),
        rerank_ms=float(settings.rerank_ms),
        max_figures=settings.max_figures,
        missing=missing,
    )


def open_embedder(wanted: EmbedderId, models: Path | None) -> Embedder:
    """The embedder that a manifest names."""
    if wanted.provider == "hashing":
        from .providers.hashing import HashingEmbedder

        return HashingEmbedder()
    if wanted.provider == "onnx":
        from .providers.onnx import OnnxEmbedder

        return OnnxEmbedder(wanted.model, models)
    raise IndexFormatError(
        f"the index was made with an embedder of {wanted.provider!r}, which this reader does not know",
        "build the index again with this version",
    )


def open_judges(embedder: Embedder, index: Index, models: Path | None) -> tuple[Judges, str]:
    """The models that read passages, and what is missing.

    The cross-encoder reads English beside English; an embedder of many languages reads the rest by late
    interaction, where it has it.
    """
    states = _token_states(embedder)
    if embedder.id.provider == "hashing" or "en" not in index.manifest.languages:
        return Judges(states=states), ""
    try:
        return Judges(pairs=open_reranker(models), states=states), ""
    except ProviderError as error:
        return Judges(states=states), str(error)


def open_reranker(models: Path | None) -> PairScorer:
    from .providers.onnx import OnnxReranker

    return OnnxReranker(RERANKER, models)


def _token_states(embedder: Embedder) -> TokenStates | None:
    """The embedder itself where it was trained on many languages and gives its token states."""
    if embedder.id.provider != "onnx" or model(embedder.id.model).languages == ("en",):
        return None
    return cast(TokenStates, embedder)
