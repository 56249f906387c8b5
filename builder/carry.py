"""What of the last site goes into the next: files whose source did not change keep their place."""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from . import disk, urls


def carry(
    names: Iterable[str], docs: Path, site: Path, staging: Path, stale: Collection[str]
) -> frozenset[str]:
    """Links what can stay into `staging`; gives the files that are still to be made.

    `names` are the files of `docs`, `stale` the Markdown files whose pages would come out another.
    """
    made: set[str] = set()
    wanted = []
    for name in names:
        sources = [] if name in stale else list(_made_of(name))
        if not sources or not _is_there(docs, site, name, sources):
            wanted.append(name)
            continue
        for place in sources:
            _link(site, staging, place, made)
    return frozenset(wanted)


def twins(docs: Path, staging: Path, made: Iterable[str]) -> None:
    """Puts the Markdown of each section that was made beside its page, for readers that are programs."""
    for name in filter(_has_twin, made):
        shutil.copyfile(docs / name, staging / name)


def _has_twin(name: str) -> bool:
    return name.endswith("/index.md") and bool(urls.document(name))


def _made_of(name: str) -> Iterator[str]:
    """The files of the site that are made of one in docs: its page and its twin, or its copy."""
    if not name.endswith(".md"):
        yield name
        return
    stem = name.removesuffix(".md")
    yield f"{stem}.html" if stem == "index" or stem.endswith("/index") else f"{stem}/index.html"
    if _has_twin(name):
        yield name


def _is_there(docs: Path, site: Path, name: str, places: list[str]) -> bool:
    """Whether the last site has all of them; of a file that is copied, also whether it is as old as that."""
    try:
        made = [os.stat(f"{site}/{place}") for place in places]
        if name.endswith(".md"):
            return True
        source = os.stat(f"{docs}/{name}")
    except FileNotFoundError:
        return False
    return made[0].st_size == source.st_size and made[0].st_mtime_ns >= source.st_mtime_ns


def _link(site: Path, staging: Path, place: str, made: set[str]) -> None:
    folder = os.path.dirname(place)
    if folder not in made:
        os.makedirs(f"{staging}/{folder}", exist_ok=True)
        made.add(folder)
    disk.link(f"{site}/{place}", f"{staging}/{place}")
