"""`sourceleaf eval` from a question file to exit code, JSON and pages, on a library that needs no model."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from builder import evaluate
from builder.progress import Silent
from serverless.errors import IndexFormatError, UsageError

from .command import run
from .shelf import harbour, lines, shipped

LAMP: dict[str, object] = {
    "question": "How much oil does the lamp burn?",
    "sections": [{"document": "Harbour", "heading": "1 The lamp"}],
    "figures": [["Harbour/figures/lamp.png"]],
}
CRANE: dict[str, object] = {
    "question": "How many tonnes does the crane lift?",
    "sections": [{"document": "Harbour", "heading": "2 The crane"}],
}
KITE: dict[str, object] = {
    "question": "What is the sail of the kite made of?",
    "sections": [{"document": "kite"}],
    "level": "document",
}
MOON: dict[str, object] = {"question": "Who?", "sections": [{"document": "Moon", "line": 1}]}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("harbour")
    return shipped(folder, harbour(folder))


def file(folder: Path, *questions: dict[str, object]) -> Path:
    path = folder / "questions.jsonl"
    path.write_text(lines(*questions), encoding="utf-8")
    return path


def evaluated(questions: Path, index: Path, *, stages: bool = False) -> evaluate.Evaluation:
    return evaluate.carry_out(evaluate.prepare(questions, index), Silent(), stages=stages).evaluation


def evaluation(questions: Path, index: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return run("eval", questions, "--index", index, *options)


def test_what_was_found_is_told_in_the_words_of_the_source(tmp_path: Path, index: Path) -> None:
    found = evaluated(file(tmp_path, LAMP), index)
    (result,) = found.questions
    assert (result.id, result.status) == ("q1", "answered")
    first = result.sections[0]
    assert (first.document, first.anchor, first.heading) == ("Harbour", "lamp", "1 The lamp")
    assert first.url == "library/harbour/lamp/"
    assert result.figures == ("Harbour/figures/lamp.png",)
    assert result.sentences[0].text == "The lamp at the entrance burns two litres of oil a night."
    assert [(one.document, one.anchor) for one in result.sentences[0].citations] == [("Harbour", "lamp")]
    assert found.metrics["recall@1"].value == 1.0
    assert found.metrics["figure_recall"].value == 1.0


def test_on_the_level_of_documents_each_is_listed_once(tmp_path: Path, index: Path) -> None:
    (result,) = evaluated(file(tmp_path, KITE), index).questions
    assert [one.document for one in result.sections] == ["kite", "Harbour"]


def test_the_milliseconds_are_those_of_the_answer(tmp_path: Path, index: Path) -> None:
    (result,) = evaluated(file(tmp_path, LAMP), index).questions
    assert set(result.ms) == {"understand", "recall", "rerank", "draft", "figures"}


def test_the_same_questions_give_the_same_metrics(tmp_path: Path, index: Path) -> None:
    def lasting() -> dict[str, object]:
        found = evaluated(file(tmp_path, LAMP, CRANE, KITE), index)
        return {name: metric for name, metric in found.metrics.items() if not name.startswith("ms.")}

    assert lasting() == lasting()


def test_a_bad_file_is_told_even_where_there_is_no_index(tmp_path: Path) -> None:
    questions = file(tmp_path, {**LAMP, "answerable": "yes"})
    with pytest.raises(UsageError, match="answerable"):
        evaluate.prepare(questions, tmp_path)
    with pytest.raises(IndexFormatError):
        evaluate.prepare(file(tmp_path, LAMP), tmp_path)


def test_the_json_is_as_described(tmp_path: Path, index: Path) -> None:
    out = tmp_path / "new/eval.json"
    done = evaluation(file(tmp_path, LAMP, KITE), index, "--json", str(out), "--stages")
    assert done.returncode == 0, done.stderr
    written: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    assert list(written) == ["metrics", "questions", "missing", "stages"]
    assert set(written["metrics"]["recall@5"]) == {"value", "low", "high", "n"}
    assert list(written["questions"][0]) == ["id", "status", "sections", "figures", "sentences", "ms"]
    assert list(written["questions"][0]["sections"][0]) == ["document", "anchor", "heading", "url", "score"]
    assert list(written["stages"]) == ["lexical only", "dense only", "fused", "fused + rerank"]
    assert list(written["stages"]["fused"]) == ["ndcg@10", "recall@10", "hit@5", "ms"]
    assert [line.split() for line in done.stdout.splitlines() if line.startswith(" hit@5")] == [
        ["hit@5", "1.000", "1.000", "–", "1.000", "2", "1.000", "(1)", "1.000", "(1)"]
    ]


def test_questions_are_asked_without_what_answers_them(tmp_path: Path, index: Path) -> None:
    done = evaluation(file(tmp_path, LAMP, CRANE), index, "--withhold")
    assert done.returncode == 0, done.stderr
    rows = [line.split()[:2] for line in done.stdout.splitlines()]
    assert ["answered", "1.000"] in rows
    assert ["withheld_refused", "1.000"] in rows


def test_the_report_is_two_pages(tmp_path: Path, index: Path) -> None:
    done = evaluation(file(tmp_path, LAMP), index, "--report", str(tmp_path / "quality"))
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "quality").iterdir()) == [
        "evaluation-report.html",
        "evaluation-report.md",
    ]


@pytest.mark.parametrize(("minimum", "code"), [("recall@1=1", 0), ("figure_none=1", 2)])
def test_a_minimum_that_is_reached_or_unknown(tmp_path: Path, index: Path, minimum: str, code: int) -> None:
    assert evaluation(file(tmp_path, LAMP), index, "--min", minimum).returncode == code


def test_a_minimum_that_is_not_reached_is_exit_1(tmp_path: Path, index: Path) -> None:
    wrong = {**LAMP, "sections": [{"document": "kite", "heading": "Sail"}]}
    done = evaluation(file(tmp_path, wrong), index, "--min", "recall@1=0.5", "--min", "answered=1")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "recall@1 is 0.0000, below 0.5"


def test_all_that_is_wrong_is_exit_2_and_nothing_is_asked(tmp_path: Path, index: Path) -> None:
    figure = {"figures": [["Harbour/x.png"]]}
    done = evaluation(file(tmp_path, {**LAMP, "id": "q2"}, {**CRANE, **figure}, {"lang": 7}, MOON), index)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines()[:5] == [
        "sourceleaf: 4 things are wrong with questions.jsonl:",
        "  line 2: the id 'q2' is that of line 1",
        "  line 2: the library has no figure 'Harbour/x.png' (question q2)",
        "  line 3: lang: Expected `str`, got `int`",
        "  line 4: the library has no document 'Moon' (question q4)",
    ]


def test_gold_that_is_missing_is_measured_as_not_found_and_exit_2(tmp_path: Path, index: Path) -> None:
    out = tmp_path / "eval.json"
    questions = file(tmp_path, LAMP, MOON)
    done = evaluation(questions, index, "--json", str(out))
    assert done.returncode == 2
    assert "1 of 2 questions expect what this library lacks; it counts as not found" in done.stderr
    written = json.loads(out.read_text(encoding="utf-8"))
    assert written["metrics"]["recall@10"]["value"] == 0.5
    assert written["missing"] == [
        {"question": "q2", "line": 2, "kind": "document", "name": "Moon", "required": True, "near": ""}
    ]
    assert evaluation(questions, index, "--partial").returncode == 0


def test_a_library_that_lacks_most_is_not_asked_unless_it_may(tmp_path: Path, index: Path) -> None:
    questions = file(tmp_path, MOON)
    done = evaluation(questions, index)
    assert (done.returncode, done.stdout) == (2, "")
    assert "questions.jsonl: 1 of 1 questions expect what this library lacks" in done.stderr
    assert evaluation(questions, index, "--partial").returncode == 0
