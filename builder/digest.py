"""The first words of a section, for lists, cards and descriptions; formulas are never cut apart."""

from __future__ import annotations

import re
from collections.abc import Callable

from serverless.model import Section
from serverless.plain import FORMULA, pieces

from .extract import escape

_WORD = re.compile(rf"(?:{FORMULA.pattern}|\S)+", re.DOTALL)


def words(section: Section, length: int) -> str:
    """Plain text of the section's prose up to `length` characters, formulas still between dollars."""
    prose = " ".join(piece.text for piece in pieces(section.text) if piece.kind in {"prose", "item"})
    flat = " ".join(prose.split())
    if len(flat) <= length:
        return flat
    end = max((match.end() for match in _WORD.finditer(flat) if match.end() < length), default=0)
    if end < length // 2:  # a script without spaces
        end = length - 1 if not FORMULA.search(flat[: 2 * length]) else end
    return flat[:end].rstrip(" ,;:，；：、–—-") + "…" if end else ""


def markdown(text: str) -> str:
    """What `words` gave, as one line of Markdown."""
    return escape.paragraph(_parted(text, escape.words, str))


def plain(text: str) -> str:
    """What `words` gave, with formulas as a reader would say them: no dollars, no commands."""
    return _parted(text, str, _spoken)


def _parted(text: str, prose: Callable[[str], str], formula: Callable[[str], str]) -> str:
    parts: list[str] = []
    at = 0
    for match in FORMULA.finditer(text):
        parts += [prose(text[at : match.start()]), formula(match[0])]
        at = match.end()
    return "".join([*parts, prose(text[at:])])


def _spoken(formula: str) -> str:
    bare = re.sub(r"\\(?:[a-zA-Z]+|.)|[{}$]", " ", formula)
    return re.sub(r"\s+", " ", bare).strip()
