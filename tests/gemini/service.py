"""A service on this machine that speaks as the real ones do, as far as the product listens.

It answers from a script, fails as it is told, and keeps what it was asked. Both dialects are spoken by one
server: `/v1/models/M:generateContent` and its like, and `/v1/chat/completions`.
"""

from __future__ import annotations

import base64
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

NATIVE = 3072
JSON = "application/json"


@dataclass
class Asked:
    """One request: where to, with which headers, what for."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def text(self) -> str:
        """All words of it, system prompt first."""
        return json.dumps(self.body, ensure_ascii=False).replace("\\n", "\n").replace('\\"', '"')

    @property
    def role(self) -> str:
        """Which role asks, told from its prompt."""
        said = json.dumps(self.body.get("systemInstruction") or self.body.get("messages", [""])[0])
        said = said.replace('\\"', '"')
        signs = {
            '"ranking"': "rerank",
            '"question"': "condense",
            '"keep"': "check",
            '"sections"': "noise",
            '"quality"': "describe",
            '"description"': "look",
            "every sentence": "synthesis",
        }
        return next((role for sign, role in signs.items() if sign in said), "embed")

    @property
    def pictures(self) -> list[bytes]:
        parts = [part for content in self.body.get("contents", []) for part in content["parts"]]
        return [base64.b64decode(part["inlineData"]["data"]) for part in parts if "inlineData" in part]


@dataclass
class Fault:
    """How the next requests fail, `times` of them. `after` is the delay that the server names."""

    kind: str
    times: int = 1
    role: str = ""
    after: str = ""


@dataclass
class Service:
    """`replies` holds what is said in each role: a text, several in turn, or a function of what was asked."""

    url: str = ""
    replies: dict[str, Any] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    dims: int = 0
    jobs: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """What each job has to embed."""
    state: str = "BATCH_STATE_SUCCEEDED"
    """Of every job that is asked for."""
    pieces: int = 7
    lock: threading.Lock = field(default_factory=threading.Lock)
    over: threading.Event = field(default_factory=threading.Event)

    def fail(self, kind: str, times: int = 1, role: str = "", after: str = "") -> None:
        self.faults.append(Fault(kind, times, role, after))

    def fault(self, role: str) -> Fault | None:
        for fault in self.faults:
            if fault.times > 0 and fault.role in {"", role}:
                fault.times -= 1
                return fault
        return None

    def reply(self, asked: Asked) -> str:
        said = self.replies.get(asked.role, "")
        if callable(said):
            said = said(asked)
        if isinstance(said, list):
            said = said.pop(0) if len(said) > 1 else said[0]
        return str(said)

    def of(self, role: str) -> list[Asked]:
        return [one for one in self.asked if one.role == role]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    service: Service

    def handle(self) -> None:
        with suppress(ConnectionError):  # the client went away, as it may
            super().handle()

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is printed."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked = Asked(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
        with self.service.lock:
            self.service.asked.append(asked)
            fault = self.service.fault(asked.role)
        kind = fault.kind if fault else ""
        if fault and kind.isdigit():
            self._refuse(int(kind), fault.after)
        elif kind == "drop":
            self._drop()
        elif kind == "stall":
            self.service.over.wait(10)
            self._drop()
        elif self.path.endswith(":asyncBatchEmbedContent"):
            name = f"batches/job{len(self.service.jobs)}"
            self.service.jobs[name] = body["batch"]["inputConfig"]["requests"]["requests"]
            self.send({"name": name, "metadata": {"name": name, "state": "BATCH_STATE_PENDING"}})
        elif "mbed" in self.path:
            self._embed(asked, kind)
        elif self.path.endswith("chat/completions"):
            Speech(self, asked, kind).openai()
        else:
            Speech(self, asked, kind).gemini()

    def do_GET(self) -> None:
        name = self.path.partition("/v1/")[2] or self.path.partition("/v1beta/")[2]
        asked = Asked(self.path, {}, {})
        with self.service.lock:
            self.service.asked.append(asked)
            fault = self.service.fault("job")
        if fault:
            self._refuse(int(fault.kind), fault.after)
            return
        made = [
            {"response": {"embedding": {"values": _embedded(one["request"])}}}
            for one in self.service.jobs[name]
        ]
        found: dict[str, Any] = {"name": name, "state": self.service.state}
        if self.service.state == "BATCH_STATE_SUCCEEDED":
            found["output"] = {"inlinedEmbedContentResponses": {"inlinedResponses": made}}
        self.send({"name": name, "metadata": found})

    def send(self, payload: object, status: int = 200, headers: dict[str, str] | None = None) -> None:
        data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        self.send_response(status)
        for name, value in {
            "Content-Type": JSON,
            "Content-Length": str(len(data)),
            **(headers or {}),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _refuse(self, status: int, after: str) -> None:
        names = {429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 401: "UNAUTHENTICATED", 504: "DEADLINE_EXCEEDED"}
        info = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": after}
        error = {
            "code": status,
            "status": names.get(status, "UNKNOWN"),
            "message": "the prompt and the key are repeated here: " + str(self.headers)[:300],
            "details": [info] if after else [],
        }
        self.send({"error": error}, status, {"Retry-After": after.removesuffix("s")} if after else None)

    def _drop(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def _embed(self, asked: Asked, kind: str) -> None:
        if self.path.endswith("/embeddings"):
            rows = [vector(text, self.service.dims or 64) for text in asked.body["input"]]
            data = [{"index": n, "embedding": row} for n, row in enumerate(rows)]
            return self.send({"data": data[::-1], "usage": {"prompt_tokens": 7}})
        requests = asked.body["requests"]
        if len(requests) > 100:
            return self._refuse(400, "")
        if kind == "nonsense":
            return self.send(b"<html>not today</html>")
        dims = {"dims": 768, "": 0}.get(kind, 0)
        found = [{"values": _embedded(request, dims)} for request in requests]
        return self.send({"embeddings": found[1:] if kind == "short" else found})


class Speech:
    """One reply of a language model, whole or as a stream, in either dialect."""

    def __init__(self, handler: Handler, asked: Asked, kind: str) -> None:
        self.handler, self.asked, self.kind = handler, asked, kind
        text = handler.service.reply(asked)
        self.text = {"empty": "", "nonsense": "{not json", "blocked": ""}.get(kind, text)
        size = handler.service.pieces
        self.pieces = [self.text[at : at + size] for at in range(0, len(self.text), size)] or [""]

    def gemini(self) -> None:
        if "streamGenerateContent" not in self.asked.path:
            return self.handler.send(self._gemini(self.text, last=True))
        last = len(self.pieces) - 1
        chunks = [self._gemini(piece, last=n == last) for n, piece in enumerate(self.pieces)]
        return self._stream(chunks)

    def _gemini(self, text: str, last: bool) -> dict[str, Any]:
        usage = {"promptTokenCount": 100, "candidatesTokenCount": 20 if last else 1, "thoughtsTokenCount": 5}
        if self.kind == "blocked":
            return {"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": usage}
        candidate: dict[str, Any] = {"content": {"role": "model", "parts": [{"text": text}]}, "index": 0}
        if last:
            candidate["finishReason"] = {"long": "MAX_TOKENS"}.get(self.kind, "STOP")
        return {"candidates": [candidate], "usageMetadata": usage}

    def openai(self) -> None:
        reason = {"blocked": "content_filter", "long": "length"}.get(self.kind, "stop")
        usage = {"prompt_tokens": 100, "completion_tokens": 25}
        if not self.asked.body.get("stream"):
            choice = {"message": {"role": "assistant", "content": self.text}, "finish_reason": reason}
            return self.handler.send({"id": "1", "choices": [choice], "usage": usage})
        chunks: list[dict[str, Any]] = [{"choices": [{"delta": {"content": piece}}]} for piece in self.pieces]
        chunks.append({"choices": [{"delta": {}, "finish_reason": reason}]})
        return self._stream([*chunks, {"choices": [], "usage": usage}], b"data: [DONE]\n\n")

    def _stream(self, chunks: list[dict[str, Any]], end: bytes = b"") -> None:
        self.handler.send_response(200)
        self.handler.send_header("Content-Type", "text/event-stream")
        self.handler.send_header("Transfer-Encoding", "chunked")
        self.handler.end_headers()
        kept = chunks[: max(1, len(chunks) // 2)] if self.kind in {"cut", "stop"} else chunks
        for chunk in kept:
            self._write(b"data: " + json.dumps(chunk, ensure_ascii=False).encode() + b"\n\n")
        if self.kind == "cut":
            self.handler._drop()
            return
        self._write(end)
        self.handler.wfile.write(b"0\r\n\r\n")

    def _write(self, data: bytes) -> None:
        if data:
            self.handler.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))


def _embedded(request: dict[str, Any], dims: int = 0) -> list[float]:
    return vector(request["content"]["parts"][0]["text"], dims or request["outputDimensionality"])


def vector(text: str, dims: int) -> list[float]:
    """Texts with the same words are near; the length is anything but 1."""
    row = np.zeros(dims)
    for word in text.lower().split():
        seed = np.random.default_rng(list(word.strip(".,?!:|[]>").encode()) or [0])
        row += seed.standard_normal(dims)
    return [round(float(value), 5) for value in row + 0.01]


@contextmanager
def serving(**replies: str | list[str] | Callable[[Asked], str]) -> Iterator[Service]:
    """A service with these replies, on a free port."""
    service = Service(replies=dict(replies))
    handler = type("Bound", (Handler,), {"service": service})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    service.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.over.set()
        server.shutdown()
        server.server_close()
