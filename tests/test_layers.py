"""The house's one direction: the builder imports the reader, the reader imports nobody of ours."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HEAVY = {"faiss", "onnxruntime", "onnx", "tokenizers", "mkdocs", "snowballstemmer", "PIL", "nh3", "pypdfium2"}
KNOWN_BY_ONE = {
    "faiss": "serverless/vectors.py",
    "onnxruntime": "serverless/providers/onnx.py",
    "mkdocs": "builder/site.py",
    "onnx": "builder/e5.py",
    "markdown_it": "builder/extract/grammar.py",
    "nh3": "builder/extract/tags.py",
    "defusedxml": "builder/extract/svg.py",
    "pypdfium2": "builder/extract/pdf/pdfium.py",
}


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imported(tree: ast.AST) -> set[str]:
    """The top names of all absolute imports below `tree`."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add((node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize("path", modules("serverless"), ids=lambda path: path.name)
def test_the_reader_does_not_know_the_builder(path: Path) -> None:
    assert "builder" not in imported(ast.parse(path.read_text(encoding="utf-8")))


def test_the_types_stand_at_the_bottom() -> None:
    tree = ast.parse((ROOT / "serverless/model.py").read_text(encoding="utf-8"))
    assert imported(tree) == {"__future__", "typing", "msgspec"}
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level]


@pytest.mark.parametrize("path", modules("serverless") + modules("builder"), ids=lambda path: path.name)
def test_heavy_packages_are_imported_when_used(path: Path) -> None:
    body = ast.parse(path.read_text(encoding="utf-8")).body
    top = [node for node in body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert not imported(ast.Module(list(top), [])) & HEAVY


@pytest.mark.parametrize(("package", "room"), KNOWN_BY_ONE.items())
def test_one_file_knows_each_package(package: str, room: str) -> None:
    knowing = [
        str(path.relative_to(ROOT))
        for path in modules("serverless") + modules("builder")
        if package in imported(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert knowing == [room]


@pytest.mark.parametrize("path", modules("serverless") + modules("builder"), ids=lambda path: path.name)
def test_rooms_are_small(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    long = [
        node.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) >= node.lineno + 50
    ]
    assert text.count("\n") <= 300
    assert not long


def test_the_reader_runs_without_the_builder(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "serverless", tmp_path / "serverless")
    script = "import sys, serverless.app, serverless.answer; print('builder' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONSAFEPATH": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == "False\n"
