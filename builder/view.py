"""The docs folder as one run of the site tool sees it: the documents that it makes pages of, and what leads
to the others. A page shows of other documents their first page at most, so that a change in one document
costs no look at the pages of all.
"""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Collection, Iterable
from pathlib import Path
from urllib.parse import unquote

from serverless.model import Struct

from . import disk, urls

_DOCUMENT = re.compile(r"\blibrary/([^/()\s]+)/")


class Part(Struct, frozen=True):
    """`wanted` are the files to make, `whole` the documents that are there with all of their files."""

    wanted: frozenset[str]
    whole: frozenset[str]
    number: int = 0


def parts(docs: Path, wanted: Collection[str], count: int) -> list[Part]:
    """What each of `count` runs makes: one makes all pages of a document, the first all that are of none."""
    owners = _owners(Counter(map(urls.document, wanted)), count)
    shares: list[set[str]] = [set() for _ in range(count)]
    for name in wanted:
        shares[owners[urls.document(name)]].add(name)
    return [
        Part(frozenset(share), frozenset(_whole(docs, share)), number) for number, share in enumerate(shares)
    ]


def _owners(counts: Counter[str], count: int) -> dict[str, int]:
    """Which run makes each document, so that all have about as many files."""
    loads = [0] * count
    owners = {"": 0}
    for name, files in sorted(counts.items(), key=lambda pair: (pair[0] != "", -pair[1], pair[0])):
        owners.setdefault(name, loads.index(min(loads)))
        loads[owners[name]] += files
    return owners


def _whole(docs: Path, wanted: Iterable[str]) -> set[str]:
    """The documents that have a page among them, and those that pages of the portal may link to."""
    pages = [name for name in wanted if name.endswith(".md")]
    texts = (unquote((docs / name).read_text(encoding="utf-8")) for name in pages if not urls.document(name))
    return {urls.document(name) for name in pages}.union(*map(_DOCUMENT.findall, texts)) - {""}


def lay_out(docs: Path, target: Path, part: Part) -> Path:
    """The folder that the run sees: `docs` itself where it makes pages of all documents, else `target`."""
    shutil.rmtree(target, ignore_errors=True)
    names = list(disk.files(docs))
    if part.whole.issuperset(map(urls.document, _pages(names))):
        return docs
    for name in names:
        if _is_seen(name, part):
            os.makedirs(os.path.dirname(f"{target}/{name}"), exist_ok=True)
            disk.link(f"{docs}/{name}", f"{target}/{name}")
    return target


def _pages(names: Iterable[str]) -> list[str]:
    return [name for name in names if name.endswith(".md") and urls.document(name)]


def _is_seen(name: str, part: Part) -> bool:
    document = urls.document(name)
    is_first_page = name.endswith("/index.md") and (name.count("/") == 2 or document.startswith("_"))
    return not document or is_first_page or document in part.whole or name in part.wanted
