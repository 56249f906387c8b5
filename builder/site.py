"""The static site: a MkDocs project is laid out, built beside the last good site, and takes its place."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path

import msgspec

from serverless.errors import ConfigError, SourceleafError
from serverless.folders import swap

from . import disk, fresh, nav, shares
from .fresh import Stamps
from .places import HOME
from .progress import Tick
from .urls import LIBRARY

CONFIG = "mkdocs.yml"
PARTS = ("docs", "overrides")
TOOLS = ("mkdocs", "mkdocs-material", "Markdown", "pymdown-extensions", "Pygments", "Jinja2")
QUIET = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}


def project(root: Path, out: Path) -> None:
    """Makes `out` a complete MkDocs project: the portal's own files, else those of the checkout.

    Where `out` is the portal itself there is nothing to copy, and ConfigError is raised when it is none.
    """
    if out == root:
        if not (root / CONFIG).is_file():
            raise ConfigError(
                f"there is no {CONFIG} in {root}", "name another folder with --out, or copy it there"
            )
        return
    disk.put(out / CONFIG, own(root, CONFIG))
    for part in PARTS:
        source = own(root, part)
        wanted = [name for name in disk.files(source) if not is_made(part, name)]
        for name in wanted:
            disk.put(out / part / name, source / name)
        kept = [name for name in disk.files(out / part) if is_made(part, name)]
        disk.prune(out / part, [*wanted, *kept])


def is_made(part: str, name: str) -> bool:
    """Whether a file of `docs` or `overrides` is the builder's and not a person's."""
    return part == "docs" and name.startswith(f"{LIBRARY}/")


def own(root: Path, name: str) -> Path:
    """A file or folder of the portal; the checkout's where the portal has none."""
    return root / name if (root / name).exists() else HOME / name


def build_site(folder: Path, site: Path, tick: Tick = lambda done, total: None, jobs: int = 1) -> None:
    """Builds the project in `folder` into `site`; pages that would come out the same are kept.

    A link or an anchor that leads nowhere is an error (the anchors of kept pages are not looked at again,
    and of the pages that one of several `jobs` makes only those that it makes itself).
    Raises SourceleafError with the first thing that went wrong; the last good site then stays as it is.
    """
    record = site.parent / "store" / "site.json"
    now = _stamps(folder)
    staging = site.with_name(f"{site.name}.new")
    shutil.rmtree(staging, ignore_errors=True)
    unchanged = _unchanged(now, record)
    _carry(folder, site, staging, unchanged)
    if jobs > 1 and len(now.pages) - len(unchanged) >= shares.ENOUGH:
        shares.shared(partial(_share, folder, staging), jobs, tick)
    else:
        _mkdocs(folder, staging, tick)
    _add_twins(folder / "docs", staging)
    swap(staging, site)
    disk.put(record, msgspec.json.encode(now))


def _stamps(folder: Path) -> Stamps:
    docs = folder / "docs"
    texts = {name: (docs / name).read_bytes() for name in sorted(disk.files(docs)) if name.endswith(".md")}
    theme = folder / "overrides"
    shared = [name.encode() + (theme / name).read_bytes() for name in sorted(disk.files(theme))]
    shared += [(folder / CONFIG).read_bytes(), *(f"{tool} {version(tool)}".encode() for tool in TOOLS)]
    shared.append(os.environ.get("SOURCELEAF_ENDPOINT", "").encode())
    return fresh.stamps(texts, (folder / nav.FILE).read_text(encoding="utf-8"), shared)


def _unchanged(now: Stamps, record: Path) -> set[str]:
    """The Markdown files whose pages the last build made from the same."""
    try:
        before = msgspec.json.decode(record.read_bytes(), type=Stamps)
    except (OSError, msgspec.DecodeError):
        return set()
    return {path for path, stamp in now.pages.items() if before.pages.get(path) == stamp}


def _carry(folder: Path, site: Path, staging: Path, unchanged: set[str]) -> None:
    """Links what can stay from the last site into the next; a file that is there is not made again.

    The tool goes by times, so a page that is older than its source is copied, and is then new enough.
    """
    docs = folder / "docs"
    for name in disk.files(docs):
        if not name.endswith(".md"):
            _keep(docs / name, site / name, staging / name, same=_alike(docs / name, site / name))
        elif name in unchanged:
            for made in (_page(name), name):
                _keep(docs / name, site / made, staging / made, same=True)


