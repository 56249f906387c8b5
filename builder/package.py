"""`sourceleaf package`: the function as one folder, ready for any host that runs Python."""

from __future__ import annotations

import shutil
import tempfile
from importlib.metadata import version
from pathlib import Path

from serverless import index, registry
from serverless.folders import swap
from serverless.tools import RERANKER

from .places import HOME

NEEDS = (
    "faiss-cpu",
    "msgspec",
    "numpy",
    "onnxruntime",
    "snowballstemmer",
    "starlette",
    "tokenizers",
    "uvicorn",
)
"""What `serverless` imports at run time."""

ENTRY = '''"""Run with any ASGI server: `uvicorn app:app`. Settings come from the environment."""

import os
from pathlib import Path

HERE = Path(__file__).parent
os.environ.setdefault("SOURCELEAF_INDEX", str(HERE / "index"))
os.environ.setdefault("SOURCELEAF_MODELS", str(HERE / "models"))

from serverless.app import app

__all__ = ["app"]
'''


def package(shipped: Path, target: Path) -> Path:
    """Writes `target`: reader, index, the models that the index needs with their licences, requirements.

    Raises IndexFormatError where `shipped` is no index, ProviderError where a model is not here.
    """
    manifest = index.read(shipped).manifest
    models = [manifest.embedder.model, *([RERANKER] if "en" in manifest.languages else [])]
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".package-") as temporary:
        made = Path(temporary) / target.name
        skipped = shutil.ignore_patterns("__pycache__")
        shutil.copytree(HOME / "serverless", made / "serverless", ignore=skipped)
        shutil.copytree(shipped, made / "index")
        for name in models:
            shutil.copytree(registry.locate(registry.model(name)), made / "models" / name)
        (made / "requirements.txt").write_text(requirements(), encoding="utf-8")
        (made / "app.py").write_text(ENTRY, encoding="utf-8")
        swap(made, target)
    return target


def requirements() -> str:
    """The run-time packages, pinned to the versions that are installed here."""
    return "".join(f"{name}=={version(name)}\n" for name in NEEDS)
