"""Ids and slugs: readable, stable from build to build, unique within their document."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence

from serverless.model import FigureKind, Struct

LONGEST = 80
"""Characters of a slug; in UTF-8 it still fits the longest file name there is."""

PREFIXES: dict[FigureKind, str] = {
    "figure": "fig",
    "table": "table",
    "equation": "eq",
    "algorithm": "algorithm",
    "image": "image",
    "video": "video",
}


class Named(Struct, frozen=True):
    """A section before it has an id: `parent` is its place in the list, None for a top section.

    `kept` is the slug that it had in an earlier edition.
    """

    title: str
    anchor: str = ""
    parent: int | None = None
    kept: str = ""


def slug(text: str) -> str:
    """`text` as part of an address: lower case, words joined by hyphens, letters of any script kept."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    whole = "-".join(_words(folded))
    if len(whole) <= LONGEST:
        return whole
    return (whole[: LONGEST + 1].rpartition("-")[0] or whole[:LONGEST]).strip("-")


def _words(text: str) -> list[str]:
    """Runs of letters and digits, each with the marks that belong to it."""
    words = [""]
    for character in text:
        kind = unicodedata.category(character)[0]
        if kind in "LN" or (kind == "M" and words[-1]):
            words[-1] += character
        elif words[-1]:
            words.append("")
    return [word for word in words if word]


def slugs(sections: Sequence[Named], reserved: Collection[str] = ()) -> tuple[str, ...]:
    """A slug for each section, in order, all different.

    An explicit anchor is kept before all others, then the slug of an earlier edition. Of other sections with
    one title the first has the plain slug, a later one its parent's slug in front, and where that is taken
    too, a number behind; they take none that is `reserved`.
    """
    made: dict[int, str] = {}
    taken: set[str] = set()
    for place, section in enumerate(sections):
        if wanted := slug(section.anchor):
            made[place] = _free((wanted,), taken)
    for place, section in enumerate(sections):
        if place not in made and section.kept and section.kept not in taken:
            made[place] = section.kept
            taken.add(section.kept)
    taken.update(reserved)
    for place, section in enumerate(sections):
        if place not in made:
            own = slug(section.title) or "section"
            above = made.get(section.parent, "") if section.parent is not None else ""
            made[place] = _free((own, slug(f"{above}-{own}")), taken)
    return tuple(made[place] for place in range(len(sections)))


def section_id(document: str, slug_: str) -> str:
    """The root section has the document's id and no slug."""
    return f"{document}/{slug_}" if slug_ else document


def figure_ids(document: str, figures: Sequence[tuple[FigureKind, str, str]]) -> tuple[str, ...]:
    """An id for each (kind, number, hash): "clip#fig-3", or "clip#image-1a2b3c4d" for one without number."""
    taken: set[str] = set()
    return tuple(f"{document}#{_free((_anchor(*figure),), taken)}" for figure in figures)


def _anchor(kind: FigureKind, number: str, digest: str) -> str:
    tail = slug(number)
    return f"{PREFIXES[kind]}-{tail}" if tail else f"{PREFIXES[kind]}-{digest[:8] or 'x'}"


def _free(wishes: Sequence[str], taken: set[str]) -> str:
    """The first of `wishes` that is free, else the last one with a number from 2."""
    free = next((wish for wish in wishes if wish not in taken), "")
    number = 2
    while not free:
        numbered = f"{wishes[-1]}-{number}"
        free = "" if numbered in taken else numbered
        number += 1
    taken.add(free)
    return free
