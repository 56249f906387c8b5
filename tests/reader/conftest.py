"""The small library as an index that is open, for all tests of the reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from serverless import index
from serverless.settings import read
from serverless.tools import Tools, load

from . import small


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("small") / "index"
    small.write(target)
    return target


@pytest.fixture(scope="session")
def opened(folder: Path) -> index.Index:
    return index.read(folder)


@pytest.fixture(scope="session")
def tools(folder: Path) -> Tools:
    return load(read({"SOURCELEAF_INDEX": str(folder)}))[1]
