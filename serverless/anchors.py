"""Places that a question names by number: "Figure 5", "Tab. II", "图 3", "Équation (4)", "section 4.2"."""

from __future__ import annotations

import re
from typing import Literal

from .model import Figure, Struct

AnchorKind = Literal["figure", "table", "equation", "algorithm", "section"]

WORDS: dict[AnchorKind, str] = {
    "figure": r"figur(?:e|es|a|as|en)?|figs?|abb(?:ildung(?:en)?)?|img|imagen?|schéma|图|圖|図",
    "table": r"tab(?:le|les|leau|leaux|elle|ellen|la|las|s)?|表格?",
    "equation": r"[ée]quations?|eqs?|eqns?|[ée]q|gleichung(?:en)?|gl|ecuaci[óo]n(?:es)?|ec|"
    r"formula|formule|formel|公式|数式|式",
    "algorithm": r"algorithm(?:s|e|es|us|en)?|alg|algo|algoritmos?|算法|アルゴリズム",
    "section": r"sections?|sect?|abschnitt|secci[óo]n|§§?|chapters?|chap|chapitre|kapitel|cap[íi]tulo|"
    r"appendi(?:x|ces)|annexe?|anhang|ap[ée]ndice|anexo|章节?|节|節|附录|付録",
}
NUMBER = r"(?-i:(?:[A-Z]\.?)?\d+(?:[.\-]\d+)*|[IVXLC]{1,6}(?![A-Za-z])|[A-Za-z](?:\.\d+)+|[A-Z](?![\w'’]))"
AND = r"\)?\s*(?:,|and|et|und|y|&|和|と|、)\s*\(?"
MENTION = re.compile(
    r"(?<![A-Za-z\u00c0-\u024f])(?:"
    + "|".join(f"(?P<{kind}>{words})" for kind, words in WORDS.items())
    + rf")\.?\s*[№#(]?\s*(?P<number>{NUMBER})(?P<more>(?:{AND}{NUMBER})*)",
    re.IGNORECASE,
)
COUNTED = re.compile(r"第\s*(?P<number>\d+(?:\.\d+)*|[一二三四五六七八九十]+)\s*(?P<word>章|节|節|图|図|表)")
AFTER = re.compile(r"(?P<number>\d+(?:\.\d+)+)\s*(?:节|節|章)")
SINGLE = re.compile(NUMBER)
ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
NUMERALS = "一二三四五六七八九十"


class Anchor(Struct, frozen=True):
    """A kind and a number as written, in lower case: ("table", "ii")."""

    kind: AnchorKind
    number: str

    @property
    def spellings(self) -> tuple[str, ...]:
        """The number, and what it is in Roman or Arabic numerals."""
        return tuple(dict.fromkeys((self.number, _arabic(self.number), _roman(self.number))))

    def names(self, figure: Figure) -> bool:
        """Whether `figure`, which bears this number, is of the kind that is meant."""
        return figure.kind == self.kind or (self.kind == "figure" and figure.kind in {"image", "video"})


def find(text: str) -> tuple[Anchor, ...]:
    """All places that `text` names, each once, in order."""
    found: dict[Anchor, None] = {}
    for match in MENTION.finditer(text):
        kind = next(kind for kind in WORDS if match[kind])
        for number in (match["number"], *SINGLE.findall(match["more"])):
            if _is_number(number):
                found[Anchor(kind, number.casefold())] = None
    for match in COUNTED.finditer(text):
        kinds: dict[str, AnchorKind] = {"图": "figure", "図": "figure", "表": "table"}
        found[Anchor(kinds.get(match["word"], "section"), _plain_numeral(match["number"]))] = None
    for match in AFTER.finditer(text):
        found[Anchor("section", match["number"])] = None
    return tuple(found)


def _is_number(text: str) -> bool:
    """Letters count as a number only in capitals: "Appendix D", not "table a"."""
    return text.isupper() or any(letter.isdigit() for letter in text)


def _plain_numeral(text: str) -> str:
    if text.isascii():
        return text
    tens, _, ones = text.rpartition("十")
    if "十" not in text:
        return str(NUMERALS.index(text) + 1) if len(text) == 1 else text
    return str(10 * (NUMERALS.index(tens) + 1 if tens else 1) + (NUMERALS.index(ones) + 1 if ones else 0))


def _arabic(number: str) -> str:
    if not number or any(letter not in ROMAN for letter in number):
        return number
    values = [ROMAN[letter] for letter in number]
    signed = (
        -value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True)
    )
    return str(sum(signed))


def _roman(number: str) -> str:
    if not number.isdigit() or not 0 < int(number) < 40:
        return number
    tens, ones = divmod(int(number), 10)
    return "x" * tens + ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")[ones]
