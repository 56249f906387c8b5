"""Headings: by the tags of the file where it has real ones, else by what speaks for each line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from builder import headings as rules
from builder.layout import numbering
from serverless.model import Struct

from .columns import Span
from .evidence import ENOUGH, Candidate, candidate
from .outline import Plan
from .prose import flowing, plain
from .shapes import Line, Page
from .styles import Style, look

TAGGED = 10
"""Pages for each heading tag at most, in a file whose tags are believed."""
OUTLINED = 5
"""Lines of the outline that are found on their pages, from which on other lines need more to be believed."""
DOUBT = 1.5
CERTAIN = 6.0
"""Points of a heading of a known name that is believed in a tagged file without its tag."""
TITLE = 1.12
"""The same from which it is the title, where it is the largest."""
LARGE = 1.3
"""Letter size, as a share of the text's, from which a line of the first page may be the title."""
NUMBERED = 4
"""Numbered headings of a document whose others must be larger than its text, or have a known name."""
LEADING = 1.6
"""Distance of two lines of one heading, in letter sizes."""
LEVEL = re.compile(r"H([1-6])")


class Heading(Struct, frozen=True):
    """A heading with all of its lines; `is_title` marks the one of the document.

    `evidence` is what speaks for it most: "tags", "outline", "contents", "number", "words" or "letters".
    """

    page: int
    lines: tuple[Line, ...]
    text: str
    md: str
    level: int
    is_title: bool = False
    evidence: str = "tags"


Blocked = dict[int, frozenset[int]]
"""For each page the lines that belong to figures, tables, captions and formulas."""
Columns = dict[int, tuple[Span, ...]]


def found(
    pages: Sequence[Page], blocked: Blocked, spans: Columns, style: Style, told: Plan
) -> tuple[Heading, ...]:
    """The headings of a document, by page and place in the file."""
    tags = sum(bool(LEVEL.fullmatch(tag.name)) for page in pages for tag in page.tags)
    candidates = [
        one
        for page in pages
        for one in _candidates(page, blocked[page.number], spans[page.number], style, told)
    ]
    if tags and tags * TAGGED >= len(pages):
        return tuple(_besides(_titled(list(_tagged(pages, style)), candidates, style), candidates, style))
    kept = _kept(candidates, style, told)
    title = _title(kept, style)
    kept = [one for one in kept if one is title or not _is_byline(one, title, kept)]
    groups = list(_wrapped(kept, {page.number: page for page in pages}, blocked, style))
    levels = _levels([group[0] for group in groups], title)
    return tuple(
        _heading(group, level, style, is_title=group[0] is title)
        for group, level in zip(groups, levels, strict=True)
    )


def _heading(group: Sequence[Candidate], level: int, style: Style, *, is_title: bool) -> Heading:
    lines = tuple(one.line for one in group)
    flow = flowing([line.words for line in lines], style.words)
    return Heading(group[0].page, lines, flow.text, flow.md, level, is_title, group[0].evidence)


def _tagged(pages: Sequence[Page], style: Style) -> Iterator[Heading]:
    """The headings that the tags name, with the lines that carry their marks."""
    for page in pages:
        marked: dict[int, list[Line]] = {}
        for line in page.lines:
            marked.setdefault(line.mcid, []).append(line)
        for tag in page.tags:
            match = LEVEL.fullmatch(tag.name)
            if match is None and tag.name not in {"H", "Title"}:
                continue
            lines = tuple(dict.fromkeys(line for mcid in tag.mcids for line in marked.get(mcid, [])))
            if lines:
                flow = flowing([line.words for line in lines], style.words)
                yield Heading(
                    page.number, lines, flow.text, flow.md, int(match[1]) if match else 1, tag.name == "Title"
                )


def _titled(made: list[Heading], candidates: Sequence[Candidate], style: Style) -> list[Heading]:
    """Tagged headings with the title in front, where no tag says it: a larger line above all of them."""
    if not made or any(heading.is_title for heading in made):
        return made
    most = max(line.size for heading in made for line in heading.lines)
    orders = {line.order for heading in made if heading.page == 1 for line in heading.lines}
    above = [
        one
        for one in candidates
        if one.page == 1 and one.line.size > 1.05 * most and one.line.order < min(orders, default=1_000_000)
    ]
    if not above:
        return made
    size = max(one.line.size for one in above)
    lines = [one for one in above if one.line.size == size]
    return [_heading(lines[:3], 1, style, is_title=True), *made]


def _besides(made: list[Heading], candidates: Sequence[Candidate], style: Style) -> list[Heading]:
    """Tagged headings with those that were left untagged though all speaks for them."""
    own = {(heading.page, line.order) for heading in made for line in heading.lines}
    top = min((heading.level for heading in made if not heading.is_title), default=1)
    left = [
        one
        for one in candidates
        if one.known and one.score >= CERTAIN and (one.page, one.line.order) not in own
    ]
    return [*made, *(_heading([one], top, style, is_title=False) for one in left)]


