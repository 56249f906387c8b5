"""Rerank, follow-ups, pictures: what each role asks and what it makes of the reply."""

from __future__ import annotations

import base64
import json

import pytest

from serverless.errors import ConfigError, UsageError
from serverless.index import Index
from serverless.model import Question, Sentence, Turn
from serverless.roles import condense, listwise, sight
from serverless.roles.album import Album
from serverless.roles.choice import Choice, Switchboard, choice
from serverless.roles.port import Model, ModelError

from . import asking
from .service import Asked, Service

PNG = b"\x89PNG\r\n\x1a\n and so on"


def data_url(data: bytes, mime: str = "image/png") -> str:
    return f"data:{mime};base64,{base64.b64encode(data).decode()}"


def ranked(
    reply: object, service: Service, model: Model, opened: Index, text: str = asking.WATTS
) -> list[str]:
    service.replies["rerank"] = json.dumps({"ranking": reply})
    found = listwise.rerank(text, asking.inquiries(text, opened), opened, asking.call(model))
    return [hit.section for hit in found[0].hits]


def test_the_chosen_sections_come_first(model: Model, service: Service, opened: Index) -> None:
    before = [hit.section for hit in asking.inquiries(asking.WATTS, opened)[0].hits]
    after = ranked(["S3", "S1"], service, model, opened)
    assert after[:2] == [before[2], before[0]]
    assert sorted(after) == sorted(before)


@pytest.mark.parametrize("reply", [["S99", "F1", "", "S3", "S3"], ["S3"]])
def test_ids_that_were_not_offered_are_dropped(
    gemini: Model, service: Service, opened: Index, reply: list[str]
) -> None:
    before = [hit.section for hit in asking.inquiries(asking.WATTS, opened)[0].hits]
    assert ranked(reply, service, gemini, opened)[:2] == [before[2], before[0]]


def test_a_ranking_of_nothing_changes_nothing(gemini: Model, service: Service, opened: Index) -> None:
    before = [hit.section for hit in asking.inquiries(asking.WATTS, opened)[0].hits]
    assert ranked([], service, gemini, opened) == before


def test_more_than_five_are_not_chosen(gemini: Model, service: Service, opened: Index) -> None:
    names = [f"S{n}" for n in range(9, 0, -1)]
    inquiries = asking.inquiries(asking.WATTS, opened)
    offered = list(listwise.candidates(inquiries, opened).values())
    assert ranked(names, service, gemini, opened)[:6] == [*offered[:3:-1], offered[0]]


def test_a_named_document_leaves_the_others_out(gemini: Model, service: Service, opened: Index) -> None:
    ranked(["S1"], service, gemini, opened, "What does the battery of the KX-7 feed?")
    assert "Log of the Kite" in service.asked[0].text
    assert "Harbour Lamp Manual" not in service.asked[0].text


def test_a_ranking_that_cannot_be_read_is_an_error(gemini: Model, service: Service, opened: Index) -> None:
    with pytest.raises(ModelError, match="form asked for"):
        ranked("S1", service, gemini, opened)
    assert len(service.asked) == 2


FOLLOW_UP = Question(
    "And in a storm?",
    history=tuple(Turn("user" if n % 2 == 0 else "assistant", f"turn {n} " + "x" * 900) for n in range(12)),
)


def test_a_follow_up_stands_alone(model: Model, service: Service) -> None:
    service.replies["condense"] = '{"question": "How many watts does the lamp  draw in a storm?"}'
    asked = condense.condense(FOLLOW_UP, asking.call(model))
    assert asked == Question("How many watts does the lamp draw in a storm?")


def test_of_a_long_conversation_the_end_is_read(gemini: Model, service: Service) -> None:
    service.replies["condense"] = '{"question": "?"}'
    condense.condense(FOLLOW_UP, asking.call(gemini))
    sent = service.asked[0].text
    assert "turn 5" not in sent
    assert "turn 6" in sent
    assert "x" * 600 not in sent


def test_a_first_question_asks_nobody(gemini: Model, service: Service) -> None:
    assert condense.condense(Question("Why?"), asking.call(gemini)) == Question("Why?")
    assert service.asked == []


def test_a_picture_is_described_for_the_search(model: Model, service: Service) -> None:
    service.replies["look"] = '{"description": "A brass burner\\n with the label B-7."}'
    seen = sight.picture(data_url(PNG))
    assert (
        sight.describe("What is this?", "en", seen, asking.call(model))
        == "A brass burner with the label B-7."
    )
    assert base64.b64encode(PNG).decode() in service.asked[0].text


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://evil.example/x.png", "not one that can be looked at"),
        ("data:image/svg+xml;base64,AAAA", "not one that can be looked at"),
        ("data:image/png,AAAA", "not one that can be looked at"),
        ("data:image/png;base64,!!", "not base64"),
        (data_url(b"GIF89a"), "not a image/png"),
        (data_url(PNG + b"x" * 4_000_000), "at most 4 MB"),
        ("", "not one that can be looked at"),
    ],
)
def test_what_is_no_picture_is_refused(url: str, said: str) -> None:
    with pytest.raises(UsageError, match=said) as caught:
        sight.picture(url)
    assert caught.value.code == "bad-picture"


def test_a_figure_without_a_picture_stays(gemini: Model, service: Service, opened: Index) -> None:
    figures = [opened.rows.figure("lamp#table-i")]
    kept = sight.check("Why?", [Sentence("So.", ())], figures, Album(None), asking.call(gemini))
    assert (list(kept), service.asked) == (figures, [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", None),
        ("local", None),
        ("gemini", Choice("gemini")),
        ("gemini:gemini-3.5-flash", Choice("gemini", "gemini-3.5-flash")),
        ("openai:org/model:tag", Choice("openai", "org/model:tag")),
    ],
)
def test_a_role_is_given_by_a_word(text: str, expected: Choice | None) -> None:
    assert choice(text, "SOURCELEAF_RERANK") == expected


@pytest.mark.parametrize("text", ["Gemini", "openai", "claude:x"])
def test_another_word_is_an_error(text: str) -> None:
    with pytest.raises(ConfigError, match="SOURCELEAF_RERANK is"):
        choice(text, "SOURCELEAF_RERANK")


@pytest.mark.parametrize(
    ("wanted", "said"), [(Choice("gemini"), "gemini has no key"), (Choice("openai", "x"), "no endpoint")]
)
def test_without_a_key_there_is_no_model(wanted: Choice, said: str) -> None:
    with pytest.raises(ModelError, match=said):
        Switchboard({}).model(wanted)


def test_the_reader_of_the_log_learns_what_was_asked(service: Service) -> None:
    assert Asked("/", {}, {"systemInstruction": '"ranking"'}).role == "rerank"
