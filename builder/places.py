"""Where a build reads and writes: one value that holds every folder."""

from __future__ import annotations

from pathlib import Path

import msgspec

from serverless.errors import ConfigError
from serverless.model import Struct

from . import config, disk
from .lock import memory

HOME = Path(__file__).resolve().parent.parent
"""The checkout: its mkdocs.yml, overrides/ and docs/ are the template of every portal."""
BUILT = "built.json"
"""The note of what a build was made of, in its store."""


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


class Built(Struct, frozen=True):
    """What a build was made of, for those who come after it: the portal and its sources."""

    root: str
    sources: str


def remember(where: Places) -> None:
    """Notes in the output folder what it is made of."""
    note = Built(str(where.root), str(where.sources))
    disk.put(where.store / BUILT, msgspec.json.encode(note))


def built(out: Path) -> Places | None:
    """The places of the build in `out`; None where they are not known, or are no more."""
    try:
        note = msgspec.json.decode((out / "store" / BUILT).read_bytes(), type=Built)
    except (OSError, msgspec.DecodeError):
        return None
    root, sources = Path(note.root), Path(note.sources)
    if not sources.is_dir() or not (root / config.FILE).is_file():
        return None
    own = out.resolve() == (root / "build").resolve()
    return places(sources, None if own else out, config.read(root / config.FILE), root)


def alone(root: Path, out: Path) -> Places:
    """Where some documents of a portal are built by themselves, beside the whole."""
    return places(None, out / "preview", config.read(root / config.FILE), root)


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
