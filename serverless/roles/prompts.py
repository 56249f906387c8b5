"""Prompts are files: a line with their version, then their parts under `=== name` lines.

`$name` in a part is filled in when it is rendered. A prompt whose words change gets a new version, which is
part of the keys of all caches.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from string import Template

from ..model import Struct

FOLDER = Path(__file__).parent.parent / "prompts"
VERSION = re.compile(r"version: (\d+)\n")
PART = re.compile(r"^=== (\w+)\n", re.MULTILINE)


class Wording(Struct, frozen=True):
    """A prompt file: its name, its version, its parts by name."""

    name: str
    version: int
    parts: dict[str, str]

    def render(self, part: str, **values: object) -> str:
        """A part with its blanks filled; a blank without a value is a KeyError."""
        return Template(self.parts[part]).substitute({name: str(value) for name, value in values.items()})


@cache
def wording(name: str, folder: Path = FOLDER) -> Wording:
    """The prompt file `name`.md of a folder."""
    return parse(name, (folder / f"{name}.md").read_text(encoding="utf-8"))


def parse(name: str, text: str) -> Wording:
    """Reads the text of a prompt file; ValueError where it has no version or no parts."""
    version = VERSION.match(text)
    names = PART.findall(text)
    if not version or not names:
        raise ValueError(f"the prompt {name} must begin with `version: N` and have `=== part` lines")
    bodies = [body.strip() for body in PART.split(text[version.end() :])[2::2]]
    return Wording(name, int(version[1]), dict(zip(names, bodies, strict=True)))
