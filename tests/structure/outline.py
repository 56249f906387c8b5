"""A tree as text that a person can read: sections by indentation, figures below the section they stand in."""

from __future__ import annotations

from builder.tree import Tree
from serverless.model import Figure, Section


def outline(tree: Tree) -> str:
    """One line a section and one a figure, with their ids and what is special about them."""
    lines: list[str] = []
    for section in tree.sections:
        lines.append(_section(section))
        lines += [_figure(figure, section.level + 1) for figure in tree.figures if figure.home == section.id]
    return "\n".join(lines) + "\n"


def _section(section: Section) -> str:
    name = f"{section.number} {section.title}".strip()
    noise = "" if section.noise == "none" else f" ({section.noise})"
    aliases = f" = {' | '.join(section.aliases)}" if section.aliases else ""
    return f"{'  ' * section.level}{name} [{section.slug or section.id}]{noise}{aliases}"


def _figure(figure: Figure, level: int) -> str:
    files = ", ".join(panel.source.rpartition("/")[2] for panel in figure.panels) or "no file"
    kind = "" if figure.label and figure.quality == "good" else f" {figure.quality} {figure.kind}"
    cells = f", {len(figure.cells)} cells" if figure.cells else ""
    mentioned = f", mentioned in {len(figure.mentioned_in)}" if figure.mentioned_in else ""
    return f"{'  ' * level}* {figure.name}{kind} [{figure.anchor}] {files}{cells}{mentioned}"
