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
from markdownify import MarkdownConverter

from builder.extract.find import is_beside

HEADINGS = re.compile(r"^h[1-6]$")
NOT_TEXT = "a.headerlink, script, style, nav, .toctree-wrapper, .viewcode-link"
"""What a page has beside its text: marks of headings, lists of pages."""
BEFORE_LINK = re.compile(r"!$")
NOT_PAGES = {"genindex", "search", "py-modindex"}
PICTURES = "images"
NOT_PICTURES = shutil.ignore_patterns("math", "*.dot", "*.gz")
"""Formulas, which are text here, and what pictures were drawn from."""


class Converter(MarkdownConverter):
    """A page as Markdown; its formulas are pictures that have their TeX beside them."""

    def escape(self, text: str, parent_tags: set[str]) -> str:
        """Two dollars would be taken for the ends of a formula, "!" before a link for a picture."""
        escaped: str = super().escape(text, parent_tags)  # type: ignore[misc]
        return BEFORE_LINK.sub(r"\!", escaped.replace("$", r"\$"))

    def convert_img(self, picture: Tag, text: str, parent_tags: set[str]) -> str:
        source, said = str(picture.get("src", "")), str(picture.get("alt", ""))
        if "/math/" not in source:
            return f"![{' '.join(said.split())}]({PICTURES}/{source.rpartition('/')[2]})"
        if picture.find_parent("div", class_="math") is None:
            return f"${' '.join(said.split())}$"
        rows = [" ".join(row.split()) for row in said.split("\n\n")]
        return "$$" + (rows[0] if len(rows) == 1 else gathered(rows)) + "$$"


def gathered(rows: list[str]) -> str:
    """Formulas below each other."""
    return "\\begin{gathered} " + r" \\ ".join(row.replace("&", "") for row in rows) + "\\end{gathered}"


def converted(page: str) -> tuple[str, int]:
    """The text of a page as Markdown, and how many headings it has; "" where it has no text."""
    body = BeautifulSoup(page, "html.parser").select_one("[role=main], div.body")
    if body is None:
        return "", 0
    for part in body.select(NOT_TEXT):
        part.decompose()
    for listing in body.find_all("dl"):
        itemize(listing)
    count = len(body.find_all(HEADINGS))
    converter = Converter(heading_style="ATX", code_language_callback=language)
    return converter.convert_soup(body).strip() + "\n", count


def itemize(definitions: Tag) -> None:
    """Makes a list of definitions a plain one: Markdown has no other, and takes what is indented for code."""
    definitions.name = "ul"
    item: Tag | None = None
    for part in definitions.find_all(["dt", "dd"], recursive=False):
        if part.name == "dt" or item is None:
            item = part
            part.name = "li"
        else:
            part.name = "div"
            item.append(part)


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
            with (sources / named(path.relative_to(html))).open("x", encoding="utf-8") as file:
                file.write(text)
            pages, headings = pages + 1, headings + count
    if (html / "_images").is_dir():
        shutil.copytree(html / "_images", sources / PICTURES, ignore=NOT_PICTURES)
    return pages, headings


def named(page: Path) -> str:
    """The file of a page; not one that would be passed over as a word about a folder (SECURITY.md)."""
    name = "-".join(page.with_suffix(".md").parts)
    return f"linux-{name}" if is_beside(Path(name)) else name


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
