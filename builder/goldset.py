"""A question file: one JSON object a line, read strictly, all that is wrong with it told at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta

from serverless import guard
from serverless.errors import UsageError
from serverless.model import Struct

HINT = "docs/evaluation.md describes a question file"
Text = Annotated[str, Meta(pattern=r"\S")]
Level = Literal["section", "document"]


class GoldSection(msgspec.Struct, frozen=True):
    """Where an answer stands: by explicit anchor, by heading, or by line of the source."""

    document: Text
    anchor: str | None = None
    heading: Text | None = None
    line: Annotated[int, Meta(ge=1)] | None = None

    @property
    def has_place(self) -> bool:
        """Whether it names more than a document."""
        return (self.anchor, self.heading, self.line) != (None, None, None)

    @property
    def name(self) -> str:
        """How a person would call it."""
        line = f"line {self.line}" if self.line else ""
        place = self.heading or (f"#{self.anchor}" if self.anchor else line)
        return f"{self.document} / {place}" if place else self.document


class GoldQuestion(msgspec.Struct, frozen=True):
    """One line of the file; fields that are not listed here (notes, answers…) are left alone."""

    id: Text
    question: Text
    lang: Text = "en"
    answerable: bool = True
    level: Level = "section"
    sections: tuple[GoldSection, ...] = ()
    figures: tuple[Annotated[tuple[Text, ...], Meta(min_length=1)], ...] = ()
    acceptable_sections: tuple[GoldSection, ...] = ()
    acceptable_figures: tuple[Text, ...] = ()


class Fault(Struct, frozen=True):
    """What is wrong with one line of the file."""

    line: int
    text: str


class Entry(Struct, frozen=True):
    """A question and the line that it stands on."""

    line: int
    gold: GoldQuestion


class Sheet(Struct, frozen=True):
    """A whole file: its questions, and all that is wrong with it; it may be asked where that is nothing."""

    name: str
    entries: tuple[Entry, ...]
    faults: tuple[Fault, ...]


def read(path: Path) -> Sheet:
    """Reads `path`; raises UsageError where it is no text at all or holds no question."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path} could not be read: {error.strerror}", HINT) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise UsageError(f"{path} is not UTF-8: line {line} holds other bytes", "save it as UTF-8") from None
    sheet = parsed(path.name, text)
    if not (sheet.entries or sheet.faults):
        raise UsageError(f"{path} holds no question", HINT)
    return sheet


def parsed(name: str, text: str) -> Sheet:
    """The questions that can be read in `text`; `name` is what the file is called."""
    entries: list[Entry] = []
    faults: list[Fault] = []
    first: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        said = _line(line)
        wrong = list(said.wrong)
        if said.id and (earlier := first.setdefault(said.id, number)) != number:
            wrong.append(f"the id {said.id!r} is that of line {earlier}")
        faults += (Fault(number, text) for text in wrong)
        if said.gold:
            entries.append(Entry(number, said.gold))
    return Sheet(name, tuple(entries), tuple(faults))


def refusal(sheet: Sheet, more: Sequence[Fault] = ()) -> UsageError:
    """One error that lists every fault of the file, and `more`."""
    faults = [*sheet.faults, *more]
    count = f"{len(faults)} things are" if len(faults) > 1 else "one thing is"
    return UsageError("\n".join((f"{count} wrong with {sheet.name}:", *listed(faults))), HINT)


def listed(faults: Sequence[Fault]) -> list[str]:
    """One line each, in the order of the file."""
    return [f"  line {fault.line}: {fault.text}" for fault in sorted(faults, key=lambda fault: fault.line)]


class _Line(Struct, frozen=True):
    """What a line says: its question where it can be read, its id where it has one, and what is wrong."""

    gold: GoldQuestion | None
    id: str
    wrong: tuple[str, ...]


def _line(line: str) -> _Line:
    try:
        value = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return _Line(None, "", (f"no JSON: {error}",))
    name = value.get("id") if isinstance(value, dict) else None
    faults = tuple(_faults(value, GoldQuestion, ""))
    gold = None if faults else msgspec.convert(value, GoldQuestion)
    return _Line(gold, name if isinstance(name, str) else "", tuple(_nonsense(gold)) if gold else faults)


def _faults(value: object, kind: Any, path: str) -> Iterator[str]:
    """Every place below `value` that is not of its `kind`, not only the first one."""
    if isinstance(value, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        for field in msgspec.structs.fields(kind):
            where = f"{path}.{field.name}".lstrip(".")
            if field.name in value:
                yield from _faults(value[field.name], field.type, where)
            elif field.required:
                yield f"{where} is missing"
    elif isinstance(value, list) and get_origin(kind) is tuple:
        for n, item in enumerate(value):
            yield from _faults(item, get_args(kind)[0], f"{path}[{n}]")
    else:
        yield from _fault(value, kind, path)


def _fault(value: object, kind: Any, path: str) -> Iterator[str]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        said = str(error).partition(" - at ")[0]
        said = "is empty" if "matching regex" in said or "length >= 1" in said else said
        yield f"{path}: {said}" if path else said


def _nonsense(gold: GoldQuestion) -> Iterator[str]:
    """What is of the right type and still cannot be meant."""
    try:
        guard.question(gold.question)
    except UsageError as error:
        yield error.message
    for name in ("sections", "acceptable_sections"):
        for n, section in enumerate(getattr(gold, name)):
            if gold.level == "section" and not section.has_place:
                yield f'{name}[{n}] names no anchor, heading or line, which level "section" needs'
