"""The second opinion on the figures that a model named: the finished text against what each figure is of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import anchors
from ..language import detect
from ..model import Figure, Sentence
from ..overlap import token_set
from ..tokens import query_terms
from .brief import figure_text

SHARED = 2
"""Words that answer and figure must share where no cited section holds or mentions the figure."""


def beside(
    named: Mapping[str, Figure], offered: Mapping[str, Figure], sentences: Sequence[Sentence], most: int
) -> tuple[Figure, ...]:
    """At most `most` figures: those that the model named and the text bears out, then those that it spells.

    A figure is borne out where a section that the answer cites holds or mentions it, or where its own words
    are in the text. "Figure 3" in the text names a figure of the cited documents as an id does.
    """
    cited = {citation.section for sentence in sentences for citation in sentence.citations}
    text = " ".join(sentence.text for sentence in sentences)
    kept = [one for one in named.values() if _is_about(one, cited, text)]
    kept += [one for one in offered.values() if one not in kept and _is_spelt_out(one, cited, text)]
    return tuple(kept[:most])


def _is_about(figure: Figure, cited: set[str], text: str) -> bool:
    if cited & {figure.home, *figure.mentioned_in}:
        return True
    lang = detect(text)
    own = {spelling for term in query_terms(figure_text(figure), lang) for spelling in term}
    return len(own & token_set(text, lang)) >= SHARED


def _is_spelt_out(figure: Figure, cited: set[str], text: str) -> bool:
    if not figure.number or not cited & {figure.home, *figure.mentioned_in}:
        return False
    number = figure.number.casefold()
    return any(number in anchor.spellings and anchor.names(figure) for anchor in anchors.find(text))
