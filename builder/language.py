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
PARTS = 3
PROSE = {"paragraph", "list", "quote"}
WORD = re.compile(r"[^\W\d_]{2,}")


def of_document(declared: str, blocks: Sequence[Block]) -> str:
    """The ISO 639-1 code that the source declares, else what its prose says; "en" where nothing speaks."""
    code = declared.replace("_", "-").partition("-")[0].strip().lower()
    return code if re.fullmatch(r"[a-z]{2,3}", code) else of_text(_prose(blocks), "en")


def of_section(text: str, document: str) -> str:
    """The language of a section with this plain text, in a document of that language."""
    if len(text) < LEAST_SECTION:
        return document
    size = len(text) // PARTS
    found = {of_text(text[part * size : (part + 1) * size], document) for part in range(PARTS)}
    lang = found.pop()
    return lang if not found and lang != UNKNOWN else document


def of_text(text: str, default: str) -> str:
    """The language of a text, `default` where it is too short to tell."""
    lang = language.detect(text, default)
    if lang not in WORDS or not text:
        return lang
    words = [word.casefold() for word in WORD.findall(text[: language.LOOKED_AT])]
    known = sum(word in WORDS[lang] for word in words)
    return UNKNOWN if len(words) >= LEAST_WORDS and known < LEAST_SHARE * len(words) else lang


def _prose(blocks: Sequence[Block]) -> str:
    """Running text in front, so that tables and names do not decide; all text where there is no prose."""
    lines = [block.text for block in blocks if block.kind in PROSE and len(block.text) > 60]
    return "\n".join(lines or [block.text for block in blocks])
