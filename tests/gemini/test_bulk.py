"""Vectors made in jobs: handed over, waited for across builds, and equal to those made at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from builder.bulk import EVERY, Bulk
from builder.embed import embed
from serverless.model import Chunk
from serverless.roles.choice import Choice, Switchboard, identity
from serverless.roles.port import ModelError

from .service import Service

TEXTS = [
    "[Lamp > Power]\nThe lamp draws 40 watts.",
    "[Lamp > Wick]\nTrim the wick.",
    "[Kite]\nMade of nylon.",
]
Open = Callable[[], Bulk]


@pytest.fixture(params=["gemini-embedding-001", "gemini-embedding-2"])
def opened(
    request: pytest.FixtureRequest, switchboard: Switchboard, service: Service, tmp_path: Path
) -> Open:
    """A new build each time it is called, over the same store; the jobs end at the first wait."""
    wanted = identity(Choice("gemini", request.param), 256)

    def wait(seconds: float) -> None:
        assert seconds == EVERY
        service.state = "BATCH_STATE_SUCCEEDED"

    def make() -> Bulk:
        later = switchboard.later(wanted)
        assert later
        return Bulk(switchboard.embedder(wanted), later, tmp_path, wait)

    return make


def vectors(bulk: Bulk) -> list[np.ndarray]:
    made = [np.zeros(bulk.id.dims)] * len(TEXTS)
    for place, rows in bulk.finished(TEXTS):
        made[place] = list(rows)
    return made


def test_vectors_of_jobs_equal_those_made_at_once(opened: Open, service: Service) -> None:
    service.state = "BATCH_STATE_RUNNING"
    bulk = opened()
    assert np.array_equal(vectors(bulk), bulk.embed(TEXTS, "document"))
    assert [len(texts) for texts in service.jobs.values()] == [2, 1]  # one job a document, for its title


def test_jobs_cost_half(opened: Open) -> None:
    jobs, at_once = opened(), opened()
    vectors(jobs)
    at_once.embed(TEXTS, "document")
    assert 0 < jobs.meter.total.cost == pytest.approx(at_once.meter.total.cost / 2)


def test_a_build_that_was_stopped_takes_its_jobs_up_again(opened: Open, service: Service) -> None:
    service.fail("403", role="job")
    with pytest.raises(ModelError, match="403"):
        vectors(opened())
    vectors(opened())
    assert len(service.jobs) == 2


def test_a_job_that_is_given_up_is_handed_over_anew(opened: Open, service: Service) -> None:
    service.state = "BATCH_STATE_EXPIRED"
    with pytest.raises(ModelError, match="gemini gave up batches/job0: JOB_STATE_EXPIRED"):
        vectors(opened())
    service.state = "BATCH_STATE_SUCCEEDED"
    vectors(opened())
    assert len(service.jobs) == 3


def test_what_a_job_brought_is_asked_for_once(opened: Open, service: Service, tmp_path: Path) -> None:
    chunks = [
        Chunk(str(n), "s", n, "text", text.partition("\n")[2], (text[1:].split(" > ")[0].split("]")[0],))
        for n, text in enumerate(TEXTS)
    ]
    said: list[tuple[int, int]] = []
    first = embed(chunks, opened(), tmp_path, lambda done, total: said.append((done, total)))
    assert said == [(0, 3), (2, 3), (3, 3)]
    assert np.array_equal(first, embed(chunks, opened(), tmp_path, lambda done, total: None))
    assert len(service.jobs) == 2
