"""`index.txt`: the library as a tree that a person can read and a diff can compare."""

from __future__ import annotations

from collections import Counter

from .model import Document, Figure, Library, Section


def text(library: Library) -> str:
    """Each document with its sections, and below each section its figures; counts of chunks on every line."""
    chunks = Counter(chunk.section for chunk in library.chunks)
    homes: dict[str, list[Figure]] = {}
    for figure in library.figures:
        homes.setdefault(figure.home, []).append(figure)
    lines: list[str] = []
    sections: dict[str, list[Section]] = {}
    for section in library.sections:
        sections.setdefault(section.document, []).append(section)
    for document in library.documents:
        lines.append(_document(document))
        for section in sections.get(document.id, []):
            lines.append(_section(section, chunks[section.id]))
            lines += [_figure(figure, section.level) for figure in homes.get(section.id, [])]
    return "\n".join(lines) + "\n"


def _document(document: Document) -> str:
    return f"# {document.title} [{document.id}] {document.lang}, {document.source.path}"


def _section(section: Section, chunks: int) -> str:
    title = f"{section.number} {section.title}".strip()
    noise = "" if section.noise == "none" else f" ({section.noise})"
    size = f"{len(section.text)} characters, {chunks} chunks"
    return f"{'  ' * (section.level + 1)}{title} [{section.id}]{noise} {size}"


def _figure(figure: Figure, level: int) -> str:
    mentions = f", mentioned in {len(figure.mentioned_in)}" if figure.mentioned_in else ""
    size = f"{len(figure.panels)} {'file' if len(figure.panels) == 1 else 'files'}{mentions}"
    return f"{'  ' * (level + 2)}* {figure.name} [{figure.id}] {figure.kind}, {figure.quality}, {size}"
