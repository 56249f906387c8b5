"""The portal as a person meets it: two sample documents built, served by a process, seen in Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command import ROOT, run, serving

DOCUMENTS = ("reading-maps.zip", "tides-report")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder of a build of two sample documents: a zip of Markdown and an Adobe extraction."""
    folder = tmp_path_factory.mktemp("portal")
    (folder / "sources").mkdir()
    for name in DOCUMENTS:
        source = ROOT / "sources" / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, folder / "sources" / name)
    done = run("build", "--sources", folder / "sources", "--out", folder / "out")
    assert done.returncode == 0, done.stderr
    return folder / "out"


@pytest.fixture(scope="session")
def portal(built: Path) -> Iterator[str]:
    """The address of the served portal."""
    with serving(built) as address:
        yield address
