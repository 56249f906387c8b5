"""Figures as a model sees them: whether they are worth showing, a description, an alternative text.

The caption, the text around a figure and the sentences that mention it are told to the model, so that two
tables of the same shape are told apart by what they are about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from serverless.model import Figure, Struct
from serverless.notices import language
from serverless.roles.album import MOST_BYTES
from serverless.roles.fence import fenced, nonce
from serverless.roles.port import SIGHTS, ModelError, Part, Picture, Prompt
from serverless.roles.prompts import wording

from .guidance import FOLDER, warned
from .replies import Job
from .tree import Tree

MENTIONS = 3
PANELS = 4
"""Pictures of one figure that are sent."""
SILENT = frozenset(("none", "caption"))
"""Where an alternative text comes from when the source has none."""


class Seen(Struct, frozen=True):
    """The reply about one figure."""

    quality: Literal["Good", "Poor"]
    description: Annotated[str, Meta(max_length=1500)]
    alt: Annotated[str, Meta(max_length=400)]


def jobs(tree: Tree) -> Iterator[Job]:
    """A question about every figure that has a picture and is neither a formula nor known as a fragment."""
    for figure in tree.figures:
        pictures = _pictures(figure, tree.files)
        if pictures and figure.quality == "good" and figure.kind != "equation":
            yield Job(figure.id, tree.document.id, _prompt(figure, tree, pictures))


def _pictures(figure: Figure, files: Mapping[str, str]) -> tuple[Picture, ...]:
    readable = [asset for asset in figure.panels if asset.mime in SIGHTS and asset.id in files]
    paths = [(asset.mime, Path(files[asset.id])) for asset in readable[:PANELS]]
    return tuple(
        Picture(mime, path.read_bytes()) for mime, path in paths if path.stat().st_size <= MOST_BYTES
    )


def _prompt(figure: Figure, tree: Tree, pictures: Sequence[Picture]) -> Prompt:
    text = told(figure, tree)
    words = wording("describe", FOLDER)
    number = nonce([text])
    system = words.render("system", nonce=number, language=language(tree.document.lang, "en"))
    parts: tuple[Part, ...] = (fenced("FIGURE", text, number), *pictures, words.render("closing"))
    return Prompt("describe", words.version, system, parts, max_tokens=700)


def told(figure: Figure, tree: Tree) -> str:
    """What the document says about a figure."""
    home = next(section for section in tree.sections if section.id == figure.home)
    before, after = figure.context
    lines = (
        f"document: {tree.document.title}",
        f"section: {' > '.join(home.breadcrumb)}",
        f"caption: {figure.label}: {figure.caption}" if figure.label else f"caption: {figure.caption}",
        f"before it: {before}",
        f"after it: {after}",
        *(f"mentioned: {sentence}" for sentence in figure.mentions[:MENTIONS]),
    )
    return "\n".join(" ".join(line.split()) for line in lines)


def described(tree: Tree, replies: Mapping[str, Seen | ModelError]) -> Tree:
    """The tree with what the model saw; where figures failed it says how many and why."""
    figures = tuple(_with(figure, replies.get(figure.id)) for figure in tree.figures)
    made = msgspec.structs.replace(tree, figures=figures)
    failures = Counter(
        str(reply) for figure in figures if isinstance(reply := replies.get(figure.id), ModelError)
    )
    for why, count in sorted(failures.items()):
        made = warned(made, f"figures: {count} without a description: {why}")
    return made


def _with(figure: Figure, reply: Seen | ModelError | None) -> Figure:
    """A poor picture is no longer offered, unless it has a label: then the text speaks of it."""
    if not isinstance(reply, Seen):
        return figure
    if reply.quality == "Poor" and not figure.label:
        return msgspec.structs.replace(figure, quality="decorative")
    seen = msgspec.structs.replace(figure, description=" ".join(reply.description.split()))
    alt = " ".join(reply.alt.split())
    if figure.alt_source in SILENT and alt:
        seen = msgspec.structs.replace(seen, alt=alt, alt_source="model")
    return seen
