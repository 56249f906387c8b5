"""A service for each test, and the small library of the reader's tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from serverless.roles.choice import Choice, Switchboard
from serverless.roles.port import Model
from tests.reader.conftest import folder, opened

from .service import Service, serving

__all__ = ["folder", "opened"]

KEY = "key-that-nobody-may-see"


def environment(service: Service) -> dict[str, str]:
    """What a person sets to use either provider; both speak to the same service here."""
    return {
        "GEMINI_API_KEY": KEY,
        "GOOGLE_GEMINI_BASE_URL": service.url,
        "OPENAI_API_KEY": KEY,
        "OPENAI_BASE_URL": f"{service.url}/v1",
    }


@pytest.fixture
def service() -> Iterator[Service]:
    with serving() as one:
        yield one


@pytest.fixture
def waits() -> list[float]:
    """The seconds that would have been waited before asking again."""
    return []


@pytest.fixture
def switchboard(service: Service, waits: list[float]) -> Switchboard:
    return Switchboard(environment(service), sleep=waits.append)


@pytest.fixture
def gemini(switchboard: Switchboard) -> Model:
    return switchboard.model(Choice("gemini"))


Open = Callable[[str], Model]


@pytest.fixture(params=["gemini:gemini-3.1-flash-lite", "openai:small"])
def model(request: pytest.FixtureRequest, switchboard: Switchboard) -> Model:
    """Every provider in turn."""
    provider, _, name = str(request.param).partition(":")
    return switchboard.model(Choice(provider, name))
