"""What comes in is checked before anything expensive happens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from serverless import guard
from serverless.errors import ConfigError, UsageError
from serverless.settings import Settings, read


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "not-json"),
        (b"\xff\xfe", "not-json"),
        (b"[]", "bad-question"),
        (b"{}", "bad-question"),
        (b'{"question": 3}', "bad-question"),
        (b'{"question": "a", "colour": "red"}', "bad-question"),
        (b'{"question": "  ?! "}', "question-empty"),
        (b'{"question": "' + b"a" * 2001 + b'"}', "question-too-long"),
    ],
)
def test_a_bad_body_is_refused_with_its_code(body: bytes, code: str) -> None:
    with pytest.raises(UsageError) as caught:
        guard.decode(body)
    assert caught.value.code == code
    assert caught.value.hint


def test_a_good_body_is_a_question() -> None:
    assert guard.decode(b'{"question": " Why? ", "lang": "en"}') == guard.question("Why?", "en")


def test_reading_stops_as_soon_as_a_body_is_too_long() -> None:
    read_parts = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read_parts
        while True:
            read_parts += 1
            yield b"x" * 1024

    with pytest.raises(UsageError, match="more than 65536 bytes"):
        asyncio.run(guard.read_body(endless()))
    assert read_parts == 65


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        (None, ()),
        ("https://here.example", ()),
        ("https://else.example", ("https://else.example",)),
        ("https://else.example", ("*",)),
    ],
)
def test_pages_of_this_site_and_of_named_ones_may_ask(origin: str | None, allowed: tuple[str, ...]) -> None:
    guard.check_origin(origin, "here.example", allowed)


@pytest.mark.parametrize("origin", ["https://else.example", "https://here.example.evil", "null", ""])
def test_other_pages_may_not(origin: str) -> None:
    with pytest.raises(UsageError) as caught:
        guard.check_origin(origin, "here.example", ("https://known.example",))
    assert caught.value.code == "origin-refused"


def test_a_client_that_asks_too_often_has_to_wait() -> None:
    limiter = guard.Limiter(2)
    limiter.take("a", now=0.0)
    limiter.take("a", now=1.0)
    limiter.take("b", now=1.0)
    with pytest.raises(UsageError, match="too many questions"):
        limiter.take("a", now=2.0)
    limiter.take("a", now=32.0)


def test_no_limit_is_no_limit() -> None:
    limiter = guard.Limiter(0)
    for _ in range(1000):
        limiter.take("a")


def test_the_value_that_was_asked_for_longest_ago_is_forgotten() -> None:
    cache: guard.Cache[int] = guard.Cache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert (cache.get("a"), cache.get("b"), cache.get("c")) == (1, None, 3)


def test_settings_come_from_the_environment() -> None:
    assert read({"PATH": "/bin"}) == Settings()
    given = read(
        {"SOURCELEAF_INDEX": "/x", "SOURCELEAF_RATE": "5", "SOURCELEAF_ORIGINS": "https://a/, https://b"}
    )
    assert (given.index, given.rate, given.allowed) == ("/x", 5, ("https://a", "https://b"))


@pytest.mark.parametrize("value", ["many", "-1", "21"])
def test_a_wrong_setting_is_named(value: str) -> None:
    with pytest.raises(ConfigError, match="SOURCELEAF_MAX_FIGURES: "):
        read({"SOURCELEAF_MAX_FIGURES": value})
