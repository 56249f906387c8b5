"""A text in a hundred characters: enough to say later how much of it stands in another text.

Of the hashes of all runs of three words the smallest are kept. A hash is small by chance, so the share of
the kept ones that another text has too estimates the share of the whole.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator, Mapping

from serverless.model import Struct

RUN = 3
"""Words of a run."""
LETTERS = 5
"""Letters of a run in scripts that do not part words."""
MOST = 24
"""Hashes that are kept."""
BYTES = 3
"""Bytes of a hash."""
NONE: Mapping[int, float] = {}

_FIGURE = re.compile(r"!\[[^\]]*\]\(figure:[^)]*\)")
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+")


class Sketch(Struct, frozen=True):
    """`size` is the number of different runs in the text, `marks` the smallest of their hashes, in order."""

    size: int = 0
    marks: tuple[int, ...] = ()

    @property
    def is_whole(self) -> bool:
        return self.size <= len(self.marks)


def runs(text: str) -> frozenset[int]:
    """The hashes of all runs of words in a section's text; figures and punctuation do not count."""
    words = _WORD.findall(_FIGURE.sub("", text).casefold())
    return frozenset(_hashes(words))


def _hashes(words: list[str]) -> Iterator[int]:
    last = max(len(words) - RUN + 1, min(len(words), 1))
    for at in range(last):
        size = LETTERS if words[at] >= "\u3040" else RUN
        run = " ".join(words[at : at + size]).encode()
        yield int.from_bytes(hashlib.blake2b(run, digest_size=BYTES).digest(), "big")


def sketch(text: frozenset[int]) -> Sketch:
    return Sketch(len(text), tuple(sorted(text)[:MOST]))


class Shared(Struct, frozen=True):
    """What two texts have in common.

    `held` is the share of the old text that stands in the new one, `holding` the share of the new text that
    stood in the old one, both from 0 to 1; `hits` is the weight of the hashes that say so.
    """

    held: float
    holding: float
    hits: float


def shared(old: Sketch, new: frozenset[int], weights: Mapping[int, float] = NONE) -> Shared:
    """What is left of the old text in the new one; a hash without a weight has 1."""
    hits = sum(weights.get(mark, 1) for mark in old.marks if mark in new)
    if not hits:
        return Shared(0, 0, 0)
    edge = old.marks[-1] if not old.is_whole else 256**BYTES
    whole = sum(weights.get(mark, 1) for mark in old.marks)
    sample = sum(weights.get(mark, 1) for mark in new if mark <= edge)
    return Shared(hits / whole, hits / sample, hits)


def packed(marks: tuple[int, ...]) -> str:
    """The hashes as text for the lock, four characters each."""
    return base64.urlsafe_b64encode(b"".join(mark.to_bytes(BYTES, "big") for mark in marks)).decode()


def unpacked(text: str) -> tuple[int, ...]:
    """Raises ValueError where `text` was not made by `packed`."""
    data = base64.b64decode(text, altchars=b"-_", validate=True)
    if len(data) % BYTES:
        raise ValueError("cut off")
    return tuple(int.from_bytes(data[at : at + BYTES], "big") for at in range(0, len(data), BYTES))
