"""SVG pictures: their size, and the reasons to refuse one."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, ParseError

from serverless.model import Struct

_ACTIVE = {"script", "foreignobject", "iframe", "object", "embed", "handler", "listener"}
_LINKS = {"href", "src", "from", "to", "values"}
_UNITS = {
    "": 1.0,
    "px": 1.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "in": 96.0,
    "cm": 96 / 2.54,
    "mm": 96 / 25.4,
    "em": 16.0,
}


class Size(Struct, frozen=True):
    """Width and height in CSS pixels, 0 where the file does not say."""

    width: int
    height: int


class UnsafeSvgError(ValueError):
    """Why an SVG file is not shown."""


def measure(data: bytes) -> Size:
    """The size of a harmless SVG; raises UnsafeSvgError for scripts, entities and broken files."""
    root = _parsed(data)
    if _local(root.tag) != "svg":
        raise UnsafeSvgError("is not an SVG file")
    for element in root.iter():
        _check(element)
    box = [float(part) for part in re.findall(r"-?\d+\.?\d*", root.get("viewBox", ""))]
    wide, high = (box[2], box[3]) if len(box) == 4 else (0.0, 0.0)
    return Size(_pixels(root.get("width", ""), wide), _pixels(root.get("height", ""), high))


def _parsed(data: bytes) -> Element:
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        return fromstring(data)
    except DefusedXmlException:
        raise UnsafeSvgError("declares entities") from None
    except (ParseError, LookupError, ValueError) as error:
        raise UnsafeSvgError(f"is not well-formed: {error}") from None


def _check(element: Element) -> None:
    name = _local(element.tag)
    if name in _ACTIVE:
        raise UnsafeSvgError(f"holds <{name}>")
    for key, value in element.attrib.items():
        attribute = _local(key)
        if attribute.startswith("on"):
            raise UnsafeSvgError(f"holds the attribute {attribute}")
        if attribute in _LINKS and re.match(r"(?i)(javascript|vbscript|data:text)", re.sub(r"\s", "", value)):
            raise UnsafeSvgError("holds a link that runs a script")


def _local(name: object) -> str:
    """The name without its namespace, in lower case; comments have none."""
    return name.rpartition("}")[2].lower() if isinstance(name, str) else ""


def _pixels(written: str, otherwise: float) -> int:
    match = re.fullmatch(r"\s*(\d{1,7}(?:\.\d*)?)\s*([a-z]*)\s*", written.lower())
    value = float(match[1]) * _UNITS[match[2]] if match and match[2] in _UNITS else otherwise
    return min(max(round(value), 0), 10**6)
