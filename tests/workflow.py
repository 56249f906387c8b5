"""`make test-ci`: the reusable workflow, run as a runner does: fresh checkout, restored cache, its steps."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from serverless import registry
from tests.command import ROOT
from tests.runner import Runner, clone, job, python

pytestmark = pytest.mark.models

HARBOUR = """# Harbour

## Lamp

The lamp at the entrance burns two litres of oil a night and is trimmed at dusk.

## Crane

The crane lifts six tonnes and turns on a stone base.
"""
KITE = "# Kite\n\n## Sail\n\nThe sail is made of nylon and weighs three hundred grams.\n"
QUESTION = {
    "id": "oil",
    "question": "How much oil does the lamp burn a night?",
    "sections": [{"document": "harbour", "heading": "Lamp"}],
}
BASE = {
    "inputs.program": "owner/sourceleaf",
    "inputs.program-ref": "main",
    "inputs.python-version": "3.11",
    "inputs.jobs": "1",
    "inputs.questions": "questions.jsonl",
    "inputs.minimum": "recall@5=0.9",
    "github.event.repository.default_branch": "main",
}
PUSH = {
    **BASE,
    "github.event_name": "push",
    "github.ref_name": "main",
    "github.sha": "aaa",
    "github.run_id": "1",
    "github.run_attempt": "1",
}
PULL = {
    **BASE,
    "github.event_name": "pull_request",
    "github.ref_name": "7/merge",
    "github.head_ref": "higher/lamp",
    "github.event.pull_request.base.sha": "aaa",
    "github.run_id": "2",
    "github.run_attempt": "1",
}


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


FILES = {
    "library.toml": "",
    "questions.jsonl": json.dumps(QUESTION),
    "sources/harbour.md": HARBOUR,
    "sources/kite.md": KITE,
}


def test_a_push_is_kept_and_a_pull_request_tells_what_it_changes(tmp_path: Path) -> None:
    portal, caches = tmp_path / "portal", tmp_path / "caches"
    caches.mkdir()
    write(portal, FILES)
    push = Runner(portal, caches, PUSH, tmp_path / "push")
    assert push.run(job("portal.yml", "build")), push.output
    assert "Nothing was shipped before" in push.summary
    assert "::warning file=library.lock::" in push.output
    assert sorted(path.name for path in caches.iterdir()) == [
        "sourceleaf-published-aaa",
        "sourceleaf-store-main-1-1",
    ]

    shutil.copy(push.here / "build/library.lock", portal)
    write(
        portal,
        {"sources/harbour.md": HARBOUR.replace("two litres", "three litres").replace("## Crane", "## Lift")},
    )
    pull = Runner(portal, caches, PULL, tmp_path / "pull")
    vectors = {
        path.name: path.read_bytes() for path in (caches / "sourceleaf-store-main-1-1/vectors").rglob("*")
    }
    assert vectors
    assert pull.run(job("portal.yml", "build")), pull.output
    assert "| sections | – | 2 | – | – |" in pull.summary
    assert "[Lift](library/harbour/crane/)" in pull.summary
    assert "- 2 of 5 passages had no vector before" in pull.summary
    assert "| recall@5 | 1.000 | 1.000 | = |" in pull.summary
    assert "sourceleaf-store-higher_lamp-2-1" in [path.name for path in caches.iterdir()]
    assert "sourceleaf-published-" not in pull.results
    assert pull.uploaded == ["build/index", "build/changes.md", "build/library.lock"]

    write(portal, {"sources/broken.pdf": "this is no PDF"})
    failed = Runner(portal, caches, PULL | {"github.run_id": "3"}, tmp_path / "failed")
    assert not failed.run(job("portal.yml", "build"))
    assert failed.results["Build"] == "failure"
    assert failed.results["Gate"] == "skipped"
    assert "**Documents that could not be read (1)**" in failed.summary


def test_the_gitlab_job_builds_a_checkout_and_keeps_what_is_published(tmp_path: Path) -> None:
    template = yaml.safe_load((ROOT / "ci/gitlab.yml").read_text(encoding="utf-8"))
    runner = Runner(tmp_path, tmp_path, {}, tmp_path)
    clone(ROOT, runner.here)
    shutil.rmtree(runner.here / "sources")
    write(runner.here, FILES)
    python(tmp_path / "python")
    settings = {name: str(value) for name, value in template["variables"].items()}
    settings |= {"SOURCELEAF_QUESTIONS": "questions.jsonl", "SOURCELEAF_MINIMUM": "recall@5=0.9"}
    settings |= {"PUBLISHED": "pull-push", "SOURCELEAF_MODELS": str(registry.folder())}
    script = "\n".join(template["portal"]["script"])
    assert runner.shell(script, settings) == 0, runner.output
    assert (runner.here / "build/site/library/harbour/lamp/index.html").is_file()
    assert (runner.here / "published/index/manifest.json").is_file()
    assert (runner.here / "published/eval.json").is_file()
    assert "Nothing was shipped before" in (runner.here / "build/changes.md").read_text(encoding="utf-8")
    write(
        runner.here,
        {"wrong.jsonl": json.dumps(QUESTION | {"sections": [{"document": "kite", "heading": "Sail"}]})},
    )
    wrong = {"SOURCELEAF_QUESTIONS": "wrong.jsonl", "SOURCELEAF_MINIMUM": "recall@1=0.9"}
    assert runner.shell(script, settings | wrong) == 1
    assert "recall@1" in runner.output
