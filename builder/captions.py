"""Captions: which label and number a text begins with, and where one caption ends and other text begins."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from serverless.model import FigureKind, Struct
from serverless.sentences import ABBREVIATIONS
from serverless.units import CJK

WORDS: dict[FigureKind, str] = {
    "figure": r"figur(?:es?|as?|en)?|figs?|abb(?:ildung(?:en)?)?|ill(?:ustration)?|ilustraci[óo]n|gr[áa]fico|"
    r"graphique|chart|diagram(?:me|m)?|sch[ée]ma|scheme|plate|photo|foto|image|imagen|图|圖|図",
    "table": r"tab(?:les?|leaux?|ellen?|las?)?|cuadro|表格|表",
    "algorithm": r"algorithm(?:e|us)?|alg|algo|algoritmo|listing|算法|アルゴリズム",
    "equation": r"[ée]quation|gleichung|ecuaci[óo]n|公式|数式",
    "video": r"video|vid[ée]o|视频|動画",
}
SHORT = {
    "fig": "figure",
    "figs": "figure",
    "tab": "table",
    "abb": "abbildung",
    "alg": "algorithm",
    "algo": "algorithm",
    "ill": "illustration",
}
"""Abbreviations of label words; those of two languages are told apart by the document's."""
LOCAL = {
    ("figure", "es"): "figura",
    ("figure", "de"): "figur",
    ("table", "de"): "tabelle",
    ("table", "fr"): "tableau",
    ("table", "es"): "tabla",
    ("algorithm", "fr"): "algorithme",
    ("algorithm", "de"): "algorithmus",
    ("algorithm", "es"): "algoritmo",
}
NUMBER = (
    r"(?-i:[A-Z]{0,2}[.\-]?\d+(?:[.\-–]\d+)*(?:[a-z](?!\w))?|[IVXLC]+(?![A-Za-z])|[A-Z](?:\.\d+)+)|"
    r"[一二三四五六七八九十]+"
)
HEAD = re.compile(
    r"^[\s*_#>▲△■◆●-]{0,6}(?P<label>(?:"
    + "|".join(f"(?P<{kind}>{words})" for kind, words in WORDS.items())
    + rf")(?:\.\s*|\s+)?\(?(?P<number>{NUMBER})\)?)"
    + r"(?P<mark>\s*[:：|｜]\s*|\s*[.．。](?!\d)\s*|\s+[–—-]\s+|\s*[—]\s*|\s+|(?=[\u3040-\u9fff(（])|$)",
    re.IGNORECASE,
)
STRONG = re.compile(r"[:：|｜–—-]")
CJK_VERB = re.compile("[展显顯给給是为為中的和与與所可表描说說对對列比即也则はがをにのでと]")
"""What follows "图 3" in a sentence about it, and never in its caption."""
NEW_CAPTION = re.compile(
    r"(?<=[^\s(])\s+(?=(?:Fig(?:ure|\.)?|Tab(?:le|leau|elle|la)|TABLE|FIGURE|Figura|Abb(?:ildung|\.)|Algorithm|图|表|図)"
    rf"\s*(?:{NUMBER})\s*[:：.．])"
)
LISTING = re.compile(r"\s+(?=(?:Require|Input|Ensure|Output|Initiali[sz]e|Data|Result|输入|输出)s?\s*:|1:\s)")
"""Where the text of an algorithm begins."""
LONGEST = {"weak": 300, "strong": 4000}
NUMERALS = "一二三四五六七八九十"
LEADERS = re.compile(r"(?:\.\s?){4,}\s*\d+\s*$|…+\s*\d+\s*$")
"""The dots and the page number of a list of figures."""


class Caption(Struct, frozen=True):
    """`label` in full words ("Figure 3"), `number` as written ("S1", "IV"), `text` without the label."""

    kind: FigureKind
    number: str
    label: str
    text: str


def parse(text: str, lang: str = "en") -> Caption | None:
    """The caption that `text` is, None where it is anything else, such as a sentence about the figure."""
    match = HEAD.match(text)
    if not match or LEADERS.search(text):
        return None
    rest = text[match.end() :].strip()
    if not _is_caption(match, rest):
        return None
    kind = next(kind for kind in WORDS if match[kind])
    number = _number(match["number"])
    return Caption(kind, number, _label(match[kind], number, lang), " ".join(rest.split()))


def _is_caption(match: re.Match[str], rest: str) -> bool:
    """A mark after the number says so; without one, the next word must not go on with a sentence."""
    mark, word = match["mark"], match["label"].lstrip()
    if STRONG.search(mark):
        return len(rest) <= LONGEST["strong"]
    opener = rest.lstrip("“\"'«[")[:1]
    if opener.islower() or (not word[0].isupper() and not CJK.match(word[0])):
        return False
    if mark.strip():
        return len(rest) <= LONGEST["strong"]
    if not rest:
        return True
    is_title = opener.isalnum() if mark else bool(CJK.match(opener))
    is_told = rest[0] in "(（,，" or bool(CJK_VERB.match(rest) and (not mark or re.search("[，。]", rest)))
    return is_title and not is_told and (len(rest) <= LONGEST["weak"] or match["algorithm"] is not None)


def _number(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).replace("–", "-")
    if plain and all(letter in NUMERALS for letter in plain):
        tens, has_ten, ones = plain.rpartition("十")
        tenth = 10 * (NUMERALS.index(tens) + 1 if tens else 1) if has_ten else 0
        return str(tenth + (NUMERALS.index(ones) + 1 if ones else 0))
    return plain.replace("..", ".")


def _label(word: str, number: str, lang: str) -> str:
    folded = word.casefold()
    full = SHORT.get(folded, folded)
    if folded in SHORT:
        full = LOCAL.get((full, lang), full)
    return f"{full[:1].upper()}{full[1:]} {number}"


def cut(text: str, *, after_picture: bool) -> tuple[str, ...]:
    """`text` in front of each caption that begins inside it.

    A caption that is glued to another one, or to a sentence, begins after its end; in the text that fell
    out of a picture (`after_picture`) it may begin anywhere.
    """
    is_caption = HEAD.match(text) is not None
    places = [
        match.end()
        for match in NEW_CAPTION.finditer(text)
        if parse(text[match.end() :]) and _may_begin(text[: match.start()], is_caption, after_picture)
    ]
    parts = (text[start:end].strip() for start, end in pairwise([0, *places, len(text)]))
    return tuple(part for part in parts if part)


def _may_begin(before: str, is_caption: bool, after_picture: bool) -> bool:
    ends = bool(re.search(r"[.!?。）)\]”\"]$", before))
    return ends if is_caption else after_picture


def listing(caption: Caption) -> tuple[Caption, str]:
    """An algorithm's caption without the algorithm that follows on the same line, and that algorithm."""
    match = LISTING.search(caption.text) if caption.kind == "algorithm" else None
    if not match:
        return caption, ""
    title, body = caption.text[: match.start()], caption.text[match.end() :]
    return Caption(caption.kind, caption.number, caption.label, title), body


def tail(text: str) -> int:
    """Where the body text that was glued to the end of a caption begins; the length of `text` if none was.

    Sentences of a caption begin with a capital; a small letter after a full stop is where a paragraph,
    cut in two by the figure, goes on.
    """
    for match in re.finditer(r"(\S+)[.!?]\s+(?=[a-zß-öø-ÿ][^\s.]*\s)", text):
        word = match[1].strip('([“"').casefold()
        if word not in ABBREVIATIONS and len(word) > 1:
            return match.end()
    return len(text)
