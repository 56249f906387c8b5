"""A build that asks models on the network, and a reader of the index that it makes."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from builder import build, estimate
from builder.config import Config
from builder.places import Places, places
from builder.progress import Silent
from builder.roles import Roles
from serverless.answer import complete, load
from serverless.errors import ConfigError, ProviderError, UsageError
from serverless.model import Question
from serverless.settings import read

from . import sources
from .conftest import KEY, environment
from .service import Service

ALL = Roles(embeddings="gemini", dimensions=256, noise="gemini", figures="gemini")


@pytest.fixture
def where(tmp_path: Path) -> Places:
    return places(sources.write(tmp_path), tmp_path / "out", Config(), tmp_path)


@pytest.fixture
def keyed(service: Service, monkeypatch: pytest.MonkeyPatch) -> Service:
    for name, value in environment(service).items():
        monkeypatch.setenv(name, value)
    service.replies["noise"] = json.dumps({"sections": []})
    service.replies["describe"] = json.dumps(
        {"quality": "Good", "description": "A brass lamp.", "alt": "Lamp"}
    )
    return service


def made(where: Places, roles: Roles) -> build.Report:
    return build.build(where, Config(roles=roles), Silent(), index_only=True)


def test_what_a_build_asks_is_asked_once(where: Places, keyed: Service) -> None:
    first = made(where, ALL)
    asked = len(keyed.asked)
    assert first.calls == asked > 2
    assert first.cost > 0
    assert {one.role for one in keyed.asked} == {"noise", "describe", "embed"}
    index = {path.name: path.read_bytes() for path in where.index.iterdir()}
    assert made(where, ALL).calls == 0
    assert len(keyed.asked) == asked
    assert {path.name: path.read_bytes() for path in where.index.iterdir()} == index
    assert not any(KEY.encode() in data for data in index.values())


def test_the_reader_asks_the_model_that_the_index_was_made_with(where: Places, keyed: Service) -> None:
    made(where, ALL)
    opened, tools = load(read({"SOURCELEAF_INDEX": str(where.index)}))
    assert opened.manifest.embedder.dims == 256
    assert "A brass lamp." in [figure.description for figure in opened.rows.library().figures]
    before = len(keyed.of("embed"))
    given = complete(Question("How is the lens cleaned?"), opened, tools)
    assert given.sections
    assert len(keyed.of("embed")) > before


def test_a_dry_run_asks_nobody_and_wants_no_key(where: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    found = build.forecast(where, Config(roles=ALL), Silent())
    assert [role.role for role in found.roles] == ["noise", "describe", "embeddings"]
    assert all(role.calls for role in found.roles)
    assert "list prices" in estimate.text(found)


def test_a_dry_run_without_roles_costs_nothing(where: Places) -> None:
    said = estimate.text(build.forecast(where, Config(), Silent()))
    assert said == "No model is asked in this build: it costs nothing."


def test_a_build_that_would_cost_too_much_does_not_start(where: Places, keyed: Service) -> None:
    roles = Roles(embeddings="gemini", figures="gemini", max_build_cost=0.0000001)
    with pytest.raises(UsageError, match="the build would cost about"):
        made(where, roles)
    assert keyed.asked == []
    assert not where.index.exists()


@pytest.mark.parametrize("role", ["embeddings", "noise", "figures"])
def test_a_build_without_a_key_does_not_start(
    where: Places, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ConfigError, match=f"roles.{role} is gemini, but gemini has no key"):
        made(where, msgspec.convert({role: "gemini"}, Roles))


def test_a_model_that_fails_leaves_what_the_rules_say_and_a_warning(where: Places, keyed: Service) -> None:
    keyed.fail("401", times=99, role="noise")
    warnings = [warned.message for warned in made(where, Roles(noise="gemini")).warnings]
    assert any("noise: the rules judged, not the model" in message for message in warnings)


def test_vectors_of_another_size_stop_the_build(where: Places, keyed: Service) -> None:
    keyed.fail("dims", times=99)
    with pytest.raises(ProviderError, match="gave vectors of 768 dimensions, not of 256"):
        made(where, Roles(embeddings="gemini", dimensions=256))
    assert not where.index.exists()
