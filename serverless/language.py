"""Which language a text is in, from its script, its function words and its accents.

Enough to choose a stemmer and to tell a French question from an English one; a text without any sign
(a product name, two nouns) is taken to be in the language that the caller expects.
"""

from __future__ import annotations

import re
from collections import Counter

from .stopwords import WORDS

LOOKED_AT = 20_000
"""Characters of a long text that are read; more would not change the verdict."""

SCRIPTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("ja", re.compile(r"[\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f]")),
    ("ko", re.compile(r"[\u1100-\u11ff\uac00-\ud7af]")),
    ("zh", re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("el", re.compile(r"[\u0370-\u03ff\u1f00-\u1fff]")),
)
LATIN = re.compile(r"[a-z\u00c0-\u024f]", re.IGNORECASE)
WORD = re.compile(r"(?<![\w])[^\W\d_]+(?:['’][^\W\d_]+)?(?![\d_])")
ACCENTS = {"de": "äöüß", "es": "ñáíóú¿¡", "fr": "éèêëàâçîïôùûœ"}
KANA_SHARE = 0.05
"""Japanese writes at least this share of its characters in kana; a stray kana does not make it Japanese."""


def detect(text: str, default: str = "en") -> str:
    """The ISO 639-1 code of the language of `text`; `default` where nothing speaks for any."""
    head = text[:LOOKED_AT]
    return _by_script(head) or _by_words(head) or default


def _by_script(text: str) -> str:
    counts = {lang: len(pattern.findall(text)) for lang, pattern in SCRIPTS}
    if counts["ja"] and counts["ja"] < KANA_SHARE * (counts["ja"] + counts["zh"]):
        counts["ja"] = 0
    if counts["ja"]:
        counts["ja"] += counts["zh"]
    lang = max(counts, key=lambda code: counts[code])
    # An ideograph says about as much as two letters; names in Latin letters do not make a text English.
    return lang if 3 * counts[lang] > len(LATIN.findall(text)) else ""


def _by_words(text: str) -> str:
    folded = text.casefold().replace("’", "'")
    scores = dict.fromkeys(WORDS, 0.0)
    for word, count in Counter(WORD.findall(folded)).items():
        # "l'embrayage" speaks for French by its first part, "c'est" as a whole.
        homes = [lang for lang, words in WORDS.items() if word in words or word.partition("'")[0] in words]
        for lang in homes:
            scores[lang] += count / len(homes)
    for lang, letters in ACCENTS.items():
        scores[lang] += 0.5 * sum(folded.count(letter) for letter in letters)
    best = max(scores, key=lambda lang: scores[lang])
    return best if scores[best] > 0 else ""
