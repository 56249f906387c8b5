"""What stands in the sources folder: one entry a document, good or bad."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from builder.ids import slug
from serverless.errors import SourceError
from serverless.model import Struct

from . import exports, overrides

ADOBE = "structuredData.json"
MARKDOWN = {".md", ".markdown"}
PDF = ".pdf"
UNREAD = {".docx", ".doc", ".odt", ".pptx", ".epub", ".html", ".htm", ".rtf", ".txt", ".tex"}
"""Documents that no importer reads: they are named, not passed over."""

_BESIDE = re.compile(
    r"(?i)(readme|licen[cs]e|copying|notice|changelog|contributing|authors|credits|attribution|code_of_conduct|security)"
    r"([._-].*)?"
)
_GENERIC = {
    "auto",
    "vlm",
    "ocr",
    "txt",
    "output",
    "out",
    "md",
    "markdown",
    "result",
    "results",
    "extract",
    "extracted",
}
"""Names that tools give to their output: the folder above says which document it is."""

_ASSETS = {"figures", "tables", "images", "img", "media", "assets"}
"""Folders of a document, whatever text lies in them."""

_EXPECTED = (
    "a document is a PDF, a Markdown file, a folder with one, or the output of Adobe PDF Extract, Docling, "
    "MinerU or Mistral OCR"
)


class Found(Struct, frozen=True):
    """A document before it is read. `path` is its folder, its archive, its Markdown file or its PDF.

    `format` is "markdown", "adobe", "zip", "pdf", the name of another extractor, or "". `problem` and
    `hint` say why it cannot be read; `extract` raises them, so that one bad document hides no other.
    """

    id: str
    path: Path
    format: str
    problem: str = ""
    hint: str = ""


def find(sources: Path) -> tuple[Found, ...]:
    """Every document below `sources`, sorted by path; raises SourceError where there is none."""
    if not sources.is_dir():
        raise SourceError(f"the sources folder {sources} does not exist", _EXPECTED)
    found = sorted(_collection(sources, sources, {sources.resolve()}), key=lambda one: one.path)
    if not found:
        raise SourceError(f"no documents in {sources}", _EXPECTED)
    return tuple(_unique(found, sources))


def markdown_in(folder: Path) -> list[Path]:
    """The Markdown files of a folder that may be documents: a README only where it stands alone."""
    files = [path for path in visible(folder) if path.suffix.lower() in MARKDOWN and path.is_file()]
    real = [path for path in files if not is_beside(path)]
    return real or [path for path in files if path.stem.lower() == "readme"]


def is_beside(path: Path) -> bool:
    """Whether a file is about the folder (README, LICENSE…) and not of it."""
    return bool(_BESIDE.fullmatch(path.name))


def main_of(folder: Path) -> Path | None:
    """The Markdown file that is the folder's document: the one of its name, or the only one."""
    return chosen(markdown_in(folder), folder.name)


def chosen(files: Sequence[Path], name: str) -> Path | None:
    """Of several Markdown files the one called `name`, else the only one."""
    named = [path for path in files if slug(path.stem) == slug(name)]
    return named[0] if named else files[0] if len(files) == 1 else None


def visible(folder: Path) -> list[Path]:
    """What a folder holds, sorted, without hidden files."""
    return sorted(path for path in folder.iterdir() if not path.name.startswith((".", "__MACOSX")))


def _collection(folder: Path, sources: Path, seen: set[Path]) -> Iterator[Found]:
    """The documents that stand in a folder which is none itself."""
    inside = visible(folder)
    files = [path for path in inside if path.is_file()]
    told = {exports.stem(path) for path in files if exports.kind(path)}
    stems = {path.stem for path in inside if path.is_dir() or path.suffix.lower() in MARKDOWN | {".zip"}}
    for path in files:
        if path.stem not in told or path.suffix.lower() not in MARKDOWN:  # the twin of a JSON says less
            yield from _file(path, sources, stems | told)
    lone = bool(told) or any(path.suffix.lower() in MARKDOWN and not is_beside(path) for path in files)
    for path in inside:
        is_ours = folder == sources and path.name == overrides.FOLDER
        if path.is_dir() and not is_ours and path.resolve() not in seen and not (lone and _is_assets(path)):
            yield from _folder(path, sources, seen | {path.resolve()})


def _file(path: Path, sources: Path, stems: set[str]) -> Iterator[Found]:
    suffix = path.suffix.lower()
    if is_beside(path):
        return
    if suffix in MARKDOWN:
        yield Found(_id(path.stem, path.parent, sources), path, "markdown")
    elif suffix == ".zip":
        yield Found(_id(path.stem, path.parent, sources), path, "zip")
    elif kind := exports.kind(path):
        yield Found(_id(exports.stem(path), path.parent, sources), path, kind)
    elif suffix == PDF and path.stem not in stems:  # beside an extraction it is the source to link to
        yield Found(_id(path.stem, path.parent, sources), path, "pdf")
    elif suffix in UNREAD and path.stem not in stems:
        yield Found(
            _id(path.stem, path.parent, sources),
            path,
            "",
            f"{path.relative_to(sources)} is not a kind that is read",
            _EXPECTED,
        )


def _folder(folder: Path, sources: Path, seen: set[Path]) -> Iterator[Found]:
    identity = _id(folder.name, folder.parent, sources)
    if (folder / ADOBE).is_file():
        yield Found(identity, folder, "adobe")
        return
    is_told = any(exports.kind(path) for path in visible(folder))
    inner = [] if _is_one(folder) and not is_told else _inner(folder, sources, seen)
    if inner or main_of(folder):
        yield from inner or [Found(identity, folder, "markdown")]
    else:
        problem = f"{folder.relative_to(sources)} holds nothing that can be read"
        yield Found(identity, folder, "", problem, _EXPECTED)


def _is_one(folder: Path) -> bool:
    """Whether a folder is one document for certain: its text has its name, or stands alone in it."""
    main = main_of(folder)
    if main is None or slug(main.stem) == slug(folder.name):
        return main is not None
    beside = (path for path in visible(folder) if path.is_dir() or path.suffix.lower() == ".zip")
    return all(path.is_dir() and (path.name.lower() in _ASSETS or _is_assets(path)) for path in beside)


def _inner(folder: Path, sources: Path, seen: set[Path]) -> list[Found]:
    """The readable documents inside; [] when there is none, so that the folder itself is named."""
    found = list(_collection(folder, sources, seen))
    return found if any(one.format for one in found) else []


def _id(name: str, parent: Path, sources: Path) -> str:
    return slug(parent.name if name.lower() in _GENERIC and parent != sources else name) or "document"


def _is_assets(folder: Path) -> bool:
    """Whether a folder holds only pictures and the like, for the text beside it."""
    kinds = MARKDOWN | UNREAD | {".zip", PDF}
    return not any(path.suffix.lower() in kinds or path.name == ADOBE for path in folder.rglob("*"))


def _unique(found: list[Found], sources: Path) -> Iterator[Found]:
    first: dict[str, Found] = {}
    for one in found:
        earlier = first.setdefault(one.id, one)
        if earlier is one or one.problem:
            yield one
        else:
            here, there = one.path.relative_to(sources), earlier.path.relative_to(sources)
            problem = f"{here} and {there} would both be the document {one.id!r}"
            yield msgspec.structs.replace(one, problem=problem, hint="rename one of them")
