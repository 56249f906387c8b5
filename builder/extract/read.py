"""One found document, read: by format, with its title, its language and where it came from."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import msgspec

from builder.blocks import Block, Extracted
from builder.config import Config
from serverless.errors import SourceError
from serverless.model import Extractor, Source

from . import (
    adobe,
    adobe_schema,
    archive,
    docling,
    exports,
    front,
    markdown,
    marker,
    mineru,
    mistral,
    overrides,
    pdf,
    provenance,
)
from .find import ADOBE, MARKDOWN, Found, chosen, is_beside, markdown_in
from .images import Pictures, Place
from .writer import Scope

VERSION = "1"
"""Raised whenever the same source would give other blocks."""


class _Desk(msgspec.Struct, frozen=True):
    """A document on the desk: its folder, its main file, and what its readers share."""

    found: Found
    folder: Path
    main: Path
    pictures: Pictures
    config: Config
    path: str


def extract(found: Found, sources: Path, config: Config, work: Path, pace: pdf.Pace = pdf.ALONE) -> Extracted:
    """Reads one document; raises SourceError that names the file, the place and the way out.

    Archives and pictures that are written out inside a text are unpacked below `work`, where they
    must stay until the pages are made. `pace` is how the pages of a PDF are read.
    """
    if found.problem:
        raise SourceError(found.problem, found.hint)
    said, name = overrides.read(sources, found.id), found.path.relative_to(sources).as_posix()
    try:
        if found.format == "pdf":
            place = pdf.Place.of(found.path, name, work / found.id, said.password, config)
            return overrides.applied(_from_pdf(found, place, pace, config), said)
        return overrides.applied(_read(_desk(found, sources, config, work / found.id, said.format)), said)
    except OSError as error:
        raise SourceError(f"{name} could not be read: {error.strerror}", "check the file's rights") from error


def _desk(found: Found, sources: Path, config: Config, work: Path, wanted: str) -> _Desk:
    path = found.path.relative_to(sources).as_posix()
    folder, shown = found.path, path
    if found.format == "zip":
        folder, shown = (
            archive.unpack(found.path, work / "unpacked", config.limits, path),
            path[: -len(".zip")],
        )
    elif found.path.is_file():
        folder = found.path.parent
        shown = "" if folder == sources else folder.relative_to(sources).as_posix()
    is_file = folder == found.path.parent
    name = found.path.stem if found.format == "zip" else folder.name
    if wanted:
        main = _wanted(folder, wanted, path, exports.stem(found.path) if is_file else "")
    else:
        main = found.path if is_file else _main(folder, name, path)
    place = Place(root=folder, source=shown, near=main.parent, work=work / "embedded")
    return _Desk(found, folder, main, Pictures(place, config.figures), config, path)


def _main(folder: Path, name: str, path: str) -> Path:
    """The file of a folder that holds the document itself; in its sub-folders if there is none at the top."""
    below = provenance.files_below(folder)
    adobe_files = [file for file in below if file.name == ADOBE]
    texts = [file for file in below if file.suffix.lower() in MARKDOWN and not is_beside(file)]
    told = [file for file in below if exports.kind(file)]
    whole = [folder / ADOBE] if folder / ADOBE in adobe_files else told if len(told) == 1 else []
    top = whole[0] if whole else chosen(markdown_in(folder), name)
    main = top or (adobe_files[0] if len(adobe_files) == 1 else chosen(texts, name))
    if main:
        return main
    what = (
        f"{len(texts)} Markdown files and none of its own name" if texts else f"neither Markdown nor {ADOBE}"
    )
    raise SourceError(f"{path} holds {what}", "a document is one Markdown file or one extraction")


def _wanted(folder: Path, wanted: str, path: str, stem: str) -> Path:
    """The only file of a folder, or the only one called `stem` there, that is of the wanted format."""
    files = [file for file in provenance.files_below(folder) if _format(file) == wanted]
    files = [file for file in files if not stem or exports.stem(file) == stem]
    if len(files) == 1:
        return files[0]
    told = f"{path} holds {len(files)} files of the format {wanted}"
    raise SourceError(told, "`format` in its overrides names another, or none")


def _format(file: Path) -> str:
    if file.name == ADOBE:
        return "adobe"
    is_text = file.suffix.lower() in MARKDOWN and not is_beside(file)
    return "markdown" if is_text else exports.kind(file)


def _read(desk: _Desk) -> Extracted:
    if desk.main.name == ADOBE:
        extracted = _from_adobe(desk)
    else:
        extracted = _from_export(desk) if exports.kind(desk.main) else _from_markdown(desk)
    if not extracted.blocks:
        desk.pictures.warn("the document is empty")
    for other in _unread(desk):
        desk.pictures.warn(f"{other} was not read: {desk.main.name} is the document")
    return msgspec.structs.replace(extracted, warnings=tuple(desk.pictures.warnings), pdf=_pdf(desk))


def _from_markdown(desk: _Desk) -> Extracted:
    pictures = desk.pictures
    text = pictures.lifted(decoded(desk.main.read_bytes(), desk.main.name))
    scope = Scope(pictures.look, pictures.warn)
    document = markdown.read(text, scope)
    made, beside = document.blocks, desk.main.with_name(f"{desk.main.stem}_meta.json")
    if beside.is_file():
        made = marker.paged(made, decoded(beside.read_bytes(), beside.name), scope)
    head = front.read(document.front)
    if head.warning:
        pictures.warn(head.warning)
    return Extracted(
        id=desk.found.id,
        title=head.title or _title(made) or _from_name(desk.found.path),
        lang=head.lang,
        source=_source(desk),
        extractor=_extractor("markdown", desk.config),
        blocks=made,
    )


def _from_adobe(desk: _Desk) -> Extracted:
    data = adobe_schema.decode(desk.main.read_bytes(), f"{desk.path}/{ADOBE}")
    pictures = desk.pictures
    blocks = adobe.read(data, Scope(pictures.look, pictures.warn))
    tags = (data.extended_metadata.language, *(element.lang or "" for element in data.elements))
    schema = f" (schema {data.version.schema})" if data.version.schema else ""
    source = _source(desk, data.extended_metadata.page_count, f"Adobe PDF Extract{schema}")
    return Extracted(
        id=desk.found.id,
        title=_title(blocks) or _from_name(desk.found.path),
        lang=next(filter(None, map(front.language, tags)), ""),
        source=source,
        extractor=_extractor("adobe", desk.config),
        blocks=blocks,
    )


def _from_export(desk: _Desk) -> Extracted:
    pictures, kind, name = desk.pictures, exports.kind(desk.main), desk.main.name
    scope = Scope(pictures.look, pictures.warn)
    text = decoded(desk.main.read_bytes(), name)
    text = pictures.lifted(marker.prepared(text) if kind == "marker" else text)
    if kind == "docling":
        made = docling.read(text, name, scope)
    elif kind == "marker":
        made = marker.read(text, name, scope)
    elif kind == "mistral":
        made = mistral.read(text, name, scope)
    else:
        middle = desk.main.with_name(f"{exports.stem(desk.main)}_middle.json")
        sizes = decoded(middle.read_bytes(), middle.name) if middle.is_file() else ""
        made = mineru.read(text, name, scope, sizes)
    return Extracted(
        id=desk.found.id,
        title=made.title or _title(made.blocks) or _from_name(Path(exports.stem(desk.main))),
        lang=made.lang,
        source=_source(desk, made.pages, made.producer),
        extractor=_extractor(kind, desk.config),
        blocks=made.blocks,
    )


def _from_pdf(found: Found, place: pdf.Place, pace: pdf.Pace, config: Config) -> Extracted:
    read = pdf.read(place, pace)
    source = provenance.of_files(place.name, found.path.parent, [found.path], read.pages, read.producer)
    return Extracted(
        id=found.id,
        title=read.title or _from_name(found.path),
        lang=read.lang,
        source=source,
        extractor=_extractor("pdf", config),
        blocks=read.blocks,
        warnings=read.warnings,
        pdf=str(found.path.resolve()),
    )


def decoded(data: bytes, name: str) -> str:
    """The text of a file, lines ended by newlines; raises SourceError for what is not UTF-8."""
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise SourceError(
            f"{name} is not UTF-8: byte {error.start} is {data[error.start]:#04x}",
            "save it as UTF-8, for example with `iconv -f windows-1252 -t utf-8`",
        ) from None


def _title(blocks: Sequence[Block]) -> str:
    """The first heading of level 1; where there is none, a heading that opens the document."""
    headings = [block for block in blocks if block.kind == "heading"]
    titles = [block for block in headings if block.hint == "title"] or [
        one for one in headings if one.level == 1
    ]
    opening = [block for block in blocks[:1] if block.kind == "heading"]
    return next((block.text for block in (*titles, *opening)), "")


def _from_name(path: Path) -> str:
    """The name of a folder or file as a title."""
    name = path.name if path.is_dir() else path.stem
    words = re.sub(r"[\s_-]+", " ", unicodedata.normalize("NFC", name)).strip()
    return words[:1].upper() + words[1:]


def _source(desk: _Desk, pages: int = 0, producer: str = "") -> Source:
    if desk.found.path.is_dir():
        files, base = provenance.files_below(desk.folder), desk.folder
    else:
        pictures = [file for file in desk.pictures.files if file.is_relative_to(desk.folder.resolve())]
        files, base = (
            [desk.found.path, *(pictures if desk.found.format != "zip" else [])],
            desk.found.path.parent,
        )
    return provenance.of_files(desk.path, base, files, pages, producer)


def _extractor(name: str, config: Config) -> Extractor:
    options = msgspec.json.encode((config.figures, config.limits, config.pdf))
    return Extractor(name, VERSION, hashlib.sha256(options).hexdigest()[:12])


def _unread(desk: _Desk) -> list[str]:
    """Texts of the document's own folder that were passed over."""
    if desk.folder == desk.found.path.parent:
        return []
    texts = [path for path in provenance.files_below(desk.folder) if path.suffix.lower() in MARKDOWN]
    passed = [path for path in texts if path != desk.main and not is_beside(path)]
    return [path.relative_to(desk.folder).as_posix() for path in passed]


def _pdf(desk: _Desk) -> str:
    names = (desk.found.path.stem, desk.found.path.name, desk.main.stem)
    alone = desk.folder != desk.found.path.parent
    inside = provenance.pdf_of(desk.folder, names, alone)
    return inside or provenance.pdf_of(desk.found.path.parent, names[:2], alone=False)
