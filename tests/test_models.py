"""The embedded models themselves: what they give for a few sentences, and what must not change it.

`golden-models.json` holds the first eight of 384 dimensions. CPUs differ in the rounding of 8-bit sums, so
the vectors are compared with a tolerance that another pooling, prefix or model exceeds by far.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from serverless.errors import ConfigError, ProviderError
from serverless.model import Struct
from serverless.ports import Role
from serverless.providers.onnx import OnnxEmbedder, OnnxReranker

pytestmark = pytest.mark.models

ENGLISH, ALL = "bge-small-en-v1.5", "multilingual-e5-small"
LAMP = "The keeper lights the lamp at dusk."
WHALE = "Whales breathe air through a blowhole."
CHARGE = "Charge the battery for two hours before the first use."


class Vector(Struct, frozen=True):
    model: str
    role: Role
    text: str
    first: tuple[float, ...]


class Pair(Struct, frozen=True):
    question: str
    passage: str
    logit: float


class Golden(Struct, frozen=True):
    vectors: tuple[Vector, ...]
    pairs: tuple[Pair, ...]


GOLDEN = msgspec.json.decode(Path(__file__).with_name("golden-models.json").read_bytes(), type=Golden)


@pytest.fixture(scope="module")
def embedders() -> dict[str, OnnxEmbedder]:
    return {name: OnnxEmbedder(name) for name in (ENGLISH, ALL)}


@pytest.fixture(scope="module")
def reranker() -> OnnxReranker:
    return OnnxReranker()


def best(embedder: OnnxEmbedder, question: str, passages: list[str]) -> str:
    """The passage that is nearest to the question."""
    similar = embedder.embed(passages, "document") @ embedder.embed([question], "query")[0]
    return passages[int(similar.argmax())]


@pytest.mark.parametrize(
    "golden", GOLDEN.vectors, ids=lambda golden: f"{golden.model}, {golden.role}, {golden.text}"
)
def test_vectors_are_those_of_the_model(embedders: dict[str, OnnxEmbedder], golden: Vector) -> None:
    vector = embedders[golden.model].embed([golden.text], golden.role)[0]
    assert vector[:8] == pytest.approx(golden.first, abs=0.02)


@pytest.mark.parametrize("golden", GOLDEN.pairs, ids=lambda golden: golden.passage)
def test_logits_are_those_of_the_cross_encoder(reranker: OnnxReranker, golden: Pair) -> None:
    assert reranker.score(golden.question, [golden.passage])[0] == pytest.approx(golden.logit, abs=1.0)


@pytest.mark.parametrize("name", [ENGLISH, ALL])
def test_vectors_have_length_one_and_the_dims_of_their_id(
    embedders: dict[str, OnnxEmbedder], name: str
) -> None:
    rows = embedders[name].embed([LAMP, "", "!?", LAMP * 200], "document")
    assert rows.shape == (4, embedders[name].id.dims)
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("name", [ENGLISH, ALL])
def test_nothing_gives_nothing(embedders: dict[str, OnnxEmbedder], reranker: OnnxReranker, name: str) -> None:
    assert embedders[name].embed([], "document").shape == (0, 384)
    assert embedders[name].maxsim(LAMP, []).shape == (0,)
    assert reranker.score(LAMP, []).shape == (0,)


@pytest.mark.parametrize("name", [ENGLISH, ALL])
def test_a_vector_does_not_depend_on_its_neighbours(embedders: dict[str, OnnxEmbedder], name: str) -> None:
    texts = [LAMP, WHALE * 9, CHARGE, "灯塔在黄昏时点亮。"]
    together = embedders[name].embed(texts, "document")
    alone = [embedders[name].embed([text], "document") for text in texts]
    assert together.tobytes() == np.vstack(alone).tobytes()


def test_the_number_of_threads_does_not_change_a_vector(
    embedders: dict[str, OnnxEmbedder], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCELEAF_THREADS", "1")
    single = OnnxEmbedder(ENGLISH).embed([LAMP, WHALE], "document")
    assert single.tobytes() == embedders[ENGLISH].embed([LAMP, WHALE], "document").tobytes()


@pytest.mark.parametrize("name", [ENGLISH, ALL])
def test_the_end_of_a_long_text_is_read_as_well(embedders: dict[str, OnnxEmbedder], name: str) -> None:
    rows = embedders[name].embed([LAMP * 70, LAMP * 70 + WHALE * 10], "document")
    without, within = rows @ embedders[name].embed(["How do whales breathe?"], "query")[0]
    assert within > without + 0.01
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(
    ("name", "question", "answer"),
    [
        (ENGLISH, "When is the lighthouse turned on?", LAMP),
        (ENGLISH, "How do I power up a new device?", CHARGE),
        (ALL, "How do whales get oxygen?", WHALE),
        (ALL, "Quand allume-t-on la lampe ?", LAMP),
        (ALL, "鲸鱼如何呼吸？", WHALE),
        (ALL, "Как долго заряжать аккумулятор?", CHARGE),
        (ALL, "كيف تتنفس الحيتان؟", WHALE),
    ],
)
def test_a_question_is_nearest_to_the_passage_that_answers_it(
    embedders: dict[str, OnnxEmbedder], name: str, question: str, answer: str
) -> None:
    assert best(embedders[name], question, [CHARGE, LAMP, WHALE]) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [("How do whales breathe?", WHALE), ("多久给电池充电？", CHARGE), ("Quand la lampe ?", LAMP)],
)
def test_late_interaction_finds_the_passage_that_answers(
    embedders: dict[str, OnnxEmbedder], question: str, answer: str
) -> None:
    passages = [CHARGE, LAMP, WHALE]
    assert passages[int(embedders[ALL].maxsim(question, passages).argmax())] == answer


def test_late_interaction_compares_a_single_word_by_itself(embedders: dict[str, OnnxEmbedder]) -> None:
    same, other = embedders[ALL].maxsim("Whales", ["Whales", "Cars"])
    assert same > other + 0.15


def test_the_cross_encoder_tells_an_answer_from_its_subject(reranker: OnnxReranker) -> None:
    passages = ["The battery is made of lithium.", CHARGE, WHALE]
    scores = reranker.score("How long must the battery be charged?", passages)
    assert scores[1] > 0 > scores[2]
    assert scores[1] > scores[0] > scores[2]


def test_a_question_longer_than_the_model_reads_is_cut(reranker: OnnxReranker) -> None:
    assert np.isfinite(reranker.score("鲸" * 2000, [WHALE, WHALE * 100])).all()


def test_a_model_that_is_not_there_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(ProviderError, match="run `sourceleaf models pull`"):
        OnnxEmbedder(ENGLISH, tmp_path)


@pytest.mark.parametrize("value", ["0", "two", "-1"])
def test_a_wrong_number_of_threads_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("SOURCELEAF_THREADS", value)
    with pytest.raises(ConfigError, match="SOURCELEAF_THREADS"):
        OnnxEmbedder(ENGLISH).embed([LAMP], "query")
