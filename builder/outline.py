"""Which sections are noise, as a model judges from the headings of a document.

The rules of `noise.py` have judged before; they stay where the model fails or says what cannot be.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from serverless.model import Noise, Struct
from serverless.roles.fence import fenced, nonce
from serverless.roles.port import ModelError, Prompt
from serverless.roles.prompts import wording

from .guidance import FOLDER, warned
from .replies import Job
from .tree import Tree

MOST = 0.5
"""Share of a document's text that cannot be noise."""
TITLE = 160
Kind = Literal["contents", "glossary", "references", "acknowledgements", "foreword", "index", "legal"]


class Marked(Struct, frozen=True):
    """A section, by the id that the model sees, and what kind of noise it is."""

    id: str
    kind: Kind


class Outline(Struct, frozen=True):
    """The reply: the sections that are noise."""

    sections: tuple[Marked, ...]


def job(tree: Tree) -> Job:
    """The headings of a document, indented by level, with the size of each section."""
    lines = [
        f"{'  ' * section.level}N{place} {section.title[:TITLE]} ({len(section.text)})"
        for place, section in enumerate(tree.sections)
    ]
    text = "\n".join(lines)
    words = wording("noise", FOLDER)
    number = nonce([text])
    parts = (fenced("HEADINGS", text, number), words.render("closing"))
    prompt = Prompt(
        "noise", words.version, words.render("system", nonce=number), parts, max_tokens=100 + 20 * len(lines)
    )
    return Job(tree.document.id, tree.document.id, prompt)


def judged(tree: Tree, reply: Outline | ModelError) -> Tree:
    """The tree with the model's judgement; with that of the rules, and a warning, where there is none."""
    if isinstance(reply, ModelError):
        return _warned(tree, str(reply))
    kinds: dict[str, Noise] = {marked.id: marked.kind for marked in reply.sections}
    sections = tuple(
        msgspec.structs.replace(section, noise=kinds.get(f"N{place}", "none") if place else "none")
        for place, section in enumerate(tree.sections)
    )
    lost = sum(len(section.text) for section in sections if section.noise != "none")
    if lost > MOST * sum(len(section.text) for section in sections):
        return _warned(tree, "most of the text would be noise")
    return msgspec.structs.replace(tree, sections=sections)


def _warned(tree: Tree, why: str) -> Tree:
    return warned(tree, f"noise: the rules judged, not the model: {why}")
