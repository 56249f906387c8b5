"""Reads a built site as a browser would: every address of every page, and whether something is there."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

FETCHED = {"src", "srcset", "poster", "data"}


class Page(HTMLParser):
    """The ids of a page, the addresses that it links to, and those that a browser fetches by itself."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.handlers: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if "id" in values:
            self.ids[values["id"]] += 1
        self.handlers += [name for name in values if name.startswith("on") or name == "style"]
        is_loaded = tag == "link" and values.get("rel") in {"stylesheet", "icon", "preload", "modulepreload"}
        for name in FETCHED & set(values):
            self.fetched += [part.split()[0] for part in values[name].split(",") if part.strip()]
        if "href" in values:
            (self.fetched if is_loaded else self.links).append(values["href"])


def pages(site: Path) -> dict[str, Page]:
    """Every HTML page by its path in the site."""
    return {
        path.relative_to(site).as_posix(): Page(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
    }


def broken(site: Path, base: str) -> list[str]:
    """ "page -> address" for each address of this site at which there is no file, or not the anchor."""
    found = pages(site)
    return [
        f"{name} -> {address}"
        for name, page in found.items()
        for address in (*page.links, *page.fetched)
        if not _leads(urljoin(urljoin(base, name), address), base, site, found)
    ]


def _leads(address: str, base: str, site: Path, found: dict[str, Page]) -> bool:
    if not address.startswith(base):
        return True
    parts = urlsplit(address)
    path = unquote(parts.path.removeprefix(urlsplit(base).path))
    name = f"{path}index.html" if path.endswith("/") or not path else path
    if not (site / name).is_file():
        return False
    return not parts.fragment or name not in found or unquote(parts.fragment) in found[name].ids
