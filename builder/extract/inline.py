"""Inline Markdown (the tokens of one paragraph) as plain text, clean Markdown and pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.blocks import ImageRef

from . import escape
from .grammar import Token
from .tags import KNOWN, MARKS, MUTED, attributes_of, name_of
from .writer import CJK, Inline, Scope, Writer

_ATTRIBUTE_LIST = re.compile(r"^\{:?[^{}\n]*[#.=][^{}\n]*\}")

_TIGHT_BOLD = re.compile(rf"(?<![*\\])\*\*(?=[^\s*])([^*\n]+[{CJK}])\*\*(?=[{CJK}\w])")
"""Bold that ends in a full-width sign with no space behind: the standard does not see it, authors do."""


def read(tokens: Sequence[Token], scope: Scope) -> Inline:
    """The inline tokens of one block."""
    closed = {name_of(token.content)[0] for token in tokens if token.content.startswith("</")}
    reader = _Reader(scope, closed & MUTED)
    for token in tokens:
        reader.take(token)
    return reader.writer.done()


def stretches(tokens: Sequence[Token]) -> list[tuple[int, list[Token]]]:
    """The tokens of a paragraph, parted where lines of nothing but pictures begin and end.

    Tools write a picture and its caption on neighbouring lines. Each part comes with its first line,
    counted from 0.
    """
    if not any(map(_is_picture, tokens)):
        return [(0, list(tokens))]
    parts: list[tuple[int, list[Token]]] = []
    pictures_before = False
    for number, line in enumerate(_lines(tokens)):
        pictures = any(map(_is_picture, line)) and all(map(_goes_with_pictures, line))
        if parts and pictures == pictures_before:
            parts[-1][1].extend(line)
        else:
            parts.append((number, line))
        pictures_before = pictures
    return parts


def _lines(tokens: Sequence[Token]) -> list[list[Token]]:
    """Tokens line by line; a mark that runs over a break keeps its lines together."""
    lines: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += token.nesting
        lines[-1].append(token)
        if token.type in {"softbreak", "hardbreak"} and depth == 0:
            lines.append([])
    return lines


def _is_picture(token: Token) -> bool:
    return token.type == "image" or (token.type == "html_inline" and name_of(token.content)[0] == "img")


def _goes_with_pictures(token: Token) -> bool:
    if token.type == "text":
        return not _ATTRIBUTE_LIST.sub("", token.content).strip()
    return token.type not in {"code_inline", "math_inline", "math_inline_double", "footnote_ref"}


class _Reader:
    """Hands each token of the Markdown parser to the writer."""

    def __init__(self, scope: Scope, closed: set[str]) -> None:
        """`closed` are the muting tags that are also closed here; others are only spoken of."""
        self.scope = scope
        self.closed = closed
        self.writer = Writer(scope)
        self.muted = ""
        self.after_image = self.image_seen = False

    def take(self, token: Token) -> None:
        """Adds one token."""
        if self.muted and token.type != "html_inline":
            return
        name = token.type.removesuffix("_open").removesuffix("_close")
        self.after_image, self.image_seen = self.image_seen, name == "image"
        if token.type.endswith("_close"):
            self.writer.shut(name)
        elif name in MARKS or name == "s":
            self.writer.open(name, MARKS.get(name, ""))
        elif handler := getattr(self, f"on_{name}", None):
            handler(token)
        else:
            self.writer.put(token.content)

    def on_text(self, token: Token) -> None:
        """Text; right after a picture, its attribute list (`{width=50%}`) is not text."""
        text = _ATTRIBUTE_LIST.sub("", token.content) if self.after_image else token.content
        for index, part in enumerate(_TIGHT_BOLD.split(text)):
            if index % 2:
                self.writer.open("strong", "**")
                self.writer.put(part)
                self.writer.shut("strong")
            else:
                self.writer.put(part)

    def on_softbreak(self, _token: Token) -> None:
        self.writer.put("\n", "\n")

    def on_hardbreak(self, _token: Token) -> None:
        self.writer.line_break()

    def on_code_inline(self, token: Token) -> None:
        self.writer.code(token.content)

    def on_math_inline(self, token: Token) -> None:
        self.writer.formula(token.content)

    on_math_inline_double = on_math_inline

    def on_footnote_ref(self, token: Token) -> None:
        label = str(token.meta.get("label", ""))
        self.writer.put(f"[{label}]", f"<sup>{escape.words(label)}</sup>")

    def on_link(self, token: Token) -> None:
        self.writer.link(str(token.attrGet("href") or ""))

    def on_image(self, token: Token) -> None:
        blind = Scope(lambda href, _alt, _title: ImageRef(href), self.scope.warn)
        alt = read(token.children or [], blind).text
        self.writer.picture(str(token.attrGet("src") or ""), alt, str(token.attrGet("title") or ""))

    def on_html_inline(self, token: Token) -> None:
        name, closing = name_of(token.content)
        if self.muted:
            self.muted = "" if closing and name == self.muted else self.muted
        elif name in self.closed:
            self.muted = "" if closing else name
            self.scope.warn(f"<{name}> was left out with what it holds")
        elif token.content.startswith("<!--"):
            return
        elif name not in KNOWN or name in MUTED:
            self.writer.put(token.content)
        else:
            self.writer.tag(name, closing, attributes_of(token.content))
