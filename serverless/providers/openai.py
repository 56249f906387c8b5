"""Any model behind an endpoint that speaks as OpenAI's does: a server of one's own, or a service.

OPENAI_BASE_URL says where ("http://127.0.0.1:8080/v1"), OPENAI_API_KEY is sent where it is set.
"""

from __future__ import annotations

import base64
import os
import time
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from ..model import EmbedderId
from ..ports import Role
from ..roles.deadline import Deadline
from ..roles.meter import Meter
from ..roles.port import ModelError, Part, Picture, Prompt
from ..roles.retry import Sleep, retried
from .faults import broken_off, no_answer, of_status, translated
from .remote import REVISION, Group

if TYPE_CHECKING:
    import httpx

URL = "OPENAI_BASE_URL"
KEY = "OPENAI_API_KEY"
FINISHED = frozenset(("stop",))


class Message(msgspec.Struct):
    content: str | None = None


class Choice(msgspec.Struct):
    """One of the ways to go on; a stream has pieces of it in `delta`."""

    message: Message | None = None
    delta: Message | None = None
    finish_reason: str | None = None


class Tokens(msgspec.Struct):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class Completion(msgspec.Struct):
    """What of a reply is read; servers add fields of their own."""

    choices: list[Choice] = []
    usage: Tokens | None = None


class Row(msgspec.Struct):
    embedding: list[float]
    index: int


class Rows(msgspec.Struct):
    data: list[Row]
    usage: Tokens | None = None


class Endpoint:
    """The connection to one base url; made when it is first used."""

    def __init__(
        self, environment: Mapping[str, str] = os.environ, attempts: int = 3, sleep: Sleep = time.sleep
    ) -> None:
        self._environment = environment
        self.attempts = attempts
        self.sleep = sleep

    def check(self) -> None:
        """ModelError where no base url is set."""
        if not self._environment.get(URL):
            raise ModelError("no endpoint is set", f"set {URL} in the environment", kind="auth")

    @cached_property
    def client(self) -> httpx.Client:
        self.check()
        try:
            import httpx
        except ImportError:
            raise ModelError(
                "httpx is not installed", "pip install 'sourceleaf[openai]'", kind="request"
            ) from None
        key = self._environment.get(KEY, "")
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return httpx.Client(base_url=self._environment[URL].rstrip("/") + "/", headers=headers)

    def post(self, name: str, path: str, body: Mapping[str, Any], deadline: Deadline) -> bytes:
        """The body of the reply; repeated where that may help."""

        def once() -> bytes:
            with translated(name, _failure):
                reply = self.client.post(path, json=dict(body), timeout=_timeout(deadline))
                _check(name, reply)
                return reply.content

        return retried(once, deadline, self.attempts, self.sleep)

    def open(self, name: str, path: str, body: Mapping[str, Any], deadline: Deadline) -> httpx.Response:
        """A reply whose body is still to be read."""

        def once() -> httpx.Response:
            with translated(name, _failure):
                request = self.client.build_request("POST", path, json=dict(body), timeout=_timeout(deadline))
                reply = self.client.send(request, stream=True)
                if reply.status_code != 200:
                    reply.read()
                    reply.close()
                _check(name, reply)
                return reply

        return retried(once, deadline, self.attempts, self.sleep)


