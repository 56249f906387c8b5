"""`[roles]` of library.toml: what models on the network do in a build, each thing switched on by itself."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from serverless.model import Struct
from serverless.roles.choice import DIMENSIONS, Choice, choice


class Roles(Struct, frozen=True):
    """Each role is "" (done here), "gemini", "gemini:MODEL" or "openai:MODEL"; a cost of 0 is no limit."""

    embeddings: str = ""
    batch: bool = False
    """Whether the vectors are made in jobs, when the service has time, at a lower price."""
    dimensions: Annotated[int, Meta(ge=64, le=4096)] = DIMENSIONS
    noise: str = ""
    figures: str = ""
    max_build_cost: Annotated[float, Meta(ge=0)] = 0.0

    def chosen(self, role: str) -> Choice | None:
        """The model of a role, or None; ConfigError names the key that says something else."""
        return choice(str(getattr(self, role)), f"roles.{role}")

    @property
    def is_local(self) -> bool:
        """Whether nobody is asked anything over the network."""
        return not (self.embeddings or self.noise or self.figures)
