"""Where a build reads and writes: one value that holds every folder."""

from __future__ import annotations

from pathlib import Path

from serverless.errors import ConfigError
from serverless.model import Struct

from . import config
from .lock import memory

HOME = Path(__file__).resolve().parent.parent
"""The checkout: its mkdocs.yml, overrides/ and docs/ are the template of every portal."""


class Places(Struct, frozen=True):
    """`root` holds library.toml; `project` holds the mkdocs.yml that the site is built from.

    The sources are the portal's `own` unless others were named.
    """

    root: Path
    sources: Path
    out: Path
    project: Path
    own: bool = False

    @property
    def docs(self) -> Path:
        return self.project / "docs"

    @property
    def index(self) -> Path:
        return self.out / "index"

    @property
    def site(self) -> Path:
        return self.out / "site"

    @property
    def store(self) -> Path:
        return self.out / "store"

    @property
    def remembered(self) -> Path:
        """The library.lock to go by: the portal's, for its own sources."""
        return (self.root if self.own else self.out) / memory.FILE

    @property
    def lock(self) -> Path:
        """The library.lock to write; with another output folder everything stays in there."""
        return (self.root if self.own and self.project == self.root else self.out) / memory.FILE

    @property
    def work(self) -> Path:
        return self.store / "unpacked"


def portal_root(start: Path) -> Path:
    """The nearest folder, from `start` upwards, with a library.toml; the checkout where there is none."""
    for folder in (start, *start.parents):
        if (folder / config.FILE).is_file():
            return folder
    return HOME


def places(sources: Path | None, out: Path | None, settings: config.Config, root: Path) -> Places:
    """Without `out` the portal itself is the MkDocs project; with it, `out` becomes one."""
    folder = (sources or root / settings.library.sources).resolve()
    if not folder.is_dir():
        raise ConfigError(
            f"the sources folder {folder} does not exist", "create it, or name one with --sources"
        )
    target = out.resolve() if out else root / "build"
    if target == folder or folder.is_relative_to(target):
        raise ConfigError(f"the output folder {target} would hold the sources", "choose another --out")
    own = folder == (root / settings.library.sources).resolve()
    return Places(root=root, sources=folder, out=target, project=target if out else root, own=own)
