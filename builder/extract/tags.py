"""What the tags of HTML mean here: which stay, which go, and which go with all they hold."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from html.parser import HTMLParser

from . import escape

KEPT = {"b", "strong", "i", "em", "u", "sub", "sup", "kbd", "mark", "small", "s", "del", "ins", "var", "samp"}
"""Tags that stay in running text, without attributes."""

MARKS = {"strong": "**", "em": "*"}
"""Tags (and tokens of the Markdown parser) that Markdown has a mark for."""

MUTED = {"script", "style", "template", "noscript", "iframe", "object", "textarea", "title", "xmp", "select"}
"""Tags that go with all that stands in them."""

_NAMES = """
a abbr address area article aside audio b base bdi bdo big blockquote body br button canvas caption center
cite code col colgroup data dd del details dfn dialog div dl dt em embed fieldset figcaption figure font
footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label legend li
link main map mark math menu meta meter nav noscript object ol optgroup option output p param picture pre
progress q rp rt ruby s samp script section select small source span strike strong style sub summary sup
svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp
"""
KNOWN = frozenset(_NAMES.split())
"""The names of HTML; `<another>` in prose is text."""

_TAG = re.compile(r"<(/?)([A-Za-z][\w.:-]*)")


def name_of(source: str) -> tuple[str, bool]:
    """The lower-case name of the tag that `source` starts with, and whether it closes; "" for none."""
    match = _TAG.match(source)
    return (match[2].lower(), bool(match[1])) if match else ("", False)


def foreign_as_text(source: str) -> str:
    """`source` where whatever looks like a tag but is none of HTML's is written as text."""
    literal = source.replace("<?", "&lt;?").replace("<![", "&lt;![")
    return _TAG.sub(lambda tag: tag[0] if tag[2].lower() in KNOWN else f"&lt;{tag[0][1:]}", literal)


_OPEN = """
area base br col embed hr img input link meta param source track wbr
p li tr td th dt dd option thead tbody tfoot
"""
_LEVELLESS = frozenset(_OPEN.split())
"""Tags that are never closed, or are closed by the next of their kind."""


def depth(source: str) -> int:
    """How deep elements that stay open are nested, at most."""
    level = deepest = 0
    for closing, name in _TAG.findall(source):
        if name.lower() not in _LEVELLESS:
            level = max(level - 1, 0) if closing else level + 1
            deepest = max(deepest, level)
    return deepest


class _Attributes(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found = {name: value or "" for name, value in attrs}


def attributes_of(tag: str) -> dict[str, str]:
    """The attributes of one start tag, entities decoded."""
    reader = _Attributes()
    reader.feed(tag)
    reader.close()
    return reader.found


def clean(source: str, allowed: Collection[str], attributes: Mapping[str, set[str]]) -> str:
    """`source` with the `allowed` tags and attributes alone; muted tags go with what they hold."""
    import nh3

    return nh3.clean(
        source,
        tags=set(allowed) - MUTED,
        clean_content_tags=set(MUTED),
        attributes=dict(attributes),
        url_schemes=escape.SCHEMES | {"data", "embedded"},
        link_rel=None,
    )
