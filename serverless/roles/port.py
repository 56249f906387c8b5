"""The seam to language models: what one is asked, what it may say, how it may fail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, Protocol

from ..errors import ProviderError
from ..model import Struct
from .deadline import Deadline
from .meter import Meter

Failure = Literal[
    "auth", "request", "limit", "timeout", "server", "network", "blocked", "empty", "malformed", "cut"
]
"""What went wrong: key refused; call refused; quota; no answer in time; their fault; no connection; declined;
nothing said; not what was asked for; broken off in the middle."""
TRANSIENT: frozenset[Failure] = frozenset(("limit", "timeout", "server", "network"))
"""What may be gone when the same is asked again."""
SIGHTS = frozenset(("image/png", "image/jpeg", "image/webp"))
"""Types of pictures that every model with eyes can read."""


class ModelError(ProviderError):
    """A language model did not give what it was asked for. `after` is when to ask again, in seconds.

    The message holds nothing of the prompt, of the reply, or of the key.
    """

    def __init__(self, message: str, hint: str = "", *, kind: Failure, after: float | None = None) -> None:
        super().__init__(message, hint)
        self.kind = kind
        self.after = after


class Picture(Struct, frozen=True):
    mime: str
    data: bytes


Part = str | Picture


class Prompt(Struct, frozen=True):
    """One question to a model. `role` is what its cost is counted under; `schema` is a JSON Schema, where
    the reply must be JSON; `max_tokens` bounds the reply."""

    role: str
    version: int
    system: str
    parts: tuple[Part, ...]
    schema: dict[str, Any] | None = None
    max_tokens: int = 1024

    @property
    def text(self) -> str:
        """All words of it; pictures are left out."""
        return "\n".join([self.system, *(part for part in self.parts if isinstance(part, str))])

    @property
    def pictures(self) -> int:
        return sum(isinstance(part, Picture) for part in self.parts)


class Model(Protocol):
    """A language model that is ready to be asked; safe from several threads."""

    @property
    def name(self) -> str:
        """Who is asked, as "gemini:gemini-3.1-flash-lite"."""
        ...

    def write(self, prompt: Prompt, deadline: Deadline, meter: Meter) -> str:
        """The whole reply, never empty; what it cost goes to `meter`. Raises ModelError."""
        ...

    def stream(self, prompt: Prompt, deadline: Deadline, meter: Meter) -> Iterator[str]:
        """The reply as it is written. Raises ModelError at any time, also in the middle of a word.

        Closing the iterator ends the call.
        """
        ...


class Call(Struct, frozen=True, eq=False):
    """A model with the time that it has and the meter that counts it: what a role is given."""

    model: Model
    deadline: Deadline
    meter: Meter

    def write(self, prompt: Prompt) -> str:
        return self.model.write(prompt, self.deadline, self.meter)

    def stream(self, prompt: Prompt) -> Iterator[str]:
        return self.model.stream(prompt, self.deadline, self.meter)
