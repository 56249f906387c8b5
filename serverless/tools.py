"""The models and limits that an answer is made with, and how they are opened for an index."""

from __future__ import annotations

from pathlib import Path
from typing import cast, get_args

from . import index as indexes
from .errors import IndexFormatError, ProviderError
from .index import Index
from .judges import Judges
from .model import EmbedderId, FigureMode, Struct
from .ports import Embedder, PairScorer, TokenStates
from .providers.extractive import Extractive
from .registry import model
from .roles.album import Album
from .roles.assistance import NOBODY, Crew
from .roles.assistance import Role as AnswerRole
from .roles.choice import PROVIDERS, Switchboard, choice
from .roles.port import Model, ModelError
from .settings import Settings

RERANKER = "ms-marco-MiniLM-L-12-v2"
"""The cross-encoder for English; the only model beside the embedder."""


class Tools(Struct, frozen=True):
    """`missing` says which model could not be had; every answer then says so.

    `crew` are the models on the network that have a role.
    """

    embedder: Embedder
    judges: Judges
    writer: Extractive
    rerank_ms: float = 500.0
    max_figures: int = 6
    figures: FigureMode = "section"
    missing: str = ""
    crew: Crew = NOBODY


def load(settings: Settings) -> tuple[Index, Tools]:
    """Opens the index and the models that it was made for.

    Raises IndexFormatError where either does not fit the other, ProviderError where the embedder is not
    here. A missing reranker only makes the answers worse, and they say so.
    """
    index = indexes.read(settings.index_folder)
    switchboard = Switchboard()
    embedder = open_embedder(index.manifest.embedder, settings.models_folder, switchboard)
    if embedder.id != index.manifest.embedder:
        indexes.read(settings.index_folder, embedder.id)
    judges, missing = open_judges(embedder, index, settings.models_folder)
    return index, Tools(
        embedder=embedder,
        judges=judges,
        writer=Extractive(embedder),
        rerank_ms=float(settings.rerank_ms),
        max_figures=settings.max_figures,
        figures=settings.figures,
        missing=missing,
        crew=open_crew(settings, switchboard),
    )


def open_crew(settings: Settings, switchboard: Switchboard) -> Crew:
    """The model of each role that the settings give one; a role that cannot be filled keeps the reason."""
    models: dict[AnswerRole, Model | ModelError] = {}
    for role in get_args(AnswerRole):
        wanted = choice(getattr(settings, role), f"SOURCELEAF_{role.upper()}")
        if wanted is None:
            continue
        try:
            models[role] = switchboard.model(wanted)
        except ModelError as error:
            models[role] = error
    if not models:
        return NOBODY
    album = Album(settings.site_folder, settings.attach_images)
    return Crew(models, album, float(settings.seconds), settings.words)


def open_embedder(wanted: EmbedderId, models: Path | None, switchboard: Switchboard) -> Embedder:
    """The embedder that a manifest names."""
    if wanted.provider == "hashing":
        from .providers.hashing import HashingEmbedder

        return HashingEmbedder()
    if wanted.provider == "onnx":
        from .providers.onnx import OnnxEmbedder

        return OnnxEmbedder(wanted.model, models)
    if wanted.provider in PROVIDERS:
        return switchboard.embedder(wanted)
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
