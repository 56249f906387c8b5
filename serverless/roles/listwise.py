"""Rerank by one question to a model: all candidates in, the best few out, by id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from ..index import Index
from ..model import Struct
from ..recall import Hit, Inquiry
from ..rerank import shown
from .fence import fenced, nonce
from .port import Call, Prompt
from .prompts import wording
from .structured import ask

CANDIDATES = 50
BEST = 5
"""Sections that are offered, and that may be chosen: for each half of a comparison."""
BEHIND = 0.5
"""What a section that was not chosen keeps of its score; a chosen one has 1 and more."""


class Ranking(Struct, frozen=True):
    """The reply: ids of candidates, best first."""

    ranking: tuple[str, ...]


def rerank(question: str, inquiries: Sequence[Inquiry], index: Index, call: Call) -> tuple[Inquiry, ...]:
    """The inquiries with the chosen hits in front, in the model's order. Raises ModelError.

    A reply that chooses nothing changes nothing: the next role will find that there is no answer.
    """
    offered = candidates(inquiries, index)
    reply = ask(call, prompt(question, inquiries, offered, index), Ranking)
    most = BEST * len(inquiries)
    chosen = [offered[name] for name in dict.fromkeys(reply.ranking) if name in offered][:most]
    places = {section: place for place, section in enumerate(chosen)}
    return tuple(_reordered(inquiry, places) for inquiry in inquiries) if places else tuple(inquiries)


def candidates(inquiries: Sequence[Inquiry], index: Index) -> dict[str, str]:
    """The sections on offer by the ids that the model sees; those of named documents, where there are any."""
    found: dict[str, None] = {}
    share = CANDIDATES // max(1, len(inquiries))
    for inquiry in inquiries:
        sections = [hit.section for hit in inquiry.hits]
        named = inquiry.query.named
        own = [one for one in sections if index.rows.section(one).document in named] if named else []
        found |= dict.fromkeys((own or sections)[:share])
    return {f"S{n}": section for n, section in enumerate(found, 1)}


def prompt(question: str, inquiries: Sequence[Inquiry], offered: Mapping[str, str], index: Index) -> Prompt:
    """What the model reads of each candidate is what a local judge reads of it."""
    owners = {hit.section: inquiry for inquiry in inquiries for hit in inquiry.hits}
    texts = {
        name: shown(index.rows.section(section), owners[section].overlap, index)
        for name, section in offered.items()
    }
    words = wording("rerank")
    number = nonce([question, *texts.values()])
    parts = [fenced(name, text, number) for name, text in texts.items()]
    return Prompt(
        role="rerank",
        version=words.version,
        system=words.render("system", nonce=number, count=BEST * len(inquiries)),
        parts=(
            "\n\n".join(parts),
            words.render("opening"),
            fenced("QUESTION", question, number),
            words.render("closing"),
        ),
        max_tokens=400,
    )


def _reordered(inquiry: Inquiry, places: Mapping[str, int]) -> Inquiry:
    highest = max((hit.score for hit in inquiry.hits), default=1.0) or 1.0

    def placed(hit: Hit) -> Hit:
        if hit.section in places:
            score = 1.0 + 1.0 / (1 + places[hit.section])
        else:
            score = BEHIND * max(0.0, hit.score) / max(1.0, highest)
        return msgspec.structs.replace(hit, score=score)

    hits = sorted(map(placed, inquiry.hits), key=lambda hit: -hit.score)
    return msgspec.structs.replace(inquiry, hits=tuple(hits))
