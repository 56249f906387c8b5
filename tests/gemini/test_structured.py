"""Replies that must be JSON."""

from __future__ import annotations

from typing import Literal

import pytest

from serverless.model import Struct
from serverless.roles.deadline import Deadline
from serverless.roles.meter import Meter
from serverless.roles.port import Call, Model, ModelError, Prompt
from serverless.roles.structured import ask, schema

from .service import Service


class Part(Struct, frozen=True):
    id: str
    kind: Literal["a", "b"]
    title: str = ""


class Ranking(Struct, frozen=True):
    ranking: tuple[Part, ...]


PROMPT = Prompt("rerank", 1, 'Reply with {"ranking": []}', ("Go.",))


def asked(model: Model) -> Ranking:
    return ask(Call(model, Deadline(20), Meter()), PROMPT, Ranking)


def test_a_schema_has_no_references() -> None:
    part = {
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "kind": {"enum": ["a", "b"]},
            "title": {"type": "string", "default": ""},
        },
        "required": ["id", "kind"],
        "additionalProperties": False,
    }
    assert schema(Ranking) == {
        "type": "object",
        "properties": {"ranking": {"type": "array", "items": part}},
        "required": ["ranking"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize(
    "reply",
    ['{"ranking": [{"id": "S1", "kind": "a"}]}', '```json\n{"ranking": [{"id": "S1", "kind": "a"}]}\n```'],
)
def test_a_good_reply_is_read(model: Model, service: Service, reply: str) -> None:
    service.replies["rerank"] = reply
    assert asked(model) == Ranking((Part("S1", "a"),))


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        ("The best is S1.", "it is not JSON"),
        ('{"ranking": "S1"}', "Expected `array`"),
        ('{"ranking": [], "why": "none"}', "unknown field `why`"),
        ('{"ranking": [{"id": "S1", "kind": "c"}]}', "Invalid enum value"),
    ],
)
def test_a_bad_reply_may_be_put_right_once(model: Model, service: Service, bad: str, told: str) -> None:
    service.replies["rerank"] = [bad, '{"ranking": []}']
    assert asked(model) == Ranking(())
    assert told in service.asked[1].text


def test_a_second_bad_reply_is_the_end(model: Model, service: Service) -> None:
    service.replies["rerank"] = "The best is S1."
    with pytest.raises(ModelError, match="did not reply in the form") as caught:
        asked(model)
    assert caught.value.kind == "malformed"
    assert len(service.asked) == 2
