"""The documents of a large library by letter, so that one of thousands is found."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import msgspec

from .nav import Card

SHORT = 60
"""Documents up to which each is shown with its first words, in the order of the library."""
SIGNS = "#"
"""Where titles stand that begin with a digit or a sign."""
OTHERS = "文"
"""Where titles stand in scripts that have no letters to be listed by."""
ALPHABETS = ("LATIN", "GREEK", "CYRILLIC")


def shelved(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards as they are, or in the order of their letters, without summaries, where there are many."""
    if len(cards) <= SHORT:
        return tuple(cards)
    lettered = [msgspec.structs.replace(card, letter=letter(card.title), summary="") for card in cards]
    return tuple(sorted(lettered, key=lambda card: (_rank(card.letter), _read(card.title), card.url)))


def letter(title: str) -> str:
    """The letter that a title is looked for under, without its accents."""
    first = next((sign for sign in unicodedata.normalize("NFKD", title) if sign.isalnum()), "")
    if not first or first.isdecimal():
        return SIGNS
    is_letter = unicodedata.name(first, "").startswith(ALPHABETS)
    return first.upper()[:1] if is_letter else OTHERS


def _read(title: str) -> list[str | int]:
    """A title as it is sorted: "Part 9" comes before "Part 10"."""
    parts = re.split(r"(\d+)", title.casefold())
    return [int(part) if at % 2 else part for at, part in enumerate(parts)]


def _rank(sign: str) -> tuple[int, str]:
    return {SIGNS: 0, OTHERS: 2}.get(sign, 1), sign