def _alike(source: Path, old: Path) -> bool:
    return old.is_file() and old.stat().st_size == source.stat().st_size


def _keep(source: Path, old: Path, new: Path, *, same: bool) -> None:
    """Gives `old` its place in the next site, unless it is older than `source` and may differ from it."""
    if not same or not old.is_file():
        return
    if old.stat().st_mtime >= source.stat().st_mtime:
        disk.link(old, new)
    elif source.suffix == ".md":
        new.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(old, new)


def _page(name: str) -> str:
    """The HTML file of a Markdown file, both relative."""
    stem = name.removesuffix(".md")
    return f"{stem}.html" if stem == "index" or stem.endswith("/index") else f"{stem}/index.html"


def _add_twins(docs: Path, staging: Path) -> None:
    """Puts the Markdown of each section beside its page, for readers that are programs."""
    for name in disk.files(docs / LIBRARY):
        twin = staging / LIBRARY / name
        if name.endswith("/index.md") and not twin.exists():
            shutil.copyfile(docs / LIBRARY / name, twin)


def _share(folder: Path, target: Path, number: int, jobs: int) -> None:
    """The pages that one of several processes makes; it is its own, so the tool can be told so for good."""
    from mkdocs.structure.files import File

    is_modified = File.is_modified

    def is_mine(self: File) -> bool:
        return shares.share(self.src_uri, jobs) == number and is_modified(self)

    File.is_modified = is_mine  # type: ignore[method-assign]
    _mkdocs(folder, target, lambda done, total: None, has_templates=number == 0)


def _mkdocs(folder: Path, target: Path, tick: Tick, *, has_templates: bool = True) -> None:
    with _environment(), _listening(tick) as heard:
        import jinja2
        import yaml  # type: ignore[import-untyped]
        from mkdocs.commands.build import build
        from mkdocs.config import load_config
        from mkdocs.exceptions import MkDocsException
        from mkdocs.utils.yaml import get_yaml_loader

        # For the navigation of large libraries: the compiled half of the same package reads the same.
        get_yaml_loader.__defaults__ = (getattr(yaml, "CLoader", yaml.Loader), None)
        try:
            config = load_config(str(folder / CONFIG), site_dir=str(target), strict=True)
            heard.total = sum(name.endswith(".md") for name in disk.files(folder / "docs"))
            if not has_templates:
                config.theme.static_templates.clear()
            config.plugins.on_startup(command="build", dirty=True)
            build(config, dirty=True)
        except (MkDocsException, jinja2.TemplateError, OSError) as error:
            raise SourceleafError(f"the site was not built: {heard.first or error}", heard.hint) from None


@contextmanager
def _environment() -> Iterator[None]:
    """No advertisement, and no dates in the files."""
    before = dict(os.environ)
    os.environ.update(QUIET)
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


class _Heard(logging.Handler):
    """What the tool says: warnings are kept, pages are counted."""

    def __init__(self, tick: Tick) -> None:
        super().__init__()
        self.tick = tick
        self.total = 0
        self.done = 0
        self.warnings: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        message = record.getMessage()
        if record.levelno >= logging.WARNING:
            self.warnings.append(message)
        elif message.startswith("Building page "):
            self.done += 1
            self.tick(self.done, self.total)

    @property
    def first(self) -> str:
        return self.warnings[0] if self.warnings else ""

    @property
    def hint(self) -> str:
        more = len(self.warnings) - 1
        return f"and {more} more like it" if more > 0 else "the last good site is still in its place"


@contextmanager
def _listening(tick: Tick) -> Iterator[_Heard]:
    """Hears the tool's log for a while; its warning that a build keeps pages is meant for hand-made sites.

    Only the part that names each page is made talkative: elsewhere the tool checks less where it says more.
    """
    logger, builder = logging.getLogger("mkdocs"), logging.getLogger("mkdocs.commands.build")
    heard = _Heard(tick)
    before = logger.level, builder.level, logger.propagate

    def relevant(record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith("A 'dirty' build")

    logger.addHandler(heard)
    builder.addFilter(relevant)
    logger.setLevel(logging.INFO)
    builder.setLevel(logging.DEBUG)
    logger.propagate = False
    try:
        yield heard
    finally:
        logger.removeHandler(heard)
        builder.removeFilter(relevant)
        logger.setLevel(before[0])
        builder.setLevel(before[1])
        logger.propagate = before[2]
