"""Which model has a role: "" is none, "gemini" its usual model, "gemini:NAME" or "openai:NAME" that one."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from ..errors import ConfigError
from ..model import EmbedderId, Struct
from .port import Model
from .retry import Sleep

if TYPE_CHECKING:
    from ..providers.gemini import Gemini
    from ..providers.openai import Endpoint
    from ..providers.remote import GeminiVectors, RemoteEmbedder

PROVIDERS = ("gemini", "openai")
HOW = 'write "gemini", "gemini:MODEL" or "openai:MODEL", or leave it empty'
DIMENSIONS = 1536


class Choice(Struct, frozen=True):
    """A provider and the name of a model, "" for the provider's usual one."""

    provider: str
    model: str = ""

    def __str__(self) -> str:
        return f"{self.provider}:{self.model}" if self.model else self.provider


def choice(text: str, where: str) -> Choice | None:
    """What a setting chooses; ConfigError names the setting at `where` that says something else."""
    text = text.strip()
    if text in {"", "local"}:
        return None
    provider, _, name = text.partition(":")
    if provider not in PROVIDERS or (provider == "openai" and not name):
        raise ConfigError(f"{where} is {text!r}", HOW)
    return Choice(provider, name)


class Switchboard:
    """Opens models by choice; each connection is made once, and a package is imported when it is needed.

    Without `keyed` they open without a key: they can be named then, and reckoned with, but not asked.
    """

    def __init__(
        self,
        environment: Mapping[str, str] = os.environ,
        attempts: int = 3,
        sleep: Sleep = time.sleep,
        keyed: bool = True,
    ) -> None:
        self._environment = environment
        self._keyed = keyed
        self._attempts = attempts
        self._sleep = sleep

    def model(self, wanted: Choice) -> Model:
        """A language model; ModelError where there is no key for it or no address."""
        if wanted.provider == "gemini":
            from ..providers.gemini import MODEL, GeminiModel

            return GeminiModel(self.gemini, wanted.model or MODEL)
        from ..providers.openai import OpenAIModel

        return OpenAIModel(self.endpoint, wanted.model)

    def embedder(self, wanted: EmbedderId) -> RemoteEmbedder:
        """The embedder of a manifest, or of `identity`."""
        from ..providers.remote import GeminiVectors, RemoteEmbedder

        if wanted.provider == "gemini":
            return RemoteEmbedder(wanted, GeminiVectors(self.gemini, wanted.model, wanted.dims))
        from ..providers.openai import OpenAIVectors

        return RemoteEmbedder(wanted, OpenAIVectors(self.endpoint, wanted.model))

    def later(self, wanted: EmbedderId) -> GeminiVectors | None:
        """What makes the vectors in jobs; None where nobody does."""
        from ..providers.remote import GeminiVectors

        if wanted.provider != "gemini" or self.gemini.is_vertex:
            return None
        return GeminiVectors(self.gemini, wanted.model, wanted.dims)

    @cached_property
    def gemini(self) -> Gemini:
        from ..providers.gemini import Gemini

        made = Gemini(self._environment, self._attempts, self._sleep)
        if self._keyed:
            made.check()
        return made

    @cached_property
    def endpoint(self) -> Endpoint:
        from ..providers.openai import Endpoint

        made = Endpoint(self._environment, self._attempts, self._sleep)
        if self._keyed:
            made.check()
        return made


def identity(wanted: Choice, dims: int = DIMENSIONS) -> EmbedderId:
    """What the vectors of a chosen embedding model will be."""
    if wanted.provider == "gemini":
        from ..providers.remote import gemini_id

        return gemini_id(wanted.model or "gemini-embedding-001", dims)
    from ..providers.openai import openai_id

    return openai_id(wanted.model, dims)
