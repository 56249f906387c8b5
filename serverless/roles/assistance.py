"""The models that help with one answer: asked where they have a role, done without where they fail.

Every failure is written down under its role, for the answer and for the log.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from ..context import Context
from ..errors import ProviderError
from ..index import Index
from ..model import Figure, Question, Sentence, Struct
from ..recall import Inquiry
from .album import Album
from .deadline import Deadline
from .meter import Meter
from .port import Call, Model, ModelError, Picture

if TYPE_CHECKING:
    from .synthesis import Writing

LOG = logging.getLogger("sourceleaf")
Role = Literal["condense", "look", "rerank", "synthesis", "check"]
SECONDS: Mapping[Role, float] = {"condense": 5, "look": 8, "rerank": 8, "synthesis": 60, "check": 8}
"""What each role may take at most, however much time there is for the answer."""


class Crew(Struct, frozen=True, eq=False):
    """The model of each role, or the reason why it has none; a role that is not here is done locally.

    `seconds` are those of a whole answer, `words` its length.
    """

    models: dict[Role, Model | ModelError]
    album: Album
    seconds: float = 25.0
    words: int = 180


class Matter(Struct, frozen=True, eq=False):
    """What an answer is to be written about: the question in its language, sections, and figures on offer."""

    question: str
    lang: str
    context: Context
    figures: tuple[Figure, ...]


NOBODY = Crew({}, Album(None))


class Assistance:
    """What the crew does for one answer; `why` says which roles failed."""

    def __init__(self, crew: Crew = NOBODY) -> None:
        self.crew = crew
        self.meter = Meter()
        self.why: list[str] = []
        self.writing: Writing | None = None
        self.picture: Picture | None = None
        self._deadline = Deadline(crew.seconds)

    def has(self, role: Role) -> bool:
        """Whether a model has this role, be it one that cannot be asked."""
        return role in self.crew.models

    def failed(self, role: str, error: ProviderError) -> None:
        """Writes a failure down."""
        self.why.append(f"{role}: {error.message}")
        LOG.warning("degraded: %s: %s", role, error)

    def _call(self, role: Role) -> Call:
        model = self.crew.models[role]
        if isinstance(model, ModelError):
            raise model
        return Call(model, self._deadline.within(SECONDS[role]), self.meter)

    def condensed(self, question: Question) -> Question:
        """A follow-up as a question of its own; as it is where that fails."""
        if not (question.history and self.has("condense")):
            return question
        from .condense import condense

        try:
            return condense(question, self._call("condense"))
        except ModelError as error:
            self.failed("condense", error)
            return question

    def looked(self, question: Question, lang: str) -> str:
        """The words of the question's picture; "" where there is none, or nobody who can look at it.

        Raises UsageError where it is no picture.
        """
        if not (question.image and self.has("look")):
            return ""
        from .sight import describe, picture

        seen = picture(question.image)
        try:
            said = describe(question.question, lang, seen, self._call("look"))
        except ModelError as error:
            self.failed("look", error)
            return ""
        self.picture = seen
        return said

    def reranked(
        self, question: str, inquiries: Sequence[Inquiry], index: Index
    ) -> tuple[Inquiry, ...] | None:
        """The inquiries in the model's order; None where it has none."""
        if not self.has("rerank"):
            return None
        from .listwise import rerank

        try:
            return rerank(question, inquiries, index, self._call("rerank"))
        except ModelError as error:
            self.failed("rerank", error)
            return None

    def write(self, matter: Matter, index: Index, most: int) -> Iterator[Sentence]:
        """Each sentence as the model finishes it; nothing where the local way must be taken.

        `writing` is then what became of it, and None where nothing did.
        """
        if not (self.has("synthesis") and matter.context.parts):
            return
        from .brief import brief
        from .synthesis import Style, Writing

        made = brief(matter.question, matter.context, matter.figures, self.crew.album, self.picture)
        writing = Writing(made, Style(matter.lang, self.crew.words, most), index)
        try:
            yield from writing.write(self._call("synthesis"))
        except ModelError as error:
            self.failed("synthesis", error)
            self.writing = writing if writing.sentences else None
            return
        if writing.sentences or writing.declined:
            self.writing = writing
        else:
            said = f"nothing that {self.name('synthesis')} wrote stands in what it cites"
            self.failed("synthesis", ModelError(said, kind="malformed"))
        if +writing.dropped:
            LOG.info("dropped: %s", dict(+writing.dropped))

    def name(self, role: Role) -> str:
        """Who has a role."""
        model = self.crew.models[role]
        return "nobody" if isinstance(model, ModelError) else model.name

    def figures(self, most: int) -> tuple[Figure, ...] | None:
        """The figures that belong to what a model wrote; None where no model wrote."""
        if self.writing is None:
            return None
        from .beside import beside

        writing = self.writing
        return beside(writing.figures, writing.brief.figures, writing.sentences, most)

    def checked(
        self, question: str, sentences: Sequence[Sentence], figures: Sequence[Figure]
    ) -> tuple[Figure, ...]:
        """The figures that a model with eyes keeps; all where that fails."""
        if not (figures and self.has("check")):
            return tuple(figures)
        from .sight import check

        try:
            return check(question, sentences, figures, self.crew.album, self._call("check"))
        except ModelError as error:
            self.failed("check", error)
            return tuple(figures)
