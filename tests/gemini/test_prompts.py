"""Prompts, word for word: what a model reads changes only on purpose, and with a new version.

`SOURCELEAF_GOLDEN=write pytest tests/gemini/test_prompts.py` writes the files anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from builder import describe, outline
from builder.guidance import FOLDER as BUILDER
from serverless.index import Index
from serverless.model import Question, Sentence, Turn
from serverless.roles import condense, listwise, sight, synthesis
from serverless.roles.album import Album
from serverless.roles.brief import brief
from serverless.roles.port import Part, Picture, Prompt
from serverless.roles.prompts import FOLDER as READER
from serverless.roles.prompts import parse, wording

from . import asking, sources

GOLDEN = Path(__file__).parent / "golden"
VERSIONS = {"synthesis": 1, "rerank": 1, "condense": 1, "look": 1, "check": 1, "noise": 1, "describe": 1}


def words(prompt: Prompt) -> str:
    """A prompt as a person reads it."""
    shown = [
        f"role {prompt.role}, version {prompt.version}, at most {prompt.max_tokens} tokens",
        prompt.system,
    ]
    return "\n\n".join([*shown, *map(_part, prompt.parts)]) + "\n"


def _part(part: Part) -> str:
    return f"({part.mime}, {len(part.data)} bytes)" if isinstance(part, Picture) else part


def compare(name: str, prompt: Prompt) -> None:
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("SOURCELEAF_GOLDEN") == "write":
        path.write_text(words(prompt), encoding="utf-8")
    assert words(prompt) == path.read_text(encoding="utf-8")


def test_synthesis(opened: Index) -> None:
    found = asking.context(asking.WATTS, opened)
    made = brief(asking.WATTS, found, asking.candidates(found, opened), Album(None))
    compare("synthesis", synthesis.prompt(made, synthesis.Style("fr", 180, 6)))


def test_rerank(opened: Index) -> None:
    inquiries = asking.inquiries(asking.WATTS, opened)
    offered = listwise.candidates(inquiries, opened)
    compare("rerank", listwise.prompt(asking.WATTS, inquiries, offered, opened))


def test_condense() -> None:
    history = (Turn("user", "What does the lamp draw?"), Turn("assistant", "It draws 40 watts."))
    compare("condense", condense.prompt(Question("And in a storm?", history=history)))


def test_look() -> None:
    compare("look", sight.look("What is this part?", "en", Picture("image/png", b"1234")))


def test_check(opened: Index) -> None:
    figure = opened.rows.figure("lamp#table-i")
    seen = {"F1": (figure, Picture("image/png", b"1234"))}
    compare("check", sight.review(asking.WATTS, [Sentence("It draws 65 watts.", ())], seen))


def test_noise_and_describe(tmp_path: Path) -> None:
    tree, _ = sources.trees(tmp_path)
    compare("noise", outline.job(tree).prompt)
    (job,) = describe.jobs(tree)
    compare("describe", job.prompt)


@pytest.mark.parametrize("name", VERSIONS)
def test_a_prompt_whose_words_change_gets_a_new_version(name: str) -> None:
    folder = BUILDER if name in {"noise", "describe"} else READER
    assert wording(name, folder).version == VERSIONS[name]


def test_every_prompt_file_is_tested() -> None:
    files = {path.stem for folder in (READER, BUILDER) for path in folder.glob("*.md")}
    assert files == VERSIONS.keys()


def test_a_file_without_a_version_is_refused() -> None:
    with pytest.raises(ValueError, match="must begin with"):
        parse("rerank", "=== system\nRank.\n")
    with pytest.raises(KeyError):
        parse("rerank", "version: 1\n=== system\nIn $language.\n").render("system")
