"""What can go wrong on purpose.

SourceleafError                     everything that we raise for a person to read
├── UsageError                      the caller asked for something that cannot be (a question too long…)
├── ConfigError                     library.toml or the environment, with the key's path
├── SourceError                     one document, with file and place; the build goes on with the others
├── IndexFormatError                the shipped index does not fit this reader
└── ProviderError                   a model could not be had or did not answer

Each message says what happened, where, and what to do next; `hint` holds the last part, `code` is
stable and documented in docs/errors.md.
"""

from __future__ import annotations


class SourceleafError(Exception):
    """An error for a person: `str()` is one line, `hint` is what to do next."""

    code = "error"

    def __init__(self, message: str, hint: str = "", code: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        if code:
            self.code = code

    def __str__(self) -> str:
        return f"{self.message} ({self.hint})" if self.hint else self.message


class UsageError(SourceleafError):
    code = "bad-request"


class ConfigError(SourceleafError):
    code = "config"


class SourceError(SourceleafError):
    code = "source"


class IndexFormatError(SourceleafError):
    code = "index"


class ProviderError(SourceleafError):
    code = "provider"
