"""The one place that knows the Markdown parser: which dialect is read, as a tree of tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

__all__ = ["Node", "Token", "html", "parse"]

LONGEST = 50_000
"""Characters of one line or paragraph up to which its marks are read; beyond, it is plain text."""

_MARKED = re.compile(r"[\\`*_\[<&$~]")
"""What plain text has none of."""

_TABLE = re.compile(r"<table[\s>]", re.IGNORECASE)
_ANCHOR = re.compile(r"[ \t]*\{(?P<marks>[ \t]*[#.:][^{}\n]*)\}[ \t]*$")


@dataclass
class Node:
    """A block token with the blocks inside it. `line` is 1-based."""

    token: Token
    line: int
    children: list[Node] = field(default_factory=list)

    @property
    def type(self) -> str:
        return self.token.type.removesuffix("_open")

    @property
    def inline(self) -> Sequence[Token]:
        """The inline tokens of a paragraph, heading or cell."""
        found = next((child.token for child in self.children if child.token.type == "inline"), None)
        return (found.children or []) if found else []


def parse(text: str) -> tuple[list[Node], list[str]]:
    """The top blocks of `text`, and warnings about what was not read as Markdown."""
    env: dict[str, list[str]] = {"warnings": []}
    return _nest(_parser().parse(text, env)), env["warnings"]


@cache
def _parser() -> MarkdownIt:
    md = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    md.use(front_matter_plugin).use(footnote_plugin)
    md.use(dollarmath_plugin, allow_labels=False, allow_digits=False, double_inline=True)
    md.disable(["footnote_tail", "footnote_inline"])
    md.validateLink = _any_link  # type: ignore[method-assign]
    md.normalizeLink = _as_written  # type: ignore[method-assign]
    md.core.ruler.before("inline", "anchors", _anchors)
    md.core.ruler.before("inline", "too_long", _too_long)
    md.inline.ruler.before("escape", "tex_brackets", _tex_brackets)
    for rule in ("math_inline", "math_inline_double"):
        md.add_render_rule(rule, _formula_html)
    md.block.ruler.before(
        "front_matter", "huge_line", _huge_line, {"alt": ["paragraph", "blockquote", "list"]}
    )
    md.block.ruler.before("fence", "div_line", _div_line, {"alt": ["paragraph", "blockquote"]})
    md.block.ruler.before("html_block", "html_table", _html_table, {"alt": ["paragraph", "blockquote"]})
    return md


def html(md: str) -> str:
    """Clean inline Markdown of ours as HTML; formulas in the markup of the pages."""
    if not _MARKED.search(md):
        return escape(md, quote=False)
    return str(_parser().renderInline(md)).replace("\n", " ")


def _formula_html(_renderer: object, tokens: Sequence[Token], index: int, *_: object) -> str:
    return f'<span class="arithmatex">\\({escape(tokens[index].content)}\\)</span>'


def _tex_brackets(state: StateInline, silent: bool) -> bool:
    r"""`\(…\)` and `\[…\]` around what is clearly TeX; elsewhere they are escaped brackets."""
    opening = state.src[state.pos : state.pos + 2]
    if opening not in {"\\(", "\\["}:
        return False
    end = _closing(state, "\\)" if opening == "\\(" else "\\]")
    content = state.src[state.pos + 2 : end] if end > 0 else ""
    if not re.search(r"\\[A-Za-z]|[\^_]", content) or "](" in content:
        return False
    if not silent:
        token = state.push("math_inline" if opening == "\\(" else "math_inline_double", "math", 0)
        token.content = content
    state.pos = end + 2
    return True


def _closing(state: StateInline, mark: str) -> int:
    """Where `mark` comes next; looked for once where there is none."""
    if mark in state.env.setdefault("absent", {}) and state.env["absent"][mark] is state.tokens:
        return -1
    end = state.src.find(mark, state.pos + 2)
    if end < 0:
        state.env["absent"][mark] = state.tokens
    return end


def _any_link(url: str) -> bool:
    """Every address passes here; `escape.address` decides later, in one place."""
    return True


def _as_written(url: str) -> str:
    """File names stay as they are; `escape.address` encodes what a link needs."""
    return url


def _anchors(state: StateCore) -> None:
    """Takes `{#id}` off the end of headings and paragraphs; a heading keeps it as its attribute."""
    for opening, content in zip(state.tokens, state.tokens[1:], strict=False):
        if opening.type in {"heading_open", "paragraph_open"} and (match := _ANCHOR.search(content.content)):
            content.content = content.content[: match.start()]
            if anchor := re.search(r"#([^\s#.}]+)", match["marks"]):
                opening.attrSet("id", anchor[1])


def _too_long(state: StateCore) -> None:
    """Turns paragraphs of monstrous length into plain text: their marks would take minutes."""
    for token in state.tokens:
        if token.type == "inline" and len(token.content) > LONGEST:
            _as_plain(token, state.env["warnings"])


def _as_plain(token: Token, warnings: list[str]) -> None:
    line = (token.map or [0])[0] + 1
    warnings.append(f"line {line}: a paragraph of {len(token.content)} characters was read as plain text")
    token.children = [Token("text", "", 0, content=token.content)]
    token.content = ""


def _huge_line(state: StateBlock, start: int, _end: int, silent: bool) -> bool:
    """A line of monstrous length is a paragraph by itself, before any rule counts its columns.

    An HTML table on one line is no such thing: tools write them of any length.
    """
    if state.eMarks[start] - state.bMarks[start] <= LONGEST or _TABLE.match(_line(state, start)):
        return False
    if not silent:
        state.line = start + 1
        state.push("paragraph_open", "p", 1).map = [start, state.line]
        token = state.push("inline", "", 0)
        token.map = [start, state.line]
        token.content = _line(state, start)
        state.push("paragraph_close", "p", -1)
    return True


def _div_line(state: StateBlock, start: int, _end: int, silent: bool) -> bool:
    """`::: {.note}` and `:::` fence a block with a style; what they hold is read as if they were not."""
    if state.is_code_block(start) or not re.match(r":{3,}\s*(\{.*\}|[\w-]*)\s*$", _line(state, start)):
        return False
    if not silent:
        state.line = start + 1
    return True


def _html_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """An HTML table as one block, blank lines or not (the standard would cut it at the first)."""
    if state.is_code_block(start) or not _TABLE.match(_line(state, start)):
        return False
    for last in range(start, end):
        if "</table" in _line(state, last).lower():
            break
    else:
        return False
    if not silent:
        state.line = last + 1
        token = state.push("html_block", "", 0)
        token.map = [start, state.line]
        token.content = state.getLines(start, state.line, state.blkIndent, True)
    return True


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _nest(tokens: Sequence[Token]) -> list[Node]:
    top: list[Node] = []
    levels = [top]
    for token in tokens:
        if token.nesting == -1:
            levels.pop()
            continue
        node = Node(token, (token.map or [0])[0] + 1)
        levels[-1].append(node)
        if token.nesting == 1:
            levels.append(node.children)
    return top
