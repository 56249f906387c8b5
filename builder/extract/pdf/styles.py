"""What most of a document looks like: the letters of its text, against which all else stands out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from serverless.model import Struct

from .shapes import Line, Page


class Look(Struct, frozen=True):
    """How a line is set: size in half points, bold, italic, all in capitals."""

    size: float
    bold: bool
    italic: bool
    capitals: bool


class Style(Struct, frozen=True):
    """The letters of the running text.

    `shares` has how much of the text is set in each look, `words` how often a word stands within a line.
    """

    size: float
    font: str
    bold: bool
    shares: dict[Look, float]
    words: Mapping[str, int]

    def is_body(self, line: Line) -> bool:
        return abs(line.size - self.size) < 0.06 * self.size


def of(pages: Iterable[Page]) -> Style:
    """The style of a document, by the number of letters."""
    sizes: Counter[float] = Counter()
    fonts: Counter[tuple[float, str, bool]] = Counter()
    looks: Counter[Look] = Counter()
    words: Counter[str] = Counter()
    for page in pages:
        for line in page.lines:
            text = line.text
            sizes[line.size] += len(text)
            fonts[line.size, line.font, line.bold] += len(text)
            looks[look(line)] += len(text)
            words.update(_inner_words(line))
    size = sizes.most_common(1)[0][0] if sizes else 10.0
    ((_, font, bold), _) = max(
        (item for item in fonts.items() if item[0][0] == size),
        key=lambda item: item[1],
        default=((size, "", False), 0),
    )
    total = sum(looks.values()) or 1
    shares = {one: count / total for one, count in sorted(looks.items(), key=lambda item: repr(item[0]))}
    return Style(size, font, bold, shares, dict(words))


def look(line: Line) -> Look:
    text = line.text
    return Look(round(line.size * 2) / 2, line.bold, line.italic, text.isupper())


_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def _inner_words(line: Line) -> list[str]:
    """The words of a line but the first and the last, which may be halves; "fine-" for a compound's head."""
    whole = [found.casefold() for word in line.words[1:-1] for found in _WORD.findall(word.text)]
    return [*whole, *(f"{word.partition('-')[0]}-" for word in whole if "-" in word)]
