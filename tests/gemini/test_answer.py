"""A whole answer with models that help: what they say, and what a reader sees where they fail."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from serverless.answer import complete
from serverless.index import Index
from serverless.model import Answer, Question, Turn
from serverless.roles.album import Album
from serverless.roles.assistance import Crew
from serverless.roles.assistance import Role as AnswerRole
from serverless.roles.choice import Choice, Switchboard
from serverless.roles.port import Model, ModelError
from serverless.settings import read
from serverless.tools import Tools, load, open_crew
from tests.reader.conftest import tools

from .asking import WATTS
from .conftest import KEY
from .service import Asked, Service
from .test_roles import PNG, data_url

__all__ = ["tools"]

LOCAL = "Table I: Mode: Storm; Watts: 65"


def helped(tools: Tools, switchboard: Switchboard, *roles: AnswerRole) -> Tools:
    models: dict[AnswerRole, Model | ModelError] = {
        role: switchboard.model(Choice("gemini")) for role in roles
    }
    return msgspec.structs.replace(tools, crew=Crew(models, Album(None)))


def names(asked: Asked, kind: str, words: str) -> str:
    """The id under which the model was shown a piece with these words."""
    pieces = asked.text.split("<<<DATA ")[1:]
    return next(p.split()[1] for p in pieces if p.split()[1].startswith(kind) and words in p.casefold())


def written(asked: Asked) -> str:
    section, figure = names(asked, "S", "table i"), names(asked, "F", "storm")
    return f"In a storm the lamp draws 65 watts [{section}] [{figure}]. It is made of gold [{section}] [S99]."


def ask(opened: Index, tools: Tools, question: Question | None = None) -> Answer:
    return complete(question or Question(WATTS), opened, tools)


def test_what_a_model_writes_is_cited_and_shown_with_its_figure(
    opened: Index, tools: Tools, switchboard: Switchboard, service: Service
) -> None:
    service.replies["synthesis"] = written
    given = ask(opened, helped(tools, switchboard, "synthesis"))
    assert given.status == "answered"
    assert given.sentences[0].text == "In a storm the lamp draws 65 watts."
    offered = {card.n: card.id for card in given.sections}
    for sentence in given.sentences:
        assert sentence.citations
        assert all(offered[citation.n] == citation.section for citation in sentence.citations)
    assert [card.label for card in given.figures] == ["Table I"]
    assert given.usage.calls == 1
    assert given.usage.cost > 0
    assert given.usage.costs == {"synthesis": given.usage.cost}


@pytest.mark.parametrize("kind", ["401", "429", "500", "drop", "blocked", "empty"])
def test_a_reader_gets_the_local_answer_where_a_model_fails(
    opened: Index, tools: Tools, switchboard: Switchboard, service: Service, kind: str
) -> None:
    service.fail(kind, times=99)
    given = ask(opened, helped(tools, switchboard, "synthesis", "rerank"))
    assert given.status == "degraded"
    assert LOCAL in [sentence.text for sentence in given.sentences]
    assert given.why.startswith("rerank: ")
    assert "synthesis: " in given.why
    assert KEY not in given.why


def test_the_delay_that_the_service_names_is_waited(
    opened: Index, tools: Tools, switchboard: Switchboard, service: Service, waits: list[float]
) -> None:
    service.replies["synthesis"] = written
    service.fail("429", after="3s")
    assert ask(opened, helped(tools, switchboard, "synthesis")).status == "answered"
    assert waits == [3.0]


def test_a_writing_that_breaks_off_leaves_what_was_finished(
    opened: Index, tools: Tools, switchboard: Switchboard, service: Service
) -> None:
    service.replies["synthesis"] = lambda asked: written(asked) + " And so on and on." * 20
    service.fail("cut", times=1)
    given = ask(opened, helped(tools, switchboard, "synthesis"))
    assert given.status == "degraded"
    assert given.sentences[0].text == "In a storm the lamp draws 65 watts."


def test_a_malformed_order_is_the_local_one(
    opened: Index, tools: Tools, switchboard: Switchboard, service: Service
) -> None:
    service.replies["rerank"] = "{not json"
    given = ask(opened, helped(tools, switchboard, "rerank"))
    assert given.status == "degraded"
    assert [card.id for card in given.sections] == [card.id for card in ask(opened, tools).sections]


def test_a_model_that_finds_no_answer_says_so(
    opened: Index, tools: Tools, switchboard: Switchboard, service: Service
) -> None:
    service.replies["synthesis"] = "[NONE]"
    given = ask(opened, helped(tools, switchboard, "synthesis"))
    assert given.status == "not_found"
    assert given.figures == ()
    assert given.notice.startswith("No passage of these documents answers the question.")


def test_a_follow_up_is_written_out(
    opened: Index, tools: Tools, switchboard: Switchboard, service: Service
) -> None:
    service.replies["condense"] = json.dumps({"question": WATTS})
    follow_up = Question("And in a storm?", history=(Turn("user", "How much does the lamp draw?"),))
    given = ask(opened, helped(tools, switchboard, "condense"), follow_up)
    assert given.question == "And in a storm?"
    assert LOCAL in [sentence.text for sentence in given.sentences]


def test_a_picture_is_looked_at_or_said_not_to_be(
    opened: Index, tools: Tools, switchboard: Switchboard, service: Service
) -> None:
    service.replies["look"] = json.dumps({"description": "a lamp in storm mode"})
    question = Question("How many watts does this draw?", image=data_url(PNG))
    seen = ask(opened, helped(tools, switchboard, "look"), question)
    assert "picture" not in seen.notice
    assert "The picture in the question was not looked at." in ask(opened, tools, question).notice


def test_recall_goes_on_by_words_where_the_embedding_service_fails(
    opened: Index, tools: Tools, switchboard: Switchboard, service: Service
) -> None:
    service.fail("500", times=99)
    known = msgspec.structs.replace(opened.manifest.embedder, provider="gemini")
    given = ask(opened, msgspec.structs.replace(tools, embedder=switchboard.embedder(known)))
    assert given.status == "degraded"
    assert given.why.startswith("embeddings: ")
    assert LOCAL in [sentence.text for sentence in given.sentences]


def test_a_role_without_a_key_is_said_at_every_answer(opened: Index, tools: Tools) -> None:
    crew = open_crew(read({"SOURCELEAF_SYNTHESIS": "gemini"}), Switchboard({}))
    given = ask(opened, msgspec.structs.replace(tools, crew=crew))
    assert given.status == "degraded"
    assert given.why == "synthesis: gemini has no key"


def test_without_a_setting_nobody_is_asked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", KEY)
    assert load(read({"SOURCELEAF_INDEX": str(folder)}))[1].crew.models == {}


def test_no_package_of_a_provider_is_imported_before_it_is_asked(folder: Path) -> None:
    code = (
        "import sys; from serverless.answer import complete, load; from serverless.model import Question; "
        "import serverless.app; from serverless.settings import read; "
        f"complete(Question('lens'), *load(read({{'SOURCELEAF_INDEX': {str(folder)!r}}}))); "
        "print([name for name in ('google.genai', 'httpx', 'tenacity') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
