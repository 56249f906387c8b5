"""A real server for the browser: the built site, and a function that answers what the tests ask it.

Its answers are made of the types that the real function sends. A question names the behaviour; any other
question gets a whole answer. "nothing" is refused, and figures come with it all the same.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import msgspec

from serverless.model import (
    Answer,
    Citation,
    Evidence,
    FigureCard,
    Problem,
    Question,
    SectionCard,
    Sentence,
)

BOOK = "The sundial book"
SECTIONS = (
    SectionCard(
        n=1,
        id="sundials/equation-of-time",
        document="sundials",
        document_title=BOOK,
        title="The equation of time",
        breadcrumb=(BOOK, "Principles", "The equation of time"),
        url="library/sundials/equation-of-time/",
        lang="en",
        snippet="Clock and sundial agree on four days of the year. In early November the dial is ahead.",
        score=0.93,
        pages=(4, 5),
    ),
    SectionCard(
        n=2,
        id="sundials/shadow",
        document="sundials",
        document_title=BOOK,
        title="How a sundial works",
        breadcrumb=(BOOK, "Principles", "How a sundial works"),
        url="library/sundials/shadow/",
        lang="en",
        snippet="A sundial tells the time by the shadow of its gnomon.",
        score=0.71,
        pages=(2, 2),
    ),
    SectionCard(
        n=3,
        id="sundials/setting-up",
        document="sundials",
        document_title=BOOK,
        title="Setting up the dial",
        breadcrumb=(BOOK, "Construction", "Setting up the dial"),
        url="library/sundials/setting-up/",
        lang="en",
        snippet="Level the plate with a spirit level.",
        score=0.42,
        pages=(9, 9),
    ),
)
FIGURES = (
    FigureCard(
        id="sundials#fig-2",
        document="sundials",
        kind="figure",
        label="Figure 2",
        caption="The equation of time through the year, in minutes.",
        alt="",
        url="library/sundials/equation-of-time/#fig-2",
        image="library/sundials/_fig/figure-2.png",
        width=600,
        height=400,
        section="sundials/equation-of-time",
        page=5,
    ),
    FigureCard(
        id="sundials#fig-1",
        document="sundials",
        kind="figure",
        label="Figure 1",
        caption="Hour lines of a horizontal dial for a latitude of fifty degrees.",
        alt="",
        url="library/sundials/hour-lines/#fig-1",
        image="library/sundials/_fig/figure-1.png",
        width=600,
        height=400,
        section="sundials/hour-lines",
        page=8,
    ),
)


def cite(n: int, quote: str) -> Citation:
    card = SECTIONS[n - 1]
    return Citation(n=n, section=card.id, url=card.url, quote=quote)


AHEAD = (
    "In early November the dial is sixteen minutes ahead of the clock, in the middle of February it is "
    "fourteen minutes behind."
)
SENTENCES = (
    Sentence(
        "Clock and sundial agree on four days of the year.",
        (cite(1, "Clock and sundial agree on four days of the year."),),
    ),
    Sentence(AHEAD, (cite(1, AHEAD),)),
    Sentence(
        "The difference is called the equation of time: $E = T_{sun} - T_{clock}$.",
        (cite(1, "The difference is called the equation of time: $E = T_{sun} - T_{clock}$."),),
    ),
    Sentence(
        "The gnomon points to the celestial pole, so it is parallel to the axis of the earth.",
        (cite(2, "it points to the celestial pole, so it is parallel to the axis of the earth"),),
        paragraph=1,
    ),
)
EVIL = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'


def answer(question: str, **changes: object) -> Answer:
    """The whole answer, with what differs."""
    whole = Answer(question, "en", "answered", SENTENCES, SECTIONS, FIGURES, index="1" * 12)
    return msgspec.structs.replace(whole, **changes)


def hostile() -> Answer:
    """Every field holds markup, and every address leads away."""
    sections = tuple(
        SectionCard(n, EVIL, EVIL, EVIL, EVIL, (EVIL, EVIL), url, "en", EVIL, 1.0)
        for n, url in enumerate(("javascript:window.hacked=1", "//evil.example/", "https://evil.example/"), 1)
    )
    cited = tuple(Citation(card.n, EVIL, card.url, EVIL) for card in sections)
    figures = (
        FigureCard(
            EVIL,
            EVIL,
            "figure",
            EVIL,
            EVIL,
            EVIL,
            "data:text/html,x",
            "https://evil.example/x.png",
            1,
            1,
            EVIL,
        ),
    )
    return Answer(EVIL, "en", "degraded", (Sentence(EVIL, cited),), sections, figures, why=EVIL, notice=EVIL)


def evidence(question: str) -> Evidence:
    return Evidence(question, "en", SECTIONS, (), {})


def event(name: str, data: object) -> bytes:
    return b"event: " + name.encode() + b"\ndata: " + msgspec.json.encode(data) + b"\n\n"


def story(question: str) -> Iterator[bytes]:
    """What the function sends, piece by piece."""
    if question == "hostile":
        yield event("done", hostile())
        return
    if question == "fail":
        yield event("evidence", evidence(question))
        yield event(
            "error", Problem("rate-limited", "Too many questions for now.", "Wait a minute, then ask again.")
        )
        return
    yield event("evidence", evidence(question))
    if question == "nothing":
        why = "No section comes close to the question."
        yield event("figures", {"figures": FIGURES})
        yield event("done", answer(question, status="not_found", sentences=(), why=why))
        return
    for sentence in SENTENCES:
        yield event("text", sentence)
        if question == "hold":
            return
    if question == "break":
        return
    yield event("figures", {"figures": FIGURES})
    status = (
        {"status": "degraded", "why": "The language model did not answer in time."}
        if question == "degraded"
        else {}
    )
    yield event("done", answer(question, **status))


class Handler(SimpleHTTPRequestHandler):
    """The site; `POST /answer` where the server has a function."""

    server: Server
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not self.server.answers or self.path != "/answer":
            self.send_error(404)
            return
        question = msgspec.json.decode(body, type=Question)
        self.server.asked.append(question)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for piece in story(question.question):
            self.wfile.write(piece)
            self.wfile.flush()
        if question.question == "hold":
            self.server.released.wait()

    def log_message(self, *_: object) -> None:
        """Tests have nothing to say."""


class Server(ThreadingHTTPServer):
    """`asked` are the questions so far; a question "hold" stays open until `released`."""

    daemon_threads = True

    def __init__(self, site: Path, answers: bool) -> None:
        super().__init__(("127.0.0.1", 0), partial(Handler, directory=str(site)))
        self.answers = answers
        self.asked: list[Question] = []
        self.released = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"


@contextmanager
def serving(site: Path, *, answers: bool = True) -> Iterator[Server]:
    """A running server, stopped at the end."""
    server = Server(site, answers)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
