"""The language of a document and of its sections: one of six, another one that a script gives away, or "und".

A section speaks its document's language unless it is long and all of it speaks clearly of another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.blocks import Block
from serverless import language
from serverless.stopwords import WORDS

UNKNOWN = "und"
"""A language in Latin letters that is none of ours (the code of ISO 639-2 for "undetermined")."""
LEAST_SHARE = 0.12
"""Function words make a third of any prose; where they are fewer than this, the language is another."""
LEAST_WORDS = 60
"""Words below which nothing is said about the share."""
LEAST_SECTION = 400
"""Characters below which a section is not asked; a CJK character counts as one of them."""
PARTS, SAMPLE = 3, 1000
"""How many places of a section are looked at, and how many characters at each."""
PROSE = {"paragraph", "list", "quote"}
WORD = re.compile(r"[^\W\d_]{2,}")
LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]+")


def of_document(declared: str, blocks: Sequence[Block]) -> str:
    """The ISO 639-1 code that the source declares, else what its prose says; "en" where nothing speaks."""
    code = declared.replace("_", "-").partition("-")[0].strip().lower()
    return code if re.fullmatch(r"[a-z]{2,3}", code) else of_text(_prose(blocks), "en")


def of_section(text: str, document: str) -> str:
    """The language of a section with this plain text, in a document of that language."""
    if len(text) < LEAST_SECTION:
        return document
    size = len(text) // PARTS
    parts = (text[part * size : (part + 1) * size][:SAMPLE] for part in range(PARTS))
    found = {of_text(part, document) for part in parts}
    lang = found.pop()
    return lang if not found and lang != UNKNOWN else document


def of_text(text: str, default: str) -> str:
    """The language of a text, `default` where it is too short to tell.

    Where hardly any word is one of the grammar of the language found, the words in Latin letters are names
    and addresses, and the other script decides, if there is one.
    """
    lang = language.detect(text, default)
    if lang not in WORDS:
        return lang
    words = [word.casefold() for word in WORD.findall(text[: language.LOOKED_AT])]
    if sum(word in WORDS[lang] for word in words) >= LEAST_SHARE * len(words):
        return lang
    other = language.detect(LATIN.sub(" ", text), "")
    return other or (UNKNOWN if len(words) >= LEAST_WORDS else default)


def _prose(blocks: Sequence[Block]) -> str:
    """Running text in front, so that tables and names do not decide; all text where there is no prose."""
    lines = [block.text for block in blocks if block.kind in PROSE and len(block.text) > 60]
    return "\n".join(lines or [block.text for block in blocks])
