"""The smallest parts of a section that can be quoted: sentences, list items and table rows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from .model import Section, Struct
from .plain import FORMULA, Piece, PieceKind, pieces
from .sentences import split

LETTERS = re.compile(r"[^\W\d_]")
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
CAPTION = re.compile(
    r"^(?:figure|fig\.|table|tab\.|abbildung|abb\.|tabelle|figura|tabla|tableau|algorithm|图|表|図)\s*"
    r"[\divxlc]+[a-z]?\s*[.:：|]",
    re.IGNORECASE,
)
LINK = re.compile(r"(?:https?:)?//\S+|www\.\S+|\S+@\S+\.\w+")
LINK_SHARE = 0.3
"""Share of a sentence's characters above which it is a link and nothing else."""
FURNITURE = re.compile(r"^(?:arxiv:|doi:|https?://|www\.|©|copyright|\S+@\S+\.\w+$)", re.IGNORECASE)
SHORTEST = {"prose": 4, "item": 2, "row": 1}
"""Words below which a piece says nothing by itself; a CJK character counts as half a word."""
RUN_IN = 6
"""Words of a heading that runs into its paragraph, at most."""
VERBS = frozenset(
    ("is", "are", "was", "were", "be", "has", "have", "had", "can", "could", "may", "must", "will", "would")
) | frozenset(("do", "does", "did", "should", "it", "we", "you", "they", "he", "she", "i", "there", "not"))
UNSPACED = frozenset({"zh", "ja"})
"""Languages that put no space between sentences."""
ENDS = ".!?。！？"
"""A sentence that ends otherwise goes on in the formula below it."""
LONGEST = 700
"""Characters above which a piece is no sentence but a lump of an extractor."""


class Unit(Struct, frozen=True):
    """`block` is the number of the piece that it stands in, `order` its place in the section.

    `quote` is what of it stands on the page word for word, and can be searched for there.
    """

    text: str
    kind: PieceKind
    block: int
    order: int
    quote: str


@lru_cache(maxsize=512)
def units(section: Section) -> tuple[Unit, ...]:
    """The quotable parts of a section in reading order: no headings, captions, questions, links."""
    found: list[Unit] = []
    blocks = pieces(section.text)
    for block, piece in enumerate(blocks):
        after = blocks[block + 1] if block + 1 < len(blocks) else None
        for text in _texts(piece, after, section.lang):
            if _says_something(text, piece.kind):
                found.append(Unit(text, piece.kind, block, len(found), piece.quote or quotable(text)))
    return tuple(found)


def _texts(piece: Piece, after: Piece | None, lang: str) -> list[str]:
    if piece.kind == "row":
        return [piece.text]
    if piece.kind not in {"prose", "item"}:
        return []
    texts = split(piece.text, lang)
    if len(texts) > 1 and _is_run_in(texts[0]):
        texts = texts[1:]
    if texts and after and after.kind == "formula" and texts[-1][-1] not in ENDS:
        texts[-1] = f"{texts[-1]} {after.text}"
    return texts


def _is_run_in(text: str) -> bool:
    """A heading at the start of its paragraph: a few words without a verb of English, and a full stop."""
    words = text.rstrip(".").casefold().split()
    return len(words) <= RUN_IN and text.isascii() and not VERBS & set(words)


def _says_something(text: str, kind: PieceKind) -> bool:
    words = FORMULA.sub(" ", text)
    letters = len(LETTERS.findall(words))
    size = len(words.split()) + len(CJK.findall(words)) / 2
    is_prose = kind == "row" or letters * 2 >= len(words.replace(" ", ""))
    is_furniture = CAPTION.match(text) or FURNITURE.match(text)
    asks = text.endswith(("?", "？"))
    is_link = sum(map(len, LINK.findall(text))) > LINK_SHARE * len(text)
    return (
        size >= SHORTEST[kind] and is_prose and not (is_furniture or is_link or asks) and len(text) <= LONGEST
    )


def quotable(text: str) -> str:
    """The longest stretch without a formula: formulas are typeset, their source is not on the page."""
    return max(FORMULA.split(text), key=len).strip(" ,;:，；：") or text


def length(text: str) -> float:
    """Words of a text; two CJK characters count as one word."""
    cjk = len(CJK.findall(text))
    return len(CJK.sub(" ", text).split()) + cjk / 2


def join(texts: Iterable[str], lang: str) -> str:
    """Sentences as running text."""
    return ("" if lang in UNSPACED else " ").join(texts)
