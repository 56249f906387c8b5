"""The one tokeniser of the lexical index and of the questions put to it.

Words are case-folded, stemmed for their language, and lose their diacritics; identifiers ("bge-small",
"d.1", "max_length") stay whole and come in parts as well; Chinese, Japanese and Korean come as
overlapping pairs of characters. Words that only make grammar are dropped from questions, never from texts.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from .stopwords import ALONE, CUT, WORDS

KANA = r"\u3040-\u30ff\u31f0-\u31ff"
HAN = r"\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
CJK = rf"{KANA}{HAN}\uac00-\ud7af"
JOINTS = "._/+-#"
"""Characters that hold an identifier together; the lexical index is told to keep them."""
TOKEN = re.compile(
    rf"(?P<cjk>[{CJK}]+)|(?P<word>[^\W_{CJK}]+(?:(?:[._/+'-]|,(?=\d))[^\W_{CJK}]+)*(?:\+\+|\#)?)"
)
PARTS = re.compile(r"[^\W_]+")
THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
NUMBER = re.compile(r"[\d.,]+")
MARKS = re.compile("[\u0300-\u036f]")
CUT_OUT = re.compile("|".join(sorted(map(re.escape, CUT), key=len, reverse=True)))
_IS_CJK = re.compile(f"[{CJK}]")
LONGEST = 64
"""Characters of an identifier that is kept whole; beyond it (urls, base64) only the parts are."""
STEMMERS = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}
LATIN_DEFAULT = "en"
"""Stems for words in Latin letters inside Chinese, Japanese and unknown languages."""

Term = tuple[str, ...]
"""A word of a question, as it may stand in the index: one spelling for each language of the corpus."""


def terms(text: str, lang: str) -> list[str]:
    """Every token of a text in `lang`, in order, with repetitions."""
    return [token for word in _words(normal(text)) for token in _index_forms(word, lang)]


def query_terms(text: str, lang: str, languages: Iterable[str] = ()) -> list[Term]:
    """The words of a question that carry meaning, each once, in order.

    `languages` are those of the corpus: a name such as "Galores" is stemmed as each of them would stem it.
    A question of nothing but function words keeps them all.
    """
    spelled = (lang, *sorted(set(languages) - {lang}))
    words = _words(CUT_OUT.sub(" ", normal(text)))
    kept = [word for word in words if not _is_stop(word, lang)] or list(_words(normal(text)))
    found: dict[Term, None] = {}
    for word in kept:
        for form in zip(*(_index_forms(word, code) for code in spelled), strict=True):
            if len(form[0]) == 1 and form[0] in ALONE:
                continue
            found[tuple(dict.fromkeys(form))] = None
    return list(found)


def key(text: str, lang: str) -> str:
    """A title or a question reduced to its meaning words, for comparison by equality."""
    return " ".join(term[0] for term in query_terms(text, lang))


def fold(text: str) -> str:
    """Compatibility forms, case and diacritics folded away; letters of other scripts stay as they are."""
    return unicodedata.normalize("NFC", MARKS.sub("", unicodedata.normalize("NFD", normal(text))))


def normal(text: str) -> str:
    """Compatibility forms and case folded away, typographic apostrophes and dashes made plain."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFC", plain.translate(_PLAIN))


_PLAIN = str.maketrans({"’": "'", "ʼ": "'", "‐": "-", "‑": "-", "–": "-", "−": "-", "\u00ad": None})


def _words(text: str) -> Iterator[str]:
    return (match.group() for match in TOKEN.finditer(text))


def _is_stop(word: str, lang: str) -> bool:
    stops = WORDS.get(lang, frozenset[str]())
    return word in stops or all(part in stops for part in PARTS.findall(word))


def _index_forms(word: str, lang: str) -> Sequence[str]:
    """All tokens of one word; as many for every language."""
    if _IS_CJK.match(word):
        return [word[at : at + 2] for at in range(max(1, len(word) - 1))]
    return _spelled(word, lang)


@lru_cache(maxsize=200_000)
def _spelled(word: str, lang: str) -> tuple[str, ...]:
    """The same of a word of letters: a text says most of its words many times."""
    pieces = word.split("'")
    # "l'equation", "paper's": a lone letter at an apostrophe is grammar.
    long = [piece for piece in pieces if len(piece) > 1] or pieces
    return tuple(form for piece in long for form in _piece_forms(piece, lang))


def _piece_forms(piece: str, lang: str) -> list[str]:
    if THOUSANDS.fullmatch(piece):
        return [piece.replace(",", "")]
    if NUMBER.fullmatch(piece):
        return [piece]
    parts = PARTS.findall(piece)
    forms = [_stem(part, lang) for part in parts]
    whole = fold(piece)
    is_compound = len(parts) > 1 or piece.endswith(("+", "#"))
    return [whole, *forms] if is_compound and len(whole) <= LONGEST else forms


def _stem(word: str, lang: str) -> str:
    if any(letter.isdigit() for letter in word):
        return fold(word)
    return fold(str(_stemmer(STEMMERS.get(lang, STEMMERS[LATIN_DEFAULT])).stemWord(word)))


_own = threading.local()
"""A stemmer keeps the word that it works on, so each thread has stemmers of its own."""


def _stemmer(name: str) -> Any:
    import snowballstemmer

    made: dict[str, Any] = _own.__dict__
    if name not in made:
        made[name] = snowballstemmer.stemmer(name)
    return made[name]
