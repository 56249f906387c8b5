"""library.toml as one typed structure; unknown keys and wrong types are refused with their path."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from serverless.errors import ConfigError
from serverless.model import Struct

from .roles import Roles
from .visibility import Visibility

FILE = "library.toml"
Profile = Literal["auto", "english", "multilingual"]
Host = Literal["plain", "netlify", "nginx", "s3"]


class Portal(Struct, frozen=True):
    """`[library]`: what the portal is called and where it lives."""

    title: str = "Sourceleaf library"
    description: str = "Documents as pages, with answers that link to their source."
    site_url: str = "http://127.0.0.1:8000/"
    sources: str = "sources"
    languages: tuple[str, ...] = ()
    """Languages that readers ask in, beside those of the documents ("en", "fr", …)."""
    extraction_page: bool = False
    """Whether the site says how well its documents were read."""


class Chunks(Struct, frozen=True):
    """`[chunks]`: sizes in characters; a CJK character counts as two."""

    size: Annotated[int, Meta(ge=200, le=8000)] = 2000
    overlap: Annotated[int, Meta(ge=0, le=1000)] = 200


class Figures(Struct, frozen=True):
    """`[figures]`: limits on pictures that are read."""

    max_pixels: Annotated[int, Meta(ge=10_000)] = 60_000_000
    max_bytes: Annotated[int, Meta(ge=10_000)] = 40_000_000


class Pdf(Struct, frozen=True):
    """`[pdf]`: what a PDF is read with beside its own text."""

    ocr: bool = False
    """Whether text is recognised on pages that are only pictures; needs `sourceleaf[ocr]`."""
    layout: bool = False
    """Whether a model says where figures and tables stand; needs `sourceleaf[layout]`."""
    page_pictures: bool = False
    """Whether every figure has a picture of its page on which it is outlined."""


class Models(Struct, frozen=True):
    """`[models]`: which embedder; `auto` takes the English one where all languages are English."""

    profile: Profile = "auto"


class Urls(Struct, frozen=True):
    """`[urls]`: addresses that lead elsewhere."""

    host: Host = "plain"
    """How redirects are written for the host, beside the pages that lead on."""


class Limits(Struct, frozen=True):
    """`[limits]`: what an archive may unpack to."""

    archive_bytes: int = 1_000_000_000
    archive_files: int = 20_000


class Config(Struct, frozen=True):
    library: Portal = Portal()
    chunks: Chunks = Chunks()
    figures: Figures = Figures()
    models: Models = Models()
    pdf: Pdf = Pdf()
    limits: Limits = Limits()
    roles: Roles = Roles()
    urls: Urls = Urls()
    visibility: Visibility = Visibility()
    collections: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """`[collections]`: ids of documents by the name of the collection, with `*` for any letters."""


def read(path: Path) -> Config:
    """Reads `path`; raises ConfigError that names the key and the way out."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Config)
    except FileNotFoundError:
        raise ConfigError(f"{path} does not exist", "copy the library.toml of the repository there") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {error}", "docs/configuration.md lists every key") from None
