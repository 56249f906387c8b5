"""The tokeniser of the search that runs in the browser.

The widget has the same one (`overrides/assets/sourceleaf/tokens.js`), so it can only do what both languages
do alike: no stemmers, no dictionaries. `tests/js/tokens.golden.json` holds both to the same results.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from serverless.tokens import CJK

LONGEST = 40
"""Characters of the longest word worth finding; what is longer is an address or an encoded file."""

_LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d"})
"""Letters that people type in two ways and that Unicode does not take apart."""
_CJK_RUNS = re.compile(f"([{CJK}]+)")
_DIACRITICS = {*range(0x300, 0x370), *range(0x5B0, 0x5BE), 0x5C1, 0x5C2, *range(0x64B, 0x660)}
"""Accents of Latin, Greek and Cyrillic letters, vowel points of Hebrew and Arabic."""


def tokens(text: str) -> list[str]:
    """Words of letters and digits without case and diacritics; CJK text as overlapping pairs."""
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFKD", text).translate(_FOLD))
    return [token for word in plain.split() for token in _word(word)]


def rank(token: str) -> bytes:
    """Sort key: the order in which JavaScript compares strings."""
    return token.encode("utf-16-be", "surrogatepass")


class _Fold(dict[int, str]):
    """For `str.translate`: what becomes of a character, worked out once for each."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        category = unicodedata.category(character)
        if code in _DIACRITICS or category == "Cf":
            folded = ""
        elif category[0] in "LNM":
            # Upper, then lower: the case folding that JavaScript can do as well ("ß" and "SS" are "ss").
            folded = character.upper().lower().translate(_LETTERS)
        else:
            folded = " "
        self[code] = folded
        return folded


_FOLD = _Fold()


@lru_cache(maxsize=100_000)
def _word(word: str) -> tuple[str, ...]:
    return tuple(token for part in _CJK_RUNS.split(word) if part for token in _pairs(part))


def _pairs(part: str) -> list[str]:
    if not _CJK_RUNS.match(part):
        return [part] if len(part) <= LONGEST else []
    return [part[at : at + 2] for at in range(max(1, len(part) - 1))]
