"""Lines as one text: hyphens at line ends, raised letters, scripts without spaces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from serverless.model import Struct

from .. import escape
from ..writer import CJK
from .letters import HYPHEN
from .shapes import Line, Word

_CJK_GAP = re.compile(rf"(?<=[{CJK}]) (?=[{CJK}])")
_FIRST = re.compile(r"[^\W\d_]*$")
_SECOND = re.compile(r"[^\W\d_]*")
LONG = 5
"""Letters of a word at least that may be one of two behind a hyphen, if the document has both alone."""
_LEADERS = re.compile(r"(?:\s*\.){5,}")
_CLOSING = frozenset(".,;:)]")
_MARKS = {1: "sup", -1: "sub"}


class Flow(Struct, frozen=True):
    """`text` is plain, `md` the same as Markdown of one line."""

    text: str
    md: str


def flowing(rows: Sequence[Sequence[Word]], words: Mapping[str, int], *, lead: bool = False) -> Flow:
    """Lines in a row as one text; `words` are those of the document, `lead` keeps a bold beginning bold."""
    pieces = [word for row in _sewn(rows, words) for word in row]
    text = _tidy("".join(_spaced(pieces, 0)))
    bold = _bold(pieces) if lead else 0
    md = "".join(_marked(pieces, bold))
    return Flow(text, escape.paragraph(_tidy(md)))


def _tidy(text: str) -> str:
    """One line without doubled spaces, dots that lead to a page number as one sign."""
    whole = _LEADERS.sub(" … ", text.replace(HYPHEN, "-"))
    return _CJK_GAP.sub("", " ".join(whole.split()))


def plain(line: Line) -> str:
    """The text of one line."""
    return _CJK_GAP.sub("", line.text.replace(HYPHEN, "-"))


def _sewn(rows: Sequence[Sequence[Word]], words: Mapping[str, int]) -> list[list[Word]]:
    """The rows with words that were broken at a line end in one piece."""
    made: list[list[Word]] = []
    for row in rows:
        last = made[-1][-1] if made and made[-1] else None
        first = row[0]
        if (
            last
            and last.text.endswith(("-", HYPHEN))
            and (seam := _seam(last.text, first.text, words)) is not None
        ):
            made[-1][-1] = last._replace(text=seam)
            made.append([first._replace(glued=True), *row[1:]])
        else:
            made.append([first._replace(glued=False), *row[1:]])
    return made


def _seam(before: str, after: str, words: Mapping[str, int]) -> str | None:
    """What is left of `before` where `after` goes on with its word; None where a new word begins."""
    stem = before[:-1]
    first, second = _FIRST.search(stem), _SECOND.match(after)
    if not first or not second or not first[0] or not second[0]:
        return f"{stem}-" if stem and after[:1].isalnum() else None
    if not second[0][:1].islower():
        is_one = words.get((first[0] + second[0]).casefold(), 0) > words.get(
            f"{first[0]}-{second[0]}".casefold(), 0
        )
        return stem if is_one else f"{stem}-"
    return f"{stem}-" if _is_compound(first[0].casefold(), second[0].casefold(), words) else stem


def _is_compound(first: str, second: str, words: Mapping[str, int]) -> bool:
    """Whether a hyphen at a line end belongs to the word: by how the document writes it elsewhere."""
    compound, joined = words.get(f"{first}-{second}", 0), words.get(first + second, 0)
    if compound or joined:
        return compound > joined
    are_words = min(len(first), len(second)) >= LONG and first in words and second in words
    return are_words or words.get(f"{first}-", 0) >= 2


def _spaced(pieces: Sequence[Word], start: int) -> Iterable[str]:
    """Words with a space in front where one stands; none before a sign that closes a raised word."""
    last = Word("", 0, 0)
    for at, word in enumerate(pieces, start):
        is_tight = word.glued or not at or (last.rise != 0 and word.text[0] in _CLOSING)
        yield word.text if is_tight else f" {word.text}"
        last = word


def _bold(pieces: Sequence[Word]) -> int:
    """How many words at the beginning are bold, where others follow that are not."""
    count = next((at for at, word in enumerate(pieces) if not word.bold), 0)
    return count if 0 < count <= 16 and not pieces[count].glued else 0


def _marked(pieces: Sequence[Word], bold: int) -> Iterable[str]:
    """Markdown: a bold beginning in stars, raised and lowered letters in their tags."""
    if bold:
        yield f"**{escape.words(''.join(_spaced(pieces[:bold], 0)).strip())}**"
    for rise, group in groupby(enumerate(pieces[bold:], bold), key=lambda item: item[1].rise):
        row = list(group)
        text = escape.words("".join(_spaced([word for _, word in row], row[0][0])))
        tag = _MARKS.get(rise)
        yield f"{' ' if text.startswith(' ') else ''}<{tag}>{text.strip()}</{tag}>" if tag else text
