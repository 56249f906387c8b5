"""`ask` and `search` on the command line: the function's own answer, in this process, as text."""

from __future__ import annotations

import os
import textwrap
from pathlib import Path

from serverless import answer, settings
from serverless.model import Answer, Evidence, FigureCard, Question, SectionCard, Sentence

WIDTH = 96


def ask(index: Path, question: Question) -> Answer:
    """The whole answer; raises IndexFormatError or ProviderError where it cannot be given."""
    return answer.complete(question, *_open(index))


def search(index: Path, question: Question) -> Evidence:
    """The evidence for a question, reranked, best section first."""
    return answer.search(question, *_open(index))


def _open(index: Path) -> tuple[answer.Index, answer.Tools]:
    return answer.load(settings.read({**os.environ, "SOURCELEAF_INDEX": str(index)}))


def text(given: Answer) -> str:
    """The answer with numbered citations, its figures and its sources."""
    parts = [given.notice, *_paragraphs(given)]
    if given.figures:
        parts.append("Figures\n" + "\n".join(f"  {_figure(card)}  {card.url}" for card in given.figures))
    parts.append("Sources\n" + "\n".join(_source(card) for card in given.sections))
    parts.append(f"{given.status}{': ' + given.why if given.why else ''} · {_total(given.usage.ms)}")
    return "\n\n".join(part for part in parts if part)


def hits(found: Evidence) -> str:
    """The sections as a numbered list with a passage each."""
    return "\n".join(f"{_source(card)}\n{_wrap(card.snippet, 6)}" for card in found.sections)


def _paragraphs(given: Answer) -> list[str]:
    groups: dict[int, list[str]] = {}
    for sentence in given.sentences:
        groups.setdefault(sentence.paragraph, []).append(_cited(sentence))
    return [_wrap(" ".join(sentences)) for sentences in groups.values()]


def _cited(sentence: Sentence) -> str:
    numbers = sorted({citation.n for citation in sentence.citations})
    return sentence.text + "".join(f" [{n}]" for n in numbers)


def _figure(card: FigureCard) -> str:
    caption = textwrap.shorten(card.caption, 90, placeholder="…")
    return f"{card.label or 'Picture'}: {caption}" if caption else card.label or "Picture"


def _source(card: SectionCard) -> str:
    return f"{card.n:3}  {' > '.join(card.breadcrumb)}\n       {card.url}"


def _wrap(paragraph: str, indent: int = 0) -> str:
    space = " " * indent
    return textwrap.fill(paragraph, WIDTH, initial_indent=space, subsequent_indent=space)


def _total(ms: dict[str, float]) -> str:
    return f"{sum(ms.values()):.0f} ms"
