"""Every type that crosses a boundary: index, answer, events. Frozen, and nothing here imports from us.

Urls are relative to the root of the site. Pages count from 1; boxes are in points from the top left.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

FORMAT = 1  # of the index folder; raise it when a reader of older files would be wrong

Box = tuple[float, float, float, float]
Noise = Literal[
    "none", "contents", "glossary", "references", "acknowledgements", "foreword", "index", "legal"
]
FigureKind = Literal["figure", "table", "equation", "algorithm", "image", "video"]
FigureMode = Literal["text", "figures", "section"]
Quality = Literal["good", "fragment", "decorative"]
Status = Literal["answered", "not_found", "degraded"]
Sha256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Base of all types: strict when decoded, and immutable, so in no cycle that had to be collected."""


class Source(Struct, frozen=True):
    """The file or folder that a document was made from; `path` is relative to the sources folder."""

    path: str
    sha256: Sha256
    bytes: int
    pages: int = 0
    producer: str = ""


class Extractor(Struct, frozen=True):
    name: str
    version: str
    options_hash: str = ""


class Document(Struct, frozen=True):
    """One source document; its own section (the root of the section tree) has the same id."""

    id: str
    title: str
    lang: str
    source: Source
    extractor: Extractor
    warnings: tuple[str, ...] = ()

    @property
    def url(self) -> str:
        return f"library/{self.id}/"


class Section(Struct, frozen=True):
    """A heading with the text below it, up to the next heading of any level.

    `heading` is the heading as the source has it, `title` the same without its number. `text` is Markdown;
    a figure stands in it as one line `![label](figure:ID)`, its caption is not repeated. `breadcrumb` is
    the document's title and the headings down to here; `aliases` are headings merged into this section.
    """

    id: str
    document: str
    parent: str | None
    order: int
    level: int
    number: str
    title: str
    breadcrumb: tuple[str, ...]
    slug: str
    lang: str
    text: str
    text_hash: str
    line: int = 0
    pages: tuple[int, int] | None = None
    bboxes: tuple[tuple[int, Box], ...] = ()
    noise: Noise = "none"
    aliases: tuple[str, ...] = ()
    heading: str = ""

    @property
    def url(self) -> str:
        return f"library/{self.document}/" + (f"{self.slug}/" if self.slug else "")


class Asset(Struct, frozen=True):
    """A picture file. `path` is its place in the site ("library/clip/_fig/figure-3-1a2b3c4d.png")."""

    id: Sha256
    path: str
    mime: str
    width: int
    height: int
    origin: Literal["import", "crop", "embedded"] = "import"
    source: str = ""


class Figure(Struct, frozen=True):
    """A numbered exhibit or a plain picture: caption, files, and every section that speaks of it.

    `cells` is text that an extractor spilled out of the picture: searched, shown folded, but never prose.
    """

    id: str
    document: str
    kind: FigureKind
    number: str
    label: str
    caption: str
    home: str
    panels: tuple[Asset, ...]
    alt: str = ""
    alt_source: Literal["source", "caption", "model", "none"] = "none"
    page: int | None = None
    bbox: Box | None = None
    mentioned_in: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    context: tuple[str, str] = ("", "")
    quality: Quality = "good"
    description: str = ""
    table_html: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    cells: tuple[str, ...] = ()
    latex: str = ""

    @property
    def anchor(self) -> str:
        return self.id.partition("#")[2]

    @property
    def name(self) -> str:
        return self.label or self.caption[:60] or "Picture"


class Chunk(Struct, frozen=True):
    """A passage of one section, or the words of one figure; the unit that is embedded."""

    id: str
    section: str
    ordinal: int
    kind: Literal["text", "figure"]
    text: str
    breadcrumb: tuple[str, ...]
    figure: str | None = None

    @property
    def embedded(self) -> str:
        """The text that is embedded; builder and reader both take it from here."""
        return f"[{' > '.join(self.breadcrumb)}]\n{self.text}"


class EmbedderId(Struct, frozen=True):
    provider: str
    model: str
    revision: str
    dims: int
    query_prefix: str = ""
    document_prefix: str = ""
    normalised: bool = True


class Counts(Struct, frozen=True):
    documents: int
    sections: int
    figures: int
    chunks: int


class FileRef(Struct, frozen=True):
    name: str
    sha256: Sha256
    bytes: int


class Manifest(Struct, frozen=True):
    """The first file that the reader opens; it refuses an index that it cannot read rightly."""

    format: int
    corpus: str
    built_with: str
    site_url: str
    embedder: EmbedderId
    vectors: str
    counts: Counts
    languages: tuple[str, ...]
    files: tuple[FileRef, ...]


class Library(Struct, frozen=True):
    documents: tuple[Document, ...]
    sections: tuple[Section, ...]
    figures: tuple[Figure, ...]
    chunks: tuple[Chunk, ...]


class SectionCard(Struct, frozen=True):
    """A section as evidence. `n` is its number in the answer, from 1."""

    n: int
    id: str
    document: str
    document_title: str
    title: str
    breadcrumb: tuple[str, ...]
    url: str
    lang: str
    snippet: str
    score: float
    pages: tuple[int, int] | None = None


class FigureCard(Struct, frozen=True):
    """A figure as it is shown beside an answer; `url` opens it on its page; a model wrote `generated` alt."""

    id: str
    document: str
    kind: FigureKind
    label: str
    caption: str
    alt: str
    url: str
    image: str
    width: int
    height: int
    section: str
    page: int | None = None
    generated: bool = False


class Citation(Struct, frozen=True):
    """`n` is the number of the cited SectionCard; `quote` is text that stands in the section."""

    n: int
    section: str
    url: str
    quote: str


class Sentence(Struct, frozen=True):
    text: str
    citations: tuple[Citation, ...]
    paragraph: int = 0


class Usage(Struct, frozen=True):
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    ms: dict[str, float] = msgspec.field(default_factory=dict)
    costs: dict[str, float] = msgspec.field(default_factory=dict)  # by the role of a model


class Answer(Struct, frozen=True):
    question: str
    lang: str
    status: Status
    sentences: tuple[Sentence, ...]
    sections: tuple[SectionCard, ...]
    figures: tuple[FigureCard, ...]
    why: str = ""
    notice: str = ""
    unsure: bool = False
    usage: Usage = Usage()
    index: str = ""


class Turn(Struct, frozen=True):
    role: Literal["user", "assistant"]
    text: Annotated[str, Meta(max_length=4000)]


class Question(Struct, frozen=True):
    question: Annotated[str, Meta(max_length=2000)]
    lang: str | None = None
    document: str | None = None
    section: str | None = None
    history: Annotated[tuple[Turn, ...], Meta(max_length=20)] = ()
    image: str | None = None


class Evidence(Struct, frozen=True):
    question: str
    lang: str
    sections: tuple[SectionCard, ...]
    figures: tuple[FigureCard, ...]
    ms: dict[str, float]


class Problem(Struct, frozen=True):
    code: str
    message: str
    hint: str
