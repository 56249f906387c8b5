"""What speaks for showing one figure beside one answer.

The weights were found on the questions of five papers: each was varied alone and together with the others,
and what stands here is the middle of the region where precision and recall stay high, rounded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from . import anchors, framing
from .context import Context
from .index import Index
from .lifts import named_figures
from .model import Figure, Sentence, Struct
from .ports import Matrix
from .recall import HOME_ADVANTAGE, Aspect, Inquiry
from .tokens import key

FORMULA = re.compile(
    r"formul|equation|mathemat|\bderiv|équation|mathémat|formel|gleichung"
    r"|fórmula|ecuaci|matemátic|公式|方程|数式|数学",
    re.IGNORECASE,
)
MEASURE = re.compile(
    r"\b(?:scores?|averages?|mean|accuracy|values?|rates?|percent\w*|how (?:many|much)|hyper-?parameters?"
    r"|parameters?|settings?|statistics|numbers? of|metrics?|measure\w*|results?|compared (?:to|with)"
    r"|combien|valeurs?|taux|moyenne|résultats?|wie viele?|werte?|anteil|ergebnis\w*|mittel"
    r"|cuánt\w*|valor(?:es)?|promedio|resultados?)\b|多少|分数|平均|数值|结果|参数|いくつ|値|結果",
    re.IGNORECASE,
)
PICTURE = re.compile(
    r"\b(?:visual\w*|looks?|architectures?|pipelines?|frameworks?|flows?|diagrams?|stages?|structure"
    r"|interfaces?|overview|workflow|shape|layout|pictures?|drawings?|maps?|graphs?|curves?"
    r"|schéma|étapes|aussehen|aufbau|ablauf|übersicht|aspecto|estructura|esquema|etapas)\b"
    r"|架构|结构|流程|外观|示意|构造|構造|流れ|見た目",
    re.IGNORECASE,
)
UNIT = re.compile(r"\b(\d+(?:\.\d+)?)([a-z%]{1,3})\b", re.IGNORECASE)
COSINES = {"bge-small-en-v1.5": (0.8, 10.0), "words": (0.4, 5.0)}
"""Where a model's cosines of related texts lie, and how steeply likeness grows there."""
OTHER_COSINES = (0.87, 20.0)


class Cues(Struct, frozen=True):
    """Shares are 0…1; `near` is a cosine on the model's own scale, about 0 where texts are related."""

    near: float
    asked: float
    captioned: float
    cited: bool = False
    first: bool = False
    quoted: bool = False
    sums_up: bool = False
    fits: float = 0.0
    differs: bool = False

    @property
    def score(self) -> float:
        words = 0.7 * self.near + 1.4 * self.asked + 0.8 * self.captioned
        places = 0.15 * self.first + 0.6 * self.quoted - 0.4 * self.sums_up
        return words + places + 0.35 * self.cited + 0.5 * self.fits - 1.2 * self.differs


class Witness:
    """The question and its answer, asked about figures."""

    def __init__(self, sentences: Sequence[Sentence], context: Context, index: Index) -> None:
        self._index = index
        self._advantage = HOME_ADVANTAGE.get(index.manifest.embedder.model, 0.0)
        self._cosine = COSINES.get(index.manifest.embedder.model, OTHER_COSINES)
        self._first = {inquiry: context.of(inquiry)[0].section.id for inquiry in context.inquiries}
        self._quoted = {citation.section for said in sentences for citation in said.citations}
        self._cited = _cited(sentences, context, index)
        self.named = {
            figure for inquiry in context.inquiries for figure in named_figures(inquiry.query, index)
        }

    def is_cited(self, figure: Figure) -> bool:
        """Whether the answer names it by its number."""
        return figure.id in self._cited

    def near(self, figure: Figure, vector: Matrix, advantage: float = 0.0) -> float:
        """A cosine on the model's own scale; `advantage` is what another language took from it."""
        middle, steepness = self._cosine
        return steepness * (self._index.likeness(figure.id, vector) + advantage - middle)

    def cues(self, figure: Figure, inquiry: Inquiry, aspect: Aspect) -> Cues:
        """What speaks for a figure on one thing that is asked."""
        lang = inquiry.query.lang
        home = self._index.rows.section(figure.home)
        across = lang != home.lang
        near = self.near(figure, aspect.vector, self._advantage if across else 0.0)
        # Words are not shared across languages; likeness then stands for them.
        likely = min(1.0, max(0.0, 0.5 + near / 2))
        is_root = home.parent is None and bool(self._index.rows.children(home.id))
        return Cues(
            near=near,
            asked=likely if across else aspect.overlap.share(words_of(figure), lang),
            captioned=likely if across else aspect.overlap.share(f"{figure.label} {figure.caption}", lang),
            cited=self.is_cited(figure),
            first=figure.home == self._first[inquiry],
            quoted=bool(self._quoted & {figure.home, *figure.mentioned_in}),
            sums_up=is_root or key(home.title, home.lang) in framing.keys(home.lang),
            fits=fits(figure, aspect.text),
            differs=differs(f"{figure.label} {figure.caption}", inquiry.whole.text),
        )


def words_of(figure: Figure) -> str:
    """All words that tell what a figure shows."""
    return "\n".join((figure.label, figure.caption, figure.description, *figure.mentions, *figure.context))


def asks_formula(text: str) -> bool:
    """Whether a question wants to see a formula."""
    return FORMULA.search(text) is not None


def fits(figure: Figure, text: str) -> float:
    """How well its kind fits the question: numbers stand in tables, how things look in pictures; -0.5…1."""
    measure, picture = MEASURE.search(text) is not None, PICTURE.search(text) is not None
    if figure.kind == "table":
        return measure - picture / 2
    return 0.0 if figure.kind == "algorithm" else picture - measure / 2


def differs(words: str, question: str) -> bool:
    """Whether a caption speaks of another size than the question: "the 7B model" where it asks for 1B."""
    said, asked = _sizes(words), _sizes(question)
    return any(said[unit].isdisjoint(sizes) for unit, sizes in asked.items() if unit in said)


def _sizes(text: str) -> dict[str, set[str]]:
    sizes: dict[str, set[str]] = {}
    for number, unit in UNIT.findall(text):
        sizes.setdefault(unit.casefold(), set()).add(number)
    return sizes


def _cited(sentences: Sequence[Sentence], context: Context, index: Index) -> set[str]:
    """Figures that the answer's sentences name, in the documents that they come from."""
    cited: set[str] = set()
    for sentence in sentences:
        parts = (context.part(citation.section) for citation in sentence.citations)
        documents = {part.section.document for part in parts if part}
        for anchor in anchors.find(sentence.text):
            for number in anchor.spellings:
                figures = (index.rows.figure(figure) for figure in index.rows.exhibits(number))
                cited |= {one.id for one in figures if one.document in documents and anchor.names(one)}
    return cited
