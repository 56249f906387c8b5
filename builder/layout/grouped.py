"""Drafts of figures that have a caption."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from builder import captions
from builder.blocks import WHOLE, Block, ImageRef
from builder.captions import Caption
from serverless.model import FigureKind
from serverless.units import CJK

from . import pictures, wording
from .draft import TEXT, Draft, own_text, place
from .pairing import Pair
from .spill import Spill

GENERIC = frozenset(
    "image img figure fig picture photo bild imagen screenshot alt text".split()  # noqa: SIM905
)
"""Words that say nothing about a picture."""
CODE = re.compile(r"\w\(\w*[,)]|[=!<>+-]=|:=|\w = \w|←|\bend (?:for|if|while)\b")
"""Calls, assignments and brackets of a program."""
FEWEST_CELLS = 4
"""Short paragraphs below a caption from which on they are its table, where there is no picture of it."""


def captioned(blocks: Sequence[Block], pair: Pair, caption: Caption, spill: Spill) -> Draft:
    """A caption with its pictures, and all that stands between them or fell out of them."""
    caption, listing = captions.listing(caption)
    fallen = {at for picture in pair.pictures for at in spill.fallen.get(picture, ())}
    between = frozenset() if pair.is_torn else _between(blocks, pair, caption.kind, spill)
    parts = [blocks[at] for at in pair.pictures]
    shown = [block for block in parts if not is_illustrated(block)]
    images = _distinct(image for block in shown for image in block.images if image.file)
    table = next((block for block in parts if block.rows), None)
    texts = [text for block in parts for text in own_text(block)]
    texts += [blocks[at].text for at in sorted(fallen | between)]
    page, bbox = place(parts)
    return Draft(
        kind=_kind(caption.kind, images),
        at=min(pair.pictures),
        taken=frozenset({pair.caption, *pair.pictures, *fallen, *between}),
        number=caption.number,
        label=caption.label,
        caption=caption.text,
        images=images,
        cells=tuple([*texts, listing] if listing else texts),
        rows=table.rows if table else (),
        html=table.html if table else "",
        alt=alternative(images),
        page=page if page is not None else blocks[pair.caption].page,
        bbox=bbox,
    )


def without_picture(blocks: Sequence[Block], at: int, caption: Caption, free: Sequence[int]) -> Draft | None:
    """An algorithm or a table that was spilled as text and has no picture; `free` are blocks of nobody.

    None where nothing is found that could be its content: then the caption stays text.
    """
    caption, listing = captions.listing(caption)
    content: list[int] = []
    for place_ in free:
        if place_ <= at:
            continue
        if place_ != at + 1 + len(content) and not _only_pictures(blocks, at + 1, place_, content):
            break
        if not _is_content(blocks[place_], caption.kind):
            break
        content.append(place_)
        if caption.kind == "algorithm":
            break
    is_found = listing or (caption.kind == "algorithm" and content) or len(content) >= FEWEST_CELLS
    if caption.kind not in {"algorithm", "table"} or not is_found:
        return None
    texts = [*([listing] if listing else []), *(blocks[place_].text for place_ in content)]
    return Draft(
        kind=caption.kind,
        at=at,
        taken=frozenset({at, *content}),
        number=caption.number,
        label=caption.label,
        caption=caption.text,
        cells=tuple(texts),
        page=blocks[at].page,
    )


def is_illustrated(block: Block) -> bool:
    """Whether a table has icons in its cells, which are no pictures of the table."""
    is_drawn = block.hint == WHOLE
    return bool(block.rows) and not is_drawn and all(pictures.shape(one) != "full" for one in block.images)


def alternative(images: Sequence[ImageRef]) -> str:
    """The alternative text that the source gives, "" where it is a file name or says nothing."""
    alts = [" ".join(image.alt.split()) for image in images]
    return "; ".join(dict.fromkeys(alt for alt in alts if says_something(alt)))


def says_something(alt: str) -> bool:
    """Whether an alternative text is more than "image", "Figure 3" or the name of a file."""
    bare = alt.casefold().strip(" .")
    is_file = "/" in bare or bare.endswith((".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp"))
    words = wording.WORD.findall(bare)
    generic = {
        "image",
        "img",
        "figure",
        "fig",
        "picture",
        "photo",
        "bild",
        "imagen",
        "screenshot",
        "alt",
        "text",
    }
    return bool(bare) and not is_file and bool(set(words) - generic or CJK.search(bare))


def _kind(kind: FigureKind, images: Sequence[ImageRef]) -> FigureKind:
    return "video" if images and all(image.mime.startswith("video/") for image in images) else kind


def _distinct(images: Iterable[ImageRef]) -> tuple[ImageRef, ...]:
    """Each picture once."""
    seen: dict[str, ImageRef] = {}
    for image in images:
        seen.setdefault(image.sha256 or image.file, image)
    return tuple(seen.values())


def _between(blocks: Sequence[Block], pair: Pair, kind: FigureKind, spill: Spill) -> frozenset[int]:
    """Labels between the pictures of a group and its caption; in an algorithm, everything."""
    found: set[int] = set()
    for at in range(pair.start, pair.stop + 1):
        block = blocks[at]
        is_own = at in {pair.caption, *pair.pictures} or at in spill.source
        if is_own or block.kind not in TEXT or block.images or captions.parse(block.text):
            continue
        is_label = wording.weight(block.text) <= wording.LONG_CELL
        if kind == "algorithm" or is_label or wording.PANEL.match(block.text):
            found.add(at)
    return frozenset(found)


def _only_pictures(blocks: Sequence[Block], start: int, stop: int, content: Sequence[int]) -> bool:
    """Whether nothing but pictures (specks of a listing) stands between a caption and its content."""
    return all(blocks[at].kind == "image" or at in content for at in range(start, stop))


def _is_content(block: Block, kind: FigureKind) -> bool:
    if block.kind != "paragraph" or block.images:
        return False
    if kind == "table":
        return wording.is_cell(block.text)
    is_formal = not wording.is_prose(block.text) and bool(wording.OPERATOR.search(block.text))
    return is_formal or len(CODE.findall(block.text)) >= 2
