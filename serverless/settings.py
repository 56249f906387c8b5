"""The reader's settings, all from the environment.

| variable                 | default            | meaning                                                    |
|--------------------------|--------------------|------------------------------------------------------------|
| SOURCELEAF_INDEX         | index              | folder of the shipped index                                |
| SOURCELEAF_MODELS        | the user's cache   | folder of the models                                       |
| SOURCELEAF_ORIGINS       | (same origin only) | origins that may ask, with commas between; * for all       |
| SOURCELEAF_MAX_FIGURES   | 6                  | figures that an answer may show                            |
| SOURCELEAF_FIGURES       | section            | text: none; figures: those whose own words are found;      |
|                          |                    | section: those of the found sections as well               |
| SOURCELEAF_RERANK_MS     | 500                | milliseconds that reranking may take                       |
| SOURCELEAF_RATE          | 60                 | questions a minute from one client, in a process; 0: any   |
| SOURCELEAF_CACHE         | 256                | answers that are kept; 0: none                             |
| SOURCELEAF_CLIENT_HEADER | (none)             | header with the client's address, set by a trusted proxy   |
| SOURCELEAF_SYNTHESIS     | (local)            | model that writes the answer                               |
| SOURCELEAF_RERANK        | (local)            | model that puts the sections in order                      |
| SOURCELEAF_CONDENSE      | (none)             | model that writes a follow-up out                          |
| SOURCELEAF_LOOK          | (none)             | model that looks at the picture of a question              |
| SOURCELEAF_CHECK         | (none)             | model that looks at the figures of an answer               |
| SOURCELEAF_SITE          | (none)             | folder of the site, for models that are shown pictures     |
| SOURCELEAF_ATTACH_IMAGES | 0                  | pictures of figures that the writing model is shown        |
| SOURCELEAF_SECONDS       | 25                 | seconds that an answer with such models may take           |
| SOURCELEAF_WORDS         | 180                | words that the writing model may use                       |

A model is "gemini", "gemini:NAME" or "openai:NAME"; keys are those of the providers (GEMINI_API_KEY …).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from .errors import ConfigError
from .model import FigureMode, Struct

PREFIX = "SOURCELEAF_"
Whole = Annotated[int, Meta(ge=0, le=1_000_000)]


class Settings(Struct, frozen=True):
    """See the table above; each field is the variable's name in lower case without the prefix."""

    index: str = "index"
    models: str = ""
    origins: str = ""
    max_figures: Annotated[int, Meta(ge=0, le=20)] = 6
    rerank_ms: Whole = 500
    rate: Whole = 60
    cache: Whole = 256
    client_header: str = ""
    figures: FigureMode = "section"
    synthesis: str = ""
    rerank: str = ""
    condense: str = ""
    look: str = ""
    check: str = ""
    site: str = ""
    attach_images: Annotated[int, Meta(ge=0, le=20)] = 0
    seconds: Annotated[int, Meta(ge=1, le=600)] = 25
    words: Annotated[int, Meta(ge=20, le=2000)] = 180

    @property
    def index_folder(self) -> Path:
        return Path(self.index)

    @property
    def models_folder(self) -> Path | None:
        return Path(self.models) if self.models else None

    @property
    def site_folder(self) -> Path | None:
        return Path(self.site) if self.site else None

    @property
    def allowed(self) -> tuple[str, ...]:
        """The origins that may ask, without a slash at the end."""
        return tuple(origin.strip().rstrip("/") for origin in self.origins.split(",") if origin.strip())


def read(environment: Mapping[str, str]) -> Settings:
    """The settings of an environment such as os.environ; ConfigError names the variable that is wrong."""
    fields = {field.name for field in msgspec.structs.fields(Settings)}
    given = {
        name.removeprefix(PREFIX).lower(): value
        for name, value in environment.items()
        if name.startswith(PREFIX) and name.removeprefix(PREFIX).lower() in fields
    }
    try:
        return msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$.")
        name = PREFIX + path.rstrip("`").upper()
        raise ConfigError(
            f"{name}: {reason}", "serverless/settings.py lists what each variable may be"
        ) from None
