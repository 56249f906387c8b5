"""The packaged function answers in a folder of its own, with the builder out of reach."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import run

pytestmark = pytest.mark.models

CLIENT = """
import sys; sys.path.insert(0, ".")
from starlette.testclient import TestClient
import app
with TestClient(app.app) as client:
    body = {"question": "How does the length of the day change with latitude?"}
    print(client.post("/answer", json=body, headers={"Accept": "application/json"}).text)
assert not [name for name in sys.modules if name.partition(".")[0] == "builder"]
"""


def test_the_function_runs_alone(built: Path, tmp_path: Path) -> None:
    done = run("package", "--index", built / "index", "--out", tmp_path / "function")
    assert done.returncode == 0, done.stderr
    command = [sys.executable, "-I", "-c", CLIENT]
    told = subprocess.run(command, cwd=tmp_path / "function", capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    answer = json.loads(told.stdout)
    assert answer["status"] == "answered"
    assert answer["sentences"][0]["citations"][0]["url"] == "library/tides-report/the-length-of-the-day/"
    licences = sorted(path.parent.name for path in (tmp_path / "function/models").glob("*/MODEL.txt"))
    assert licences == ["bge-small-en-v1.5", "ms-marco-MiniLM-L-12-v2"]
