"""What only a model with eyes can do: look at a reader's picture, and at the figures beside an answer."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta

from ..errors import UsageError
from ..model import Figure, Sentence, Struct
from ..notices import language
from .album import Album
from .brief import figure_text
from .fence import fenced, nonce
from .port import SIGHTS, Call, Part, Picture, Prompt
from .prompts import wording
from .structured import ask

MOST_BYTES = 4_000_000
SIGNS = {
    "image/png": b"\x89PNG\r\n\x1a\n",
    "image/jpeg": b"\xff\xd8\xff",
    "image/webp": b"RIFF",
}
"""How a file of each type begins."""


class Description(Struct, frozen=True):
    """The reply to a reader's picture."""

    description: Annotated[str, Meta(min_length=1, max_length=2000)]


class Kept(Struct, frozen=True):
    """The reply to the figures of an answer: ids to keep."""

    keep: tuple[str, ...]


def picture(url: str) -> Picture:
    """The picture of a question, sent as a data url; UsageError where it is none that can be looked at."""
    head, comma, body = url.partition(",")
    mime = head.removeprefix("data:").removesuffix(";base64")
    if not comma or head != f"data:{mime};base64" or mime not in SIGHTS:
        raise UsageError(
            "the picture is not one that can be looked at",
            "send a PNG, JPEG or WebP as a data url (data:image/png;base64,…)",
            "bad-picture",
        )
    try:
        data = base64.b64decode(body, validate=True)
    except binascii.Error:
        raise UsageError("the picture is not base64", "send it as a data url", "bad-picture") from None
    if len(data) > MOST_BYTES or not data.startswith(SIGNS[mime]):
        raise UsageError(
            f"the picture is not a {mime} of at most {MOST_BYTES // 1_000_000} MB",
            "send a smaller picture, under its own type",
            "bad-picture",
        )
    return Picture(mime, data)


def describe(question: str, lang: str, seen: Picture, call: Call) -> str:
    """The words by which the library can be searched for a picture. Raises ModelError."""
    return " ".join(ask(call, look(question, lang, seen), Description).description.split())


def look(question: str, lang: str, seen: Picture) -> Prompt:
    number = nonce([question])
    words = wording("look")
    system = words.render("system", nonce=number, language=language(lang, "en"))
    parts = (fenced("QUESTION", question, number), seen, words.render("closing"))
    return Prompt("look", words.version, system, parts, max_tokens=400)


def check(
    question: str, sentences: Sequence[Sentence], figures: Sequence[Figure], album: Album, call: Call
) -> tuple[Figure, ...]:
    """The figures whose picture shows what the answer speaks of; one without a picture stays.

    Raises ModelError.
    """
    pictures = {f"F{n}": (figure, album.picture(figure)) for n, figure in enumerate(figures, 1)}
    seen = {name: (figure, picture) for name, (figure, picture) in pictures.items() if picture}
    if not seen:
        return tuple(figures)
    keep = ask(call, review(question, sentences, seen), Kept).keep
    return tuple(figure for name, (figure, _) in pictures.items() if name in keep or name not in seen)


def review(
    question: str, sentences: Sequence[Sentence], seen: Mapping[str, tuple[Figure, Picture]]
) -> Prompt:
    """The question about figures by their ids, each with its picture."""
    answer = " ".join(sentence.text for sentence in sentences)
    captions = {name: figure_text(figure) for name, (figure, _) in seen.items()}
    number = nonce([question, answer, *captions.values()])
    parts: list[Part] = [fenced("QUESTION", question, number), fenced("ANSWER", answer, number)]
    for name, (_, picture) in seen.items():
        parts += [fenced(name, captions[name], number), picture]
    words = wording("check")
    parts.append(words.render("closing"))
    return Prompt("check", words.version, words.render("system", nonce=number), tuple(parts), max_tokens=200)
