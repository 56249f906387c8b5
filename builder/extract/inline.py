"""Inline Markdown (the tokens of one paragraph) as plain text, clean Markdown and pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from markdown_it.token import Token

from builder.blocks import ImageRef
from serverless.model import Struct

from . import escape
from .tags import KEPT, KNOWN, MARKS, MUTED, attributes_of, name_of

_CJK = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_CJK_BREAK = re.compile(rf"(?<=[{_CJK}])\n(?=[{_CJK}])")
_TEX_SIGN = re.compile(r"[\\^_={}<>+*/|]")
_FORMULA = re.compile(r"(?<![\\$\w])\$(?!\s)([^$\n]{1,500}?)(?<!\s)\$(?!\w)")
_ATTRIBUTE_LIST = re.compile(r"^\{:?[^{}\n]*[#.=][^{}\n]*\}")
_BREAK = "\u2028"
"""Stands for a hard break while a text is put together."""


class Scope(Struct, frozen=True):
    """What a reader of Markdown needs from outside.

    `look(href, alt, title)` gives the picture that a reference names; `warn` takes a line for the
    document's warnings, and keeps the first of equal ones.
    """

    look: Callable[[str, str, str], ImageRef]
    warn: Callable[[str], None]


class Inline(Struct, frozen=True):
    """`text` is plain, `md` clean; `bare` says that nothing but pictures stood there."""

    text: str
    md: str
    images: tuple[ImageRef, ...] = ()

    @property
    def bare(self) -> bool:
        return bool(self.images) and not self.text.strip()


def read(tokens: Sequence[Token], scope: Scope) -> Inline:
    """The inline tokens of one block."""
    closed = {name_of(token.content)[0] for token in tokens if token.content.startswith("</")}
    writer = Writer(scope, closed & MUTED)
    for token in tokens:
        writer.take(token)
    return writer.done()


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


def is_formula(source: str) -> bool:
    """Whether what stands between two dollar signs is TeX and not a pair of prices."""
    prose = re.search(r"\s", source.strip()) and re.search(r"[^\W\d_]{3}", source)
    return not prose or bool(_TEX_SIGN.search(source))


class Writer:
    """Collects text, Markdown and pictures; Markdown in frames, one for each open mark or link."""

    def __init__(self, scope: Scope, closed: set[str]) -> None:
        """`closed` are the muting tags that are also closed here; others are only spoken of."""
        self.scope = scope
        self.closed = closed
        self.text: list[str] = []
        self.frames: list[tuple[str, str, list[str]]] = [("", "", [])]
        self.images: list[ImageRef] = []
        self.muted = ""
        self.after_image = self.image_seen = False

    def take(self, token: Token) -> None:
        """Adds one token of the Markdown parser."""
        if self.muted and token.type != "html_inline":
            return
        name = token.type.removesuffix("_open").removesuffix("_close")
        self.after_image, self.image_seen = self.image_seen, name == "image"
        if token.type.endswith("_close"):
            self.shut(name)
        elif name in MARKS:
            self.open(name, MARKS[name])
        elif handler := getattr(self, f"on_{name}", None):
            handler(token)
        else:
            self.put(token.content)

    def on_text(self, token: Token) -> None:
        """Text; right after a picture, its attribute list (`{width=50%}`) is not text."""
        self.put(_ATTRIBUTE_LIST.sub("", token.content) if self.after_image else token.content)

    def put(self, text: str, md: str | None = None) -> None:
        """Adds plain `text`, and `md` for it where escaping is not enough."""
        if md is None:
            md = escape.words(text)
            md = escape.label(md) if any(frame[0] == "link" for frame in self.frames) else md
        self.text.append(text)
        self.frames[-1][2].append(md)

    def put_with_formulas(self, text: str) -> None:
        """Adds text of an HTML element, in which `$…$` is still a formula."""
        for index, part in enumerate(_FORMULA.split(text)):
            if index % 2:
                self.formula(part)
            else:
                self.put(part)

    def formula(self, content: str) -> None:
        source = " ".join(content.split())
        if is_formula(source):
            self.put(source, f"${escape.tex(source)}$")
        else:
            self.put(f"${content}$")

    def open(self, name: str, mark: str) -> None:
        """Opens a mark; one inside another of its kind adds nothing."""
        if not any(frame[0] == name for frame in self.frames):
            self.frames.append((name, mark, []))

    def shut(self, name: str) -> None:
        """Closes the frames down to the one called `name`; a close without an open is dropped."""
        if not any(frame[0] == name for frame in self.frames[1:]):
            return
        while True:
            closed, mark, parts = self.frames.pop()
            self.frames[-1][2].append(_wrapped(closed, mark, "".join(parts)))
            if closed == name:
                return

    def done(self) -> Inline:
        while len(self.frames) > 1:
            self.shut(self.frames[-1][0])
        md = _CJK_BREAK.sub("", "".join(self.frames[0][2]))
        text = re.sub(r"[ \t\u00a0]+", " ", _CJK_BREAK.sub("", "".join(self.text)).replace("\n", " "))
        text = "\n".join(line.strip() for line in text.split(_BREAK)).strip()
        md = re.sub(r"[ \t]*\n[ \t]*", "\n", md)
        return Inline(text, re.sub(r"^(\s|<br>)+|(\s|<br>)+$", "", md), tuple(self.images))

    def on_softbreak(self, _token: Token) -> None:
        self.put("\n", "\n")

    def on_hardbreak(self, _token: Token) -> None:
        self.put(_BREAK, "<br>\n")

    def on_code_inline(self, token: Token) -> None:
        self.code(token.content)

    def code(self, code: str) -> None:
        fence = "`" * (max((len(run) for run in re.findall("`+", code)), default=0) + 1)
        pad = " " if code.startswith("`") or code.endswith("`") else ""
        self.put(code, f"{fence}{pad}{code}{pad}{fence}" if code.strip() else code)

    def on_math_inline(self, token: Token) -> None:
        self.formula(token.content)

    on_math_inline_double = on_math_inline

    def on_footnote_ref(self, token: Token) -> None:
        label = str(token.meta.get("label", ""))
        self.put(f"[{label}]", f"<sup>{escape.words(label)}</sup>")

    def on_link(self, token: Token) -> None:
        self.link(str(token.attrGet("href") or ""))

    def link(self, href: str) -> None:
        self.shut("link")
        address = escape.address(href)
        if href and not address:
            self.scope.warn(f"link {href[:100]} was left out: pages do not link to such addresses")
        self.open("link", address)

    def on_image(self, token: Token) -> None:
        alt = read(token.children or [], Scope(lambda href, alt, title: ImageRef(href), self.scope.warn)).text
        self.picture(str(token.attrGet("src") or ""), alt, str(token.attrGet("title") or ""))

    def picture(self, href: str, alt: str, title: str) -> None:
        """Adds a picture; one that lives on another site becomes a link to it."""
        image = self.scope.look(href, alt, title)
        if not image.file and re.match(r"(?i)\s*(https?:)?//", href):
            name = alt or href.rstrip("/").rpartition("/")[2] or href
            self.put(name, _wrapped("link", escape.address(href), escape.label(escape.words(name))))
        else:
            self.images.append(image)

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
            self.put(token.content)
        else:
            self.tag(name, closing, attributes_of(token.content))

    def tag(self, name: str, closing: bool, attributes: dict[str, str]) -> None:
        """A tag of HTML in running text."""
        if name == "br":
            self.put(_BREAK, "<br>\n")
        elif name == "img":
            self.picture(attributes.get("src", ""), attributes.get("alt", ""), attributes.get("title", ""))
        elif name == "a" and not closing and "href" in attributes:
            self.link(attributes["href"])
        elif name == "a":
            self.shut("link")
        elif name in KEPT and closing:
            self.shut(name)
        elif name in KEPT:
            self.open(name, MARKS.get(name, ""))


def _wrapped(name: str, mark: str, inner: str) -> str:
    """`inner` between its marks, which must touch a letter: spaces move out, nothing stays unmarked."""
    core = inner.strip()
    if not core:
        return inner
    lead, tail = inner[: len(inner) - len(inner.lstrip())], inner[len(inner.rstrip()) :]
    if name == "link":
        return f"{lead}[{core}]({mark}){tail}" if mark else inner
    if name in MARKS:
        return f"{lead}{mark}{core}{mark}{tail}"
    return f"{lead}<{name}>{core}</{name}>{tail}"
