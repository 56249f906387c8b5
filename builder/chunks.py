"""Chunks: passages of one section each, and the words of each figure; what is embedded and searched.

A passage is made of whole sentences, list items, table rows or lines of code, as many as fit; the last
sentences of one are repeated at the start of the next, so that an answer on the seam is found in one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from serverless.model import Chunk, Figure, Section, Struct
from serverless.plain import Piece, pieces, row_text
from serverless.rows import Words, worded
from serverless.sentences import split

from . import config
from .layout.wording import weight
from .memo import Part
from .tree import Tree

FIGURE = 1500
"""Characters of a figure's chunk; cells and rows fill what the words leave."""
MENTIONS = 3
"""Mentioning sentences in a figure's chunk."""
JOINTS = {"prose": "\n\n", "item": "\n", "row": "\n", "code": "\n\n", "formula": "\n\n"}
UNSPACED = {"zh", "ja"}


class Unit(Struct, frozen=True):
    """The smallest part that stays whole: a sentence, an item, a row; `joint` is what goes in front of it."""

    text: str
    joint: str
    repeats: bool = False

    @property
    def size(self) -> int:
        return weight(self.text) + len(self.joint)


def cut(tree: Tree, sizes: config.Chunks) -> tuple[Chunk, ...]:
    """The chunks of a document: those of its sections in reading order, then those of its figures.

    Sections that are noise have none, nor have the figures in them; every other section has one at least.
    """
    heard = {section.id: section for section in tree.sections if section.noise == "none"}
    made = [chunk for section in heard.values() for chunk in passages(section, sizes)]
    for figure in tree.figures:
        if figure.home in heard and figure.quality == "good":
            made += about(figure, heard[figure.home], sizes)
    return tuple(made)


CHUNKS: Part[config.Chunks, tuple[Chunk, ...]] = Part("chunks", tuple[Chunk, ...], cut)
WORDS: Part[None, tuple[Words, ...]] = Part(
    "words", tuple[Words, ...], lambda tree, _: worded(tree.sections, tree.figures)
)


def passages(section: Section, sizes: config.Chunks) -> Iterator[Chunk]:
    """The chunks of a section's text; its title alone where it has no text of its own."""
    texts = list(packed(list(units(section, sizes.size)), sizes)) or [section.title]
    for ordinal, text in enumerate(texts):
        yield Chunk(f"{section.id}:{ordinal}", section.id, ordinal, "text", text, section.breadcrumb)


def units(section: Section, size: int) -> Iterator[Unit]:
    """The parts of a section's text in order; figures are left out, they have their own chunks."""
    for piece in pieces(section.text):
        if piece.kind == "figure":
            continue
        joint = JOINTS[piece.kind]
        for text in _parts(piece, section.lang, size):
            for part in _fitting(text, size):
                yield Unit(part, joint, repeats=piece.kind in {"prose", "item"})
                joint = _inner_joint(piece, section.lang)


def _parts(piece: Piece, lang: str, size: int) -> Sequence[str]:
    if piece.kind == "prose" or (piece.kind == "item" and weight(piece.text) > size):
        return split(piece.text, lang)
    if piece.kind == "code" and weight(piece.text) > size:
        return piece.text.split("\n")
    return [piece.text]


def _inner_joint(piece: Piece, lang: str) -> str:
    """What stands between two parts of one piece."""
    return "\n" if piece.kind == "code" else "" if lang in UNSPACED else " "


def _fitting(text: str, size: int) -> Iterator[str]:
    """`text` in pieces that fit, cut between words where it has any."""
    limit = size - max(map(len, JOINTS.values()))
    start = 0
    while start < len(text):
        # A character weighs one at least, so what fits stands in this window.
        window = text[start : start + limit + 1]
        end = len(window)
        if weight(window) > limit:
            end = _longest(window, limit)
            space = window.rfind(" ", end // 2, end + 1)
            end = space if space > 0 else end
        if part := window[:end].strip():
            yield part
        start += end


def _longest(text: str, limit: int) -> int:
    """How many characters of `text` weigh no more than `limit`; one at least."""
    low, high = 1, min(len(text), limit)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if weight(text[:middle]) <= limit else (low, middle - 1)
    return low


def packed(parts: Sequence[Unit], sizes: config.Chunks) -> Iterator[str]:
    """The parts in texts of at most `sizes.size`; each begins with some of the one before, for overlap."""
    held: list[Unit] = []
    fresh = 0
    for part in parts:
        if fresh and _size(held) + part.size > sizes.size:
            yield _text(held)
            held = _tail(held, min(sizes.overlap, sizes.size - part.size))
            fresh = 0
        if not fresh and _size(held) + part.size > sizes.size:
            held = []
        held.append(part)
        fresh += 1
    if fresh:
        yield _text(held)


def _tail(parts: Sequence[Unit], overlap: int) -> list[Unit]:
    """The last sentences of a text that together are no longer than the overlap; never all of it."""
    tail: list[Unit] = []
    for part in reversed(parts[1:]):
        if not part.repeats or _size(tail) + part.size > overlap:
            break
        tail.insert(0, part)
    return tail


def _size(parts: Sequence[Unit]) -> int:
    return sum(part.size for part in parts)


def _text(parts: Sequence[Unit]) -> str:
    return "".join(part.joint + part.text for part in parts).strip()


def about(figure: Figure, home: Section, sizes: config.Chunks) -> Iterator[Chunk]:
    """A figure's chunk, and further ones for the rows of a long table."""
    whole, rest = _words(figure, min(FIGURE, sizes.size))
    if whole:
        yield _chunk(figure, home, f"{figure.id}:f", 0, whole)
    room = config.Chunks(sizes.size - weight(figure.name) - 1, 0)
    lines = [Unit(part, "\n") for row in rest for part in _fitting(row, room.size)]
    for ordinal, text in enumerate(packed(lines, room), 1):
        yield _chunk(figure, home, f"{figure.id}:f{ordinal}", ordinal, f"{figure.name}\n{text}")


def _chunk(figure: Figure, home: Section, name: str, ordinal: int, text: str) -> Chunk:
    return Chunk(name, home.id, ordinal, "figure", text, home.breadcrumb, figure.id)


def _words(figure: Figure, size: int) -> tuple[str, list[str]]:
    """Label, caption, mentions, description, context and what fits of the cells; and the rows that do not."""
    caption = ": ".join(part for part in (figure.label, figure.caption) if part)
    alt = figure.alt if figure.alt_source in {"source", "model"} else ""
    lines = [caption, alt, figure.description, figure.latex, *figure.mentions[:MENTIONS], *figure.context]
    texts = list(dict.fromkeys(line for line in lines if line.strip()))
    kept, _ = _filled(texts, size)
    room = size - sum(weight(text) + 3 for text in kept)
    if figure.rows:
        rows = [row_text(figure.rows[0], row) for row in figure.rows[1:]] or [row_text([], figure.rows[0])]
        shown, rest = _filled([row for row in rows if row], room)
        return "\n".join([*kept, *shown]), rest
    shown, _ = _filled(figure.cells, room)
    return "\n".join([*kept, *([" · ".join(shown)] if shown else [])]), []


def _filled(texts: Sequence[str], room: int) -> tuple[list[str], list[str]]:
    """The first texts that fit (the very first is cut where it does not), and the others."""
    kept: list[str] = []
    for place, text in enumerate(texts):
        size = weight(text) + 3
        if size > room:
            first = [] if kept or room <= 3 else [next(_fitting(text, room))]
            return [*kept, *first], list(texts[place + len(first) :])
        kept.append(text)
        room -= size
    return kept, []
