"""How much of a question a text says in the question's own words, rare words counting most."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

from .lexical import Known
from .tokens import terms


class Overlap:
    """The words of one question with their weights."""

    def __init__(self, words: Sequence[Known], sections: int) -> None:
        self._weights: dict[str, float] = {}
        self._total = 0.0
        for count, term in words:
            weight = math.log(1 + (sections - count + 0.5) / (count + 0.5)) if count else 0.0
            self._total += weight
            for spelling in term:
                self._weights[spelling] = weight

    def found(self, text: str, lang: str) -> frozenset[str]:
        """The question's words that stand in `text`."""
        return token_set(text, lang) & self._weights.keys()

    def weigh(self, words: Iterable[str]) -> float:
        """The weighted share of the question's known words that these are, 0…1."""
        return sum(self._weights[word] for word in words) / self._total if self._total else 0.0

    def share(self, text: str, lang: str) -> float:
        """The weighted share of the question's known words that stand in `text`, 0…1."""
        return self.weigh(self.found(text, lang))


@lru_cache(maxsize=20_000)
def token_set(text: str, lang: str) -> frozenset[str]:
    """The distinct tokens of a sentence; sentences come again with every question."""
    return frozenset(terms(text, lang))
