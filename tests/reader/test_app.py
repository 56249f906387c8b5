"""The function over HTTP: in this process, and as a server of its own."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.testclient import TestClient

from serverless.app import create
from serverless.settings import read

QUESTION = {"question": "How do I clean the lens?"}


def client(folder: Path, **variables: str) -> TestClient:
    named = {f"SOURCELEAF_{name.upper()}": value for name, value in variables.items()}
    app = create(read({"SOURCELEAF_INDEX": str(folder), **named}))
    return TestClient(app, base_url="http://library.example", raise_server_exceptions=False)


def events(body: str) -> list[tuple[str, dict[str, object]]]:
    """The (name, payload) pairs of a text/event-stream."""
    found = []
    for block in body.strip().split("\n\n"):
        name, data = block.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


def test_an_answer_as_events(folder: Path) -> None:
    reply = client(folder).post("/answer", json=QUESTION)
    told = events(reply.text)
    assert reply.headers["content-type"].startswith("text/event-stream")
    assert (reply.headers["cache-control"], reply.headers["x-accel-buffering"]) == ("no-store", "no")
    assert [name for name, _ in told][:3] == ["evidence", "evidence", "text"]
    assert [name for name, _ in told][-2:] == ["figures", "done"]
    assert told[-1][1]["status"] == "answered"


def test_an_answer_as_json_is_the_same_answer_from_memory(folder: Path) -> None:
    asking = client(folder)
    streamed = events(asking.post("/answer", json=QUESTION).text)[-1][1]
    assert asking.post("/answer", json=QUESTION, headers={"Accept": "application/json"}).json() == streamed


def test_a_search(folder: Path) -> None:
    found = client(folder).get("/search", params={"q": "clean the lens", "document": "lamp"}).json()
    assert found["sections"][0]["id"] == "lamp/cleaning"
    assert {card["document"] for card in found["sections"]} == {"lamp"}


def test_health(folder: Path) -> None:
    told = client(folder).get("/healthz").json()
    assert (told["status"], told["sections"]) == ("ok", 10)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "not-json"),
        (b'{"question": ""}', 400, "question-empty"),
        (b'{"question": "x", "document": "boat"}', 404, "no-document"),
        (b" " * 70_000, 413, "body-too-large"),
    ],
)
def test_a_bad_question_is_a_problem(body: bytes, status: int, code: str, folder: Path) -> None:
    reply = client(folder).post("/answer", content=body)
    assert (reply.status_code, reply.json()["code"]) == (status, code)
    assert set(reply.json()) == {"code", "message", "hint"}


def test_wrong_paths_and_methods_are_problems(folder: Path) -> None:
    assert client(folder).get("/nowhere").json()["code"] == "http"
    assert client(folder).get("/answer").status_code == 405


def test_other_sites_are_refused_and_allowed_by_name(folder: Path) -> None:
    headers = {"Origin": "https://else.example"}
    assert client(folder).post("/answer", json=QUESTION, headers=headers).json()["code"] == "origin-refused"
    asking = client(folder, origins="https://else.example")
    reply = asking.post("/answer", json=QUESTION, headers=headers)
    assert reply.headers["access-control-allow-origin"] == "https://else.example"
    preflight = asking.options(
        "/answer",
        headers={
            **headers,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type",
        },
    )
    assert (preflight.status_code, preflight.headers["access-control-allow-methods"]) == (200, "GET, POST")


def test_a_limit_is_kept_for_each_client_that_a_proxy_names(folder: Path) -> None:
    asking = client(folder, rate="1", client_header="x-forwarded-for")

    def status(address: str) -> int:
        return asking.get("/search?q=lens", headers={"X-Forwarded-For": address}).status_code

    assert [status("spoofed, 1.1.1.1"), status("other, 1.1.1.1"), status("1.1.1.2")] == [200, 429, 200]


def test_a_function_without_an_index_says_what_to_do(tmp_path: Path) -> None:
    reply = client(tmp_path).post("/answer", json=QUESTION)
    assert reply.status_code == 503
    assert reply.json()["hint"] == "run `sourceleaf build` first"


@pytest.fixture
def server(folder: Path) -> Iterator[str]:
    """A server process of its own; its address."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        process = subprocess.Popen(
            [sys.executable, "-m", "uvicorn", "serverless.app:app", "--fd", str(listener.fileno())],
            env={**os.environ, "SOURCELEAF_INDEX": str(folder)},
            pass_fds=[listener.fileno()],
            stderr=subprocess.DEVNULL,
        )
        try:
            yield address
        finally:
            process.terminate()
            process.wait()


def test_a_real_server_streams(server: str) -> None:
    started = time.monotonic()
    with httpx.stream("POST", f"{server}/answer", json=QUESTION, timeout=30) as reply:
        names = [line for line in reply.iter_lines() if line.startswith("event: ")]
    assert reply.status_code == 200
    assert (names[0], names[-1]) == ("event: evidence", "event: done")
    assert time.monotonic() - started < 30
