"""Inline Markdown (the tokens of one paragraph) as plain text, clean Markdown and pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html.parser import HTMLParser

from markdown_it.token import Token

from builder.blocks import ImageRef
from serverless.model import Struct

from . import escape

Look = Callable[[str, str, str], ImageRef]
"""(href, alt, title) -> the picture; one that must stay a link has an http `href` and no file."""

KEPT = {"b", "strong", "i", "em", "u", "sub", "sup", "kbd", "mark", "small", "s", "del", "ins", "var", "samp"}
"""Tags that stay, without attributes."""

MARKS = {"strong": "**", "b": "**", "em": "*", "i": "*", "s": "~~", "del": "~~"}
MUTED = {"script", "style", "template", "noscript", "iframe", "object", "textarea", "title", "xmp"}
"""Tags that go with all that stands in them."""

_HTML_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)")
_TAGS = (
    "a abbr address area article aside audio b base bdi bdo big blockquote body br button canvas caption center "
    "cite code col colgroup data dd del details dfn dialog div dl dt em embed fieldset figcaption figure font "
    "footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label legend li "
    "link main map mark math menu meta meter nav noscript object ol optgroup option output p param picture pre "
    "progress q rp rt ruby s samp script section select small source span strike strong style sub summary sup "
    "svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp"
)
_KNOWN = frozenset(_TAGS.split())
_CJK = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_CJK_BREAK = re.compile(rf"(?<=[{_CJK}])\n(?=[{_CJK}])")
_TEX = re.compile(r"[\\^_={}<>+*/|]")


class Inline(Struct, frozen=True):
    """`text` is plain, `md` clean; `bare` says that nothing but pictures stood there."""

    text: str
    md: str
    images: tuple[ImageRef, ...] = ()

    @property
    def bare(self) -> bool:
        return bool(self.images) and not self.text.strip()


def read(tokens: Sequence[Token], look: Look) -> Inline:
    """The inline tokens of one block."""
    closed = {token.content.lower()[2:-1].strip() for token in tokens if token.content.startswith("</")}
    writer = _Writer(look, closed & MUTED)
    for token in tokens:
        writer.take(token)
    return writer.done()


class _Writer:
    """Collects text, Markdown and pictures; Markdown in frames, one for each open mark or link."""

    def __init__(self, look: Look, closed: set[str]) -> None:
        """`closed` are the muting tags that are also closed here; others are only spoken of."""
        self.look = look
        self.closed = closed
        self.text: list[str] = []
        self.frames: list[tuple[str, str, list[str]]] = [("", "", [])]
        self.images: list[ImageRef] = []
        self.muted = ""

    def take(self, token: Token) -> None:
        if self.muted and token.type != "html_inline":
            return
        name = token.type.removesuffix("_open").removesuffix("_close")
        if token.type.endswith("_close"):
            self.shut(name)
        elif name in MARKS:
            self.open(name, MARKS[name])
        elif handler := getattr(self, f"on_{name}", None):
            handler(token)
        else:
            self.put(token.content)

    def put(self, text: str, md: str | None = None) -> None:
        """Adds plain `text`, and `md` for it where escaping is not enough."""
        self.text.append(text)
        if md is None:
            md = escape.words(text)
            md = escape.label(md) if any(frame[0] == "link" for frame in self.frames) else md
        self.frames[-1][2].append(md)

    def open(self, name: str, mark: str) -> None:
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
        text = _CJK_BREAK.sub("", "".join(self.text)).replace("\n", " ").replace("\u2028", "\n")
        md = re.sub(r"[ \t]*\n[ \t]*", "\n", md).strip()
        return Inline(re.sub(r"[ \t\u00a0]+", " ", text).strip(), md, tuple(self.images))

    def on_softbreak(self, _token: Token) -> None:
        self.put("\n", "\n")

    def on_hardbreak(self, _token: Token) -> None:
        self.put("\u2028", "<br>\n")

    def on_code_inline(self, token: Token) -> None:
        code = token.content
        fence = "`" * (max((len(run) for run in re.findall("`+", code)), default=0) + 1)
        pad = " " if code.startswith("`") or code.endswith("`") else ""
        self.put(code, f"{fence}{pad}{code}{pad}{fence}")

    def on_math_inline(self, token: Token) -> None:
        source = " ".join(token.content.split())
        if re.search(r"\s", source) and re.search(r"[^\W\d_]{3}", source) and not _TEX.search(source):
            self.put(f"${token.content}$")
        else:
            self.put(source, f"${escape.tex(source)}$")

    on_math_inline_double = on_math_inline

    def on_footnote_ref(self, token: Token) -> None:
        label = str(token.meta.get("label", ""))
        self.put(f"[{label}]", f"<sup>{escape.words(label)}</sup>")

    def on_link(self, token: Token) -> None:
        self.open("link", escape.address(str(token.attrGet("href") or "")))

    def on_image(self, token: Token) -> None:
        alt = read(token.children or [], self.look).text
        self.picture(str(token.attrGet("src") or ""), alt, str(token.attrGet("title") or ""))

    def picture(self, href: str, alt: str, title: str) -> None:
        image = self.look(href, alt, title)
        if not image.file and re.match(r"(?i)(https?:)?//", href):
            name = alt or href.rstrip("/").rpartition("/")[2] or href
            self.put(name, _wrapped("link", escape.address(href), escape.words(name)))
        else:
            self.images.append(image)

    def on_html_inline(self, token: Token) -> None:
        match = _HTML_TAG.match(token.content)
        name = match[1].lower() if match else ""
        closing = token.content.startswith("</")
        if self.muted:
            self.muted = "" if closing and name == self.muted else self.muted
        elif name in self.closed:
            self.muted = "" if closing else name
        elif token.content.startswith("<!--"):
            return
        elif name not in _KNOWN or name in MUTED:
            self.put(token.content)
        else:
            self.tag(name, closing, token.content)

    def tag(self, name: str, closing: bool, source: str) -> None:
        """A tag of HTML in running text."""
        if name == "br":
            self.put("\u2028", "<br>\n")
        elif name == "img":
            attributes = attributes_of(source)
            self.picture(attributes.get("src", ""), attributes.get("alt", ""), attributes.get("title", ""))
        elif name == "a":
            self.shut("link")
            if not closing:
                self.open("link", escape.address(attributes_of(source).get("href", "")))
        elif name in KEPT and closing:
            self.shut(name)
        elif name in KEPT:
            self.open(name, MARKS.get(name, ""))


def attributes_of(tag: str) -> dict[str, str]:
    """The attributes of one start tag, entities decoded."""
    found: dict[str, str] = {}

    class _Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.update({name: value or "" for name, value in attrs})

    reader = _Reader()
    reader.feed(tag)
    reader.close()
    return found


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
