"""The workflow files: scripts that a shell can read, commands that exist, and nothing foreign in a script.

`make test-ci` runs their steps.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml  # type: ignore[import-untyped]

from builder.cli import cli

ROOT = Path(__file__).parent.parent


def load(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


def scripts() -> Iterator[tuple[str, str]]:
    """Every script of both files with the name of its step."""
    for name, job in load(".github/workflows/portal.yml")["jobs"].items():
        for step in job["steps"]:
            if "run" in step:
                yield f"{name}: {step['name']}", step["run"]
    for name, job in load("ci/gitlab.yml").items():
        yield from ((f"gitlab {name}: {at}", line) for at, line in enumerate(job.get("script", ())))


@pytest.mark.parametrize(("name", "script"), list(scripts()))
def test_a_script_is_sound_and_takes_no_foreign_text(name: str, script: str) -> None:
    done = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert "${{" not in script, "a branch may be called like a command: give it to the script as a variable"


@pytest.mark.parametrize(("name", "script"), list(scripts()))
def test_its_commands_and_options_exist(name: str, script: str) -> None:
    for called, rest in re.findall(r"sourceleaf (\w+)((?:[^\n\\|;]|\\\n)*)", script):
        command = cli.commands[called]
        known = {name for option in command.params for name in option.opts}
        assert set(re.findall(r"--[a-z-]+", rest)) <= known or isinstance(command, click.Group)


def test_both_files_build_gate_and_tell() -> None:
    text = "\n".join(script for _, script in scripts())
    for command in ("build --out build", 'eval "$', "changes published/index"):
        assert text.count(f"sourceleaf {command}") == 2, command


def test_what_builds_may_write_nothing() -> None:
    workflow = load(".github/workflows/portal.yml")
    assert workflow["permissions"] == {"contents": "read"}
    assert "permissions" not in workflow["jobs"]["build"]
