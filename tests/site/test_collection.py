"""Collections: which documents belong together, and the page that lists them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from builder import config, pages, shelves, site, writer
from builder.collection import collected, empty
from builder.pages import Pages
from builder.places import HOME
from serverless.errors import ConfigError
from tests.site import small

WANTED = {"Hot & new": ("kettle*",), "Pots": ("pot", "kettle"), "Nothing": ("spoon",)}


def library(names: list[str]) -> Pages:
    roots = [
        msgspec.structs.replace(small.section("", title=name.capitalize()), id=name, document=name)
        for name in names
    ]
    settings = msgspec.structs.replace(small.CONFIG, collections=WANTED)
    return pages.render([small.tree([root], id=root.id) for root in roots], settings)


def built(folder: Path, made: Pages) -> Path:
    site.project(HOME, folder)
    writer.write(made, {}, folder, folder / "store")
    site.build_site(folder, folder / "site")
    return folder / "site/library"


def listed(page: Path) -> list[str]:
    """The documents of which a page has a card or a line."""
    body = page.read_text(encoding="utf-8").partition("<article")[2].partition("</article>")[0]
    return [name for name in ("kettle", "kettle-2", "pot") if f'/{name}/"' in body or f'"{name}/"' in body]


def test_a_collection_holds_the_documents_that_its_patterns_name() -> None:
    hot, pots = collected(WANTED, ["kettle", "kettle-2", "pot"])
    assert (hot.name, hot.url, hot.documents) == (
        "Hot & new",
        "library/_collection/hot-new/",
        ("kettle", "kettle-2"),
    )
    assert (pots.name, pots.documents) == ("Pots", ("kettle", "pot"))
    assert empty(WANTED, ["kettle", "kettle-2", "pot"]) == ["Nothing"]


@pytest.mark.parametrize("short", [60, 0])
def test_each_has_a_page_with_its_documents_and_the_library_leads_there(
    tmp_path: Path, short: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As cards, and by letter where the library is long."""
    monkeypatch.setattr(shelves, "SHORT", short)
    made = built(tmp_path, library(["kettle", "kettle-2", "pot"]))
    assert listed(made / "_collection/hot-new/index.html") == ["kettle", "kettle-2"]
    assert listed(made / "_collection/pots/index.html") == ["kettle", "pot"]
    assert listed(made / "index.html") == ["kettle", "kettle-2", "pot"]
    text = (made / "index.html").read_text(encoding="utf-8")
    assert '<a href="_collection/hot-new/">Hot &amp; new</a> <small>2</small>' in text
    assert "Nothing" not in text


def test_a_change_in_one_document_leaves_the_pages_of_collections(tmp_path: Path) -> None:
    made = library(["kettle", "pot"])
    built(tmp_path, made)
    path = "library/pot/index.md"
    count: list[int] = []
    changed = msgspec.structs.replace(made, texts={**made.texts, path: made.texts[path] + "\nMore.\n"})
    writer.write(changed, {}, tmp_path, tmp_path / "store")
    site.build_site(tmp_path, tmp_path / "site", lambda done, total: count.append(total))
    assert count == [1]
    assert listed(tmp_path / "site/library/_collection/pots/index.html") == ["kettle", "pot"]


def test_a_collection_is_a_list(tmp_path: Path) -> None:
    (tmp_path / "library.toml").write_text('[collections]\nPots = "pot"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"collections"):
        config.read(tmp_path / "library.toml")
