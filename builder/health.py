"""What was lost on the way from a source to its sections, counted for each document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from serverless.anchors import Anchor, AnchorKind
from serverless.errors import SourceError, UsageError
from serverless.model import Figure, Section, Struct
from serverless.plain import plain

from . import captions, mentions
from .config import Config
from .extract import overrides, pdf
from .places import Places
from .tree import Tree

LEAST_WORDS = 50
"""Words of a PDF below which a share of them says nothing."""
_WORD = re.compile(r"[^\W_]{2,}")
_MISSING = re.compile(r"image .+ (?:is missing|is refused|cannot be read|has \d)")


class Health(Struct, frozen=True):
    """One document: what it has, and what is wrong with it, each thing by its name.

    `headings` counts by what made a line a heading. `text_share` (0 to 1, None for unknown) is how much of
    the PDF's text stands in a section or a figure.
    """

    document: str
    title: str
    source: str
    extractor: str
    sections: int
    figures: int
    tables: int
    headings: dict[str, int]
    lost: dict[str, tuple[str, ...]]
    pages: int = 0
    text_share: float | None = None

    def count(self, name: str) -> int:
        return len(self.lost.get(name, ()))


TOLD = {
    "pages_textless": "pages of the PDF without text",
    "pages_unread": "pages of the PDF with text that gave nothing",
    "captions_alone": "captions without a picture",
    "pictures_alone": "pictures without a caption",
    "tables_bare": "tables without cells",
    "mentions_lost": "figures and tables that the text names and that are not there",
    "images_missing": "picture files that are missing",
    "pdfs_closed": "PDFs that cannot be opened",
    "sections_empty": "empty sections",
    "level_jumps": "headings that pass over a level in the source",
    "warnings": "warnings",
}
"""The counts that a limit may be set for, as a person reads them."""
NAMED = 5
"""Names that are shown of a count."""


def limits(written: Sequence[str]) -> dict[str, float]:
    """The limits of `--max COUNT=NUMBER`; UsageError names what cannot be read."""
    made = {}
    for one in written:
        name, _, number = one.partition("=")
        if name not in TOLD or not number.strip().isdecimal():
            known = ", ".join(TOLD)
            raise UsageError(f"--max {one!r} is no limit", f"COUNT=NUMBER, COUNT is one of {known}")
        made[name] = float(number)
    return made


def text(found: Sequence[Health]) -> str:
    """A line for each document, with what was lost; nothing more for one that lost nothing."""
    return "\n".join(map(_line, found))


def _line(one: Health) -> str:
    size = f"{one.sections} sections, {one.figures} figures, {one.tables} tables"
    share = f", {one.text_share:.1%} of the PDF's text" if one.text_share is not None else ""
    by = ", ".join(f"{count} by {name}" for name, count in one.headings.items())
    head = f"{one.document} ({one.extractor}): {size}{share}" + (f"; headings: {by}" if by else "")
    return "\n".join([head, *(f"  - {line}" for line in losses(one))])


def losses(one: Health) -> list[str]:
    """A line for each count that is not zero, with the first names."""
    counts = ((words, one.lost.get(name, ())) for name, words in TOLD.items())
    return [f"{words}: {len(names)} ({_named(names)})" for words, names in counts if names]


def _named(names: Sequence[str]) -> str:
    shown = [name if len(name) <= 70 else f"{name[:69]}…" for name in names[:NAMED]]
    return "; ".join([*shown, "…"] if len(names) > NAMED else shown)


def broken(found: Sequence[Health], most: Mapping[str, float], least: float | None) -> list[str]:
    """A line for each limit that is broken: totals above `most`, a document's text share below `least`."""
    totals = {name: sum(one.count(name) for one in found) for name in TOLD}
    over = [
        f"{name} is {totals[name]}, more than {limit:g}"
        for name, limit in most.items()
        if totals[name] > limit
    ]
    under = [
        f"{one.document}: text_share is {one.text_share:.4f}, less than {least:g}"
        for one in found
        if least is not None and one.text_share is not None and one.text_share < least
    ]
    return [*over, *under]


def of(tree: Tree, places: Places, config: Config) -> Health:
    """The health of one document; its PDF is read where there is one."""
    health = Health(
        document=tree.document.id,
        title=tree.document.title,
        source=tree.document.source.path,
        extractor=tree.document.extractor.name,
        sections=len(tree.sections),
        figures=sum(figure.kind == "figure" for figure in tree.figures),
        tables=sum(figure.kind == "table" for figure in tree.figures),
        headings=tree.traces.evidence,
        lost={name: names for name, names in _lost(tree).items() if names},
        pages=tree.document.source.pages,
    )
    return _against_pdf(health, tree, _place(tree, places, config)) if tree.pdf else health


