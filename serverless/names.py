"""Documents that a question names: by words that are written like names and that one document owns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from .index import Index
from .lexical import Known
from .stopwords import WORDS
from .tokens import PARTS, Term, query_terms

WORD = re.compile(r"[A-Za-z\u00c0-\u024f][\w\-./+\u00c0-\u024f]*")
INNER_CAPITAL = re.compile(r"\w[A-Z]|[A-Za-z]\d|\d[A-Za-z]")
WORD_OR_NUMBER = re.compile(r"[\w\u00c0-\u024f][\w\-./+\u00c0-\u024f]*")
LATIN = frozenset(WORDS)
"""Languages that spell a name alike."""
EXPLAINED = re.compile(r"\(\s*[A-Z][\w.]{1,7}\s*\)")
"""An abbreviation after what it stands for."""
YEAR = re.compile(r"\d{4}")
PHRASE = re.compile(r"(?<![.?!:] )(?<!^)\b[A-Z][\w-]+(?: [A-Z][\w-]+){1,3}\b")
OWNED = 0.85
"""A name belongs to a document that holds this share of the sections with it."""
OFTEN = 3
"""Sections of one document that a name must stand in to be that document's name."""
LEADING = 2
"""Words of a title that may be the document's name: "Nemobot" of "Nemobot Games: Crafting Agents"."""
WIDE = 400
"""A word in more sections than this is nobody's name."""
JOINED = r"(?:['’]s)?\s*(?:,|and|et|und|y|和|与|と)\s*"
CLAUSE = re.compile(
    r"[.,;:?!]+(?=\s|$)|[。，；？！]|\b(?:and|or|versus|vs|with|than|while|whereas|in terms of|compared to"
    r"|et|ou|avec|tandis que|und|oder|mit|als|während|y|con|mientras)\b|[和与跟而]",
    re.IGNORECASE,
)
"""Where one half of a comparison may end."""


def owners(text: str, words: Iterable[Known], lang: str, index: Index) -> dict[str, str]:
    """The names in `text` and the document that owns each, in their order; none in a library of one."""
    if len(index.documents) < 2:
        return {}
    counts = {term: count for count, term in words}
    found: dict[str, str] = {}
    for word in WORD.findall(text):
        # Of "CLIP-CITE's" the whole is tried before its parts.
        for term in query_terms(word, lang, index.manifest.languages):
            owner = _owner(word, term, counts, index)
            if owner:
                found[word] = owner
                break
    return found


def _owner(word: str, term: Term, counts: Mapping[Term, int], index: Index) -> str | None:
    """Capitals inside make a name; one in front alone does where the document's title begins with it."""
    if not OFTEN <= counts.get(term, 0) <= WIDE or not _is_written_like_a_name(word):
        return None
    owner = index.owner(term, OWNED, OFTEN)
    if owner is None or INNER_CAPITAL.search(word):
        return owner
    document = index.documents[owner]
    title = " ".join(document.title.split()[:LEADING])
    return owner if term in query_terms(title, document.lang, index.manifest.languages) else None


def _is_written_like_a_name(word: str) -> bool:
    """ "CLIP-CITE" and "KX-7", but not "CLIP-based" and not "text-to-SVG"."""
    return all(part[0].isupper() or part[0].isdigit() for part in word.split("-") if part) or (
        "-" not in word and INNER_CAPITAL.search(word) is not None
    )


def unknown(text: str, words: Iterable[Known], lang: str, index: Index) -> tuple[str, ...]:
    """Names, dates and capitalised phrases of a question that stand nowhere in the library.

    Only for languages of the library that do not capitalise every noun, where all its languages spell names
    alike, and where the question is not written in capitals throughout.
    """
    text = EXPLAINED.sub("", text)
    spoken = WORD_OR_NUMBER.findall(text)
    capital = [word for word in spoken if word[0].isupper()]
    languages = set(index.manifest.languages)
    is_spelled_alike = lang in languages and languages <= LATIN | {lang}
    if lang == "de" or not is_spelled_alike or 2 * len(capital) > len(spoken):
        return ()
    absent = {term for count, term in words if not count}
    alone = [
        word
        for place, word in enumerate(spoken)
        if (place and word[0].isupper()) or INNER_CAPITAL.search(word) or YEAR.fullmatch(word)
        if query_terms(word, lang, index.manifest.languages)[0] in absent
        # "LLaMA-1B" may be written "LLaMA 1B".
        and not index.has_phrase(" ".join(PARTS.findall(word)), lang)
    ]
    phrases = [phrase for phrase in PHRASE.findall(text) if not index.has_phrase(phrase, lang)]
    kept = [word for word in alone if not any(word in phrase for phrase in phrases)]
    return tuple(dict.fromkeys((*phrases, *kept)))


def half(text: str, document: str, named: Mapping[str, str]) -> str:
    """What a comparison asks of one document: "A and B burn" is "A burn", clauses on B alone are left out."""
    for name, owner in named.items():
        if owner == document:
            others = "|".join(re.escape(other) for other, its in named.items() if its != document)
            text = re.sub(rf"(?:{others}){JOINED}(?={re.escape(name)})", "", text)
            text = re.sub(rf"({re.escape(name)}){JOINED}(?:{others})(?!\w)", r"\1", text)
    kept: list[str] = []
    for clause in CLAUSE.split(text):
        owned = {owner for name, owner in named.items() if name in clause}
        if clause.strip() and (not owned or document in owned):
            kept.append(clause.strip())
    return ", ".join(kept)
