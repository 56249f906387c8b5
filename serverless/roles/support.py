"""Whether a sentence that a model wrote stands in what it cites, and where."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from ..cite import NUMBER
from ..context import Part
from ..model import Figure
from ..overlap import token_set
from ..tokens import normal
from ..units import UNSPACED, Unit
from .brief import figure_text

TERM = re.compile(r"[^\W\d_]*[A-Z][\w-]*[A-Z\d][\w-]*")
"""Words with capitals or digits inside: names that no translation changes."""
URL = re.compile(r"(?:https?:)?//\S+|www\.\S+", re.IGNORECASE)
GROUPED = re.compile(r"(?<=\d)[,\u00a0\u202f' ](?=\d{3}(?!\d))")
ENOUGH = 0.6
"""Share of a sentence's words that a section must hold to be cited for a sentence without an id."""
WORDS = {
    "1": "one un une ein eine uno una 一",
    "2": "two deux zwei dos 二 两",
    "3": "three trois drei tres 三",
    "4": "four quatre vier cuatro 四",
    "5": "five cinq fünf cinco 五",
    "6": "six sechs seis 六",
    "7": "seven sept sieben siete 七",
    "8": "eight huit acht ocho 八",
    "9": "nine neuf neun nueve 九",
    "10": "ten dix zehn diez 十",
}
"""Numbers that a document may spell out."""


def holds(
    text: str, cited: str, offered: str, figures: Iterable[Figure] = (), *, looked: bool = False
) -> bool:
    """Whether the numbers of a text stand in what it `cited`, its terms and addresses in what was `offered`.

    The words of `figures` count as cited; where the model `looked` at a picture, a number may be from there.
    """
    if any(url not in offered for url in URL.findall(text)):
        return False
    source = "\n".join([cited, *map(figure_text, figures)])
    if not looked and any(not _spelt(number, source) for number in _numbers(text) - _numbers(source)):
        return False
    folded = normal(offered)
    return all(normal(term) in folded for term in TERM.findall(text))


def _spelt(number: str, source: str) -> bool:
    folded = source.casefold()
    words = WORDS.get(number, "").split()
    return any(re.search(rf"\b{word}\b" if word.isascii() else word, folded) for word in words)


def _numbers(text: str) -> set[str]:
    """The numbers of a text, written one way: "1,536" is "1536", "0,5" is "0.5"."""
    found = NUMBER.findall(GROUPED.sub("", normal(text)))
    return {number.replace(",", ".") for number in found}


def attributed(text: str, lang: str, parts: Sequence[Part]) -> Part | None:
    """The section that holds most of a sentence's words, where it holds enough of them."""
    words = token_set(text, lang)
    same = [part for part in parts if part.section.lang == lang]
    if not words or not same:
        return None
    shares = [(len(words & token_set(part.section.text, lang)) / len(words), -part.n, part) for part in same]
    share, _, best = max(shares, key=lambda item: item[:2])
    return best if share >= ENOUGH else None


def quote(text: str, lang: str, part: Part) -> str:
    """What stands in the section that says most of a sentence, so that a reader finds it there."""
    if not part.units:
        return part.section.title
    words = token_set(text, lang) | token_set(text, part.section.lang)
    numbers = _numbers(text)

    def worth(unit: Unit) -> float:
        found = token_set(unit.text, part.section.lang)
        shared = len(words & found) / math.sqrt(1 + len(found))
        return shared + len(numbers & _numbers(unit.text))

    best = max(part.units, key=worth)
    return best.quote or best.text


def budget(lang: str, words: int) -> int:
    """Tokens that an answer of so many words may take."""
    return words * (4 if lang in UNSPACED else 3) + 400
