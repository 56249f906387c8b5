"""What a model is given to answer from: the sections as S1, S2, …, their figures as F1, F2, …, fenced.

The model sees these short ids and answers with them; what they stand for is looked up here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..context import LONGEST, Context
from ..context import Part as Section
from ..model import Figure, Struct
from ..plain import FIGURE_LINE, row_text
from ..units import join
from .album import Album
from .fence import clean, fenced, nonce
from .port import Part, Picture

MOST_FIGURES = 20
"""Figures that are offered; how many are shown is another matter."""
ROWS = 1_200
"""Characters of a table's rows, or of the cells that fell out of a picture."""


class Brief(Struct, frozen=True, eq=False):
    """`figures` by the id that the model sees; `seen` are those whose picture it sees as well.

    `parts` are the pieces of the library, `question` is what was asked, with the reader's own picture.
    """

    nonce: str
    context: Context
    figures: dict[str, Figure]
    seen: frozenset[str]
    parts: tuple[Part, ...]
    question: tuple[Part, ...]

    @property
    def text(self) -> str:
        """All words of the pieces and of the question."""
        return "\n".join(part for part in (*self.parts, *self.question) if isinstance(part, str))

    def section(self, name: str) -> Section | None:
        """The section that an id such as "S1" stands for, or None."""
        return next((part for part in self.context.parts if f"S{part.n}" == name), None)


def brief(
    question: str,
    context: Context,
    figures: Sequence[Figure],
    album: Album,
    asked: Picture | None = None,
) -> Brief:
    """Sections with their figures behind them, then the other figures.

    The pictures of the first figures follow their captions, where they can be had.
    """
    offered = {f"F{n}": figure for n, figure in enumerate(figures[:MOST_FIGURES], 1)}
    images = _images(offered, album)
    names = {figure.id: name for name, figure in offered.items()}
    texts = {f"S{part.n}": section_text(part, names) for part in context.parts}
    texts |= {name: figure_text(figure) for name, figure in offered.items()}
    number = nonce([question, *texts.values()])
    parts: list[Part] = []
    for name in _ordered(context, offered):
        parts.append(fenced(name, texts[name], number))
        parts += [images[name]] if name in images else []
    put: tuple[Part, ...] = (fenced("QUESTION", question, number), *([asked] if asked else []))
    return Brief(number, context, offered, frozenset(images), tuple(parts), put)


def _images(offered: Mapping[str, Figure], album: Album) -> dict[str, Picture]:
    found: dict[str, Picture] = {}
    for name, figure in offered.items():
        picture = album.picture(figure) if len(found) < album.attached else None
        if picture:
            found[name] = picture
    return found


def _ordered(context: Context, offered: Mapping[str, Figure]) -> Iterator[str]:
    """Each section with the figures that stand in it or that it is the first to mention."""
    told: set[str] = set()
    for part in context.parts:
        yield f"S{part.n}"
        for name, figure in offered.items():
            if name not in told and part.section.id in {figure.home, *figure.mentioned_in}:
                told.add(name)
                yield name
    yield from (name for name in offered if name not in told)


def section_text(part: Section, names: Mapping[str, str]) -> str:
    """The path of a section's headings and its text; of a long one the sentences that were chosen."""
    section = part.section
    text = section.text
    if len(text) > LONGEST:
        text = join((unit.text for unit in part.units), section.lang)
    lines = [_line(line, names) for line in text.splitlines()]
    return "\n".join([f"{' > '.join(section.breadcrumb)} (language: {section.lang})", *lines])


def _line(line: str, names: Mapping[str, str]) -> str:
    figure = FIGURE_LINE.match(line)
    if not figure:
        return line
    name = names.get(figure["id"], "")
    return f"({clean(figure['label'])}{f', {name}' if name else ''})"


def figure_text(figure: Figure) -> str:
    """Label, caption, description, and the beginning of what the figure holds in words."""
    head = f"{figure.label}: {figure.caption}" if figure.label else figure.caption
    rows = [row_text(figure.rows[0], row) for row in figure.rows[1:]]
    held = "\n".join(rows) or " · ".join(figure.cells)
    about = figure.description or (figure.alt if figure.alt_source == "source" else "")
    lines = (head or figure.name, about, figure.latex, held[:ROWS])
    return "\n".join(line for line in lines if line)
