"""Runs the console script as a person would: a process of its own, from any folder."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
CLI = [sys.executable, "-m", "builder.cli"]


def run(*arguments: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """`sourceleaf ARGUMENTS`, with what it printed."""
    command = [*CLI, *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def json_of(*arguments: str | Path) -> Any:
    """What `sourceleaf ARGUMENTS --json` printed, once it has exited 0."""
    done = run(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@contextmanager
def serving(out: Path) -> Iterator[str]:
    """`sourceleaf serve` on a free port; gives the address that it prints."""
    command = [*CLI, "serve", "--out", str(out), "--port", "0"]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert server.stdout
        line = server.stdout.readline()
        assert "http://" in line, line
        yield next(word for word in line.split() if word.startswith("http://"))
    finally:
        server.terminate()
        server.wait(timeout=20)
