"""Pages at addresses that are no section's any more: they lead to where it is now, or name the nearest one.

They are whole HTML files beside the pages of the site tool, so they stand in no navigation, sitemap or index,
and they need no script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from serverless.model import Document, Section, Struct

from .. import markup, urls, words
from ..book import heading
from ..tree import Tree
from .memory import Lock, Moved

STYLE = "assets/sourceleaf/stub.css"


class Said(Struct, frozen=True):
    """What such a page says; `gone` holds the document's title as {}."""

    moved: str
    gone: str
    nearest: str


SAID = {
    "en": Said(
        moved="This section has a new address.",
        gone="This section is no longer in “{}”.",
        nearest="What stands nearest to it:",
    ),
    "fr": Said(
        moved="Cette section a une nouvelle adresse.",
        gone="Cette section ne figure plus dans « {} ».",
        nearest="La section la plus proche :",
    ),
    "de": Said(
        moved="Dieser Abschnitt hat eine neue Adresse.",
        gone="Dieser Abschnitt steht nicht mehr in „{}“.",
        nearest="Am nächsten kommt ihm:",
    ),
    "es": Said(
        moved="Esta sección tiene una dirección nueva.",
        gone="Esta sección ya no está en «{}».",
        nearest="La sección más cercana:",
    ),
    "zh": Said(moved="本节的地址已更改。", gone="《{}》中已没有本节。", nearest="最接近的章节："),
    "ja": Said(
        moved="この節のアドレスが変わりました。",
        gone="「{}」にこの節はもうありません。",
        nearest="最も近い節：",
    ),
}


class Stub(Struct, frozen=True):
    """An address and where it leads: to its section, or to the nearest one where that is `lost`.

    A `quiet` one stands in no list, as the document that it leads to.
    """

    url: str
    title: str
    section: Section
    document: Document
    lost: bool
    quiet: bool = False


def stubs(trees: Sequence[Tree], lock: Lock, unlisted: Callable[[str], bool] = lambda _: False) -> list[Stub]:
    """Every address that leads to a section of these trees, in order.

    From another document's address nothing leads to an `unlisted` document, unless that one is unlisted too.
    """
    live = {section.id: (tree, section) for tree in trees for section in tree.sections}
    return sorted(_stubs(live, lock, unlisted), key=lambda stub: stub.url)


def _stubs(
    live: dict[str, tuple[Tree, Section]], lock: Lock, unlisted: Callable[[str], bool]
) -> Iterator[Stub]:
    for memory in lock.values():
        for past in (*memory.moved, *memory.gone):
            if past.target not in live:
                continue
            tree, section = live[past.target]
            quiet = unlisted(tree.document.id)
            if not quiet or memory.id == tree.document.id or unlisted(memory.id):
                url = f"{urls.LIBRARY}/{memory.id}/" + (f"{past.slug}/" if past.slug else "")
                lost = not isinstance(past, Moved)
                yield Stub(url, past.title, section, tree.document, lost, quiet)


def files(made: Sequence[Stub], site_url: str) -> dict[str, bytes]:
    """The HTML of each, by its path in the docs folder."""
    return {f"{stub.url}index.html": _html(stub, site_url).encode() for stub in made}


def _html(stub: Stub, site_url: str) -> str:
    said = SAID.get(stub.document.lang, SAID["en"])
    target = stub.section
    return markup.render(
        "moved.html.jinja",
        lang=stub.document.lang,
        dir=words.direction(stub.document.lang),
        title=stub.title,
        listed=not (stub.lost or stub.quiet),
        said=said.gone.format(stub.document.title) if stub.lost else said.moved,
        nearest=said.nearest if stub.lost else "",
        href=urls.reference(target.url, stub.url),
        canonical=site_url.rstrip("/") + "/" + urls.reference(target.url, ""),
        target=stub.document.title if target.parent is None else heading(target),
        home=urls.reference(stub.document.url, stub.url),
        document=stub.document.title,
        style=urls.reference(STYLE, stub.url),
    )