def _candidates(
    page: Page, blocked: frozenset[int], spans: Sequence[Span], style: Style, told: Plan
) -> Iterator[Candidate]:
    free = [line for line in page.lines if line.order not in blocked]
    for line in free:
        own = [span for span in spans if line.box[0] < span[1] and line.box[2] > span[0]] or list(spans)
        left, right = own[0][0] - 6, own[-1][1] + 6
        column = [other for other in free if other.box[0] < right and other.box[2] > left]
        made = candidate(line, page, column, style, told)
        if made and made.score > 0:
            yield made


def _kept(candidates: Sequence[Candidate], style: Style, told: Plan) -> list[Candidate]:
    """Those with points enough; more are needed where an outline or numbers say what headings are here."""
    outlined = sum(one.level > 0 and told.sure(one.text, one.page) for one in candidates)
    numbered = sum(one.numbered and one.score >= ENOUGH for one in candidates)
    kept = []
    for one in candidates:
        need = ENOUGH
        is_told = told.sure(one.text, one.page)
        if outlined >= OUTLINED and outlined >= 0.5 * told.count and not is_told:
            need += DOUBT
        if numbered >= NUMBERED and not (one.numbered or one.known or is_told):
            need += 0.5
        is_large = one.page == 1 and one.line.size >= LARGE * style.size
        if one.score >= (ENOUGH if is_large else need):
            kept.append(one)
    return kept


def _title(kept: Sequence[Candidate], style: Style) -> Candidate | None:
    """The largest line of the first page, where it is larger than the text and than any later heading."""
    first = [one for one in kept if one.page == 1 and not one.numbered and not one.known]
    title = max(first, key=lambda one: (one.line.size, -one.line.base), default=None)
    if title is None or title.line.size < TITLE * style.size:
        return None
    later = [one for one in kept if one.line.size >= title.line.size - 0.3 and (one.page > 1 or one.numbered)]
    return None if later else title


def _is_byline(one: Candidate, title: Candidate | None, kept: Sequence[Candidate]) -> bool:
    """Whether a line of the first page is of those between the title and the first section: authors."""
    if title is None or one.page != 1 or one.numbered or one.known or one.line.size >= title.line.size - 0.3:
        return False
    start = next((other for other in kept if other.numbered or other.known), None)
    is_between = start is not None and (
        start.page > 1 or one.line.base < start.line.base or one.line.order < start.line.order
    )
    return is_between or rules.is_names(one.text)


def _wrapped(
    kept: Sequence[Candidate], pages: dict[int, Page], blocked: Blocked, style: Style
) -> Iterator[list[Candidate]]:
    """Headings with the lines that go on with them."""
    taken: set[tuple[int, int]] = set()
    lines = {(one.page, one.line.order): one for one in kept}
    for one in kept:
        if (one.page, one.line.order) in taken:
            continue
        group = [one]
        for line in _next(pages[one.page], one.line, blocked[one.page]):
            if not _goes_on(group[-1].line, line, style):
                break
            other = lines.get((one.page, line.order))
            if other and (other.numbered or other.level > 0):
                break
            group.append(other or msgspec.structs.replace(one, line=line, text=plain(line)))
            taken.add((one.page, line.order))
        yield group


def _next(page: Page, line: Line, blocked: frozenset[int]) -> list[Line]:
    """The lines below another one that may go on with it, from top to bottom."""
    below = [
        other
        for other in page.lines
        if other.base > line.base
        and other.order not in blocked
        and other.box[0] < line.box[2]
        and other.box[2] > line.box[0]
    ]
    return sorted(below, key=lambda other: (other.base, other.box[0]))[:4]


def _goes_on(above: Line, below: Line, style: Style) -> bool:
    fall = below.base - above.base
    is_same = abs(above.size - below.size) < 0.3 and above.font == below.font and above.bold == below.bold
    is_apart = above.size > 1.06 * style.size or above.font != style.font or above.bold != style.bold
    is_long = len(above.text) > 18
    return (
        is_same
        and is_apart
        and is_long
        and 0 < fall < LEADING * above.size
        and numbering.parse(plain(below)) is None
    )


def _levels(heads: Sequence[Candidate], title: Candidate | None) -> list[int]:
    """Levels by outline, by number, by what others of the same look have, and by the size of the letters."""
    own = [1 if one is title else _level(one, heads) for one in heads]
    votes: dict[object, Counter[int]] = {}
    for one, level in zip(heads, own, strict=True):
        if level and one is not title:
            votes.setdefault(look(one.line), Counter())[level] += 1
    looks = sorted(
        {look(one.line) for one in heads if one is not title},
        key=lambda it: (-it.size, not it.capitals, not it.bold),
    )
    made = []
    for one, level in zip(heads, own, strict=True):
        same = votes.get(look(one.line))
        told = level or (2 if one.known else 0) or (max(same, key=lambda it: (same[it], -it)) if same else 0)
        made.append(told or min(6, 2 + looks.index(look(one.line))))
    return made


def _level(one: Candidate, heads: Sequence[Candidate]) -> int:
    """What outline or number say, 0 where they are silent."""
    if one.level:
        return one.level + 1
    number = numbering.parse(one.text) if one.numbered else None
    if number is None:
        return 0
    has_roman = any(re.match(r"(?:II|III|IV|VI)\.\s", other.text) for other in heads)
    depth = number.number.count(".") + 1
    return depth + 1 + (has_roman and number.style == "letter")
