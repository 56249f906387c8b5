"""`make engines`: the same pages by MkDocs and by its fork ProperDocs; every file has to be the same.

    python -m tests.engines

Nothing of the portal is known to one of them alone: the builder writes plain pages, the theme only templates.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from builder import disk, pages, site, writer
from builder.config import Config
from builder.places import HOME, places
from builder.reading import read_all

ENGINES = ("mkdocs", "properdocs")
GENERATOR = re.compile(rb'<meta name="generator"[^>]*>')
QUIET = {**site.QUIET, "SOURCE_DATE_EPOCH": "0"}


def main() -> None:
    """Exits 1 where a file differs, and names the first."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        lay_out(project)
        made = [files(built(engine, project)) for engine in ENGINES]
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
