"""Prose cut into sentences: abbreviations, decimals, initials and Chinese punctuation are known."""

from __future__ import annotations

import re
from itertools import pairwise

from .plain import FORMULA

END = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s|$)|[。！？；]+[」』”’）)]*|[.!?]+[”」』](?=\S)")
"""Where a sentence may end; the next character and the word before decide."""

ABBREVIATIONS = frozenset(
    word
    for words in (
        "al alg approx bd bspw bzw ca capt chap cf co corp d.h dept dr e.g ed eds eq eqs evtl fig figs gen",
        "ggf gov i.d.r i.e inc inkl jr lem ltd mio mlle mme mr mrs mt núm o.ä p.ex pág págs pp prof prop ref",
        "refs resp sec sect sects sr st str suppl tab tabl tabs thm u.a u.u usw vgl viz vol vols vs z.b éq",
    )
    for word in words.split()
)
"""Words, without their last dot, after which a dot does not end a sentence."""
BEFORE_NUMBERS = frozenset(("abb", "app", "art", "ch", "col", "no", "nos", "nr", "p", "para", "s"))
"""Words that are abbreviations in front of a number alone."""
LAST_WORD = re.compile(r"([^\s(\[\"'“«]+)\.[\"'”’»)\]]*$")
OPENER = re.compile(r"[\s\"'“‘«(\[¿¡*]*(.)", re.DOTALL)
LOOKED_BACK = 40
"""Characters before a mark that decide whether it ends a sentence; no more, or long texts take for ever."""
MONTH_DAY = re.compile(r"(?:^|\s)\d{1,2}\.$")


def split(text: str, lang: str = "en") -> list[str]:
    """The sentences of one paragraph, in order; joined by spaces they are the paragraph again."""
    masked = FORMULA.sub(lambda match: "\x01" * len(match.group()), text)
    cuts = [match.end() for match in END.finditer(masked) if _ends(masked, match, lang)]
    bounds = [0, *cuts, len(text)]
    parts = (text[start:end].strip() for start, end in pairwise(bounds))
    return [part for part in parts if part]


def _ends(text: str, match: re.Match[str], lang: str) -> bool:
    mark = match.group()
    if mark[0] in "。！？；":
        return True
    if mark == "." and text[max(0, match.start() - 1) : match.start()] in {" ", ","}:
        # ". . ." between the items of a list
        return False
    before = text[max(0, match.end() - LOOKED_BACK) : match.end()]
    opener = OPENER.match(text, match.end())
    if not opener or opener.group(1).isspace():
        return True
    if opener.group(1).islower():
        return False
    is_dot = mark[0] == "." and not mark.startswith("..")
    return not (is_dot and _is_abbreviation(before, opener.group(1), lang))


def _is_abbreviation(before: str, opener: str, lang: str) -> bool:
    """Whether the dot at the end of `before` belongs to its word; `opener` is the first letter after it."""
    found = LAST_WORD.search(before)
    if not found:
        return False
    word = found.group(1)
    if len(word) == 1 and word.isalpha() and word.isupper():
        return True
    is_ordinal = lang == "de" and MONTH_DAY.search(before[-4:]) is not None
    is_enumerator = word.isdigit() and before.strip() == f"{word}."
    folded = word.casefold()
    is_short = folded in ABBREVIATIONS or (folded in BEFORE_NUMBERS and opener.isdigit())
    return is_short or is_ordinal or is_enumerator
