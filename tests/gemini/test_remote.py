"""Embedders on the network: what is asked of them, and what is made of what they give."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from serverless.model import EmbedderId
from serverless.providers.remote import RemoteEmbedder, groups
from serverless.roles.choice import Choice, Switchboard, identity
from serverless.roles.port import ModelError

from .service import Service

IDS = [
    identity(Choice("gemini", "gemini-embedding-001"), 256),
    identity(Choice("gemini", "gemini-embedding-2"), 256),
    identity(Choice("openai", "small"), 64),
]
CHUNK = "[Lamp > Power]\nThe lamp draws 40 watts."


@pytest.fixture(params=IDS, ids=lambda one: one.model)
def embedder(request: pytest.FixtureRequest, switchboard: Switchboard) -> RemoteEmbedder:
    return switchboard.embedder(request.param)


def test_vectors_are_of_length_one_and_in_order(embedder: RemoteEmbedder) -> None:
    texts = [f"[Lamp > Power]\ntext number {n}" for n in range(230)]
    rows = embedder.embed(texts, "document")
    assert rows.shape == (230, embedder.id.dims)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)
    assert np.array_equal(rows[[7, 210]], embedder.embed([texts[7], texts[210]], "document"))


def test_texts_with_the_same_words_are_near(embedder: RemoteEmbedder) -> None:
    lamp, kite = embedder.embed(["the lamp draws power", "a kite made of nylon"], "document")
    asked = embedder.embed(["lamp power"], "query")[0]
    assert asked @ lamp > asked @ kite


def test_no_text_asks_nobody(embedder: RemoteEmbedder, service: Service) -> None:
    assert embedder.embed([], "query").shape == (0, embedder.id.dims)
    assert service.asked == []


@pytest.mark.parametrize("embedder", IDS[:2], indirect=True, ids=lambda one: one.model)
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("dims", "vectors of 768 dimensions, not of 256"),
        ("short", "1 vectors for 2 texts"),
        ("nonsense", "unreadable"),
        ("429", "429"),
        ("500", "500"),
        ("401", "401"),
        ("drop", "could not be reached"),
    ],
)
def test_what_does_not_fit_is_refused(
    embedder: RemoteEmbedder, service: Service, fault: str, said: str
) -> None:
    service.fail(fault, times=9)
    with pytest.raises(ModelError, match=said):
        embedder.embed(["one", "two"], "query")


def test_the_first_model_is_told_task_and_title(switchboard: Switchboard, service: Service) -> None:
    embedder = switchboard.embedder(IDS[0])
    embedder.embed([CHUNK], "document")
    embedder.embed(["how much power?"], "query")
    document, query = (one.body["requests"][0] for one in service.asked)
    assert (document["taskType"], document["title"]) == ("RETRIEVAL_DOCUMENT", "Lamp")
    assert document["content"]["parts"][0]["text"] == CHUNK
    assert (query["taskType"], "title" in query) == ("RETRIEVAL_QUERY", False)
    assert query["outputDimensionality"] == 256


def test_the_second_model_is_told_in_the_text(switchboard: Switchboard, service: Service) -> None:
    embedder = switchboard.embedder(IDS[1])
    embedder.embed([CHUNK, "no breadcrumb"], "document")
    embedder.embed(["how much power?"], "query")
    texts = [
        request["content"]["parts"][0]["text"] for one in service.asked for request in one.body["requests"]
    ]
    assert sorted(texts) == [
        "task: search result | query: how much power?",
        "title: Lamp > Power | text: The lamp draws 40 watts.",
        "title: none | text: no breadcrumb",
    ]
    assert "taskType" not in service.asked[0].body["requests"][0]


def test_a_request_holds_one_document_a_hundred_texts_and_so_many_tokens() -> None:
    short = [f"[Lamp > Power]\n{n}" for n in range(120)] + ["[Kite > Sail]\nnylon"]
    assert [(group.title, len(group.texts)) for group in groups(short, "document")] == [
        ("Lamp", 100),
        ("Lamp", 20),
        ("Kite", 1),
    ]
    long = ["word " * 8_000] * 3
    assert [len(group.texts) for group in groups(long, "query")] == [1, 1, 1]


def test_several_threads_may_ask_at_once(switchboard: Switchboard) -> None:
    embedder = switchboard.embedder(IDS[0])
    with ThreadPoolExecutor(4) as pool:
        rows = list(pool.map(lambda n: embedder.embed([f"text {n % 2}"], "query")[0], range(8)))
    assert np.array_equal(rows[0], rows[6])
    assert embedder.meter.total.calls == 8


def test_other_dimensions_are_another_embedder() -> None:
    ids = {
        str(identity(Choice("gemini", "gemini-embedding-001"), 768)),
        *map(str, IDS),
        str(identity(Choice("gemini"), 1536)),
    }
    assert len(ids) == 5
    assert isinstance(IDS[0], EmbedderId)
