"""The real site tool on a small library: links hold, nothing comes from elsewhere, little is made twice."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from builder import pages, shares, site, writer
from builder.pages import Pages
from builder.places import HOME
from serverless.errors import ConfigError, SourceleafError
from tests.site import crawl, small

BASE = small.CONFIG.library.site_url
WORDS = "Water that boils in a kettle sings before it does, and then it is silent. "


def project(folder: Path, made: Pages) -> Path:
    """A MkDocs project with the theme of the checkout and the pages of `made`."""
    site.project(HOME, folder)
    writer.write(made, {}, folder, folder / "store")
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    return pages.render([small.kettle(tmp_path_factory.mktemp("sources"))], small.CONFIG)


@pytest.fixture(scope="module")
def built(made: Pages, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = project(tmp_path_factory.mktemp("portal"), made)
    site.build_site(folder, folder / "site")
    return folder / "site"


def test_every_section_has_its_page(built: Path) -> None:
    assert [name for name in crawl.pages(built) if name.startswith("library/")] == [
        "library/index.html",
        "library/kettle/boiling/index.html",
        "library/kettle/care/index.html",
        "library/kettle/descaling/index.html",
        "library/kettle/index.html",
    ]


def test_every_address_leads_somewhere(built: Path) -> None:
    missing = {"answers.css", "answers.js"} - {path.name for path in (HOME / "overrides").rglob("*")}
    assert [line for line in crawl.broken(built, BASE) if line.rpartition("/")[2] not in missing] == []


def test_an_id_stands_once_on_a_page(built: Path) -> None:
    twice = {name: [id for id, n in page.ids.items() if n > 1] for name, page in crawl.pages(built).items()}
    assert {name: ids for name, ids in twice.items() if ids} == {}


def test_nothing_is_fetched_from_another_host(built: Path) -> None:
    for name, page in crawl.pages(built).items():
        assert [address for address in page.fetched if re.match(r"(https?:)?//", address)] == [], name
    for sheet in built.rglob("*.css"):
        assert re.findall(r"url\(['\"]?(?:https?:)?//", sheet.read_text(encoding="utf-8")) == [], sheet.name


def test_pages_carry_no_handlers_and_no_styles_in_tags(built: Path) -> None:
    assert {name: page.handlers for name, page in crawl.pages(built).items() if page.handlers} == {}


def test_formulas_load_their_script_and_other_pages_do_not(built: Path) -> None:
    with_formula = (built / "library/kettle/boiling/index.html").read_text(encoding="utf-8")
    without = (built / "library/kettle/descaling/index.html").read_text(encoding="utf-8")
    assert "math.js" in with_formula
    assert "katex" in with_formula
    assert "math.js" not in without
    assert "katex" not in without


def test_what_a_page_says_of_itself(built: Path) -> None:
    text = (built / "library/kettle/care/index.html").read_text(encoding="utf-8")
    assert "<title>2 Care · The kettle</title>" in text
    assert '<meta property="og:title" content="2 Care">' in text
    about = re.search(r'<script type="application/ld\+json">(.*?)</script>', text, re.DOTALL)
    assert about
    assert json.loads(about[1]) == {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "headline": "2 Care",
        "inLanguage": "en",
        "isPartOf": {
            "@type": "CreativeWork",
            "name": "The kettle",
            "url": "https://example.org/library/kettle/",
        },
        "url": "https://example.org/library/kettle/care/",
    }
    assert '<link rel="alternate markdown" type="text/markdown" href="index.md">' in text
    assert '<div class="sl-page" lang="en">' in text
    assert '<link rel="canonical" href="https://example.org/library/kettle/care/">' in text


def test_programs_find_the_markdown(built: Path) -> None:
    listed = (built / "llms.txt").read_text(encoding="utf-8")
    assert listed.startswith("# Kettles & co\n\n> All about kettles.\n")
    assert "\n- [The kettle](https://example.org/library/kettle/index.md): Descale as Table 1 says" in listed
    assert (built / "library/kettle/care/index.md").read_text(encoding="utf-8").startswith("---\nid:")


def test_titles_of_documents_cannot_become_markup(tmp_path: Path) -> None:
    evil = '"><script>alert(1)</script>{{ 7*7007 }}'
    sections = [small.section("", title=evil), small.section("boiling", "Hot.", title=evil)]
    tree = small.tree(sections)
    tree = msgspec.structs.replace(tree, document=msgspec.structs.replace(tree.document, title=evil))
    folder = project(tmp_path, pages.render([tree], small.CONFIG))
    site.build_site(folder, folder / "site")
    for path in (folder / "site").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert "<script>alert" not in text, path
        assert "49049" not in text.partition("<article")[2], path


def test_a_page_of_300_words_is_light_wherever_it_stands(tmp_path: Path) -> None:
    """In a document of 930 sections, three levels deep, with long titles."""
    title = "How to keep a kettle clean for years"
    sections = [small.section("", title="The kettle")]
    for n in range(30):
        sections.append(small.section(f"chapter-{n}", number=f"{n}", title=title))
        for m in range(30 if n == 15 else 1):
            name = f"chapter-{n}-part-{m}"
            sections.append(small.section(name, number=f"{n}.{m}", title=title, parent=f"kettle/chapter-{n}"))
    for k in range(30):
        text = WORDS * 20 if k == 15 else ""
        name = f"chapter-15-part-15-step-{k}"
        sections.append(
            small.section(name, text, number=f"15.15.{k}", title=title, parent="kettle/chapter-15-part-15")
        )
    folder = project(tmp_path, pages.render([small.tree(sections)], small.CONFIG))
    site.build_site(folder, folder / "site")
    heavy = folder / "site/library/kettle/chapter-15-part-15-step-15/index.html"
    assert len(heavy.read_bytes()) <= 16_000


def test_pages_before_and_after_stay_within_the_document(made: Pages, built: Path) -> None:
    first = (built / "library/kettle/index.html").read_text(encoding="utf-8")
    last = (built / "library/kettle/descaling/index.html").read_text(encoding="utf-8")
    assert ('rel="prev"' in first, 'rel="next"' in first) == (False, True)
    assert ('rel="prev"' in last, 'rel="next"' in last) == (True, False)


class Counted:
    """A progress function that remembers how many pages were made."""

    def __init__(self) -> None:
        self.pages = 0

    def __call__(self, done: int, total: int) -> None:
        self.pages = done


def test_a_second_build_makes_the_changed_page_alone_and_the_same_bytes(made: Pages, tmp_path: Path) -> None:
    path = "library/kettle/care/index.md"
    changed = msgspec.structs.replace(made, texts={**made.texts, path: made.texts[path] + "\nMore.\n"})
    count = Counted()
    folder = project(tmp_path / "one", made)
    site.build_site(folder, folder / "site")
    project(folder, changed)
    site.build_site(folder, folder / "site", count)
    assert count.pages == 1
    other = project(tmp_path / "two", changed)
    site.build_site(other, other / "site")
    assert files(folder / "site") == files(other / "site")


def test_a_new_title_makes_the_pages_that_show_it_again(tmp_path: Path) -> None:
    """Those of its document; that of a document itself also all pages that list the documents."""

    def library(title: str) -> Pages:
        kettle = [small.section("", title="The kettle"), small.section("boiling", title=title)]
        pot = msgspec.structs.replace(small.section("", title="The pot"), id="pot", document="pot")
        return pages.render([small.tree(kettle), small.tree([pot], id="pot")], small.CONFIG)

    count = Counted()
    folder = project(tmp_path, library("Boiling"))
    site.build_site(folder, folder / "site")
    project(folder, library("Simmering"))
    site.build_site(folder, folder / "site", count)
    assert count.pages == 2
    assert "Simmering" in (folder / "site/library/kettle/index.html").read_text(encoding="utf-8")
    named = library("Simmering")
    renamed = msgspec.structs.replace(
        named, nav=tuple(msgspec.structs.replace(one, title="Pan") for one in named.nav)
    )
    project(folder, renamed)
    site.build_site(folder, folder / "site", count)
    assert count.pages == len(list((folder / "docs").rglob("*.md")))
    assert "Pan" in (folder / "site/library/index.html").read_text(encoding="utf-8")


def test_a_page_that_is_gone_leaves_the_site(made: Pages, tmp_path: Path) -> None:
    folder = project(tmp_path, made)
    site.build_site(folder, folder / "site")
    pot = msgspec.structs.replace(small.section("", title="The pot"), id="pot", document="pot")
    project(folder, pages.render([small.tree([pot], id="pot")], small.CONFIG))
    site.build_site(folder, folder / "site")
    assert not (folder / "site/library/kettle").exists()


def test_a_dead_link_is_an_error_and_the_last_site_stays(made: Pages, tmp_path: Path) -> None:
    folder = project(tmp_path, made)
    site.build_site(folder, folder / "site")
    before = files(folder / "site")
    (folder / "docs/library/kettle/care/index.md").write_text("[gone](../gone/index.md)", encoding="utf-8")
    with pytest.raises(SourceleafError, match=r"library/kettle/care/index\.md.*gone"):
        site.build_site(folder, folder / "site")
    assert files(folder / "site") == before


def test_a_dead_anchor_is_an_error(made: Pages, tmp_path: Path) -> None:
    folder = project(tmp_path, made)
    (folder / "docs/library/kettle/care/index.md").write_text(
        "[x](../boiling/index.md#gone)", encoding="utf-8"
    )
    with pytest.raises(SourceleafError, match="does not contain an anchor"):
        site.build_site(folder, folder / "site")
    assert not (folder / "site").exists()


def test_a_portal_without_a_project_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no mkdocs\.yml"):
        site.project(tmp_path, tmp_path)


def test_files_of_the_portal_go_before_those_of_the_checkout(tmp_path: Path) -> None:
    root, out = tmp_path / "root", tmp_path / "out"
    (root / "docs").mkdir(parents=True)
    (root / "docs/index.md").write_text("# Ours\n", encoding="utf-8")
    (out / "docs").mkdir(parents=True)
    (out / "docs/old.md").write_text("# Gone since\n", encoding="utf-8")
    site.project(root, out)
    assert [path.name for path in (out / "docs").iterdir()] == ["index.md"]
    assert (out / "mkdocs.yml").read_bytes() == (HOME / "mkdocs.yml").read_bytes()
    assert (out / "overrides/main.html").is_file()


def test_several_processes_make_the_same_site(
    tmp_path: Path, made: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shares, "ENOUGH", 1)
    folder = project(tmp_path, made)
    for jobs in (1, 3):
        site.build_site(folder, folder / str(jobs) / "site", jobs=jobs)
    assert files(folder / "3/site") == files(folder / "1/site")


def test_a_large_site_is_made_in_parts(tmp_path: Path, made: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project(tmp_path, made)
    site.build_site(folder, folder / "whole/site")
    monkeypatch.setattr(shares, "MOST", 9)
    told: list[tuple[int, int]] = []
    site.build_site(folder, folder / "parts/site", lambda *at: told.append(at))
    assert files(folder / "parts/site") == files(folder / "whole/site")
    assert told[-1][0] == told[-1][1] > 1


def test_what_goes_wrong_in_another_process_is_said(
    tmp_path: Path, made: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shares, "ENOUGH", 1)
    folder = project(tmp_path, made)
    (folder / "docs/library/kettle/care/index.md").write_text("[gone](../gone/index.md)\n", encoding="utf-8")
    with pytest.raises(SourceleafError, match=r"gone/index\.md"):
        site.build_site(folder, folder / "site", jobs=2)
    assert not (folder / "site").exists()
