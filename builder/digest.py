"""The first words of a section, for lists, cards and descriptions; formulas are never cut apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import takewhile

from serverless.model import Section
from serverless.plain import FORMULA, pieces

from .extract import escape

SHORTEST = 40
"""Characters of a paragraph that may speak for a document."""

HEAD = 1500
"""Characters of Markdown in which the first words are looked for, and on to the end of the block."""

_SENTENCE = re.compile(r"[.!?。！？:：;；][\s\"”’»)）]*(?:\s|$|(?=[\u3000-\u9fff]))")
_IMPRINT = re.compile(r"@|arxiv|https?://|©|\bdoi\b|university|universit[éà]", re.IGNORECASE)
_WORD = re.compile(rf"(?:{FORMULA.pattern}|\S)+", re.DOTALL)


def words(section: Section, length: int) -> str:
    """Plain text of the section's prose up to `length` characters, formulas still between dollars."""
    spoken = (piece.text for piece in pieces(_head(section.text)) if piece.kind in {"prose", "item"})
    return cut(" ".join(spoken), length)


def _head(markdown: str) -> str:
    """The first blocks of a text; the rest cannot matter to its first words."""
    return markdown[: markdown.find("\n\n", HEAD)] if "\n\n" in markdown[HEAD:] else markdown


def opening(sections: Iterable[Section], length: int) -> str:
    """The first paragraph that reads like one: no names of authors, no addresses, no dates."""
    texts = (piece.text for section in sections for piece in pieces(section.text) if piece.kind == "prose")
    return cut(next(filter(_is_prose, texts), ""), length)


def _is_prose(text: str) -> bool:
    return len(text) >= SHORTEST and bool(_SENTENCE.search(text)) and not _IMPRINT.search(text)


def cut(text: str, length: int) -> str:
    """`text` on one line, cut between words at `length`."""
    flat = " ".join(text.split())
    if len(flat) <= length:
        return flat
    ends = takewhile(lambda end: end < length, (match.end() for match in _WORD.finditer(flat)))
    end = max(ends, default=0)
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
