"""`make engines`: the same pages by MkDocs, by its fork ProperDocs and by Zensical.

    python -m tests.engines

Nothing of the portal is known to one of them alone: the builder writes plain pages, the theme only templates.
Every file of ProperDocs has to be that of MkDocs. Zensical has a theme of its own, so what is compared are
the addresses of its pages, their titles and links, the ids of their texts, and the files that no theme has.
It may fail, and what differs is said.
"""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin

from builder import disk, pages, site, writer
from builder.config import Config
from builder.places import HOME, places
from builder.reading import read_all

ENGINES = ("mkdocs", "properdocs")
BY_ZENSICAL = "by-zensical"
GENERATOR = re.compile(rb'<meta name="generator"[^>]*>')
OF_THEME = re.compile(r"(assets/(javascripts|stylesheets|images)/.*|search\.json|sitemap\.xml\.gz)$")
"""What each theme brings for itself; the ids that it gives begin with two underscores."""
PATIENCE = 600.0
"""Seconds that Zensical may take."""
QUIET = {**site.QUIET, "SOURCE_DATE_EPOCH": "0"}


class Page(HTMLParser):
    """The title of a page, the ids of its text, and where the page links to."""

    def __init__(self, url: str, text: str) -> None:
        super().__init__()
        self.url, self.depth, self.in_title = url, 0, False
        self.titles: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.depth += tag == "article"
        self.in_title = tag == "title"
        told = {name: value or "" for name, value in attrs}
        if self.depth and not told.get("id", "__").startswith("__"):
            self.ids.append(told["id"])
        if told.get("class") != "md-skip":  # leads to an id of the theme
            targets = (unquote(urljoin(self.url, told[name])) for name in ("href", "src") if name in told)
            self.targets += [target for target in targets if not OF_THEME.search(target)]

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag == "article"
        self.in_title = False

    def handle_data(self, data: str) -> None:
        if self.in_title:
            self.titles.append(data)


def main() -> None:
    """Exits 1 where a file differs, and names the first."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        lay_out(project)
        made = [files(built(engine, project)) for engine in ENGINES]
        sys.stdout.writelines(f"{line}\n" for line in alike(made[0], project))
    different = sorted(
        name for name in made[0].keys() | made[1].keys() if made[0].get(name) != made[1].get(name)
    )
    sys.stdout.write(f"{len(made[0])} files by {ENGINES[0]}, {len(different)} other by {ENGINES[1]}\n")
    sys.stdout.writelines(f"{name}\n" for name in different[:10])
    sys.exit(1 if different or not made[0] else 0)


def lay_out(project: Path) -> None:
    """The sample library as a project that any of the engines builds."""
    settings = Config()
    where = places(HOME / "sources", project, settings, HOME)
    trees, _ = read_all(where, settings, 1, lambda done, total: None)
    site.project(HOME, project)
    writer.write(pages.render(trees, settings), {}, project, project / "store")


def alike(known: Mapping[str, bytes], project: Path) -> Iterator[str]:
    """What Zensical makes otherwise, for a person to judge."""
    if lack := zensical(project):
        yield f"zensical, which may fail: {lack}"
        return
    theirs = files(project / BY_ZENSICAL)
    own, their = pages_of(known), pages_of(theirs)
    yield from told(f"of {len(own)} pages", sorted(own.keys() ^ their.keys()))
    yield from told(f"of {len(known) - len(own)} other files", beside(known, theirs))
    for name in ("titles", "ids", "targets"):
        both = sorted(own.keys() & their.keys())
        yield from told(name, [line for url in both for line in other(own[url], their[url], name)])


def zensical(project: Path) -> str:
    """Builds the site of Zensical; why there is none, "" where there is one."""
    program = shutil.which("zensical", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if program is None:
        return "is not installed"
    settings = project / "zensical.yml"
    settings.write_text(f"INHERIT: {site.CONFIG}\nsite_dir: {BY_ZENSICAL}\n", encoding="utf-8")
    command = [program, "build", "--config-file", str(settings)]
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return f"did not finish within {PATIENCE:.0f} s"
    return (
        f"exit code {done.returncode}: {(done.stdout + done.stderr).strip()[-300:]}"
        if done.returncode
        else ""
    )


def told(what: str, lines: Sequence[str]) -> Iterator[str]:
    """How many differ, and the first of them."""
    yield f"{what}: {len(lines)} missing or other by zensical"
    yield from lines[:10]


def pages_of(made: Mapping[str, bytes]) -> dict[str, Page]:
    """The pages of a site by their address."""
    texts = {name: blob.decode() for name, blob in made.items() if name.endswith(".html")}
    urls = {name: f"https://site.example/{name.removesuffix('index.html')}" for name in texts}
    return {urls[name]: Page(urls[name], text) for name, text in texts.items()}


def beside(known: Mapping[str, bytes], theirs: Mapping[str, bytes]) -> list[str]:
    """The files that are no pages and not of a theme, where they do not say the same."""
    names = (name for name in known.keys() | theirs.keys() if not name.endswith(".html"))
    return sorted(name for name in names if not OF_THEME.match(name) and not same(name, known, theirs))


def same(name: str, known: Mapping[str, bytes], theirs: Mapping[str, bytes]) -> bool:
    """Whether a file is on both sides; XML may write a character as an entity."""
    own, their = known.get(name), theirs.get(name)
    if own is None or their is None or not name.endswith(".xml"):
        return own == their
    return html.unescape(own.decode()) == html.unescape(their.decode())


def other(own: Page, their: Page, name: str) -> Iterator[str]:
    """What of a page only one of both has."""
    ours, theirs = Counter(getattr(own, name)), Counter(getattr(their, name))
    yield from (f"{own.url}: - {one}" for one in (ours - theirs))
    yield from (f"{own.url}: + {one}" for one in (theirs - ours))


def built(engine: str, project: Path) -> Path:
    """The site of one engine, made by its own command from nothing."""
    made = project / f"by-{engine}"
    command = [sys.executable, "-m", engine, "build", "--quiet", "--strict"]
    command += ["--config-file", str(project / site.CONFIG), "--site-dir", str(made)]
    subprocess.run(command, check=True, env={**os.environ, **QUIET})
    return made


def files(folder: Path) -> dict[str, bytes]:
    return {name: GENERATOR.sub(b"", (folder / name).read_bytes()) for name in disk.files(folder)}


if __name__ == "__main__":
    main()
