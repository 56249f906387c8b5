"""Blocks that hold one thing each: captions apart from each other and from the text they are glued to."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from builder import captions
from builder.blocks import Block
from builder.extract import escape

from . import wording

LOOK_BACK = 16
"""Blocks before a figure among which a paragraph may have been cut in two by it."""
TITLE = 250
"""Characters of a caption whose label stood on a line of its own."""
CONTENT = {"image", "table"}


def unglued(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks with every caption as a paragraph of its own; nothing is lost and the order is kept."""
    made: list[Block] = []
    at = 0
    while at < len(blocks):
        block = blocks[at]
        if block.kind == "paragraph" and block.images and captions.parse(block.text):
            made += [msgspec.structs.replace(block, kind="image", text="", md=""), _bare(block)]
        elif block.kind == "paragraph" and not block.images and block.text:
            if _has_title_below(blocks, at):
                block = _joined(block, blocks[at + 1])
                at += 1
            made += _parts(block, made)
        else:
            made.append(block)
        at += 1
    return tuple(made)


def _bare(block: Block) -> Block:
    """The words of a paragraph without its pictures."""
    return msgspec.structs.replace(block, images=())


def _parts(block: Block, before: Sequence[Block]) -> list[Block]:
    texts = captions.cut(block.text, after_picture=bool(before) and before[-1].kind == "image")
    if len(texts) > 1 and captions.parse(texts[0]) is None and wording.is_prose(texts[0]):
        texts = (block.text,)
    parts = [block] if len(texts) == 1 else [_part(block, text) for text in texts]
    last = parts[-1]
    if captions.parse(last.text) and _is_cut(before):
        end = captions.tail(last.text)
        if end < len(last.text):
            parts[-1:] = [_part(block, last.text[:end]), _part(block, last.text[end:])]
    return parts


def _part(block: Block, text: str) -> Block:
    """A piece of a paragraph; its Markdown is cut out of the whole where the two agree."""
    text = text.strip()
    start = block.md.find(text[:40])
    is_tail = start > 0 and block.text.rstrip().endswith(text)
    md = block.md[start:] if is_tail else escape.paragraph(escape.words(text))
    return msgspec.structs.replace(block, text=text, md=md)


def _is_cut(before: Sequence[Block]) -> bool:
    """Whether the last prose before a figure stops in mid-sentence."""
    for block in before[: -LOOK_BACK - 1 : -1]:
        if block.kind == "heading":
            return False
        if (
            block.kind in {"paragraph", "list"}
            and wording.is_prose(block.text)
            and not captions.parse(block.text)
        ):
            return wording.is_open(block.text)
    return False


def _has_title_below(blocks: Sequence[Block], at: int) -> bool:
    """Whether a label alone ("TABLE I") has its title in the next paragraph, and its content behind that."""
    label = captions.parse(blocks[at].text)
    if label is None or label.text or at + 2 >= len(blocks):
        return False
    below, content = blocks[at + 1], blocks[at + 2]
    is_title = below.kind == "paragraph" and not below.images and 3 < len(below.text) <= TITLE
    has_content = content.kind in CONTENT or (at > 0 and blocks[at - 1].kind in CONTENT)
    return is_title and has_content and captions.parse(below.text) is None


def _joined(label: Block, title: Block) -> Block:
    text = f"{label.text.rstrip(' .:')}: {title.text}"
    return msgspec.structs.replace(label, text=text, md=f"{label.md.rstrip(' .:')}: {title.md}")
