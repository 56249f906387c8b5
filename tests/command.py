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
def serving(out: Path, *options: str, cwd: Path = ROOT) -> Iterator[str]:
    """`sourceleaf serve` on a free port, without watching unless told; gives the address that it prints."""
    command = [*CLI, "serve", "--out", str(out), "--port", "0", *(options or ("--no-watch",))]
    server = subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert server.stdout
        said = []
        for line in server.stdout:
            said.append(line)
            if "http://" in line:
                break
        assert "http://" in said[-1], said
        yield next(word for word in line.split() if word.startswith("http://"))
    finally:
        server.terminate()
        server.wait(timeout=20)
