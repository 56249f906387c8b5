"""Running text as it comes in: plain text, clean Markdown and pictures, side by side."""

from __future__ import annotations

import re
from collections.abc import Callable

from builder.blocks import ImageRef
from serverless.model import Struct

from . import escape
from .tags import KEPT, MARKS

BREAK = "\u2028"
"""Stands for a hard break while a text is put together."""

CJK = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
"""Letters and signs of scripts that put no spaces between words (for a character class)."""

_CJK_BREAK = re.compile(rf"(?<=[{CJK}])\n(?=[{CJK}])")
_TEX_SIGN = re.compile(r"[\\^_={}<>+*/|]")
_FORMULA = re.compile(r"(?<![\\$\w])\$(?!\s)([^$\n]{1,500}?)(?<!\s)\$(?!\w)")


class Scope(Struct, frozen=True):
    """What a reader of a document's text needs from outside.

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


def is_formula(source: str) -> bool:
    """Whether what stands between two dollar signs is TeX and not a pair of prices."""
    prose = re.search(r"\s", source.strip()) and re.search(r"[^\W\d_]{3}", source)
    return not prose or bool(_TEX_SIGN.search(source))


class _Frame:
    """The inside of one open mark. Plain text waits, so that it is escaped as a whole: a bracket that
    ends one piece and a parenthesis that begins the next would make a link."""

    def __init__(self, name: str, mark: str, in_link: bool) -> None:
        self.name = name
        self.mark = mark
        self.in_link = in_link
        self.parts: list[str] = []
        self.plain: list[str] = []

    def add(self, md: str) -> None:
        """Adds finished Markdown behind the text that waits."""
        if md:
            self._escape(before=md)
            self.parts.append(md)

    def _escape(self, before: str = "") -> None:
        text = escape.words("".join(self.plain))
        if self.in_link:
            text = escape.label(text)
        if before.startswith("[") and text.endswith("!"):
            text = text[:-1] + "\\!"
        self.parts.append(text)
        self.plain = []

    @property
    def ends_in_star(self) -> bool:
        return not any(self.plain) and bool(self.parts) and self.parts[-1].endswith("*")

    def closed(self, after_star: bool = False) -> str:
        """All of it between its marks, which must touch a letter: spaces move out.

        Right `after_star` a mark of stars would run into the one before: a tag takes its place.
        """
        self._escape()
        inner = "".join(self.parts)
        core = inner.strip()
        if not core or not self.name:
            return inner
        lead, tail = inner[: len(inner) - len(inner.lstrip())], inner[len(inner.rstrip()) :]
        return f"{lead}{self._marked(core, after_star and not lead)}{tail}"

    def _marked(self, core: str, after_star: bool) -> str:
        if self.name == "link":
            return f"[{core}]({self.mark})"
        if self.mark and not after_star:
            return f"{self.mark}{core}{self.mark}"
        return f"<{self.name}>{core}</{self.name}>"


class Writer:
    """Collects text, Markdown and pictures; Markdown in frames, one for each open mark or link."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.text: list[str] = []
        self.frames = [_Frame("", "", in_link=False)]
        self.images: list[ImageRef] = []

    def put(self, text: str, md: str | None = None) -> None:
        """Adds plain `text`, and `md` for it where escaping is not enough."""
        self.text.append(text)
        if md is None:
            self.frames[-1].plain.append(text)
        else:
            self.frames[-1].add(md)

    def put_with_formulas(self, text: str) -> None:
        """Adds text of an HTML element, in which `$…$` is still a formula."""
        for index, part in enumerate(_FORMULA.split(text)):
            if index % 2:
                self.formula(part)
            else:
                self.put(part)

    def formula(self, content: str) -> None:
        source = " ".join(content.split())
        if is_formula(source) and (tex := escape.tex(source)):
            self.put(source, f"${tex}$")
        else:
            self.put(f"${content}$")

    def code(self, code: str) -> None:
        fence = "`" * (max((len(run) for run in re.findall("`+", code)), default=0) + 1)
        pad = " " if code.startswith("`") or code.endswith("`") else ""
        self.put(code, f"{fence}{pad}{code}{pad}{fence}" if code.strip() else " ")

    def line_break(self) -> None:
        self.put(BREAK, "<br>\n")

    def open(self, name: str, mark: str = "") -> None:
        """Opens a mark; one inside another of its kind adds nothing."""
        if not any(frame.name == name for frame in self.frames):
            in_link = name == "link" or any(frame.in_link for frame in self.frames)
            self.frames.append(_Frame(name, mark, in_link))

    def shut(self, name: str) -> None:
        """Closes the frames down to the one called `name`; a close without an open is dropped."""
        if any(frame.name == name for frame in self.frames[1:]):
            while self._shut_last() != name:
                pass

    def _shut_last(self) -> str:
        closed = self.frames.pop()
        self.frames[-1].add(closed.closed(self.frames[-1].ends_in_star))
        return closed.name

    def link(self, href: str) -> None:
        """Opens a link; to a place that a page must not link to, its words stay plain."""
        self.shut("link")
        address = escape.address(href)
        if address:
            self.open("link", address)
        elif href:
            self.scope.warn(f"link {href[:100]} was left out: pages do not link to such addresses")

    def picture(self, href: str, alt: str, title: str) -> None:
        """Adds a picture; one that lives on another site becomes a link to it."""
        image = self.scope.look(href, alt, title)
        address = "" if image.file else escape.address(href)
        if address and re.match(r"(?i)\s*(https?:)?//", href):
            name = " ".join(alt.split()) or href.rstrip("/").rpartition("/")[2] or "picture"
            in_link = any(frame.in_link for frame in self.frames)
            self.put(name, None if in_link else f"[{escape.label(escape.words(name))}]({address})")
        else:
            self.images.append(image)
            self.put(" ")

    def tag(self, name: str, closing: bool, attributes: dict[str, str]) -> None:
        """A tag of HTML in running text."""
        name = {"b": "strong", "i": "em"}.get(name, name)
        if name == "br":
            self.line_break()
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

    def done(self) -> Inline:
        while len(self.frames) > 1:
            self._shut_last()
        text = re.sub(r"[ \t\u00a0]+", " ", _CJK_BREAK.sub("", "".join(self.text)).replace("\n", " "))
        text = "\n".join(line.strip() for line in text.split(BREAK)).strip()
        md = _CJK_BREAK.sub("", self.frames[0].closed())
        md = re.sub(r"[ \t]*\n[ \t]*", "\n", re.sub(r"[ \t]{2,}", " ", md))
        return Inline(text, re.sub(r"^(\s|<br>)+|(\s|<br>)+$", "", md), tuple(self.images))
