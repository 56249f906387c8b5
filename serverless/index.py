"""The shipped index: a folder that the builder writes and the reader reads, both by this file.

`manifest.json` names the format, the embedder and the hash of every other file; `library.sqlite` holds
the library and its words, `vectors.faiss` a vector for each chunk; `index.txt` is for people.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import msgspec

from . import checksum, lexical, rows, twin, vectors
from .errors import IndexFormatError, SourceleafError
from .folders import swap
from .model import FORMAT, Counts, Document, EmbedderId, FileRef, Library, Manifest
from .ports import Matrix
from .tokens import Term, terms

MANIFEST = "manifest.json"
LIBRARY = "library.sqlite"
VECTORS = "vectors.faiss"
TWIN = "index.txt"
SHIPPED = (LIBRARY, VECTORS)
REBUILD = "run `sourceleaf build` again with this version"


def write(  # noqa: PLR0913
    folder: Path,
    library: Library,
    matrix: Matrix,
    embedder: EmbedderId,
    *,
    site_url: str,
    built_with: str,
    words: Sequence[rows.Words] = (),
) -> Manifest:
    """Writes the index to `folder`, which is replaced in one step when everything is there.

    `matrix` is float32 of shape (chunks, dims); `words` are `rows.worded` of the library, where they are
    known already. The same arguments give the same bytes. Where anything fails, the index that stood in
    `folder` stays.
    """
    if matrix.shape != (len(library.chunks), embedder.dims):
        expected = f"{len(library.chunks)} vectors of {embedder.dims} dimensions"
        raise IndexFormatError(
            f"the vectors are of shape {matrix.shape}, expected {expected}", "embed the chunks again"
        )
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as work:
        new = Path(work, "new")
        new.mkdir()
        rows.write(new / LIBRARY, library, words or rows.worded(library.sections, library.figures))
        kind = vectors.write(new / VECTORS, matrix)
        (new / TWIN).write_text(twin.text(library), encoding="utf-8")
        manifest = Manifest(
            format=FORMAT,
            corpus=hashlib.sha256(msgspec.json.encode((library, embedder))).hexdigest(),
            built_with=built_with,
            site_url=site_url,
            embedder=embedder,
            vectors=kind,
            counts=_counts(library),
            languages=tuple(sorted({section.lang for section in library.sections})),
            files=tuple(_ref(new / name) for name in SHIPPED),
        )
        (new / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
        swap(new, folder)
    return manifest


def _counts(library: Library) -> Counts:
    return Counts(len(library.documents), len(library.sections), len(library.figures), len(library.chunks))


def _ref(path: Path) -> FileRef:
    return FileRef(path.name, checksum.of(path), path.stat().st_size)


class Index:
    """An index that was checked and opened; safe from several threads."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.manifest = manifest
        self.rows = rows.Rows(folder / LIBRARY)
        self._vectors = folder / VECTORS

    @cached_property
    def vectors(self) -> vectors.Vectors:
        """Read when the first question comes."""
        return vectors.Vectors(self._vectors, self.manifest.vectors)

    @cached_property
    def documents(self) -> dict[str, Document]:
        """All documents by id, in reading order."""
        return {document.id: document for document in self.rows.documents()}

    def nearest(self, vector: Matrix, k: int, document: str | None) -> list[tuple[rows.Pointer, float]]:
        """What the `k` chunks nearest to `vector` point to, with their cosine, best first.

        Nothing is near to a vector of zeros, which has no direction.
        """
        if not vector.any():
            return []
        found = self.vectors.search(vector, k, range(*self._span(document).chunks))
        pointers = self.rows.pointers([row for row, _ in found])
        return [(pointers[row], score) for row, score in found]

    def likeness(self, figure: str, vector: Matrix) -> float:
        """The cosine of a figure's words with `vector`; 0 where the figure has no words of its own."""
        chunks = self.rows.chunks_of(figure)
        return max((float(self.vectors.row(row) @ vector) for row in chunks), default=0.0)

    def known(self, question: Sequence[Term]) -> tuple[lexical.Known, ...]:
        """The words of a question with the number of sections that hold each."""
        return lexical.look_up(self.rows.db, question)

    def matching(
        self, question: Sequence[lexical.Known], k: int, document: str | None
    ) -> list[tuple[str, float]]:
        """The `k` sections that match the words best, with their BM25 score, best first."""
        within = range(*self._span(document).sections)
        found = lexical.search(self.rows.db, question, self.manifest.counts.sections, k, within)
        ids = self.rows.section_ids([row for row, _ in found])
        return [(ids[row], score) for row, score in found]

    def owner(self, term: Term, share: float, least: int) -> str | None:
        """The document that holds at least `share` of the sections with a word, and `least` of them."""
        counts = self.rows.holders(lexical.rows_with(self.rows.db, term))
        document, count = max(counts.items(), key=lambda pair: pair[1], default=("", 0))
        return document if count >= max(least, share * sum(counts.values())) else None

    def has_phrase(self, text: str, lang: str) -> bool:
        """Whether these words stand next to each other anywhere."""
        return lexical.has_phrase(self.rows.db, terms(text, lang))

    def _span(self, document: str | None) -> rows.Span:
        span = self.rows.span(document)
        if span is None:
            raise SourceleafError(
                f"the index has no document {document!r}",
                f"it has {', '.join(list(self.documents)[:10])}",
                "no-document",
            )
        return span


def read(folder: Path, embedder: EmbedderId | None = None) -> Index:
    """Checks and opens the index in `folder`; no section and no vector is read yet.

    Raises IndexFormatError where it is not there, not whole, of another format, or where its vectors were
    not made by `embedder`.
    """
    manifest = _manifest(folder / MANIFEST)
    for file in manifest.files:
        path = folder / file.name
        if not path.is_file():
            raise IndexFormatError(f"{path} is missing", "copy the whole index folder, or build it again")
        if path.stat().st_size != file.bytes or checksum.of(path) != file.sha256:
            raise IndexFormatError(f"{path} is not the file that the manifest names", REBUILD)
    if embedder is not None and embedder != manifest.embedder:
        raise IndexFormatError(
            f"{folder} was made with the embedder {_name(manifest.embedder)}, not with {_name(embedder)}",
            "use that model, or build the index again with this one",
        )
    return Index(folder, manifest)


class _Format(msgspec.Struct):
    format: int


def _manifest(path: Path) -> Manifest:
    try:
        blob = path.read_bytes()
        found = msgspec.json.decode(blob, type=_Format).format
        if found != FORMAT:
            raise IndexFormatError(f"{path} is of format {found}, this reader reads {FORMAT}", REBUILD)
        return msgspec.json.decode(blob, type=Manifest)
    except OSError:
        raise IndexFormatError(
            f"there is no index in {path.parent}", "run `sourceleaf build` first"
        ) from None
    except msgspec.DecodeError as error:
        raise IndexFormatError(f"{path} cannot be read: {error}", REBUILD) from None


def _name(embedder: EmbedderId) -> str:
    return f"{embedder.model} ({embedder.provider}, {embedder.revision[:12]}, {embedder.dims} dimensions)"