def _lost(tree: Tree) -> dict[str, tuple[str, ...]]:
    tables = [figure for figure in tree.figures if figure.kind == "table"]
    warnings = tree.document.warnings
    return {
        "captions_alone": tuple(_captions_alone(tree)),
        "pictures_alone": tuple(_place_of(figure) for figure in tree.figures if _is_alone(figure)),
        "tables_bare": tuple(figure.label or _place_of(figure) for figure in tables if not figure.table_html),
        "mentions_lost": _mentions_lost(tree),
        "images_missing": tuple(warning for warning in warnings if _MISSING.search(warning)),
        "sections_empty": _empty(tree.sections),
        "level_jumps": tree.traces.jumps,
        "warnings": warnings,
    }


def _place_of(figure: Figure) -> str:
    """Where a figure without a label is: its page, else its file."""
    file = next((asset.source for asset in figure.panels), figure.id)
    return f"page {figure.page}" if figure.page else file


def _place(tree: Tree, places: Places, config: Config) -> pdf.Place:
    """The PDF as it was read, so that its pages are not read again."""
    document, file = tree.document.id, Path(tree.pdf)
    password = overrides.read(places.sources, document).password
    return pdf.Place.of(file, file.name, places.work / document, password, config)


def _captions_alone(tree: Tree) -> Iterator[str]:
    """Figures that have no picture and no rows, and captions that stayed text."""
    known = {(figure.kind, figure.number.casefold()) for figure in tree.figures if figure.number}
    for figure in tree.figures:
        if figure.label and not (figure.panels or figure.rows or figure.cells):
            yield figure.label
    for section in tree.sections:
        for line in map(plain, section.text.split("\n")):
            one = captions.parse(line, tree.document.lang)
            if one is not None and (one.kind, one.number.casefold()) not in known:
                yield line


def _is_alone(figure: Figure) -> bool:
    is_picture = figure.kind in {"figure", "image"} and figure.quality == "good"
    return is_picture and bool(figure.panels) and not figure.caption and not figure.label


def _mentions_lost(tree: Tree) -> tuple[str, ...]:
    """Figures and tables that the text names and the document does not have."""
    numbers = {
        (mentions.CALLED[figure.kind], figure.number.casefold()) for figure in tree.figures if figure.number
    }
    texts = (plain(section.text) for section in tree.sections if section.noise == "none")
    named = {
        (anchor.kind, anchor.number)
        for text in texts
        for anchor in mentions.find(text)
        if anchor.kind in {"figure", "table"} and not _is_known(anchor, numbers)
    }
    return tuple(f"{kind} {number}" for kind, number in sorted(named))


def _is_known(anchor: Anchor, numbers: set[tuple[AnchorKind, str]]) -> bool:
    return any((anchor.kind, spelling) in numbers for spelling in (anchor.number, *anchor.spellings))


def _empty(sections: Sequence[Section]) -> tuple[str, ...]:
    """Sections without text and without sections below them."""
    parents = {section.parent for section in sections}
    return tuple(one.title for one in sections if not one.text.strip() and one.id not in parents)


def _against_pdf(health: Health, tree: Tree, place: pdf.Place) -> Health:
    """The same with what is known of its PDF, which is read where it was not read before."""
    try:
        texts = pdf.texts(place)
    except SourceError as error:
        return _with(health, pdfs_closed=[error.message])
    health = msgspec.structs.replace(health, pages=len(texts))
    read = {page for section in tree.sections for page, _ in section.bboxes}
    read |= {figure.page for figure in tree.figures if figure.page}
    worded = {number for number, text in enumerate(texts, 1) if _WORD.search(text)}
    textless = [number for number in range(1, len(texts) + 1) if number not in worded]
    unread = sorted(worded - read) if read else []
    told = {"pages_textless": textless, "pages_unread": unread}
    health = _with(health, **{name: [f"page {number}" for number in told[name]] for name in told})
    whole = _words(texts)
    if whole.total() < LEAST_WORDS:
        return health
    share = (whole & _words(_texts(tree))).total() / whole.total()
    return msgspec.structs.replace(health, text_share=round(share, 4))


def _with(health: Health, **lost: Sequence[str]) -> Health:
    more = {name: tuple(names) for name, names in lost.items() if names}
    return msgspec.structs.replace(health, lost=health.lost | more)


def _texts(tree: Tree) -> Iterable[str]:
    for section in tree.sections:
        yield from (section.heading, plain(section.text))
    for figure in tree.figures:
        yield from (
            figure.label,
            figure.caption,
            *figure.cells,
            *(cell for row in figure.rows for cell in row),
        )
    yield tree.document.title


def _words(texts: Iterable[str]) -> Counter[str]:
    return Counter(word.casefold() for text in texts for word in _WORD.findall(text))
