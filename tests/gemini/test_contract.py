"""What every provider of a language model does, asked over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

from serverless.roles.deadline import Deadline
from serverless.roles.meter import Meter
from serverless.roles.port import Failure, Model, ModelError, Picture, Prompt

from .conftest import KEY
from .service import Service

PROMPT = Prompt("synthesis", 1, "You answer after every sentence.", ("What burns?", "Say it."))
Ask = Callable[[Model, float], str]


def whole(model: Model, seconds: float = 20.0) -> str:
    return model.write(PROMPT, Deadline(seconds), Meter())


def streamed(model: Model, seconds: float = 20.0) -> str:
    return "".join(model.stream(PROMPT, Deadline(seconds), Meter()))


@pytest.mark.parametrize("ask", [whole, streamed])
def test_the_reply_arrives_as_it_was_written(model: Model, service: Service, ask: Ask) -> None:
    service.replies["synthesis"] = "Oil burns [S1].\u2028Größe 灯 “5”."
    assert ask(model, 20) == "Oil burns [S1].\u2028Größe 灯 “5”."


def test_words_system_and_pictures_are_sent(model: Model, service: Service) -> None:
    service.replies["synthesis"] = "Yes."
    prompt = Prompt(
        "synthesis", 1, "Rules after every sentence.", ("Look:", Picture("image/png", b"PNG!"), "Now.")
    )
    model.write(prompt, Deadline(20), Meter())
    sent = service.asked[0].text
    assert all(
        part in sent for part in ("Rules after every sentence.", "Look:", "UE5HIQ==", "image/png", "Now.")
    )


def test_a_schema_is_sent(model: Model, service: Service) -> None:
    service.replies["synthesis"] = "{}"
    shape: dict[str, Any] = {"type": "object", "properties": {"ids": {"type": "array"}}}
    model.write(Prompt("synthesis", 1, "after every sentence", ("Go.",), schema=shape), Deadline(20), Meter())
    assert '"ids": {"type": "array"}' in service.asked[0].text


def test_what_it_cost_is_counted_under_its_role(model: Model, service: Service) -> None:
    service.replies["synthesis"] = "Oil."
    meter = Meter()
    model.write(PROMPT, Deadline(20), meter)
    assert list(model.stream(PROMPT, Deadline(20), meter)) == ["Oil."]
    spent = meter.roles["synthesis"]
    assert (spent.calls, spent.input_tokens, spent.output_tokens) == (2, 200, 50)


@pytest.mark.parametrize("ask", [whole, streamed])
@pytest.mark.parametrize(
    ("fault", "kind", "said"),
    [
        ("401", "auth", "answered 401"),
        ("404", "request", "answered 404"),
        ("429", "limit", "answered 429"),
        ("500", "server", "answered 500"),
        ("504", "timeout", "answered 504"),
        ("drop", "network", "could not be reached"),
        ("empty", "empty", "answered nothing"),
        ("blocked", "blocked", "declined to answer"),
    ],
)
def test_each_fault_is_told_by_its_kind(
    model: Model, service: Service, ask: Ask, fault: str, kind: Failure, said: str
) -> None:
    service.replies["synthesis"] = "Oil burns."
    service.fail(fault, times=9)
    with pytest.raises(ModelError, match=said) as caught:
        ask(model, 20)
    assert caught.value.kind == kind
    assert model.name in caught.value.message
    assert KEY not in str(caught.value)
    assert "repeated here" not in str(caught.value)


@pytest.mark.parametrize("ask", [whole, streamed])
def test_nobody_waits_longer_than_the_deadline(model: Model, service: Service, ask: Ask) -> None:
    service.fail("stall", times=9)
    with pytest.raises(ModelError, match="did not answer in time") as caught:
        ask(model, 0.15)
    assert caught.value.kind == "timeout"


def test_a_reply_that_is_too_long_is_none(model: Model, service: Service) -> None:
    service.replies["synthesis"] = '{"ranking": ["S1"'
    service.fail("long")
    with pytest.raises(ModelError, match="more than it may"):
        whole(model)


@pytest.mark.parametrize(("fault", "kind"), [("cut", "cut"), ("long", "cut"), ("stop", "cut")])
def test_a_stream_that_breaks_off_gives_what_came_and_says_so(
    model: Model, service: Service, fault: str, kind: Failure
) -> None:
    service.replies["synthesis"] = "Oil burns in the lamp. It is cleaned every month."
    service.fail(fault)
    got: list[str] = []
    with pytest.raises(ModelError, match="broke off") as caught:
        got.extend(model.stream(PROMPT, Deadline(20), Meter()))
    assert caught.value.kind == kind
    assert "".join(got).startswith("Oil burns")


def test_the_server_says_when_to_ask_again(model: Model, service: Service, waits: list[float]) -> None:
    service.replies["synthesis"] = "Oil."
    service.fail("429", times=2, after="1.5s")
    assert whole(model) == "Oil."
    assert waits == [1.5, 1.5]


def test_without_a_delay_of_the_server_the_waits_grow(
    model: Model, service: Service, waits: list[float]
) -> None:
    service.replies["synthesis"] = "Oil."
    service.fail("500", times=2)
    assert streamed(model) == "Oil."
    assert 0.5 <= waits[0] <= 1.0 <= waits[1] <= 1.5


def test_a_wait_that_is_too_long_is_not_begun(model: Model, service: Service, waits: list[float]) -> None:
    service.fail("429", times=9, after="30s")
    with pytest.raises(ModelError, match="429"):
        whole(model, 5)
    assert waits == []
    assert len(service.asked) == 1


def test_what_will_not_pass_is_not_asked_again(model: Model, service: Service) -> None:
    service.fail("401", times=9)
    with pytest.raises(ModelError):
        whole(model)
    assert len(service.asked) == 1


def test_a_reader_who_leaves_ends_the_call(model: Model, service: Service) -> None:
    service.replies["synthesis"] = "Oil burns. " * 100
    meter = Meter()
    with closing(model.stream(PROMPT, Deadline(20), meter)) as pieces:  # type: ignore[type-var]
        assert next(pieces) == "Oil bur"
    assert meter.total.calls == 1


def test_the_key_travels_in_a_header_alone(model: Model, service: Service) -> None:
    service.replies["synthesis"] = "Oil."
    whole(model)
    asked = service.asked[0]
    assert KEY in str(asked.headers)
    assert KEY not in asked.path + asked.text + repr(model) + repr(vars(model))
