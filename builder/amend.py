"""What a person says about sections and figures, once there are any: which are noise, what captions are."""

from __future__ import annotations

import msgspec

from serverless.model import Figure, Section

from .extract.overrides import Overrides
from .ids import slug
from .tree import Tree


def amended(tree: Tree, said: Overrides) -> Tree:
    """The tree as a person wants it; what matches nothing is a warning of the document."""
    noise = {slug(one.title or one.text): one.noise for one in said.headings if one.noise is not None}
    captions = {slug(one.label): one.caption for one in said.captions}
    if not noise and not captions:
        return tree

    def told(section: Section) -> Section:
        known = noise.get(slug(section.heading)) or noise.get(slug(section.title))
        return msgspec.structs.replace(section, noise=known) if known else section

    def named(figure: Figure) -> Figure:
        caption = captions.get(slug(figure.label)) if figure.label else None
        return msgspec.structs.replace(figure, caption=caption) if caption else figure

    labels = {slug(figure.label) for figure in tree.figures}
    lost = [one.label for one in said.captions if slug(one.label) not in labels]
    warnings = tuple(f"overrides: there is no {label!r} in the document" for label in lost)
    document = msgspec.structs.replace(tree.document, warnings=(*tree.document.warnings, *warnings))
    return msgspec.structs.replace(
        tree,
        document=document,
        sections=tuple(map(told, tree.sections)),
        figures=tuple(map(named, tree.figures)),
    )
