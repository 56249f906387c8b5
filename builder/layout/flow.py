"""A section's text from its blocks: paragraphs that a figure had cut in two are whole again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from builder.blocks import Block
from serverless.model import Figure, Struct
from serverless.units import CJK

from . import wording

SKIPPED = 40
"""Figures and notes at most that stand between the halves of a paragraph."""
FOOTNOTE = re.compile(r"(?:[*∗†‡§¶]\s?|\d{1,2}\s?)(?=[A-Z(])")
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
HYPHEN = re.compile(r"(?<![\w/#.=-])([^\W\d_]{2,})-([a-zß-öø-ÿ][^\W\d_]+)(?![\w-])")
GLYPH = re.compile(r"^\s*[-*+] (?:[•●▪◦·○■□➢►✓–—-]|\\[*+-])?\s*$")
LABEL = re.compile(r"^(\s*)[-*+] (\\?\[\w{1,4}\\?\]|\(?[a-zA-Z0-9]{1,3}\\?[.)])\s*$")
ITEM = re.compile(r"^\s*[-*+] ")
FENCES = ("```", "~~~")


class Part(Struct, frozen=True):
    """A block of text, or the line of a figure; `floats` says that a paragraph may go on behind it."""

    text: str
    md: str
    is_prose: bool = False
    floats: bool = False


def vocabulary(blocks: Iterable[Block]) -> Counter[str]:
    """How often each word stands in a document; a word with hyphens counts as one, and so do its parts."""
    words: Counter[str] = Counter()
    for block in blocks:
        for word in WORD.findall(block.text):
            words[word] += 1
            if "-" in word:
                words.update(word.split("-"))
    return words


def text(parts: Sequence[Part], words: Mapping[str, int]) -> str:
    """The Markdown of a section."""
    joined = _joined(list(parts), words)
    return "\n\n".join(part.md.strip("\n") for part in joined if part.md.strip()).strip()


def part(block: Block, words: Mapping[str, int]) -> Part:
    """A block as part of a text."""
    is_text = block.kind in {"paragraph", "list"}
    md, plain = block.md, block.text
    if is_text:
        md, plain = unhyphened(md, words), unhyphened(plain, words)
    if block.kind == "list":
        md = listed(md)
    floats = is_text and (block.hint == "footnote" or bool(FOOTNOTE.match(plain)))
    return Part(plain, md, is_prose=is_text and wording.is_prose(plain), floats=floats)


def line(figure: Figure) -> Part:
    """A figure as a line; formulas and strips of text belong to their place in the sentence."""
    label = re.sub(r"([\[\]\\])", r"\\\1", figure.label)
    floats = figure.kind != "equation" and (figure.quality != "fragment")
    return Part("", f"![{label}](figure:{figure.id})", floats=floats)


def listed(md: str) -> str:
    """A list without items that are only a bullet; an item that is only a label goes in front of the next."""
    made: list[str] = []
    label = ""
    for row in md.split("\n"):
        if GLYPH.match(row):
            continue
        if match := LABEL.match(row):
            made += [f"- {label.strip()}"] if label else []
            label = f"{match[2]} "
        elif label and (item := ITEM.match(row)):
            made.append(f"{item.group()}{label}{row[item.end() :]}")
            label = ""
        else:
            made.append(row)
    return "\n".join([*made, *([f"- {label.strip()}"] if label else [])])


def unhyphened(text_: str, words: Mapping[str, int]) -> str:
    """Words that were hyphenated at the end of a line and then joined ("gener-alize") in one piece.

    Only where the document has the whole word elsewhere and the second half nowhere.
    """

    def whole(match: re.Match[str]) -> str:
        first, second = match.groups()
        compound, joined = words.get(match.group(), 0), words.get(first + second, 0)
        is_broken = joined >= max(1, compound) and words.get(second, 0) <= compound
        return first + second if is_broken else match.group()

    return HYPHEN.sub(whole, text_)


def _joined(parts: list[Part], words: Mapping[str, int]) -> list[Part]:
    at = 0
    while at < len(parts):
        other = _rest(parts, at)
        if other is None:
            at += 1
            continue
        parts[at] = _whole(parts[at], parts[other], words)
        del parts[other]
    return parts


def _rest(parts: Sequence[Part], at: int) -> int | None:
    """The place of the other half of the paragraph at `at`."""
    half = parts[at]
    is_code = half.md.rstrip().endswith(FENCES)  # the last item of a list may end in a block of code
    if half.floats or is_code or not half.is_prose or not wording.is_open(half.text):
        return None
    for other in range(at + 1, min(len(parts), at + 2 + SKIPPED)):
        after = parts[other]
        if after.floats:
            continue
        is_rest = after.is_prose and wording.goes_on(half.text, after.text)
        return other if is_rest and not ITEM.match(after.md) else None
    return None


def _whole(before: Part, after: Part, words: Mapping[str, int]) -> Part:
    text_, md = _seam(before.text, after.text, words), _seam(before.md, after.md, words)
    return msgspec.structs.replace(before, text=text_, md=md)


def _seam(before: str, after: str, words: Mapping[str, int]) -> str:
    """Two halves of a sentence; a hyphen at the end stays where the document writes the word with it."""
    before, after = before.rstrip(), after.lstrip()
    if CJK.match(after) and CJK.match(before[-1:]):
        return before + after
    if not before.endswith("-") or not after[:1].islower():
        return f"{before} {after}"
    first, second = re.search(r"[^\W_]*-$", before), re.match(r"[^\W_]*", after)
    compound = f"{first.group() if first else '-'}{second.group() if second else ''}"
    return before + after if words.get(compound, 0) else before[:-1] + after
