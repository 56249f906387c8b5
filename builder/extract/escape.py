"""Plain text and addresses as Markdown that says exactly them, and can start nothing active.

The pages are read by Python-Markdown with its attribute lists, so the escapes are the ones that both it
and CommonMark understand: a backslash where the two agree, an entity elsewhere.
"""

from __future__ import annotations

import html
import re

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""Python-Markdown builds its placeholders from control characters, so none may come from a source."""

SCHEMES = {"http", "https", "mailto", "ftp", "tel"}

_SPECIAL = re.compile(
    r"""(?P<back>\\(?=[!-/:-@\[-`{-~]|$))
      | (?P<under>(?<![^\W_])_|_(?![^\W_]))
      | (?P<close>\](?=[(\[:{]))
      | (?P<open>\[(?=\^|TOC\]))
      | (?P<plain>[`*${])
      | (?P<entity>&(?=\#?\w{1,32};|\#))
      | (?P<tag><(?=[A-Za-z/!?-]|$))
      | (?P<tilde>~(?=~)|(?<=~)~)
    """,
    re.VERBOSE,
)
_ENTITY = {"&": "&amp;", "<": "&lt;", "~": "&#126;"}
_START = re.compile(
    r"""^(?P<indent>[ ]*)(?:
        (?P<rule>[=|:~](?=[=~|:\-\s]*$|[:~\s]))
      | (?P<mark>[#>]|[*+](?=\s|$)|-(?=[\s-]|$))
      | (?P<number>\d{1,9})(?P<dot>[.)])(?=\s|$)
      | (?P<block>!!!|\?\?\?|///)
    )""",
    re.VERBOSE,
)
_DEFINITION = re.compile(r"^( *)\[(?=[^\[\]]*\]:)", re.MULTILINE)
_UNSAFE_IN_URL = re.compile(r"[\s()<>\"'\\`*{}|$\[\]]")


def words(text: str) -> str:
    """`text` so that Markdown shows it letter by letter (inside a line)."""
    return _SPECIAL.sub(lambda match: _ENTITY.get(match[0], "\\" + match[0]), text)


def label(text: str) -> str:
    """Escaped Markdown made fit to stand in the brackets of a link."""
    return re.sub(r"(?<!\\)([\[\]])", r"\\\1", text)


def paragraph(md: str) -> str:
    """Inline Markdown whose lines cannot be taken for headings, lists, quotes or rules."""
    lines = "\n".join(_START.sub(_defused, line) for line in md.split("\n"))
    return _DEFINITION.sub(r"\1\\[", lines)


def _defused(match: re.Match[str]) -> str:
    indent = match["indent"]
    if match["rule"]:
        return f"{indent}&#{ord(match['rule'])};"
    if match["number"]:
        return f"{indent}{match['number']}\\{match['dot']}"
    if match["block"]:
        return f"{indent}&#{ord(match['block'][0])};{match['block'][1:]}"
    return f"{indent}\\{match['mark']}"


def cell(md: str) -> str:
    """Inline Markdown as one cell of a pipe table."""
    return " ".join(md.replace("|", "\\|").split())


def tex(source: str) -> str:
    """A formula in which no tag can begin (TeX does not mind the space), without `\\n` for line ends."""
    lines = re.sub(r"(?<!\\)\\n(?![A-Za-z])", " ", source)
    return re.sub(r"<(?=[A-Za-z/!?])", "< ", lines).replace("$", "")


def address(href: str) -> str:
    """`href` fit for a Markdown link, or "" for a scheme that a page must not link to."""
    plain = html.unescape(html.unescape(href))
    scheme = re.match(r"\s*([A-Za-z][\w+.-]*)\s*:", re.sub(r"[\x00-\x20\x7f]", "", plain))
    if scheme and scheme[1].lower() not in SCHEMES:
        return ""
    quoted = _UNSAFE_IN_URL.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), href)
    return re.sub(r"&(?=#?\w+;)", "&amp;", quoted)
