"""A public, an unlisted and a private document: what of each can be found in what is published."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.command import run
from tests.site import crawl

pytestmark = pytest.mark.models

SETTINGS = """
[library]
title = "Stamps"
site_url = "https://stamps.example/"
sources = "sources"

[visibility]
private = ["draft-*"]
unlisted = ["old"]
"""
TEXT = "# {0}\n\nThe {0} is about stamps.\n\n## Colours of the {0}\n\nThe {0} are red, as Figure 1 shows.\n"


@pytest.fixture(scope="module")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stamps")
    (folder / "sources").mkdir()
    (folder / "library.toml").write_text(SETTINGS, encoding="utf-8")
    for name, word in (("open", "Penny"), ("old", "Quagga"), ("draft-2", "Zyzzyva")):
        (folder / "sources" / f"{name}.md").write_text(TEXT.format(word), encoding="utf-8")
    done = run("build", "--out", folder / "out", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "out"


def holding(folder: Path, word: str) -> set[str]:
    """The files of a folder, and their names, in which a word stands."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    low, bytes_ = word.lower(), word.encode()
    return {
        name
        for name, path in found.items()
        if low in name.lower() or bytes_.lower() in path.read_bytes().lower()
    }


@pytest.mark.parametrize("part", ["docs", "index", "site"])
def test_a_private_document_is_nowhere(portal: Path, part: str) -> None:
    assert holding(portal / part, "zyzzyva") == set()
    assert holding(portal / part, "draft-2") == set()


def test_an_unlisted_document_has_its_pages_and_nothing_else(portal: Path) -> None:
    assert holding(portal / "index", "quagga") == set()
    assert holding(portal / "site", "quagga") == {
        "library/old/index.html",
        "library/old/index.md",
        "library/old/colours-of-the-quagga/index.html",
        "library/old/colours-of-the-quagga/index.md",
    }


def test_its_pages_ask_not_to_be_listed(portal: Path) -> None:
    def page(name: str) -> str:
        return (portal / "site/library" / name / "index.html").read_text(encoding="utf-8")

    assert '<meta name="robots" content="noindex">' in page("old")
    assert "noindex" not in page("open")


def test_no_page_leads_to_it_and_every_address_leads_somewhere(portal: Path) -> None:
    leading = {
        name
        for name, page in crawl.pages(portal / "site").items()
        if any("/old/" in f"/{link}" for link in page.links) and not name.startswith("library/old/")
    }
    assert leading == set()
    assert crawl.broken(portal / "site", "https://stamps.example/") == []


def test_what_programs_read_leads_somewhere(portal: Path) -> None:
    site = portal / "site"
    for name in (
        "llms.txt",
        "library/feed.xml",
        "sitemap.xml",
        "library/sitemap-1.xml",
        "library/llms-full-1.txt",
    ):
        text = (site / name).read_text(encoding="utf-8")
        addresses = {part.split("#")[0] for part in _addresses(text)}
        assert len(addresses) >= 2, name
        for address in addresses:
            path = address.removeprefix("https://stamps.example/")
            assert (site / (f"{path}index.html" if path.endswith("/") or not path else path)).is_file(), (
                address
            )


def _addresses(text: str) -> list[str]:
    return re.findall(r"https://stamps\.example/[^\s<>\")]*", text)
