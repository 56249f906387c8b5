"""Pages that lead on, and the same as files for hosts."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.config import Host
from builder.lock import hosts, memory
from builder.lock.memory import Gone, Memory, Moved
from builder.lock.stubs import files, stubs
from tests.site.small import kettle

SITE = "https://example.org/docs/"
LOCK = {
    "kettle": Memory(
        "kettle",
        "The kettle",
        moved=(Moved("steam", "Steam <1>", "", to="kettle/boiling"),),
        gone=(Gone("whistle", "Whistle", "", near="kettle/care"),),
    ),
    "pot": Memory("pot", "The pot", moved=(Moved("", "The pot", "", to="kettle"),)),
    "pan": Memory("pan", "The pan", moved=(Moved("", "The pan", "", to="wok"),)),
}


def test_a_moved_section_leads_on_without_a_script(tmp_path: Path) -> None:
    made = files(stubs([kettle(tmp_path)], LOCK), SITE)
    assert sorted(made) == [
        "library/kettle/steam/index.html",
        "library/kettle/whistle/index.html",
        "library/pot/index.html",
    ]
    html = made["library/kettle/steam/index.html"].decode()
    assert '<meta http-equiv="refresh" content="0; url=../boiling/">' in html
    assert '<link rel="canonical" href="https://example.org/docs/library/kettle/boiling/">' in html
    assert '<a href="../boiling/">1 Boiling</a>' in html
    assert "<h1>Steam &lt;1&gt;</h1>" in html
    assert "<script" not in html
    assert 'content="0; url=../kettle/"' in made["library/pot/index.html"].decode()


def test_a_section_that_is_gone_names_the_nearest(tmp_path: Path) -> None:
    html = files(stubs([kettle(tmp_path)], LOCK), SITE)["library/kettle/whistle/index.html"].decode()
    assert "This section is no longer in “The kettle”." in html
    assert 'What stands nearest to it: <a href="../care/">2 Care</a>' in html
    assert "refresh" not in html
    assert '<meta name="robots" content="noindex">' in html


def test_nothing_tells_of_an_unlisted_document(tmp_path: Path) -> None:
    made = stubs([kettle(tmp_path)], LOCK, lambda name: name == "kettle")
    assert sorted(files(made, SITE)) == [
        "library/kettle/steam/index.html",
        "library/kettle/whistle/index.html",
    ]
    assert all(b'content="noindex"' in html for html in files(made, SITE).values())
    assert hosts.text(made, "plain", SITE) == ""


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("plain", "/docs/library/pot/ /docs/library/kettle/ 301\n"),
        ("netlify", "/docs/library/pot/ /docs/library/kettle/ 301!\n"),
        ("nginx", '    "/docs/library/pot/" "/docs/library/kettle/";\n'),
        ("s3", '"key": "docs/library/pot/index.html",\n  "location": "/docs/library/kettle/"'),
    ],
)
def test_each_host_gets_its_form(tmp_path: Path, host: Host, expected: str) -> None:
    text = hosts.text(stubs([kettle(tmp_path)], LOCK), host, SITE)
    assert expected in text
    assert "whistle" not in text


def test_only_the_wanted_form_stands_there(tmp_path: Path) -> None:
    made = stubs([kettle(tmp_path / "pictures")], LOCK)
    hosts.write(made, tmp_path, "nginx", SITE)
    hosts.write(made, tmp_path, "plain", SITE)
    assert not (tmp_path / "redirects.nginx.conf").exists()
    assert (tmp_path / "site/_redirects").is_file()
    hosts.write([], tmp_path, "plain", SITE)
    assert not (tmp_path / "site/_redirects").exists()


def test_the_lock_is_written_once(tmp_path: Path) -> None:
    assert memory.write(tmp_path / memory.FILE, LOCK)
    assert not memory.write(tmp_path / memory.FILE, LOCK)
    assert memory.read(tmp_path / memory.FILE) == LOCK
