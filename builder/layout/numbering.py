"""The number in front of a heading: "3.1", "IV.", "A.2", "Appendix B", "第3章", "3)"."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Container, Iterable
from typing import Literal

from serverless.model import Struct

Style = Literal["decimal", "letter-decimal", "roman", "letter", "bracket", "small", "word", "appendix",
                "chapter", "part-of", "list", "list-in"]  # fmt: skip

PARTS = r"chapter|chapitre|kapitel|cap[íi]tulo|part|partie|teil|parte|section|abschnitt|secci[óo]n"
APPENDIX = r"appendix|annexe?|anhang|ap[ée]ndice|anexo"
NUMBER = r"(?-i:\d+(?:\.\d+)*|[IVXLC]+(?![a-z])|[A-Z](?![a-z]))"
MARK = r"(?:[.:：)\s–—-]+|$)"
HAN = "零〇一二三四五六七八九十百"

_SOURCES: tuple[tuple[Style, str], ...] = (
    ("word", rf"(?:{PARTS})\s+(?P<number>{NUMBER}){MARK}"),
    ("appendix", rf"(?:{APPENDIX})\s+(?P<number>{NUMBER}){MARK}"),
    ("appendix", r"(?:附录|附錄|付録)\s*(?P<number>[A-Z\d一二三四五六七八九十]+)[\s.:：、]*"),
    ("chapter", rf"第\s*(?P<number>[\d{HAN}]+)\s*[章篇部编編回课課][\s.:：、]*"),
    ("part-of", rf"第\s*(?P<number>[\d{HAN}]+)\s*[节節条項][\s.:：、]*"),
    ("list", r"(?P<number>[一二三四五六七八九十]+)\s*[、.．]\s*"),
    ("list-in", r"[（(](?P<number>[一二三四五六七八九十]+)[)）]\s*"),
    ("decimal", r"§?\s*(?P<number>\d{1,3}(?:\.\d{1,3})+)\.?[\s:：、]*(?=\D|$)"),
    ("decimal", r"§?\s*(?P<number>\d{1,3})[.．、][\s]*(?=\D)"),
    ("decimal", r"§?\s*(?P<number>\d{1,2})\s+(?=\S)"),
    ("letter-decimal", r"(?P<number>[A-Z](?:\.\d{1,3})+)\.?\s*(?=\D|$)"),
    ("roman", r"(?P<number>[IVXLC]+)[.)]\s+"),
    ("letter", r"(?P<number>[A-Z])[.)]\s+"),
    ("bracket", r"\(?(?P<number>\d{1,2})\)\s*(?=\D)"),
    ("small", r"\(?(?P<number>[a-z])[).]\s+"),
)
FORMS = tuple(
    (style, re.compile(source, re.IGNORECASE if style in {"word", "appendix"} else 0))
    for style, source in _SOURCES
)


class Numbered(Struct, frozen=True):
    """`number` is without marks, Chinese numerals in digits; `bare` says that no mark stood behind it."""

    number: str
    title: str
    style: Style
    bare: bool = False


def parse(text: str) -> Numbered | None:
    """The number that a heading begins with, None where there is none."""
    for style, form in FORMS:
        if match := form.match(text):
            title = text[match.end() :].strip()
            number = _digits(match["number"])
            is_bare = style == "decimal" and number.isdigit() and not re.search(r"[.．、]", match.group())
            return Numbered(number, title or text.strip(), style, is_bare)
    return None


def read(headings: Iterable[str]) -> tuple[Numbered | None, ...]:
    """The number of each heading of a document, with what all of them together say about each.

    "5 ways to save" is no number where no heading begins with 4 or 6; "C." is a letter after "B.", a Roman
    hundred nowhere, and "I." is a letter only after "H.".
    """
    found = [parse(text) for text in headings]
    decimals = Counter(item.number.partition(".")[0] for item in found if item and item.style == "decimal")
    singles = {item.number for item in found if item and item.style == "decimal"}
    previous = ""
    read: list[Numbered | None] = []
    for item in found:
        kept = item
        if item and item.style == "decimal" and not _is_in_series(item, decimals, singles):
            kept = None
        elif item and item.style == "roman" and _is_letter(item.number, previous):
            kept = Numbered(item.number, item.title, "letter")
        if kept and kept.style == "letter":
            previous = kept.number
        elif kept and kept.style == "roman":
            previous = ""
        read.append(kept)
    return tuple(read)


def _is_in_series(item: Numbered, firsts: Counter[str], numbers: Container[str]) -> bool:
    """Whether other headings count the same way; a number with a mark behind it needs no company.

    `firsts` counts the first parts of all decimals, `numbers` has them whole.
    """
    first, _, rest = item.number.partition(".")
    around = (str(int(first) - 1), str(int(first) + 1))
    if rest:
        return firsts[first] > 1 or any(firsts[other] for other in around) or firsts.total() == 1
    return not item.bare or any(other in numbers for other in around)


def _is_letter(number: str, previous: str) -> bool:
    """Whether a Roman numeral of one letter goes on with the alphabet, or counts more than sections do."""
    if len(number) > 1:
        return False
    return (bool(previous) and ord(number) == ord(previous) + 1) or number in "LC"


def _digits(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text)
    if not plain or any(letter not in HAN for letter in plain):
        return plain.upper() if plain.isalpha() and len(plain) == 1 and plain.isascii() else plain
    if not any(letter in "十百" for letter in plain):
        return "".join(map(_digit, plain))
    total, digit = 0, 0
    for letter in plain:
        if letter in "十百":
            total += (digit or 1) * (10 if letter == "十" else 100)
            digit = 0
        else:
            digit = int(_digit(letter))
    return str(total + digit)


def _digit(letter: str) -> str:
    return str("〇一二三四五六七八九".index("〇" if letter == "零" else letter))
