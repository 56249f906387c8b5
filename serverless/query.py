"""A question as recall needs it: what is searched, in which language, what it names."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from . import anchors, lexical, names
from .index import Index
from .language import detect
from .model import Question, Struct
from .tokens import query_terms

FEW = 3
"""A question with fewer meaning words is read together with the one before it."""
MOST = 3
"""Documents that one comparison is made of at most."""
COMPARE = re.compile(
    r"\bcompar|\bversus\b|\bvs\b|\bdiffer|\bvergl|\bunterschied|\bdiff[ée]renc|\bdiferenci"
    r"|比较|對比|对比|区别|不同|相比|比較|違い",
    re.IGNORECASE,
)


class Query(Struct, frozen=True):
    """`words` come with the number of sections that hold them; `named` are documents.

    A comparison of documents has a query for each of them in `halves`, which is kept to that document;
    `unknown` are names that stand nowhere in the library.
    """

    text: str
    lang: str
    document: str | None
    section: str | None
    words: tuple[lexical.Known, ...]
    named: tuple[str, ...]
    anchors: tuple[anchors.Anchor, ...]
    halves: tuple[Query, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def compares(self) -> bool:
        """Whether the question sets two things side by side."""
        return bool(self.halves) or COMPARE.search(self.text) is not None

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
    whole = _query(_with_history(question, text, lang), lang, index, question.document, question.section)
    whole = msgspec.structs.replace(whole, unknown=names.unknown(text, whole.words, lang, index))
    owners = names.owners(whole.text, whole.words, lang, index)
    named = tuple(dict.fromkeys(owners.values()))
    if question.document or not named:
        return whole
    halves = (
        [_query(_half(whole, name, owners), lang, index, name) for name in named] if len(named) > 1 else []
    )
    return msgspec.structs.replace(whole, named=named, halves=tuple(halves[:MOST]))


def _query(
    text: str, lang: str, index: Index, document: str | None = None, section: str | None = None
) -> Query:
    return Query(
        text=text,
        lang=lang,
        document=document,
        section=section,
        words=index.known(query_terms(text, lang, index.manifest.languages)),
        named=(document,) if document else (),
        anchors=anchors.find(text),
    )


def _half(whole: Query, document: str, owners: Mapping[str, str]) -> str:
    text = names.half(whole.text, document, owners)
    return text if len(query_terms(text, whole.lang)) > 1 else whole.text


def _with_history(question: Question, text: str, lang: str) -> str:
    """A follow-up such as "and for LoRA?" stands on the question before it."""
    before = [turn.text for turn in question.history if turn.role == "user"]
    if not before or len(query_terms(text, lang)) >= FEW:
        return text
    return f"{' '.join(before[-1].split())} {text}"
