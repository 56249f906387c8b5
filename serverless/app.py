"""The function: POST /answer as server-sent events or JSON, GET /search, GET /healthz.

A Starlette application, to be run by any ASGI server (`uvicorn serverless.app:app`). Models and index
are opened in the background when the server starts; what blocks runs in threads.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import iterate_in_threadpool, run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from . import guard
from .errors import SourceleafError
from .model import Answer, Evidence, Problem, Question, Sentence
from .settings import Settings, read

if TYPE_CHECKING:
    from .answer import Event, Index, Tools

LOG = logging.getLogger("sourceleaf")
STATUS = {
    "body-too-large": 413,
    "origin-refused": 403,
    "rate-limited": 429,
    "no-document": 404,
    "index": 503,
    "provider": 503,
    "config": 500,
    "error": 500,
}
"""The HTTP status of each code; any other is the caller's mistake, 400."""
UNBUFFERED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class Function:
    """The endpoints over one index, which is opened once."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limiter = guard.Limiter(settings.rate)
        self.cache: guard.Cache[tuple[Event, ...]] = guard.Cache(settings.cache)
        self._opened: tuple[Index, Tools] | None = None
        self._lock = threading.Lock()

    def open(self) -> tuple[Index, Tools]:
        """The index and its models; raises SourceleafError as long as they cannot be opened."""
        from .answer import load

        with self._lock:
            if self._opened is None:
                self._opened = load(self.settings)
            return self._opened

    def reopen(self) -> None:
        """Forgets the index and what was said of it: another one has taken its place."""
        with self._lock:
            self._opened = None
            self.cache = guard.Cache(self.settings.cache)
        threading.Thread(target=self.warm, daemon=True).start()

    def warm(self) -> None:
        """Opens everything before the first question; what is wrong is said to the log and to each caller."""
        with suppress(SourceleafError):
            self.open()

    async def answer(self, request: Request) -> Response:
        """POST /answer: events, or the whole Answer where JSON is asked for."""
        self.admit(request)
        limit = guard.BODY_WITH_PICTURE if self.settings.look else guard.BODY
        question = guard.decode(await guard.read_body(request.stream(), limit))
        index, _ = await run_in_threadpool(self.open)
        if question.document and question.document not in index.documents:
            raise SourceleafError(f"there is no document {question.document!r}", "see /search", "no-document")
        if "application/json" in request.headers.get("accept", ""):
            events = await run_in_threadpool(lambda: list(self.events(question)))
            return _json(events[-1])
        stream = _stream(self.events(question))
        return StreamingResponse(stream, media_type="text/event-stream", headers=UNBUFFERED)

    async def search(self, request: Request) -> Response:
        """GET /search?q=…&lang=…&document=…: the evidence."""
        self.admit(request)
        asked = request.query_params
        question = guard.question(asked.get("q", ""), asked.get("lang"), asked.get("document"))

        def work() -> Evidence:
            from .answer import search

            return search(question, *self.open())

        return _json(await run_in_threadpool(work))

    async def health(self, request: Request) -> Response:
        """GET /healthz: which index is served."""
        index, _ = await run_in_threadpool(self.open)
        manifest = index.manifest
        return _json({"status": "ok", "index": manifest.corpus, "sections": manifest.counts.sections})

    def admit(self, request: Request) -> None:
        """Refuses other sites' pages and clients that ask too often."""
        headers = request.headers
        guard.check_origin(headers.get("origin"), headers.get("host"), self.settings.allowed)
        told = headers.get(self.settings.client_header, "") if self.settings.client_header else ""
        peer = request.client.host if request.client else ""
        # The last address is the one that the proxy itself saw.
        self.limiter.take(told.rpartition(",")[2].strip() or peer)

    def events(self, question: Question) -> Iterator[Event]:
        """The events of an answer; those of an answer that was given before come from memory."""
        from .answer import answer

        index, tools = self.open()
        key = (index.manifest.corpus, msgspec.json.encode(question))
        kept = self.cache.get(key)
        if kept:
            yield from kept
            return
        told: list[Event] = []
        for event in answer(question, index, tools):
            told.append(event)
            yield event
        last = told[-1]
        # What had to do without a model may be better the next time.
        if isinstance(last, Answer) and not last.why:
            self.cache.put(key, tuple(told))


async def _stream(events: Iterator[Event]) -> AsyncIterator[bytes]:
    """The events as text/event-stream; an error becomes the last event."""
    try:
        async for event in iterate_in_threadpool(events):
            yield _sse(_name(event), event)
    except SourceleafError as error:
        yield _sse("error", _problem(error))


def _name(event: Event) -> str:
    names = {Evidence: "evidence", Sentence: "text", Answer: "done"}
    return names.get(type(event), "figures")


def _sse(name: str, payload: object) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), msgspec.json.encode(payload))


def _json(payload: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(payload), status, {"Cache-Control": "no-store"}, "application/json")


def _problem(error: SourceleafError) -> Problem:
    return Problem(error.code, error.message, error.hint)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, SourceleafError)
    status = STATUS.get(error.code, 400)
    if status >= 500:
        LOG.error("%s", error)
    return _json(_problem(error), status)


async def _wrong_method(_: Request) -> Response:
    """Said here, since the files of a site that is served below would answer with a page."""
    raise HTTPException(405, headers={"Allow": "POST"})


async def _unrouted(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    problem = Problem("http", error.detail, "POST /answer, GET /search?q=…, GET /healthz")
    return _json(problem, error.status_code)


async def _broken(_: Request, error: Exception) -> Response:
    return _json(Problem("internal", "something failed here", "the server's log says what"), 500)


def create(settings: Settings) -> Starlette:
    """The application for one index."""
    function = Function(settings)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        threading.Thread(target=function.warm, daemon=True).start()
        yield

    made = Starlette(
        routes=[
            Route("/answer", function.answer, methods=["POST"]),
            Route("/answer", _wrong_method, methods=["GET", "PUT", "PATCH", "DELETE"]),
            Route("/search", function.search, methods=["GET"]),
            Route("/healthz", function.health, methods=["GET"]),
        ],
        middleware=[
            Middleware(
                CORSMiddleware,
                allow_origins=settings.allowed,
                allow_methods=["GET", "POST"],
                allow_headers=["Content-Type"],
                max_age=86_400,
            )
        ],
        exception_handlers={SourceleafError: _refused, HTTPException: _unrouted, Exception: _broken},
        lifespan=lifespan,
    )
    made.state.function = function
    return made


def __getattr__(name: str) -> Any:
    """`app`, made from the environment when a server asks for it and not when this file is imported."""
    if name == "app":
        return create(read(os.environ))
    raise AttributeError(name)
