"""Figures: pictures and tables with their captions, and with the text that had fallen out of them.

`drafts` decides on the blocks of a document what belongs together; `finished` gives each figure its id,
its files and its home.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Literal

from serverless.model import Asset, Figure

from . import captions, ids
from .blocks import FORMULA, Block, ImageRef
from .captions import Caption
from .layout import grouped, pairing, pictures, single, wording
from .layout.draft import TEXT, Draft, caption_of
from .layout.pairing import Token
from .layout.spill import Spill

GAPS = {"heading": 2.5, "label": 0.2, "phrase": 0.6, "text": 1.2}
"""What it costs a group of pictures to reach over a block."""
NEAR = 3
"""Blocks between two captions of one picture, at most."""
ALT = 250
"""Characters of a caption that are used where a picture has no alternative text."""


def drafts(blocks: Sequence[Block], spill: Spill, lang: str) -> tuple[Draft, ...]:
    """The figures of a document in the order in which they stand."""
    found = [caption_of(blocks, at, lang) for at in range(len(blocks))]
    told = {at: caption for at, caption in enumerate(found) if caption}
    pairs = pairing.pairs(tuple(_tokens(blocks, told, spill, lang)))
    made = [grouped.captioned(blocks, pair, told[pair.caption], spill) for pair in pairs]
    taken = {at for draft in made for at in draft.taken}
    made += _without_picture(blocks, told, taken)
    taken = {at for draft in made for at in draft.taken}
    for at, block in enumerate(blocks):
        is_free = at not in taken or block.kind not in {"image", "table"} or grouped.is_illustrated(block)
        if block.images and is_free:
            made += single.alone(blocks, at, spill, lang)
    return tuple(sorted(_undoubled(made), key=lambda draft: draft.at))


def _tokens(blocks: Sequence[Block], told: dict[int, Caption], spill: Spill, lang: str) -> Iterator[Token]:
    """The document as captions, pictures and gaps; what fell out of a picture is none of them."""
    for at, block in enumerate(blocks):
        if at in spill.source:
            continue
        if caption := told.get(at):
            yield Token("caption", at, caption.kind, caption.number)
        elif block.kind == "image" or (block.kind == "table" and (block.rows or block.images)):
            if pictures.shape_of(block) != "speck":
                yield _picture(blocks, at, lang, is_formula=at in spill.numbers)
        elif not (wording.PANEL.match(block.text) and wording.weight(block.text) <= wording.LONG_CELL):
            yield Token("gap", at, cost=_gap(block))


def _picture(blocks: Sequence[Block], at: int, lang: str, *, is_formula: bool) -> Token:
    block = blocks[at]
    named = next((caption for image in block.images if (caption := captions.parse(image.alt, lang))), None)
    around = (*blocks[max(at - 1, 0) : at], *blocks[at + 1 : at + 2])
    return Token(
        "picture",
        at,
        kind=pictures.named_kind(block),
        number=named.number if named else "",
        height=max((image.height for image in block.images), default=0),
        is_crop=is_formula or block.hint == FORMULA or pictures.shape_of(block) == "crop",
        is_sure=named is not None,
        is_labelled=any(wording.PANEL.match(other.text) for other in around if other.kind in TEXT),
        has_rows=bool(block.rows),
    )


def _gap(block: Block) -> float:
    if block.kind == "heading":
        return GAPS["heading"]
    is_short = block.kind in TEXT and wording.weight(block.text) <= wording.LONG_CELL
    if not is_short or wording.ends(block.text):
        return GAPS["text"]
    return GAPS["phrase" if wording.is_prose(block.text) else "label"]


def _without_picture(blocks: Sequence[Block], told: dict[int, Caption], taken: set[int]) -> Iterator[Draft]:
    """Captions that found no picture but have their content below them as text."""
    numbered = {(told[at].kind, told[at].number) for at in taken if at in told}
    free = [at for at in range(len(blocks)) if at not in taken]
    for at, caption in told.items():
        if at not in taken and (caption.kind, caption.number) not in numbered:
            behind = [place for place in free if place not in told and blocks[place].kind != "image"]
            draft = grouped.without_picture(blocks, at, caption, behind)
            if draft:
                yield draft


def _undoubled(made: Sequence[Draft]) -> Iterator[Draft]:
    """A caption that stands both as the alternative text of its picture and below it gives one figure."""
    kept: dict[tuple[str, str, frozenset[str]], Draft] = {}
    for draft in made:
        key = (draft.kind, draft.number, frozenset(image.sha256 for image in draft.images))
        before = kept.get(key)
        is_double = bool(draft.label) and before is not None and abs(before.at - draft.at) <= NEAR
        if not is_double:
            kept[key] = draft
            yield draft


def finished(
    document: str, made: Sequence[Draft], home: Callable[[int], str], is_noise: Callable[[int], bool]
) -> tuple[Figure, ...]:
    """The figures of a document with ids, files and homes; mentions and context are not known yet.

    `home` gives the section of a block, `is_noise` says whether that section is one that nobody asks about.
    """
    first = [draft.images[0].sha256 if draft.images else "" for draft in made]
    names = ids.figure_ids(
        document, [(draft.kind, draft.number, digest) for draft, digest in zip(made, first, strict=True)]
    )
    return tuple(
        _figure(document, name, draft, home(draft.at), is_noise(draft.at))
        for name, draft in zip(names, made, strict=True)
    )


def _figure(document: str, name: str, draft: Draft, home: str, is_noise: bool) -> Figure:
    caption = f"{draft.label}: {draft.caption}".strip(": ") if draft.label else draft.caption
    alt = draft.alt or _shortened(caption)
    source: Literal["source", "caption", "none"] = "source" if draft.alt else "caption" if alt else "none"
    is_doubtful = is_noise and not draft.label and draft.quality == "good"
    return Figure(
        id=name,
        document=document,
        kind=draft.kind,
        number=draft.number,
        label=draft.label,
        caption=draft.caption,
        home=home,
        panels=tuple(asset(document, image) for image in draft.images),
        alt=alt,
        alt_source=source,
        page=draft.page,
        bbox=draft.bbox,
        quality="fragment" if is_doubtful else draft.quality,
        table_html=draft.html,
        rows=draft.rows,
        cells=tuple(" ".join(cell.split()) for cell in draft.cells if cell.strip()),
    )


def asset(document: str, image: ImageRef) -> Asset:
    """A picture as a file of the site; its name is that of the source file and the start of its hash."""
    path = PurePosixPath(image.file)
    stem = ids.slug(path.stem)[:40].strip("-") or "picture"
    name = f"{stem}-{image.sha256[:8]}{path.suffix.lower()}"
    return Asset(
        id=image.sha256,
        path=f"library/{document}/_fig/{name}",
        mime=image.mime,
        width=image.width,
        height=image.height,
        source=image.source,
    )


def files(made: Sequence[Draft]) -> dict[str, str]:
    """The file behind each asset, by the asset's id."""
    return {image.sha256: image.file for draft in made for image in draft.images}


def _shortened(text: str) -> str:
    if len(text) <= ALT:
        return text
    return text[:ALT].rpartition(" ")[0].rstrip(" ,;:") + "…"


__all__ = ["Draft", "asset", "drafts", "files", "finished"]
