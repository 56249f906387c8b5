"""The static site: a MkDocs project is laid out, built beside the last good site, and takes its place."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import IO

import msgspec

from serverless.errors import ConfigError, SourceleafError
from serverless.folders import swap

from . import carry, disk, fresh, nav, shares, view
from .fingerprints import Fingerprints
from .fresh import Stamps
from .places import HOME
from .progress import Tick
from .urls import LIBRARY
from .view import Part

CONFIG = "mkdocs.yml"
PARTS = ("docs", "overrides")
RECORD = "site.json"
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
        wanted = list(disk.files(source, made(part)))
        for name in wanted:
            disk.put(out / part / name, source / name)
        disk.prune(out / part, wanted, made(part))


def made(part: str) -> str:
    """The folder of `docs` or `overrides` that the builder makes and no person, "" where there is none."""
    return LIBRARY if part == "docs" else ""


def own(root: Path, name: str) -> Path:
    """A file or folder of the portal; the checkout's where the portal has none."""
    return root / name if (root / name).exists() else HOME / name


def build_site(folder: Path, site: Path, tick: Tick = lambda done, total: None, jobs: int = 1) -> None:
    """Builds the project in `folder` into `site`; pages that would come out the same are kept.

    A link or an anchor that leads nowhere is an error (the anchors of kept pages are not looked at again,
    and of the pages that one of several `jobs` makes only those that it makes itself).
    Raises SourceleafError with the first thing that went wrong; the last good site then stays as it is.
    """
    docs, store = folder / "docs", site.parent / "store"
    names = list(disk.files(docs))
    now = _stamps(folder, names, store)
    staging = site.with_name(f"{site.name}.new")
    for left in (staging, *site.parent.glob(_beside(staging, "*").name)):
        shutil.rmtree(left, ignore_errors=True)
    stale = now.pages.keys() - _unchanged(now, store / RECORD)
    wanted = carry.carry(names, docs, site, staging, stale)
    parts = view.parts(docs, wanted, shares.count(len(wanted), jobs))
    if len(parts) > 1:
        shares.shared(partial(_mkdocs, folder, staging), parts, jobs, tick)
    else:
        _mkdocs(folder, staging, parts[0], tick)
    carry.twins(docs, staging, wanted)
    swap(staging, site)
    disk.put(store / RECORD, msgspec.json.encode(now))


def _stamps(folder: Path, names: Iterable[str], store: Path) -> Stamps:
    docs = folder / "docs"
    prints = Fingerprints(store / "docs.json")
    texts = {name: prints.of(f"{docs}/{name}") for name in names if name.endswith(".md")}
    prints.keep()
    theme = folder / "overrides"
    shared = [name.encode() + (theme / name).read_bytes() for name in sorted(disk.files(theme))]
    shared += [(folder / CONFIG).read_bytes(), *(f"{tool} {version(tool)}".encode() for tool in TOOLS)]
    shared.append(os.environ.get("SOURCELEAF_ENDPOINT", "").encode())
    return fresh.stamps(texts, nav.read(folder / nav.FILE), shared)


def _unchanged(now: Stamps, record: Path) -> set[str]:
    """The Markdown files whose pages the last build made from the same."""
    try:
        before = msgspec.json.decode(record.read_bytes(), type=Stamps)
    except (OSError, msgspec.DecodeError):
        return set()
    return {path for path, stamp in now.pages.items() if before.pages.get(path) == stamp}


def _mkdocs(folder: Path, target: Path, part: Part, tick: Tick = lambda done, total: None) -> None:
    """Makes what one run is to make of the project in `folder`."""
    beside = _beside(target, part.number)
    try:
        docs = view.lay_out(folder / "docs", beside, part)
        with _environment(), _listening(tick, len(part.wanted)) as heard, _told(folder, docs, part):
            _run(folder, docs, target, part, heard)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _beside(target: Path, number: int | str) -> Path:
    """Where one of the runs that make `target` has its own view of the docs folder."""
    return target.with_name(f".{target.name}.{number}")


def _run(folder: Path, docs: Path, target: Path, part: Part, heard: _Heard) -> None:
    """One run of the tool on the docs folder that it is to see."""
    import jinja2
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import MkDocsException

    compiled = target.parent / "store" / "templates"
    compiled.mkdir(parents=True, exist_ok=True)
    try:
        config = load_config(str(folder / CONFIG), docs_dir=str(docs), site_dir=str(target), strict=True)
        if part.number:
            config.theme.static_templates.clear()
        environment = config.theme.get_env()  # with templates that are compiled once, not at every build
        environment.bytecode_cache = jinja2.FileSystemBytecodeCache(str(compiled))
        config.theme.get_env = lambda: environment  # type: ignore[method-assign]
        config.plugins.on_startup(command="build", dirty=True)
        build(config, dirty=True)
    except (MkDocsException, jinja2.TemplateError, OSError) as error:
        raise SourceleafError(f"the site was not built: {heard.first or error}", heard.hint) from None


@contextmanager
def _told(folder: Path, docs: Path, part: Part) -> Iterator[None]:
    """Tells the tool what there is to make, and the navigation as data: it would go by times, and by YAML."""
    from mkdocs.structure.files import File
    from mkdocs.utils.yaml import get_yaml_loader

    before = File.is_modified, get_yaml_loader.__defaults__

    def is_wanted(self: File) -> bool:
        return self.src_uri in part.wanted if self.src_dir == str(docs) else part.number == 0

    File.is_modified = is_wanted  # type: ignore[method-assign]
    get_yaml_loader.__defaults__ = (_loader(folder / nav.FILE, part.whole), None)
    try:
        yield
    finally:
        File.is_modified, get_yaml_loader.__defaults__ = before  # type: ignore[method-assign]


def _loader(listing: Path, whole: Collection[str]) -> type:
    """Reads YAML, and what is listed with no more than the tool needs to see."""
    import yaml  # type: ignore[import-untyped]

    class Loader(yaml.CLoader):  # type: ignore[misc]
        def __init__(self, stream: IO[bytes]) -> None:
            super().__init__(stream)
            self.is_listing = os.path.basename(getattr(stream, "name", "")) == listing.name

        def get_single_data(self) -> object:
            if not self.is_listing:
                return super().get_single_data()
            told = msgspec.json.decode(listing.read_bytes())
            return {**told, "nav": nav.trimmed(told["nav"], whole)}

    return Loader


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

    def __init__(self, tick: Tick, total: int) -> None:
        super().__init__()
        self.tick = tick
        self.total = total
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
def _listening(tick: Tick, total: int) -> Iterator[_Heard]:
    """Hears the tool's log for a while; its warning that a build keeps pages is meant for hand-made sites.

    Only the part that names each page is made talkative: elsewhere the tool checks less where it says more.
    """
    logger, builder = logging.getLogger("mkdocs"), logging.getLogger("mkdocs.commands.build")
    heard = _Heard(tick, total)
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