class OpenAIModel:
    """A Model by its name at an endpoint."""

    def __init__(self, endpoint: Endpoint, model: str) -> None:
        self._endpoint = endpoint
        self.model = model

    @property
    def name(self) -> str:
        return f"openai:{self.model}"

    def write(self, prompt: Prompt, deadline: Deadline, meter: Meter) -> str:
        body = self._endpoint.post(self.name, "chat/completions", self._body(prompt), deadline)
        reply = self._decoded(body)
        self._count(prompt, reply.usage, meter)
        choice = reply.choices[0] if reply.choices else Choice()
        text = (choice.message.content if choice.message else None) or ""
        if not text or choice.finish_reason in {"length", "content_filter"}:
            raise no_answer(self.name, choice.finish_reason or "")
        return text

    def stream(self, prompt: Prompt, deadline: Deadline, meter: Meter) -> Iterator[str]:
        body = {**self._body(prompt), "stream": True, "stream_options": {"include_usage": True}}
        reply = self._endpoint.open(self.name, "chat/completions", body, deadline)
        usage: Tokens | None = None
        said, reason = False, ""
        try:
            for chunk in self._chunks(reply):
                usage = chunk.usage or usage
                choice = chunk.choices[0] if chunk.choices else Choice()
                reason = choice.finish_reason or reason
                if choice.delta and choice.delta.content:
                    said = True
                    yield choice.delta.content
                if not deadline.left():
                    raise broken_off(self.name, "there was no more time", "timeout")
        finally:
            reply.close()
            self._count(prompt, usage, meter)
        if not said:
            raise no_answer(self.name, reason)
        if reason not in FINISHED:
            raise broken_off(self.name, reason)

    def _chunks(self, reply: httpx.Response) -> Iterator[Completion]:
        begun = False
        lines = _lines(reply.iter_bytes())
        while True:
            with translated(self.name, _failure, begun=begun):
                line = next(lines, None)
            if line is None or line == b"data: [DONE]":
                return
            if line.startswith(b"data: "):
                begun = True
                yield self._decoded(line.removeprefix(b"data: "))

    def _decoded(self, body: bytes) -> Completion:
        try:
            return msgspec.json.decode(body, type=Completion)
        except msgspec.DecodeError:
            raise ModelError(f"{self.name} sent something unreadable", kind="malformed") from None

    def _body(self, prompt: Prompt) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [
                {"role": "system", "content": prompt.system},
                {"role": "user", "content": _content(prompt.parts)},
            ],
            "max_tokens": prompt.max_tokens,
            "temperature": 0,
        }
        if prompt.schema:
            shape = {"name": prompt.role, "strict": True, "schema": prompt.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": shape}
        return body

    def _count(self, prompt: Prompt, usage: Tokens | None, meter: Meter) -> None:
        told = usage or Tokens()
        meter.count(prompt.role, self.model, told.prompt_tokens, told.completion_tokens)


class OpenAIVectors:
    """An embedding model at an endpoint."""

    def __init__(self, endpoint: Endpoint, model: str) -> None:
        self._endpoint = endpoint
        self._model = model

    def vectors(self, group: Group, role: Role, deadline: Deadline) -> tuple[list[list[float]], int | None]:
        name = f"openai:{self._model}"
        body = {"model": self._model, "input": list(group.texts)}
        reply = self._endpoint.post(name, "embeddings", body, deadline)
        try:
            rows = msgspec.json.decode(reply, type=Rows)
        except msgspec.DecodeError:
            raise ModelError(f"{name} sent something unreadable", kind="malformed") from None
        found = sorted(rows.data, key=lambda row: row.index)
        return [row.embedding for row in found], rows.usage.prompt_tokens if rows.usage else None


def openai_id(model: str, dims: int) -> EmbedderId:
    """What the vectors of a model at an endpoint are."""
    return EmbedderId("openai", model, REVISION, dims)


def _content(parts: tuple[Part, ...]) -> str | list[dict[str, Any]]:
    """Text as one string, since small servers know no other form; pictures as data urls."""
    if all(isinstance(part, str) for part in parts):
        return "\n\n".join(str(part) for part in parts)
    return [
        {"type": "image_url", "image_url": {"url": _data_url(part)}}
        if isinstance(part, Picture)
        else {"type": "text", "text": part}
        for part in parts
    ]


def _lines(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Lines that end in a line feed; U+2028 and its like, which JSON may hold, do not end one."""
    held = b""
    for block in blocks:
        *lines, held = (held + block).split(b"\n")
        yield from (line.rstrip(b"\r") for line in lines)
    if held:
        yield held


def _data_url(picture: Picture) -> str:
    return f"data:{picture.mime};base64,{base64.b64encode(picture.data).decode()}"


def _timeout(deadline: Deadline) -> float:
    return max(0.001, deadline.left())


def _check(name: str, reply: httpx.Response) -> None:
    if reply.status_code != 200:
        wait = reply.headers.get("retry-after", "")
        seconds = float(wait) if wait.replace(".", "", 1).isdigit() else None
        raise of_status(name, reply.status_code, reply.reason_phrase, seconds)


def _failure(name: str, error: Exception) -> ModelError | None:
    """What an exception of httpx means; None where it is none of them."""
    import httpx

    if isinstance(error, httpx.TimeoutException):
        return ModelError(f"{name} did not answer in time", kind="timeout")
    if isinstance(error, httpx.HTTPError):
        return ModelError(f"{name} could not be reached", f"check {URL}", kind="network")
    return None
