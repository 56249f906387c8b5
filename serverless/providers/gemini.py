"""Gemini through google-genai: the only file that knows the package, which is imported on first use.

The key is read from the environment (GEMINI_API_KEY or GOOGLE_API_KEY; for Vertex GOOGLE_GENAI_USE_VERTEXAI,
GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION) when the client is made, and is kept nowhere else.
GOOGLE_GEMINI_BASE_URL sends all calls elsewhere.
"""

from __future__ import annotations

import os
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from ..roles.deadline import Deadline
from ..roles.meter import Meter
from ..roles.port import ModelError, Picture, Prompt
from ..roles.retry import Sleep, retried
from .faults import after, broken_off, no_answer, of_status, translated

if TYPE_CHECKING:
    from google import genai
    from google.genai import types

T = TypeVar("T")
MODEL = "gemini-3.1-flash-lite"
"""The model of every role that is asked for as "gemini" alone."""
KEYS = ("GEMINI_API_KEY", "GOOGLE_API_KEY")
TRUE = frozenset(("1", "true", "yes"))
THOUGHTS = 2048
"""Tokens that a reply may have beside its own, for a model that thinks before it writes."""
FINISHED = frozenset(("STOP", "FINISH_REASON_UNSPECIFIED"))
LENGTH = "MAX_TOKENS"
DONE = frozenset(("JOB_STATE_SUCCEEDED", "JOB_STATE_PARTIALLY_SUCCEEDED"))
GIVEN_UP = frozenset(("JOB_STATE_FAILED", "JOB_STATE_CANCELLED", "JOB_STATE_EXPIRED"))


class Gemini:
    """The connection; made once, used by every role and from every thread."""

    def __init__(
        self, environment: Mapping[str, str] = os.environ, attempts: int = 3, sleep: Sleep = time.sleep
    ) -> None:
        self._environment = environment
        self.attempts = attempts
        self.sleep = sleep
        self._lock = threading.Lock()

    @property
    def is_vertex(self) -> bool:
        return self._environment.get("GOOGLE_GENAI_USE_VERTEXAI", "").lower() in TRUE

    def check(self) -> None:
        """ModelError where there is no key and no Vertex project; nothing is imported and nobody is asked."""
        if not self.is_vertex and not any(self._environment.get(name) for name in KEYS):
            raise ModelError("gemini has no key", f"set {KEYS[0]} in the environment", kind="auth")

    @property
    def client(self) -> genai.Client:
        with self._lock:
            return self._client

    @cached_property
    def _client(self) -> genai.Client:
        self.check()
        try:
            from google import genai
        except ImportError:
            raise ModelError(
                "google-genai is not installed", "pip install 'sourceleaf[gemini]'", kind="request"
            ) from None
        from google.genai import types

        options = types.HttpOptions(base_url=self._environment.get("GOOGLE_GEMINI_BASE_URL") or None)
        if self.is_vertex:
            return genai.Client(
                vertexai=True,
                project=self._environment.get("GOOGLE_CLOUD_PROJECT"),
                location=self._environment.get("GOOGLE_CLOUD_LOCATION"),
                http_options=options,
            )
        key = next(filter(None, (self._environment.get(name) for name in KEYS)), None)
        return genai.Client(api_key=key, vertexai=False, http_options=options)

    def call(self, name: str, work: Callable[[genai.Client], T], deadline: Deadline) -> T:
        """One call, repeated where that may help; what the package raises becomes a ModelError of `name`."""
        client = self.client

        def once() -> T:
            with translated(name, _failure):
                return work(client)

        return retried(once, deadline, self.attempts, self.sleep)

    def submit(
        self, model: str, texts: Sequence[str], settings: Mapping[str, Any], deadline: Deadline
    ) -> str:
        """Hands texts over as a job that is done when the service has time; the name of the job.

        A job that is handed over twice is paid for twice, so this is asked once.
        """

        def work(client: genai.Client) -> types.BatchJob:
            from google.genai import types

            wanted = types.EmbedContentBatch(
                contents=_each(texts), config=types.EmbedContentConfig(**settings)
            )
            with warnings.catch_warnings(action="ignore"):  # this part of the package is marked experimental
                return client.batches.create_embeddings(
                    model=model,
                    src=types.EmbeddingsBatchJobSource(inlined_requests=wanted),
                    config=types.CreateEmbeddingsBatchJobConfig(http_options=_timeout(deadline)),
                )

        with translated(f"gemini:{model}", _failure):
            return work(self.client).name or ""

    def collect(self, job: str, deadline: Deadline) -> list[list[float]] | None:
        """The vectors of a job, or None while it is not finished; ModelError where it never will be."""

        def work(client: genai.Client) -> types.BatchJob:
            from google.genai import types

            return client.batches.get(
                name=job, config=types.GetBatchJobConfig(http_options=_timeout(deadline))
            )

        found = self.call(job, work, deadline)
        state = found.state.value if found.state else ""
        if state in GIVEN_UP:
            raise ModelError(
                f"gemini gave up {job}: {state}", "build again: it is handed over anew", kind="cut"
            )
        if state not in DONE or not found.dest:
            return None
        made = [one.response for one in found.dest.inlined_embed_content_responses or ()]
        return [list(one.embedding.values or ()) for one in made if one and one.embedding]

    def vectors(
        self, model: str, texts: Sequence[str], settings: Mapping[str, Any], deadline: Deadline
    ) -> tuple[list[list[float]], int | None]:
        """One vector for each text, and the tokens read where the service says so."""

        def work(client: genai.Client) -> types.EmbedContentResponse:
            from google.genai import types

            config = types.EmbedContentConfig(**settings, http_options=_timeout(deadline))
            return client.models.embed_content(model=model, contents=_each(texts), config=config)

        found = self.call(f"gemini:{model}", work, deadline)
        usage = getattr(found, "usage_metadata", None)
        read = getattr(usage, "prompt_token_count", None)
        return [list(one.values or ()) for one in found.embeddings or ()], read


