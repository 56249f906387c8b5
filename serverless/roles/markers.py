"""What a model writes, taken apart while it is written: sentences, and the ids that stand behind them.

`[S1]` and `[F2]` leave the text and go to the sentence before them; whatever Markdown a model writes in spite
of what it was told becomes plain text, so that no link and no picture of its making gets through.
"""

from __future__ import annotations

import re

from ..model import Struct
from ..plain import FORMULA, inline
from ..sentences import split

MARK = re.compile(
    r"\s*[\[【(（]\s*(?P<ids>[SF]\s?\d{1,3}(?:\s*[,;，、&和]?\s*(?:[SF]\s?)?\d{1,3})*)\s*[\]】)）]"
)
COPIED = re.compile(r"\s*\[\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\]")
"""A reference of the document itself, copied with its sentence."""
UNFINISHED = re.compile(r"\s*[\[【(（][^\]】)）\n]{0,60}\Z|\s+\Z")
"""The end of a piece that may become a mark."""
ID = re.compile(r"([SF]?)\s?(\d+)")
LIST = re.compile(r"^\s*(?:[-*•–]|#{1,6}|\(?\d{1,2}[.)])\s+")
STARS = re.compile(r"\*\*|__|`")
OPENERS = frozenset(" \t\"'“‘«([¿¡*")
"""What may stand in front of the first letter of a sentence."""
LETTER = re.compile(r"[^\W_]")


class Said(Struct, frozen=True):
    """A sentence with the ids behind it, in order: "S1", "F2". A paragraph counts from 0."""

    text: str
    ids: tuple[str, ...]
    paragraph: int


class Marks:
    """Takes what a model writes piece by piece and gives each sentence as soon as it is finished."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._raw = ""
        self._paragraph = 0
        self._begun = False

    def feed(self, piece: str) -> list[Said]:
        """The sentences that are finished now; one is when the next one has begun, or its line has ended."""
        *lines, self._raw = (self._raw + piece).split("\n")
        found: list[Said] = []
        for line in lines:
            found += self._line(line)
        return found + self._sentences(whole=False)

    def end(self) -> list[Said]:
        """What is left when nothing more will come."""
        line, self._raw = self._raw, ""
        return self._line(line)

    def _line(self, line: str) -> list[Said]:
        rest, self._raw = self._raw, line
        found = self._sentences(whole=True)
        self._raw = rest
        self._paragraph += self._begun
        self._begun = False
        return found

    def _sentences(self, whole: bool) -> list[Said]:
        found: list[Said] = []
        while said := self._next(whole):
            found += [said] if said.text or said.ids else []
        return found

    def _next(self, whole: bool) -> Said | None:
        """Takes the first finished sentence off the line."""
        tail = None if whole else UNFINISHED.search(self._raw)
        bare = Bare(self._raw[: tail.start()] if tail else self._raw)
        parts = split(bare.text, self._lang)
        first = parts[0] if parts else ""
        stop = bare.text.find(first) + len(first)
        if not whole and (not _has_begun(bare.text, stop) or len(parts) < 2 or _is_open(first)):
            return None
        if not first and not bare.marks:
            self._raw = "" if whole else self._raw
            return None
        ids, taken = bare.taken(stop)
        self._raw = self._raw[taken:]
        text = first if self._begun else LIST.sub("", first)
        self._begun = self._begun or bool(text)
        return Said(_plain(text), ids, self._paragraph)


class Bare:
    """A line without its marks; `marks` are (place in the text, end in the line, ids)."""

    def __init__(self, raw: str) -> None:
        self.text = ""
        self.marks: list[tuple[int, int, tuple[str, ...]]] = []
        self._places: list[int] = []
        at = 0
        for match in MARK.finditer(raw):
            self._add(raw, at, match.start())
            at = match.end()
            self.marks.append((len(self.text), at, _ids(match["ids"])))
            if LETTER.match(raw, at) and raw[at].isascii():
                self._add(" ", 0, 1, at)
        self._add(raw, at, len(raw))

    def _add(self, raw: str, start: int, stop: int, place: int | None = None) -> None:
        self.text += raw[start:stop]
        self._places += [place] if place is not None else range(start + 1, stop + 1)

    def taken(self, stop: int) -> tuple[tuple[str, ...], int]:
        """The ids up to a place in the text, and how much of the line that is."""
        behind = [mark for mark in self.marks if mark[0] <= stop]
        ids = dict.fromkeys(one for _, _, ids in behind for one in ids)
        ends = [end for _, end, _ in behind] + ([self._places[stop - 1]] if stop else [])
        return tuple(ids), max(ends, default=0)


def _ids(text: str) -> tuple[str, ...]:
    """ "S1, 3; F2" is S1, S3 and F2."""
    letter, found = "S", []
    for match in ID.finditer(text):
        letter = match[1] or letter
        found.append(f"{letter}{int(match[2])}")
    return tuple(found)


def _has_begun(text: str, start: int) -> bool:
    """Whether the next sentence shows its first letter, which decides where the one before it ends."""
    return any(mark not in OPENERS for mark in text[start:])


def _is_open(text: str) -> bool:
    """Whether a formula begins in a text and does not end there."""
    rest = FORMULA.sub("", text)
    return rest.count("$") % 2 == 1 or "\\(" in rest or "\\[" in rest


def _plain(text: str) -> str:
    return STARS.sub("", inline(COPIED.sub("", text))).strip()
