"""Reads the almanac's text, a small part of Markdown, into items that can be set on pages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

Style = Literal["plain", "em", "sup"]
Kind = Literal["title", "author", "h1", "h2", "text", "item", "figure", "table", "formula", "caption", "note"]


@dataclass(frozen=True)
class Run:
    """Words of one style."""

    text: str
    style: Style = "plain"


@dataclass(frozen=True)
class Item:
    """One block. `names` are picture files, or the name of a table; `label` stands before a list item."""

    kind: Kind
    runs: tuple[Run, ...] = ()
    names: tuple[str, ...] = ()
    label: str = ""
    first: bool = False
    """Whether a list begins with this item."""


def read(path: Path) -> list[Item]:
    tokens = MarkdownIt("commonmark").parse(path.read_text(encoding="utf-8"))
    items: list[Item] = []
    label, count = "", 0
    for place, token in enumerate(tokens):
        if token.type.endswith("_list_open"):
            label, count = ("•" if token.type.startswith("bullet") else "#"), 0
        elif token.type.endswith("_list_close"):
            label = ""
        elif token.type == "inline" and label:
            count += 1
            shown = label if label == "•" else f"{count}."
            items.append(Item("item", runs(token), label=shown, first=count == 1))
        elif token.type == "inline":
            items += blocks(token, tokens[place - 1].tag, len(items))
    return items


def blocks(token: Token, tag: str, position: int) -> list[Item]:
    """The items of one heading or paragraph; the one after the title names the authors, line by line."""
    if tag in {"h1", "h2", "h3"}:
        kind: Kind = "title" if tag == "h1" else "h1" if tag == "h2" else "h2"
        return [Item(kind, runs(token))]
    if position == 1:
        return [Item("author", (Run(line),)) for line in token.content.split("\n")]
    pictures = [child for child in token.children or () if child.type == "image"]
    if pictures:
        return [picture(pictures)]
    if re.match(r"(Figure|Table) \d+\. ", token.content):
        return [Item("caption", runs(token))]
    if token.content.startswith("[^"):
        mark, _, text = token.content[2:].partition("]: ")
        return [Item("note", (Run(mark, "sup"), Run(text)))]
    return [Item("text", runs(token))]


def picture(images: list[Token]) -> Item:
    names = tuple(str(image.attrs["src"]) for image in images)
    if images[0].content == "table":
        return Item("table", names=names)
    kind: Kind = "formula" if images[0].attrs.get("title") else "figure"
    return Item(kind, (Run(images[0].content),) if kind == "formula" else (), names)


def runs(token: Token) -> tuple[Run, ...]:
    """The words of an inline token: plain, emphasised, or the mark of a footnote."""
    found: list[Run] = []
    emphasis = False
    for child in token.children or ():
        if child.type in {"em_open", "em_close"}:
            emphasis = child.type == "em_open"
        elif child.type == "softbreak":
            found.append(Run(" "))
        elif child.content:
            for part, text in enumerate(re.split(r"\[\^(\w+)\]", child.content)):
                style: Style = "sup" if part % 2 else "em" if emphasis else "plain"
                found += [Run(text, style)] if text else []
    return tuple(found)
