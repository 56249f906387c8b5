"""Entries of a list of references, and the mentions of them: "[12]", "[3, 5–7]"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from . import urls
from .book import Book

LISTED = "references"
WIDEST = 20
"""Entries that a range names; "[1–99]" is something else."""
_ENTRY = re.compile(
    r"^(?P<mark>[ \t]*(?:[-*+]|\d{1,3}\.)?[ \t]*)"
    r"(?P<open>\\?\[)(?P<number>\d{1,3})(?P<close>\\?\])(?=[ \t]*\S)",
    re.MULTILINE,
)
_NUMBER = r"\d{1,3}"
_MENTION = re.compile(
    rf"(?P<open>\\?\[)(?P<inner>\s*{_NUMBER}(?:\s*[,;–—-]\s*{_NUMBER})*\s*)(?P<close>\\?\])(?!\()"
)
_PART = re.compile(rf"(?P<first>{_NUMBER})(?:\s*[–—-]\s*(?P<last>{_NUMBER}))?")


class Bibliography:
    """The numbered entries of one document by their number, with their addresses."""

    def __init__(self, book: Book) -> None:
        self.places: dict[int, str] = {}
        for section in book.sections:
            if section.noise == LISTED:
                for match in _ENTRY.finditer(section.text):
                    number = int(match["number"])
                    self.places.setdefault(number, f"{section.url}#{anchor(number)}")

    def link(self, text: str, here: str) -> str:
        """`text` with a link on each number of a mention all of whose entries there are."""
        return _MENTION.sub(lambda match: self._linked(match, here), text) if self.places else text

    def _linked(self, match: re.Match[str], here: str) -> str:
        if not all(self._knows(part) for part in _PART.finditer(match["inner"])):
            return match[0]

        def part(found: re.Match[str]) -> str:
            return re.sub(_NUMBER, lambda number: self._one(number[0], here), found[0])

        return f"\\[{_PART.sub(part, match['inner'])}\\]"

    def _knows(self, part: re.Match[str]) -> bool:
        first, last = int(part["first"]), int(part["last"] or part["first"])
        return 0 <= last - first <= WIDEST and all(number in self.places for number in range(first, last + 1))

    def _one(self, number: str, here: str) -> str:
        return f"[{number}]({urls.markdown(self.places[int(number)], here)})"


def anchor(number: int) -> str:
    """The anchor of an entry on the page of its list."""
    return f"ref-{number}"


def anchored(markdown: str, places: Mapping[int, str], here: str) -> str:
    """The text of a list of references with an anchor at each entry, the first of each number."""
    seen: set[str] = set()

    def mark(match: re.Match[str]) -> str:
        name = anchor(int(match["number"]))
        if name in seen or places.get(int(match["number"])) != f"{here}#{name}":
            return match[0]
        seen.add(name)
        own = f"{match['open']}{match['number']}{match['close']}"
        return f'{match["mark"]}<a id="{name}"></a>{own}'

    return _ENTRY.sub(mark, markdown)
