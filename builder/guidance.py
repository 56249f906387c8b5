"""Where the prompts of the build lie, and what a build says when a model failed."""

from __future__ import annotations

from pathlib import Path

import msgspec

from .tree import Tree

FOLDER = Path(__file__).parent / "prompts"


def warned(tree: Tree, text: str) -> Tree:
    """The tree with one more warning of its document."""
    document = msgspec.structs.replace(tree.document, warnings=(*tree.document.warnings, text))
    return msgspec.structs.replace(tree, document=document)
