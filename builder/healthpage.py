"""How well the documents were read, as a page of the site: for all of them, and what each one lost."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from serverless.model import Struct

from . import health, markup, urls, words
from .config import Config
from .extract import escape
from .health import TOLD, Health
from .nav import Entry
from .pages import Pages
from .places import Places
from .tree import Tree

URL = f"{urls.LIBRARY}/_extraction/"
"""No document has an address that begins so."""
TITLE = "How the documents were read"


class Row(Struct, frozen=True):
    """A document in the table; all but `href` are Markdown."""

    name: str
    title: str
    source: str
    href: str
    facts: tuple[str, ...]
    losses: tuple[str, ...]


def added(pages: Pages, trees: Sequence[Tree], places: Places, config: Config) -> Pages:
    """The pages with this one, to which the library leads."""
    found = [health.of(tree, places, config) for tree in trees]
    library = f"{urls.LIBRARY}/index.md"
    link = f"\n[{TITLE}]({urls.markdown(URL, f'{urls.LIBRARY}/')})\n{{: .sl-source}}\n"
    made = {urls.page(URL): page(found), library: pages.texts[library] + link}
    unlisted = (*pages.unlisted, Entry(TITLE, urls.page(URL)))
    return msgspec.structs.replace(pages, texts=pages.texts | made, unlisted=unlisted)


def page(found: Sequence[Health]) -> str:
    """The whole text of the page."""
    totals = [(sum(one.count(name) for one in found), text) for name, text in TOLD.items()]
    return markup.render(
        "health.md.jinja",
        title=TITLE,
        count=words.counted(len(found), ("document", "documents")),
        totals=[f"{text}: {count}" for count, text in totals if count],
        rows=[_row(one) for one in found],
    )


def _row(one: Health) -> Row:
    name = escape.words(one.document)
    share = "" if one.text_share is None else f"{one.text_share:.1%}"
    headings = ", ".join(f"{count} {name}" for name, count in one.headings.items())
    sizes = (one.sections, one.figures, one.tables)
    facts = (one.extractor, str(one.pages or ""), share, *map(str, sizes), headings, str(_total(one) or ""))
    href = urls.markdown(f"{urls.LIBRARY}/{one.document}/", URL)
    losses = tuple(escape.words(" ".join(line.split())) for line in health.losses(one))
    cells = tuple(escape.cell(escape.words(fact)) for fact in facts)
    return Row(name, escape.words(one.title), escape.words(one.source), href, cells, losses)


def _total(one: Health) -> int:
    return sum(map(one.count, TOLD))
