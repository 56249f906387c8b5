"""What is said must stand where it is cited: numbers, names, and the section itself."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .context import Context
from .index import Index
from .model import Section, Sentence
from .plain import plain
from .tokens import normal

NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
NAME = re.compile(r"[^\W\d_]*[A-Z][\w-]*[A-Z\d][\w-]*|(?<=[a-z,;] )[A-Z][a-z]+\w*")
"""Words with capitals or digits inside, and capitalised words that do not begin a sentence."""


def verified(sentences: Iterable[Sentence], context: Context, index: Index) -> tuple[Sentence, ...]:
    """The sentences whose every citation is one of the evidence and holds their numbers and names."""
    return tuple(sentence for sentence in sentences if _holds(sentence, context, index))


def _holds(sentence: Sentence, context: Context, index: Index) -> bool:
    cited = [context.part(citation.section) for citation in sentence.citations]
    parts = [part for part in cited if part]
    if not cited or len(parts) != len(cited):
        return False
    offered = {(part.n, part.section.id) for part in parts}
    if any((citation.n, citation.section) not in offered for citation in sentence.citations):
        return False
    said = " ".join(words_of(part.section, index) for part in parts)
    return supported(sentence.text, said)


def supported(text: str, said: str) -> bool:
    """Whether all numbers and names of `text` occur in `said`."""
    numbers = set(NUMBER.findall(normal(text))) - set(NUMBER.findall(normal(said)))
    folded = normal(said)
    return not numbers and all(normal(name) in folded for name in NAME.findall(text))


def words_of(section: Section, index: Index) -> str:
    """All that stands on a section's page: heading, text, captions and cells of its figures."""
    figures = [index.rows.figure(figure) for figure in index.rows.figures_of(section.id)]
    held = [figure for figure in figures if figure.home == section.id]
    cells = [cell for figure in held for row in figure.rows for cell in row]
    captions = [f"{figure.label} {figure.caption}" for figure in held]
    spilled = [cell for figure in held for cell in figure.cells]
    return "\n".join((*section.breadcrumb, plain(section.text), *captions, *cells, *spilled))
