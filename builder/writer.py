"""The pages on disk: everything is gathered first, then only what differs is written.

Files that did not change keep their times, so that the site is built again only where it must be.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from serverless import checksum
from serverless.errors import SourceleafError
from serverless.model import Struct

from . import disk, guide, nav, pagepictures, renditions
from .nav import Entry
from .pages import Pages
from .progress import Tick
from .urls import LIBRARY


class Change(Struct, frozen=True):
    """What a run did to the docs folder; paths are relative to it, in order."""

    written: tuple[str, ...]
    deleted: tuple[str, ...]


def write(
    pages: Pages,
    extra: Mapping[str, bytes],
    project: Path,
    store: Path,
    tick: Tick = lambda done, total: None,
) -> Change:
    """Writes pages, pictures and `extra` files below docs/library, and nav.yml beside mkdocs.yml.

    What stands in docs/library and is no longer wanted is deleted. Raises SourceleafError where a file
    would stand outside of it or cannot be written.
    """
    docs = project / "docs"
    wanted = gather(pages, extra, store, tick)
    written = [path for path, content in wanted.items() if disk.put(docs / path, content)]
    deleted = disk.prune(docs / LIBRARY, [path.removeprefix(f"{LIBRARY}/") for path in wanted])
    listed = {"parts": pages.parts, "maps": pages.maps}
    text = nav.text(pages.portal, _site(pages, docs), pages.cards, listed)
    disk.put(project / nav.FILE, text.encode())
    return Change(tuple(sorted(written)), tuple(f"{LIBRARY}/{path}" for path in deleted))


def gather(pages: Pages, extra: Mapping[str, bytes], store: Path, tick: Tick) -> dict[str, bytes | Path]:
    """Every file by its path in docs: its bytes, or the file to copy."""
    wanted: dict[str, bytes | Path] = {path: text.encode() for path, text in pages.texts.items()}
    wanted |= {path: Path(file) for path, file in pages.copies.items()}
    wanted |= extra
    for done, made in enumerate(pages.renditions, 1):
        wanted[made.path] = renditions.make(made, Path(pages.originals[made.asset]), store / "renditions")
        tick(done, len(pages.renditions))
    wanted |= _drawn(pages, store)
    outside = [path for path in wanted if not path.startswith(f"{LIBRARY}/") or ".." in path.split("/")]
    if outside:
        raise SourceleafError(
            f"{outside[0]} would stand outside docs/{LIBRARY}", "this is a bug; please report it"
        )
    return wanted


def _drawn(pages: Pages, store: Path) -> dict[str, Path]:
    """The pictures of pages; each PDF is read for its hash once."""
    digests = {pdf: checksum.of(Path(pdf)) for pdf in {one.pdf for one in pages.drawn}}
    return {one.path: pagepictures.make(one, digests[one.pdf], store / "pages") for one in pages.drawn}


def _site(pages: Pages, docs: Path) -> list[Entry]:
    """The whole navigation: the front page, the library, the hand-written pages."""
    library = Entry("Library", "", (Entry("Library", f"{LIBRARY}/index.md"), *pages.nav))
    names = sorted(name for name in disk.files(docs, but=LIBRARY) if name.endswith(".md"))
    written = {name: (docs / name).read_text(encoding="utf-8") for name in names}
    hidden = [Entry(nav.UNLISTED, "", pages.unlisted)] if pages.unlisted else []
    return [*guide.front(written), library, *guide.group(written), *hidden]
