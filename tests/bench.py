"""`make bench`: the figures of docs/benchmarks.md, as Markdown rows, for folders of documents and questions.

    python -m tests.bench [FOLDER…]

Each folder holds `sources/` and, where it is to be asked, `questions.jsonl`; without one the sample library
is measured with its own questions.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .command import CLI, ROOT, json_of

QUESTION = "How does it work?"


def main(folders: list[str]) -> None:
    """Prints one block of rows a folder."""
    for folder in folders or [""]:
        sources = Path(folder) / "sources" if folder else ROOT / "sources"
        questions = Path(folder) / "questions.jsonl" if folder else ROOT / "tests/sample-questions.jsonl"
        with tempfile.TemporaryDirectory() as out:
            say(f"### {Path(folder).name or 'sample library'}")
            build(sources, Path(out))
            ask(questions, Path(out))
            start(Path(out))


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def build(sources: Path, out: Path) -> None:
    """Seconds by stage from nothing, then again with warm caches."""
    for name in ("first build", "unchanged rebuild"):
        report = json_of("build", "--sources", sources, "--out", out, "--keep-going")
        seconds = ", ".join(f"{stage['name']} {stage['seconds']:.1f}" for stage in report["stages"])
        say(f"| {name}, seconds | {sum(stage['seconds'] for stage in report['stages']):.1f} ({seconds}) |")
    counts = ", ".join(f"{report[key]} {key}" for key in ("documents", "sections", "figures", "chunks"))
    say(f"| size | {counts} |")


def ask(questions: Path, out: Path) -> None:
    """The metrics of the question file."""
    if not questions.is_file():
        return
    result = out / "eval.json"
    command = [*CLI, "eval", str(questions), "--index", str(out / "index"), "--json", str(result)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    metrics: dict[str, dict[str, float]] = json.loads(result.read_text())["metrics"]
    for name, metric in metrics.items():
        say(
            f"| {name} | {metric['value']:.4g} [{metric['low']:.4g}, {metric['high']:.4g}], n={metric['n']} |"
        )


def start(out: Path) -> None:
    """Milliseconds from the start of the process to the first evidence, and the same once it is warm."""
    begin = time.perf_counter()
    with function(out / "index") as address:
        cold = first_evidence(address, QUESTION, begin)
        warm = [first_evidence(address, f"{QUESTION} ({n})", time.perf_counter()) for n in range(5)]
        say(f"| process start to first evidence, ms | {cold:.0f} |")
        say(f"| warm first evidence, ms (median of 5) | {sorted(warm)[2]:.0f} |")


@contextmanager
def function(index: Path) -> Iterator[str]:
    """The function alone, under uvicorn, on a free port."""
    environment = {"SOURCELEAF_INDEX": str(index), "SOURCELEAF_RATE": "0"}
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "serverless.app:app",
        "--port",
        "8765",
        "--log-level",
        "warning",
    ]
    server = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment})
    try:
        yield "http://127.0.0.1:8765"
    finally:
        server.terminate()
        server.wait(timeout=20)


def first_evidence(address: str, question: str, begin: float) -> float:
    """Milliseconds from `begin` until the first event has come; tries until the server listens."""
    body = json.dumps({"question": question}).encode()
    request = urllib.request.Request(f"{address}/answer", body, {"Content-Type": "application/json"})
    while True:
        try:
            with urllib.request.urlopen(request) as response:
                first: Any = response.readline()
                assert first.startswith(b"event: evidence"), first
                return 1000 * (time.perf_counter() - begin)
        except OSError:
            if time.perf_counter() - begin > 60:
                raise


if __name__ == "__main__":
    main(sys.argv[1:])
