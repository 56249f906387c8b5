"""`make engines`: the same pages by MkDocs, by its fork ProperDocs and by Zensical.

    python -m tests.engines

Nothing of the portal is known to one of them alone: the builder writes plain pages, the theme only templates.
Every file of ProperDocs has to be that of MkDocs. Zensical has a theme of its own, so its addresses, and the
ids and links of each page's text, are compared; it may fail, and what differs is said.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin

from builder import disk, pages, site, writer
from builder.config import Config
from builder.places import HOME, places
from builder.reading import read_all

ENGINES = ("mkdocs", "properdocs")
GENERATOR = re.compile(rb'<meta name="generator"[^>]*>')
OF_THEME = "__"
"""How the ids begin that a theme gives."""
QUIET = {**site.QUIET, "SOURCE_DATE_EPOCH": "0"}


class Page(HTMLParser):
    """The ids of a page's text, and where it links to."""

    def __init__(self, url: str, text: str) -> None:
        super().__init__()
        self.url, self.depth = url, 0
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.depth += tag == "article"
        if self.depth:
            told = dict(attrs)
            self.ids += [str(told["id"])] if not str(told.get("id") or "__").startswith(OF_THEME) else []
            links = (told[name] or "" for name in ("href", "src") if name in told)
            self.targets += [unquote(urljoin(self.url, link)) for link in links]

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag == "article"


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
    """What of the pages is another by Zensical."""
    program = shutil.which("zensical", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if program is None:
        yield "zensical is not installed: not compared"
        return
    (project / "zensical.yml").write_text(
        f"INHERIT: {site.CONFIG}\nsite_dir: by-zensical\n", encoding="utf-8"
    )
    command = [program, "build", "--config-file", str(project / "zensical.yml")]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        yield f"zensical failed, which it may: {done.stderr.strip().splitlines()[-1:]}"
        return
    ours, theirs = pages_of(known), pages_of(files(project / "by-zensical"))
    missing = sorted(ours.keys() ^ theirs.keys())
    yield f"{len(ours)} pages, {len(missing)} that zensical has and MkDocs has not or the other way round"
    yield from missing[:10]
    for name in ("ids", "targets"):
        lines = [
            line for url in sorted(ours.keys() & theirs.keys()) for line in other(ours, theirs, url, name)
        ]
        yield f"{len(lines)} {name} that are another by zensical"
        yield from lines[:10]


def pages_of(made: Mapping[str, bytes]) -> dict[str, Page]:
    """The pages of a site by their address, without those that lead on and the one for what is not there."""
    texts = {name: blob.decode() for name, blob in made.items() if name.endswith(".html")}
    urls = {name: f"https://site.example/{name.removesuffix('index.html')}" for name in texts}
    return {urls[name]: Page(urls[name], text) for name, text in texts.items() if "<article" in text}


def other(ours: Mapping[str, Page], theirs: Mapping[str, Page], url: str, name: str) -> Iterator[str]:
    """The ids or the targets of one page that only one of both has."""
    own, their = Counter(getattr(ours[url], name)), Counter(getattr(theirs[url], name))
    yield from (f"{url}: - {one}" for one in (own - their))
    yield from (f"{url}: + {one}" for one in (their - own))


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
