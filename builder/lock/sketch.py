"""A text in a hundred characters: enough to say later how much of it stands in another text.

Of the hashes of all runs of three words the smallest are kept. A hash is small by chance, so the share of
the kept ones that another text has too estimates the share of the whole.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from serverless.model import Struct

Codes = NDArray[np.uint32]

RUN = 3
"""Words of a run."""
LETTERS = 5
"""Letters of a run in scripts that do not part words."""
MOST = 24
"""Hashes that are kept."""
BYTES = 3
"""Bytes of a hash."""
FIRST_LETTER = "\u3040"
MIX = np.array([0x9E37_79B1, 0x85EB_CA6B, 0xC2B2_AE35], np.uint32)
"""Odd numbers whose product spreads every bit."""
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
    if not words:
        return frozenset()
    codes = np.fromiter((zlib.crc32(word.encode()) for word in words), np.uint32, len(words))
    made = _rolled(codes, RUN)
    letters = np.fromiter((word >= FIRST_LETTER for word in words), np.bool_, len(words))[: len(made)]
    if letters.any():
        made = np.where(letters, _rolled(codes, LETTERS)[: len(made)], made)
    for shift, factor in ((16, MIX[1]), (13, MIX[2])):
        made = (made ^ (made >> shift)) * factor
    return frozenset(((made ^ (made >> 16)) >> 8).tolist())


def _rolled(codes: Codes, size: int) -> Codes:
    """One code for each run of `size` words; the last runs are shorter, down to RUN, or to what there is."""
    count = max(len(codes) - RUN + 1, 1)
    padded = np.concatenate([codes, np.zeros(size, np.uint32)])
    made = np.zeros(count, np.uint32)
    for at in range(size):
        made = made * MIX[0] + padded[at : at + count]
    return made


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
