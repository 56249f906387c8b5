"""`sourceleaf changes`: what a build changed, as Markdown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from serverless.model import Library

    from .changespage import Measured

FOLDER = click.Path(file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("before", type=FOLDER)
@click.option("--index", "after", type=FOLDER, help="Index of this build (default: build/index).")
@click.option("--lock", type=FILE, help="library.lock of this build (default: that of the portal).")
@click.option("--build", "report", type=FILE, help="What `build --json` printed, for calls and failures.")
@click.option("--eval-before", type=FILE, help="What `eval --json` wrote of the index BEFORE.")
@click.option("--eval", "eval_after", type=FILE, help="What `eval --json` wrote of this build.")
@click.option("--site", default="", help="Address of the built site, for links and pictures.")
@click.option("--out", type=FILE, help="Write the report here (default: print it).")
def changes(
    before: Path,
    after: Path | None,
    lock: Path | None,
    report: Path | None,
    eval_before: Path | None,
    eval_after: Path | None,
    site: str,
    out: Path | None,
) -> None:
    """Tell what this build changed since the index BEFORE, as Markdown for a pull request."""
    from . import build, changespage, disk, places
    from .changes import compare
    from .lock import memory

    root = places.portal_root(Path.cwd())
    now = _library(after or root / "build" / "index")
    was = _library(before) if (before / "manifest.json").is_file() else None
    known = memory.read(lock or root / memory.FILE)
    page = changespage.Page(
        changes=compare(was, now, known) if was else None,
        counts=(len(now.documents), len(now.sections), len(now.figures)),
        build=changespage.read(report, build.Report) if report else None,
        before=_measured(eval_before),
        after=_measured(eval_after),
        site=f"{site.rstrip('/')}/" if site else "",
    )
    made = changespage.text(page)
    if out:
        disk.put(out, made.encode())
    else:
        click.echo(made, nl=False)


def _library(folder: Path) -> Library:
    from serverless import index

    return index.read(folder).rows.library()


def _measured(path: Path | None) -> Measured | None:
    """An evaluation of an earlier build may not be there."""
    from . import changespage

    return changespage.read(path, changespage.Measured) if path and path.is_file() else None
