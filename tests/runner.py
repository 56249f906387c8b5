"""A runner of workflow files: checkouts, caches and `run:` commands of a job, as the hosted one does them.

It knows the actions that our workflow uses and the expressions that stand in it, and nothing else.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from tests.command import ROOT

_PART = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)
_NAME = re.compile(r"\b(?:inputs|github|steps)(?:\.[\w-]+)+")


@dataclass
class Runner:
    """A machine that starts empty for each job; `caches` outlive it, `portal` is the repository."""

    portal: Path
    caches: Path
    context: Mapping[str, str]
    work: Path
    results: dict[str, str] = field(default_factory=dict)
    output: str = ""
    uploaded: list[str] = field(default_factory=list)

    @property
    def summary(self) -> str:
        file = self.work / "summary.md"
        return file.read_text(encoding="utf-8") if file.is_file() else ""

    @property
    def here(self) -> Path:
        return self.work / "portal"

    def run(self, job: Mapping[str, Any]) -> bool:
        """Runs the steps in order; after one that failed only those that always run. True for success."""
        self.here.mkdir(parents=True)
        env = {name: self.filled(str(value)) for name, value in job.get("env", {}).items()}
        fine, saved = True, []
        for step in job["steps"]:
            name = step.get("name") or step["uses"]
            if not self.wanted(step.get("if"), fine=fine):
                self.results[name] = "skipped"
                continue
            if "run" in step:
                code = self.shell(self.filled(step["run"]), env)
                self.results[name] = "failure" if code else "success"
                fine = fine and not code
            else:
                saved += self.action(
                    step["uses"], {k: self.filled(str(v)) for k, v in step.get("with", {}).items()}
                )
                self.results[name] = "success"
        for key, path in saved if fine else ():
            self.save(key, path)
        return fine

    def wanted(self, condition: str | None, *, fine: bool) -> bool:
        if condition == "always()":
            return True
        return fine and (condition is None or bool(self.value(condition)))

    def filled(self, text: str) -> str:
        return _PART.sub(lambda match: str(self.value(match[1])), text)

    def value(self, expression: str) -> object:
        python = expression.replace("&&", " and ").replace("||", " or ").strip()
        python = re.sub(r"hashFiles\('[^']*'\)", "'hash'", python)
        python = _NAME.sub(lambda match: repr(self.context.get(match[0], "")), python)
        return eval(python, {"__builtins__": {}})

    def shell(self, script: str, env: Mapping[str, str]) -> int:
        """Runs a script as the hosted runner does: `bash -e`, the environment of the job, a summary file."""
        variables = {
            **os.environ,
            **env,
            "PATH": f"{self.work / 'python/bin'}{os.pathsep}{os.environ['PATH']}",
            "GITHUB_STEP_SUMMARY": str(self.work / "summary.md"),
        }
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
        done = subprocess.run(
            command, cwd=self.here, env=variables, capture_output=True, text=True, check=False
        )
        self.output += done.stdout + done.stderr
        return done.returncode

    def action(self, name: str, given: Mapping[str, str]) -> list[tuple[str, str]]:
        """Does what an action does; gives the caches to save at the end of the job."""
        match name.partition("@")[0]:
            case "actions/checkout":
                if "repository" in given:
                    clone(ROOT, self.here / given["path"])
                else:
                    shutil.copytree(self.portal, self.here, dirs_exist_ok=True)
            case "actions/setup-python":
                python(self.work / "python")
            case "actions/cache/restore":
                self.restore(given)
            case "actions/cache/save":
                self.save(given["key"], given["path"])
            case "actions/cache":
                if not given["path"].startswith("~"):  # the home folder is that of the machine
                    self.restore(given)
                    return [(given["key"], given["path"])]
            case "actions/upload-artifact":
                self.uploaded += [path for path in given["path"].split() if (self.here / path).exists()]
            case other:
                raise AssertionError(f"the test does not know {other}")
        return []

    def restore(self, given: Mapping[str, str]) -> None:
        """The cache of that key, else the newest one of the first beginning that fits any."""
        for beginning in (given["key"], *given.get("restore-keys", "").split()):
            fits = [
                path for path in self.caches.glob("*") if path.name.startswith(beginning.replace("/", "_"))
            ]
            if fits:
                newest = max(fits, key=lambda path: path.stat().st_mtime_ns)
                shutil.copytree(newest, self.here / given["path"], dirs_exist_ok=True)
                return

    def save(self, key: str, path: str) -> None:
        place = self.caches / key.replace("/", "_")
        assert not place.exists(), f"{key} is never written over"
        if (self.here / path).exists():
            shutil.copytree(self.here / path, place)


def job(workflow: str, name: str) -> Any:
    return yaml.safe_load((ROOT / ".github/workflows" / workflow).read_text(encoding="utf-8"))["jobs"][name]


def clone(repository: Path, folder: Path) -> None:
    """The files of a repository as a commit of them would have them."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (repository / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(repository / name, folder / name)


def python(folder: Path) -> None:
    """A Python that has our dependencies already, and not us."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    (packages / "installed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
