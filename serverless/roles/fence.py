"""Document text in a prompt is data: it stands between marks that it cannot write itself.

The marks hold a number that is made from everything between them, so that a text cannot close its own fence;
characters that nobody sees are taken out, and what looks like one of our ids is written so that it is none.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

HIDDEN = re.compile(
    "[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Control characters, invisible spaces, marks of writing direction, tags."""
SEPARATORS = re.compile("[\u0085\u2028\u2029]")
ID = re.compile(r"[\[【［]\s*([SF]\s*\d+(?:\s*[,;，、]\s*[SF]?\s*\d+)*)\s*[\]】］]", re.IGNORECASE)
NONCE = 12


def clean(text: str) -> str:
    """The text as data: nothing hidden in it, and no ids of ours ("[S1]" becomes "(S1)")."""
    return ID.sub(r"(\1)", HIDDEN.sub("", SEPARATORS.sub("\n", text)))


def nonce(texts: Iterable[str]) -> str:
    """A number for the fences of one prompt; the same for the same texts."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(hashlib.sha256(text.encode()).digest())
    return digest.hexdigest()[:NONCE]


def fenced(name: str, text: str, number: str) -> str:
    """Cleaned text between its marks, under a name that stands on the mark, where no text can write."""
    return f"<<<DATA {number} {name}\n{clean(text).strip()}\nDATA {number}>>>"
