"""The links of a document's text: those that the source has, and the mentions that become some.

A source links inside itself by the anchors of its headings; here every heading is a page. A link that leads
nowhere on this site (a file beside the source, an anchor that does not exist) stays as its words.
"""

from __future__ import annotations

import html
import re
from urllib.parse import unquote

from serverless.model import Section

from . import urls
from .bibliography import LISTED, Bibliography
from .book import Book, heading
from .crossrefs import Crossrefs

_LINK = re.compile(r"!?\[(?P<label>.*)\]\((?P<href>[^()\s]*)(?:\s+\"[^\"]*\")?\)", re.DOTALL)
_HREF = re.compile(r"\shref=\"([^\"]*)\"", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


class Links:
    """Where the anchors of one document lead."""

    def __init__(self, book: Book) -> None:
        self._crossrefs = Crossrefs(book)
        self.bibliography = Bibliography(book)
        self._anchors = {figure.anchor: book.address(figure) for figure in reversed(book.figures)}
        for section in reversed(book.sections):
            for name in (heading(section), section.title, section.heading):
                self._anchors[github(name)] = section.url
        self._anchors |= {section.slug: section.url for section in book.sections if section.slug}

    def mentions(self, text: str, here: Section) -> str:
        """Running text with links on "Figure 3", "Section 4.2" and "[12]"."""
        return self._cited(self._crossrefs.link(text, here), here)

    def _cited(self, text: str, here: Section) -> str:
        return text if here.noise == LISTED else self.bibliography.link(text, here.url)

    def link(self, markdown: str, here: Section) -> str:
        """One Markdown link with an address that is right on the page of `here`."""
        match = _LINK.fullmatch(markdown)
        if match is None:  # "[1][2]" looks like a link of Markdown, and cites two works
            return self._cited(markdown, here)
        mark = "\\!" if markdown.startswith("!") else ""
        target = self._target(match["href"])
        if target is None:
            return mark + match["label"]
        return f"{mark}[{match['label']}]({urls.markdown(target, here.url) if target else match['href']})"

    def tags(self, source: str, here: Section) -> str:
        """HTML with the same done to the addresses of its links."""

        def changed(match: re.Match[str]) -> str:
            target = self._target(html.unescape(match[1]))
            if target is None:
                return ""
            return f' href="{html.escape(urls.reference(target, here.url))}"' if target else match[0]

        return _HREF.sub(changed, source)

    def _target(self, href: str) -> str | None:
        """A place of this site, "" for an address elsewhere that stays as it is, None for a dead link."""
        if _SCHEME.match(href):
            return ""
        path, _, anchor = unquote(href).partition("#")
        return self._anchors.get(anchor) or self._anchors.get(github(anchor)) if anchor and not path else None


def github(text: str) -> str:
    """The anchor that most Markdown readers give to a heading: "2.2 From counting" -> "22-from-counting"."""
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", text.lower()).strip())
