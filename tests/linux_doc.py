"""The documentation of Debian's `linux-doc` package as a library of Markdown, to measure a large one.

    apt-get download linux-doc-6.1 && dpkg -x linux-doc-6.1*.deb PACKAGE
    python -m tests.linux_doc PACKAGE/usr/share/doc/linux-doc-6.1/html SOURCES [--limit N]

Every HTML page becomes a document of its own, with its headings, lists, code, tables and pictures.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from markdownify import markdownify

HEADINGS = re.compile(r"^h[1-6]$")
NOT_TEXT = "a.headerlink, script, style, nav, .toctree-wrapper, .viewcode-link"
"""What a page has beside its text: marks of headings, lists of pages."""
NOT_PAGES = {"genindex", "search", "py-modindex"}
PICTURES = "images"


def converted(page: str) -> tuple[str, int]:
    """The text of a page as Markdown, and how many headings it has; "" where it has no text."""
    body = BeautifulSoup(page, "html.parser").select_one("[role=main], div.body")
    if body is None:
        return "", 0
    for part in body.select(NOT_TEXT):
        part.decompose()
    for picture in body.find_all("img"):
        picture["src"] = f"{PICTURES}/{str(picture.get('src', '')).rpartition('/')[2]}"
    count = len(body.find_all(HEADINGS))
    return markdownify(str(body), heading_style="ATX", code_language_callback=language), count


def language(block: Tag) -> str:
    """The language of a block of code: `highlight-c` on an element around it."""
    for parent in block.parents:
        for name in parent.get("class") or ():
            if name.startswith("highlight-") and name not in {"highlight-none", "highlight-default"}:
                return name.removeprefix("highlight-")
    return ""


def convert(html: Path, sources: Path, limit: int) -> tuple[int, int]:
    """Writes the documents; how many there are, and how many headings they have."""
    sources.mkdir(parents=True)
    pages = headings = 0
    for path in sorted(html.rglob("*.html")):
        text, count = "", 0
        if path.stem not in NOT_PAGES and pages < limit:
            text, count = converted(path.read_text(encoding="utf-8"))
        if text.strip():
            name = "-".join(path.relative_to(html).with_suffix(".md").parts)
            (sources / name).write_text(text, encoding="utf-8")
            pages, headings = pages + 1, headings + count
    if (html / "_images").is_dir():
        shutil.copytree(html / "_images", sources / PICTURES)
    return pages, headings


def main() -> None:
    """Says what was written."""
    parser = argparse.ArgumentParser()
    parser.add_argument("html", type=Path)
    parser.add_argument("sources", type=Path)
    parser.add_argument("--limit", type=int, default=sys.maxsize)
    asked = parser.parse_args()
    pages, headings = convert(asked.html, asked.sources, asked.limit)
    sys.stdout.write(f"{pages} pages with {headings} headings\n")


if __name__ == "__main__":
    main()
