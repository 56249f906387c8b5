"""Drafts of pictures without a caption: formulas, strips of text, icons, and pictures worth a look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder import captions
from builder.blocks import FORMULA, WHOLE, Block, ImageRef
from serverless.model import FigureKind, Quality

from . import pictures, wording
from .draft import Draft, own_text, place
from .grouped import alternative
from .spill import Spill

FEW = 4
"""Short paragraphs below a picture without caption from which on they are its cells, not text."""
QUALITIES: dict[pictures.Shape, Quality] = {"speck": "decorative", "crop": "fragment", "full": "good"}
MOSTLY = 0.7
"""Share of symbols in what fell out of a formula."""
WORDS = {"fr": "Équation", "de": "Gleichung", "es": "Ecuación", "zh": "公式", "ja": "式"}


def alone(blocks: Sequence[Block], at: int, spill: Spill, lang: str) -> Iterator[Draft]:
    """The pictures of a block that no caption claimed, each as a figure of its own."""
    block = blocks[at]
    shown = [image for image in block.images if image.file]
    if block.kind == "image" and len(shown) == 1:
        yield _picture(blocks, at, shown[0], spill, lang)
        return
    if block.hint == WHOLE and block.rows:
        yield _table(block, at, tuple(shown))
        return
    for image in shown:
        yield _inline(block, at, image, lang)


def _table(block: Block, at: int, images: tuple[ImageRef, ...]) -> Draft:
    """A table in rows that comes with its picture: both are the figure."""
    page, bbox = place([block])
    return Draft(
        kind="table",
        at=at,
        taken=frozenset({at}),
        images=images,
        rows=block.rows,
        html=block.html,
        page=page,
        bbox=bbox,
    )


def _picture(blocks: Sequence[Block], at: int, image: ImageRef, spill: Spill, lang: str) -> Draft:
    """A picture that is a block: what fell out of it says what it is."""
    block = blocks[at]
    named = captions.parse(image.alt, lang) or captions.parse(image.title, lang)
    fallen = spill.fallen.get(at, ())
    kept = [place_ for place_ in fallen if place_ not in spill.leaks]
    texts = [blocks[place_].text for place_ in kept]
    numbers = spill.numbers.get(at, ())
    is_text = len(kept) < len(fallen) or any(map(_is_told, texts))
    kind, quality = _judged(block, [*own_text(block), *texts], is_numbered=bool(numbers), is_text=is_text)
    if kind != "equation" and not _are_cells(block, texts):
        kept, texts = [], []
    page, bbox = place([block])
    return Draft(
        kind=named.kind if named else kind,
        at=at,
        taken=frozenset({at, *kept}),
        number=named.number if named else numbers[0] if numbers else "",
        label=named.label if named else f"{WORDS.get(lang, 'Equation')} ({numbers[0]})" if numbers else "",
        caption=named.text if named else _title(image),
        images=(image,),
        cells=(*own_text(block), *(text for text in texts if not wording.equation_number(text))),
        alt=alternative((image,)) if not named else "",
        quality="good" if named else quality,
        page=page,
        bbox=bbox,
    )


def _judged(
    block: Block, texts: Sequence[str], is_numbered: bool, is_text: bool
) -> tuple[FigureKind, Quality]:
    """Kind and quality of a picture without a caption."""
    shape = pictures.shape_of(block)
    if shape == "speck":
        return "image", "decorative"
    if is_numbered:
        return "equation", "good"
    if is_text:
        return "image", "fragment"
    if block.hint == FORMULA or _is_formula(block, texts):
        return "equation", "fragment"
    if shape == "crop" and not (_is_made_for_reading(block) and not texts):
        return "image", "decorative" if all(map(pictures.is_icon, block.images)) and not texts else "fragment"
    is_table = pictures.named_kind(block) == "table"
    return "table" if is_table else "image", "good"


def _is_formula(block: Block, texts: Sequence[str]) -> bool:
    """Whether what fell out of a picture is symbols for the most part, and its shape is that of a formula."""
    symbols = sum(map(wording.is_symbolic, texts))
    has_operator = any(map(wording.OPERATOR.search, texts))
    is_flat = pictures.shape_of(block) == "crop" or pictures.is_flat(block)
    return bool(texts) and symbols >= MOSTLY * len(texts) and (has_operator or is_flat)


def _is_told(text: str) -> bool:
    """Whether a text has the end of a sentence, if not its words."""
    return wording.ends(text) and not wording.is_symbolic(text)


def _are_cells(block: Block, texts: Sequence[str]) -> bool:
    """Whether short paragraphs below a picture belong to it: the labels of a diagram, or a run of cells."""
    if pictures.shape_of(block) == "crop" or any(
        _is_told(text) for text in texts[:1] if len(text) > wording.CELL
    ):
        return False
    return len(texts) >= FEW or any(not wording.is_cell(text) for text in texts)


def _is_made_for_reading(block: Block) -> bool:
    """Whether a small picture was put there by a person: drawn, or described for those who cannot see it."""
    is_drawn = all(image.mime == "image/svg+xml" for image in block.images)
    return not all(map(pictures.is_icon, block.images)) and (is_drawn or bool(alternative(block.images)))


def _inline(block: Block, at: int, image: ImageRef, lang: str) -> Draft:
    """A picture that stands with others, or in the middle of a text."""
    named = captions.parse(image.alt, lang)
    shape = pictures.shape(image)
    quality: Quality = "decorative" if pictures.is_icon(image) else QUALITIES[shape]
    page, bbox = place([block])
    return Draft(
        kind=named.kind if named else "table" if block.kind == "table" and shape == "full" else "image",
        at=at,
        taken=frozenset({at} if block.kind == "image" else ()),
        number=named.number if named else "",
        label=named.label if named else "",
        caption=named.text if named else _title(image),
        images=(image,),
        alt="" if named else alternative((image,)),
        quality="good" if named else quality,
        page=page,
        bbox=bbox,
    )


def _title(image: ImageRef) -> str:
    """The title of a Markdown picture is a caption; a copy of its alternative text is not."""
    title = " ".join(image.title.split())
    return "" if title == " ".join(image.alt.split()) else title
