"""A question as recall needs it: what is searched, in which language, what it names."""

from __future__ import annotations

import re

from . import anchors, lexical
from .index import Index
from .language import detect
from .model import Question, Struct
from .tokens import Term, query_terms

FEW = 3
"""A question with fewer meaning words is read together with the one before it."""
INNER_CAPITAL = re.compile(r"\w[A-Z]|[A-Za-z]\d|\d[A-Za-z]")
LATIN = re.compile(r"[A-Za-z\u00c0-\u024f][\w\-./+\u00c0-\u024f]*")
OWNED = 0.85
"""A name belongs to a document that holds this share of the sections with it."""
OFTEN = 3
"""Sections of one document that a name must stand in to be that document's name."""
WIDE = 400
"""A word in more sections than this is nobody's name."""


COMPARE = re.compile(
    r"\bcompar|\bversus\b|\bvs\b|\bdiffer|\bvergl|\bunterschied|\bdiff[ée]renc|\bdiferenci"
    r"|比较|對比|对比|区别|不同|相比|比較|違い",
    re.IGNORECASE,
)


class Query(Struct, frozen=True):
    """`words` come with the number of sections that hold them; `named` are documents."""

    text: str
    lang: str
    document: str | None
    section: str | None
    words: tuple[lexical.Known, ...]
    named: tuple[str, ...]
    anchors: tuple[anchors.Anchor, ...]

    @property
    def compares(self) -> bool:
        """Whether the question sets two things side by side."""
        return len(self.named) > 1 or COMPARE.search(self.text) is not None

    @property
    def coverage(self) -> float:
        """The share of the question's words that the library knows, 0…1."""
        return sum(count > 0 for count, _ in self.words) / max(1, len(self.words))


def understand(question: Question, index: Index) -> Query:
    """Reads a question against the library that it is put to."""
    text = " ".join(question.question.split())
    languages = index.manifest.languages
    default = languages[0] if len(languages) == 1 else "en"
    lang = question.lang or detect(text, default)
    searched = _with_history(question, text, lang)
    words = index.known(query_terms(searched, lang, languages))
    named = (question.document,) if question.document else _named(searched, words, lang, index)
    return Query(
        text=searched,
        lang=lang,
        document=question.document,
        section=question.section,
        words=words,
        named=named,
        anchors=anchors.find(text),
    )


def _with_history(question: Question, text: str, lang: str) -> str:
    """A follow-up such as "and for LoRA?" stands on the question before it."""
    before = [turn.text for turn in question.history if turn.role == "user"]
    if not before or len(query_terms(text, lang)) >= FEW:
        return text
    return f"{' '.join(before[-1].split())} {text}"


def _named(text: str, words: tuple[lexical.Known, ...], lang: str, index: Index) -> tuple[str, ...]:
    """Documents whose own names stand in the question: words written like names that one document owns."""
    if len(index.documents) < 2:
        return ()
    names: set[Term] = set()
    for place, word in enumerate(LATIN.findall(text)):
        if _is_name(word, place, lang):
            names.update(query_terms(word, lang, index.manifest.languages))
    named: dict[str, None] = {}
    for count, term in words:
        if term in names and count <= WIDE:
            owner = index.owner(term, OWNED, OFTEN)
            if owner:
                named[owner] = None
    return tuple(named)


def _is_name(word: str, place: int, lang: str) -> bool:
    """Capitals inside, or one in front where grammar does not ask for it."""
    asked_for = place == 0 or lang == "de"
    return bool(INNER_CAPITAL.search(word)) or (word[0].isupper() and not asked_for)