class GeminiModel:
    """A Model of the Gemini family."""

    def __init__(self, gemini: Gemini, model: str = MODEL) -> None:
        self._gemini = gemini
        self.model = model

    @property
    def name(self) -> str:
        return f"gemini:{self.model}"

    def write(self, prompt: Prompt, deadline: Deadline, meter: Meter) -> str:
        def work(client: genai.Client) -> types.GenerateContentResponse:
            return client.models.generate_content(
                model=self.model, contents=_contents(prompt), config=self._config(prompt, deadline)
            )

        reply = self._gemini.call(self.name, work, deadline)
        self._count(prompt, reply, meter)
        text, reason = self._read(reply)
        if reason == LENGTH or not text:
            raise no_answer(self.name, reason)
        return text

    def stream(self, prompt: Prompt, deadline: Deadline, meter: Meter) -> Iterator[str]:
        def begin(client: genai.Client) -> tuple[Any, types.GenerateContentResponse | None]:
            chunks = client.models.generate_content_stream(
                model=self.model, contents=_contents(prompt), config=self._config(prompt, deadline)
            )
            return chunks, next(chunks, None)

        chunks, chunk = self._gemini.call(self.name, begin, deadline)
        seen, reason = chunk, ""
        said = False
        try:
            while chunk is not None:
                seen = chunk
                text, reason = self._read(chunk)
                if text:
                    said = True
                    yield text
                if not deadline.left():
                    raise broken_off(self.name, "there was no more time", "timeout")
                with translated(self.name, _failure, begun=said):
                    chunk = next(chunks, None)
        finally:
            self._count(prompt, seen, meter)
            chunks.close()
        if not said:
            raise no_answer(self.name, reason)
        if reason not in FINISHED:
            raise broken_off(self.name, reason)

    def _read(self, reply: types.GenerateContentResponse) -> tuple[str, str]:
        """The words of a reply or of a part of one, thoughts left out, and why it ended where it did."""
        feedback = reply.prompt_feedback
        if feedback and feedback.block_reason:
            raise no_answer(self.name, str(feedback.block_reason.value))
        candidate = reply.candidates[0] if reply.candidates else None
        if candidate is None:
            return "", ""
        parts = candidate.content.parts if candidate.content and candidate.content.parts else []
        text = "".join(part.text for part in parts if part.text and not part.thought)
        return text, str(candidate.finish_reason.value) if candidate.finish_reason else ""

    def _config(self, prompt: Prompt, deadline: Deadline) -> types.GenerateContentConfig:
        from google.genai import types

        older = self.model.startswith("gemini-2.5-flash")
        newer = self.model.startswith("gemini-3")
        thinking: dict[str, Any] = {"thinking_budget": 0} if older else {"thinking_level": "LOW"}
        return types.GenerateContentConfig(
            system_instruction=prompt.system,
            temperature=None if newer else 0.0,
            max_output_tokens=prompt.max_tokens + (0 if older else THOUGHTS),
            response_mime_type="application/json" if prompt.schema else None,
            response_json_schema=prompt.schema,
            thinking_config=types.ThinkingConfig(**thinking) if older or newer else None,
            automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
            http_options=_timeout(deadline),
        )

    def _count(self, prompt: Prompt, reply: types.GenerateContentResponse | None, meter: Meter) -> None:
        usage = reply.usage_metadata if reply else None
        read = (usage.prompt_token_count if usage else None) or 0
        written = (usage.candidates_token_count if usage else None) or 0
        thought = (usage.thoughts_token_count if usage else None) or 0
        meter.count(prompt.role, self.model, read, written + thought)


def _each(texts: Sequence[str]) -> list[Any]:
    """Each text as a Content of its own: newer models make one single vector of a bare list."""
    from google.genai import types

    return [types.Content(role="user", parts=[types.Part(text=text)]) for text in texts]


def _contents(prompt: Prompt) -> list[Any]:
    from google.genai import types

    parts = [
        types.Part.from_bytes(data=part.data, mime_type=part.mime)
        if isinstance(part, Picture)
        else types.Part(text=part)
        for part in prompt.parts
    ]
    return [types.Content(role="user", parts=parts)]


def _timeout(deadline: Deadline) -> types.HttpOptions:
    from google.genai import types

    return types.HttpOptions(timeout=max(1, int(1000 * deadline.left())))


def _failure(name: str, error: Exception) -> ModelError | None:
    """What an exception of the package means; None where it is none of the expected ones."""
    import httpx2
    from google.auth.exceptions import GoogleAuthError
    from google.genai import errors

    if isinstance(error, errors.APIError):
        return of_status(name, error.code, str(error.status or ""), after(error.details))
    if isinstance(error, httpx2.TimeoutException):
        return ModelError(f"{name} did not answer in time", kind="timeout")
    if isinstance(error, httpx2.HTTPError):
        return ModelError(f"{name} could not be reached", "check the network", kind="network")
    if isinstance(error, GoogleAuthError):
        return ModelError(f"{name} was not let in", "check the Vertex credentials", kind="auth")
    if isinstance(error, ValueError):  # a body that is no JSON, or JSON of another shape
        return ModelError(f"{name} sent something unreadable", kind="malformed")
    return None
