"""The stages of retrieval side by side, each by itself."""

from __future__ import annotations

import pytest

from builder import ablation, goldset
from builder.target import Resolver
from serverless.answer import load
from serverless.index import Index
from serverless.model import Library, Question
from serverless.settings import read
from serverless.tools import Tools

from .shelf import harbour, lines, shipped

Shelf = tuple[Library, Index, Tools]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    folder = tmp_path_factory.mktemp("harbour")
    made = harbour(folder)
    return made, *load(read({"SOURCELEAF_INDEX": str(shipped(folder, made))}))


def table(shelf: Shelf, *questions: dict[str, object]) -> dict[str, dict[str, float]]:
    made, index, tools = shelf
    sheet = goldset.parsed("questions.jsonl", lines(*questions))
    found = ablation.ablate([Resolver(made).target(entry) for entry in sheet.entries], index, tools)
    return {stage: {name: metric.value for name, metric in row.items()} for stage, row in found.items()}


def test_each_stage_ranks_by_its_own_evidence(shelf: Shelf) -> None:
    _, index, tools = shelf
    runs = ablation.Stages(index, tools).run(Question(question="How many tonnes does the crane lift?"))
    assert list(runs) == ["lexical only", "dense only", "fused", "fused + rerank"]
    assert {name: run.sections[0] for name, run in runs.items()} == dict.fromkeys(runs, "harbour/the-crane")
    assert "kite/sail" not in runs["lexical only"].sections
    assert "kite/sail" in runs["dense only"].sections


def test_words_that_the_library_does_not_know_find_nothing_by_themselves(shelf: Shelf) -> None:
    found = table(shelf, {"question": "Xyzzy?", "sections": [{"document": "Harbour", "anchor": "lamp"}]})
    assert found["lexical only"]["recall@10"] == 0.0
    assert found["dense only"]["recall@10"] == 1.0


def test_documents_are_measured_as_documents(shelf: Shelf) -> None:
    question: dict[str, object] = {
        "question": "What is the sail made of?",
        "level": "document",
        "sections": [{"document": "kite"}],
    }
    assert {stage: row["ndcg@10"] for stage, row in table(shelf, question).items()} == {
        "lexical only": 1.0,
        "dense only": 1.0,
        "fused": 1.0,
        "fused + rerank": 1.0,
    }


def test_questions_that_expect_nothing_are_not_ranked(shelf: Shelf) -> None:
    assert table(shelf, {"question": "Who built it?", "answerable": False}) == {}
