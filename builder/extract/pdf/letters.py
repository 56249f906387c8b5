"""Single letters made right: ligatures taken apart, accents set on their letters, halves of signs joined."""

from __future__ import annotations

import re
import unicodedata

UNKNOWN = "\ufffd"
"""What stands for a letter that the file does not name."""
HYPHEN = "\u00ad"
"""What stands for a hyphen at the end of a line."""

_ACCENTS = {
    "`": "\u0300",
    "´": "\u0301",
    "ˆ": "\u0302",
    "˜": "\u0303",
    "¨": "\u0308",
    "˚": "\u030a",
    "ˇ": "\u030c",
    "¸": "\u0327",
    "˘": "\u0306",
    "˙": "\u0307",
    "˝": "\u030b",
    "¯": "\u0304",
}
_SPACING = re.compile(rf"([{''.join(_ACCENTS)}])\s?([A-Za-zıȷ])")
_BEHIND = re.compile(r"([A-Za-z])([ˆ˜])(?![A-Za-z])")
_DOTLESS = {"ı": "i", "ȷ": "j"}
_BULLETS = dict.fromkeys("\uf0b7\uf0a7\uf0d8\uf076\uf0a8\u25cf\u2219", "•")
_LIGATURES = re.compile("[\ufb00-\ufb4f\ufb50-\ufdff\ufe70-\ufefc]")
_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ufeff\u200b-\u200d\u2060\ufffe\uffff]")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_HALF = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """A word as it should be read; what cannot be known becomes U+FFFD."""
    if text.isascii() and text.isprintable():
        return _accented(text) if "`" in text else text
    text = _PAIR.sub(_whole, text.replace("\u0002", HYPHEN))
    text = _HALF.sub(UNKNOWN, text)
    text = "".join(_BULLETS.get(letter, letter) for letter in text)
    text = _LIGATURES.sub(lambda match: unicodedata.normalize("NFKC", match[0]).strip(), text)
    text = _CONTROL.sub("", _PRIVATE.sub(UNKNOWN, text))
    return unicodedata.normalize("NFC", _accented(text))


def _whole(match: re.Match[str]) -> str:
    return match[0].encode("utf-16", "surrogatepass").decode("utf-16")


def _accented(text: str) -> str:
    """Accents that stand before their letter, as old fonts have them, set upon it."""

    def set_upon(match: re.Match[str]) -> str:
        letter = _DOTLESS.get(match[2], match[2])
        made = unicodedata.normalize("NFC", letter + _ACCENTS[match[1]])
        return made if len(made) == 1 else match[0]

    after = _BEHIND.sub(lambda match: unicodedata.normalize("NFC", match[1] + _ACCENTS[match[2]]), text)
    return _SPACING.sub(set_upon, after)


def is_accent(text: str) -> bool:
    """Whether a text is one accent that waits for its letter."""
    return text in _ACCENTS


def accented(word: str, share: float, accent: str) -> str | None:
    """A word with an accent on the letter at `share` of its width, or on one beside it that can bear it."""
    mark = _ACCENTS.get(accent)
    at = min(int(share * len(word)), len(word) - 1)
    for place in (at, at - 1, at + 1):
        if mark and 0 <= place < len(word):
            letter = _DOTLESS.get(word[place], word[place])
            made = unicodedata.normalize("NFC", letter + mark)
            if len(made) == 1:
                return word[:place] + made + word[place + 1 :]
    return None


def is_rtl(letter: str) -> bool:
    """Whether a letter belongs to a script that runs from right to left."""
    return letter > "\u0590" and unicodedata.bidirectional(letter) in {"R", "AL"}
