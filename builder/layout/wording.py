"""What a piece of text looks like: prose, a cell of a table, symbols of a formula, half a sentence."""

from __future__ import annotations

import re

from serverless.stopwords import WORDS
from serverless.units import CJK

FUNCTION = frozenset(word for words in WORDS.values() for word in words if len(word) > 1)
"""Function words of all languages; single letters are left out, they are symbols as often as words."""
PROSE_SHARE = 0.2
"""Function words in prose are at least this share of all words; in labels and cells hardly any are."""
DENSE_SHARE = 0.08
"""The same in technical prose, which then needs a full stop to be told from labels."""
SMALL_SHARE = 0.7
"""Words in small letters in prose of a language that is not known here, which needs a full stop as well."""
CELL = 40
"""Characters of a table's cell or a picture's label; few are longer."""
LONG_CELL = 130
"""Characters of the longest cells."""

WORD = re.compile(r"[^\W\d_]{2,}(?:['’][^\W\d_]+)*")
LETTER = re.compile(r"[^\W\d_]")
CJK_STOP = re.compile(r"[。，、；：！？]")
END = re.compile(r"[.!?:;…。！？：；][\"'”’»)\]」』]*\s*$")
STOP = re.compile(r"[^\W\d_A-Z]{3,}[.!?](?:\s+[^\W\d_a-z]|\s*$)")
OPERATOR = re.compile(r"[=≤≥<>≪≫≈≠∈∉⊂⊆∥⊤⊥⊗∘◦→←↦⇒±×÷√∑∏∫∂∇∆∞·∗⟨⟩ˆ˜¯˙{}|^_]|:=|=:")
NAMES = frozenset(
    name
    for names in (
        "exp log ln max min arg argmax argmin sin cos tan tr vec rank",
        "diag det dim sup inf lim erf",
    )
    for name in names.split()
)
"""Words that belong to formulas."""
EQUATION_NUMBER = re.compile(r"\(\s*([A-Z]?\.?\d{1,3}(?:\.\d{1,3})?[a-z]?)\s*\)")
PANEL = re.compile(r"^\(?[a-hA-H]\s?[).](?!\w)")
"""What a part of a figure is labelled with: "(a) Left view"."""


def weight(text: str) -> int:
    """Characters; one of Chinese, Japanese or Korean counts as two."""
    return len(text) + len(CJK.findall(text))


def is_prose(text: str) -> bool:
    """Whether `text` reads as a sentence or more."""
    if _is_cjk(text):
        return len(CJK.findall(text)) >= 12 and bool(CJK_STOP.search(text))
    size = len(text.replace(" ", ""))
    words = WORD.findall(text)
    is_wordy = len(words) >= 6 or (len(words) >= 3 and ends(text))
    is_told = len(LETTER.findall(text)) >= 0.4 * size and len(OPERATOR.findall(text)) <= 0.08 * size
    share = function_share(text)
    return (
        is_wordy and is_told and (share >= PROSE_SHARE or (share >= DENSE_SHARE and bool(STOP.search(text))))
    )


def ends(text: str) -> bool:
    """Whether a text stops as a sentence does."""
    return bool(END.search(text))


def is_cell(text: str) -> bool:
    """Whether `text` is as short as a cell and no sentence."""
    return weight(text) <= CELL and not is_sentence(text)


def is_sentence(text: str) -> bool:
    """A short sentence, or a word that leads from one formula to the next ("Let", "Then we have:")."""
    words = WORD.findall(text.casefold())
    if len(words) == 1:
        return text.strip(" .,:").casefold() in FUNCTION
    return ends(text) and len(words) >= 3 and function_share(text) >= PROSE_SHARE


def is_symbolic(text: str) -> bool:
    """Whether `text` is a formula, or a piece of one, rather than words."""
    words = [word for word in WORD.findall(text) if word.casefold() not in NAMES]
    if is_prose(text) or any(map(_is_function, words)):
        return False
    if not OPERATOR.search(text):
        return max((len(word) for word in words), default=0) <= 3
    return sum(map(len, words)) * 2 <= len(text.replace(" ", "")) + 8


def function_share(text: str) -> float:
    """Which part of the words are function words, 0…1."""
    words = WORD.findall(text)
    return sum(map(_is_function, words)) / len(words) if words else 0.0


def _is_function(word: str) -> bool:
    """Capitals are symbols or names ("LA"), not words."""
    return word.casefold() in FUNCTION and not word.isupper()


def equation_number(text: str) -> str:
    """The number of an equation where `text` is nothing else: "(3)" gives "3", other text ""."""
    match = EQUATION_NUMBER.fullmatch(text.strip())
    return match[1] if match else ""


def is_open(text: str) -> bool:
    """Whether a paragraph stops before its sentence ends."""
    return not ends(text) and bool(re.search(r"[\w,\-\u2010)\]]\s*$", text))


def goes_on(before: str, after: str) -> bool:
    """Whether `after` may be the rest of the sentence that `before` leaves open."""
    if not is_open(before) or not after:
        return False
    first = after.lstrip("([“\"'")[:1]
    last = before.rsplit(maxsplit=1)[-1] if before.split() else ""
    hangs = last.casefold().strip(",") in FUNCTION or last.endswith(("-", ",", "\u2010"))
    return (
        first.islower()
        or (hangs and (first.isalnum() or bool(CJK.match(first))))
        or _is_cjk_rest(before, first)
    )


def _is_cjk_rest(before: str, first: str) -> bool:
    return bool(CJK.fullmatch(before.rstrip()[-1:])) and bool(CJK.fullmatch(first)) and len(before) > CELL


def _is_cjk(text: str) -> bool:
    return len(CJK.findall(text)) * 3 >= max(len(LETTER.findall(text)), 1)
