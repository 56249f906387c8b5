"""PDF files of a few lines, written by hand: text in the fonts that every reader has, rules and pictures."""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Sequence
from pathlib import Path

from builder.blocks import Block, Extracted
from builder.config import Config
from builder.extract import extract, find

WIDTH, HEIGHT = 612.0, 792.0
FONTS = {
    "plain": "Times-Roman",
    "bold": "Times-Bold",
    "italic": "Times-Italic",
    "sans": "Helvetica-Bold",
    "signs": "Symbol",
}


class Sheet:
    """One page; places are points from the upper left corner, text stands on its base line."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.pictures: list[bytes] = []

    def text(self, x: float, y: float, words: str, font: str = "plain", size: float = 10) -> Sheet:
        shown = words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        self.parts.append(f"BT /{font} {size} Tf 1 0 0 1 {x} {HEIGHT - y} Tm ({shown}) Tj ET")
        return self

    def lines(self, x: float, y: float, *rows: str, font: str = "plain", size: float = 10) -> Sheet:
        """Rows below one another, as close as those of a paragraph."""
        for at, row in enumerate(rows):
            self.text(x, y + 1.2 * size * at, row, font, size)
        return self

    def turned(self, x: float, y: float, words: str, size: float = 10) -> Sheet:
        """Text that runs up the page."""
        self.parts.append(f"BT /plain {size} Tf 0 1 -1 0 {x} {HEIGHT - y} Tm ({words}) Tj ET")
        return self

    def rule(self, x0: float, y: float, x1: float) -> Sheet:
        self.parts.append(f"0.8 w {x0} {HEIGHT - y} m {x1} {HEIGHT - y} l S")
        return self

    def bar(self, x0: float, y0: float, x1: float, y1: float) -> Sheet:
        """A filled box."""
        self.parts.append(f"0.3 0.5 0.8 rg {x0} {HEIGHT - y1} {x1 - x0} {y1 - y0} re f 0 g")
        return self

    def drawing(self, x0: float, y0: float, x1: float, y1: float) -> Sheet:
        """A chart of ten bars that fills a box."""
        step = (x1 - x0) / 10
        for at in range(10):
            self.bar(x0 + at * step, y1 - (at + 1) * (y1 - y0) / 10, x0 + (at + 0.8) * step, y1)
        return self

    def scan(self) -> Sheet:
        """A picture over the whole page."""
        name = f"P{len(self.pictures)}"
        self.pictures.append(bytes([200, 220, 240] * 16))
        self.parts.append(f"q {WIDTH} 0 0 {HEIGHT} 0 0 cm /{name} Do Q")
        return self

    def raw(self, operators: str) -> Sheet:
        self.parts.append(operators)
        return self


def written(
    *sheets: Sheet,
    outline: Sequence[tuple[str, int]] = (),
    title: str = "",
    trailer: str = "",
    fonts: str = "",
) -> bytes:
    """A file of such pages; `outline` has titles with page numbers, `fonts` replaces the usual ones."""
    bodies: list[bytes] = [b"", b"", b""]  # catalogue, pages, fonts
    named = " ".join(
        f"/{name} << /Type /Font /Subtype /Type1 /BaseFont /{base} >>" for name, base in FONTS.items()
    )
    bodies[2] = f"<< {fonts or named} >>".encode()
    kids = [_page(sheet, bodies) for sheet in sheets]
    bodies[1] = (
        f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(f'{kid} 0 R' for kid in kids)}] >>".encode()
    )
    marks = _outline(outline, kids, bodies)
    bodies[0] = f"<< /Type /Catalog /Pages 2 0 R {f'/Outlines {marks} 0 R' if marks else ''} >>".encode()
    bodies.append(f"<< /Title ({title}) /Producer (by hand) >>".encode())
    return _file(bodies, f"/Info {len(bodies)} 0 R {trailer}")


def _page(sheet: Sheet, bodies: list[bytes]) -> int:
    pictures = ""
    for at, pixels in enumerate(sheet.pictures):
        entries = "/Type /XObject /Subtype /Image /Width 4 /Height 4 /BitsPerComponent 8"
        bodies.append(_stream(f"{entries} /ColorSpace /DeviceRGB", pixels))
        pictures += f"/P{at} {len(bodies)} 0 R "
    bodies.append(_stream("", "\n".join(sheet.parts).encode("latin-1")))
    resources = f"<< /Font 3 0 R /XObject << {pictures}>> >>"
    box = f"[0 0 {WIDTH} {HEIGHT}]"
    contents = f"/MediaBox {box} /Resources {resources} /Contents {len(bodies)} 0 R"
    bodies.append(f"<< /Type /Page /Parent 2 0 R {contents} >>".encode())
    return len(bodies)


def _outline(marks: Sequence[tuple[str, int]], kids: Sequence[int], bodies: list[bytes]) -> int:
    if not marks:
        return 0
    root = len(bodies) + 1
    first, last = root + 1, root + len(marks)
    bodies.append(f"<< /Type /Outlines /First {first} 0 R /Last {last} 0 R /Count {len(marks)} >>".encode())
    for at, (title, page) in enumerate(marks, first):
        after = f"/Next {at + 1} 0 R" if at < last else ""
        before = f"/Prev {at - 1} 0 R" if at > first else ""
        target = f"/Dest [{kids[page - 1]} 0 R /Fit]"
        bodies.append(f"<< /Title ({title}) /Parent {root} 0 R {after} {before} {target} >>".encode())
    return root


def _stream(entries: str, data: bytes) -> bytes:
    packed = zlib.compress(data)
    return (
        f"<< {entries} /Filter /FlateDecode /Length {len(packed)} >>\nstream\n".encode()
        + packed
        + b"\nendstream"
    )


def _file(bodies: Sequence[bytes], trailer: str) -> bytes:
    made = b"%PDF-1.7\n"
    places = []
    for number, body in enumerate(bodies, 1):
        places.append(len(made))
        made += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    start = len(made)
    head = f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n{table}"
    end = f"trailer\n<< /Size {len(bodies) + 1} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n"
    return made + f"{head}{end}".encode()


def opened_up(data: bytes) -> bytes:
    """A file with its streams as they are, not packed: what is changed in it changes what is drawn."""
    streams = re.compile(rb"/Filter /FlateDecode /Length \d+ >>\nstream\n(.*?)\nendstream", re.DOTALL)

    def plain(match: re.Match[bytes]) -> bytes:
        bare = zlib.decompress(match[1])
        return b"/Length %d >>\nstream\n%b\nendstream" % (len(bare), bare)

    bodies = re.findall(rb"\d+ 0 obj\n(.*?)\nendobj", data, re.DOTALL)
    return _file(
        [streams.sub(plain, body) for body in bodies],
        data[data.index(b"/Info") : data.rindex(b">>")].decode(),
    )


def tagged(*parts: tuple[str, float, str]) -> bytes:
    """A page of lines that look alike, each with its tag ("H1", "P", or "" for none), height and words."""
    sheet = Sheet()
    for at, (tag, y, words) in enumerate(parts):
        sheet.raw(f"/{tag or 'Artifact'} << /MCID {at} >> BDC" if tag else "/Artifact BMC").text(
            60, y, words
        ).raw("EMC")
    plain = written(sheet)
    page = int(re.findall(rb"(\d+) 0 obj\n<< /Type /Page ", plain)[0])
    marked = [(at, tag) for at, (tag, _, _) in enumerate(parts) if tag]
    root = plain.count(b" 0 obj") + 1
    bodies = [match.strip() for match in re.findall(rb"\d+ 0 obj\n(.*?)\nendobj", plain, re.DOTALL)]
    bodies[0] = bodies[0].replace(
        b"<< /Type /Catalog",
        f"<< /MarkInfo << /Marked true >> /StructTreeRoot {root} 0 R /Type /Catalog".encode(),
    )
    bodies[page - 1] = bodies[page - 1].replace(b"<< /Type /Page ", b"<< /StructParents 0 /Type /Page ")
    names = [f"{root + 1 + n} 0 R" for n in range(len(marked))]
    known = " ".join(
        dict(zip((at for at, _ in marked), names, strict=True)).get(at, "null") for at in range(len(parts))
    )
    tree = f"<< /Type /StructTreeRoot /K [{' '.join(names)}] /ParentTree << /Nums [0 [{known}]] >> >>"
    elements = [
        f"<< /Type /StructElem /S /{tag} /P {root} 0 R /Pg {page} 0 R /K {at} >>" for at, tag in marked
    ]
    return _file([*bodies, tree.encode(), *(element.encode() for element in elements)], "")


PAD = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
"""What fills up passwords, as the standard has it."""


def locked(sheet: Sheet, password: str) -> bytes:
    """A page in a file that opens with a password only, in the oldest way of encryption."""
    user = (password.encode() + PAD)[:32]
    owner, name, rights = _rc4(hashlib.md5(user).digest()[:5], user), b"0" * 16, -4
    seed = user + owner + rights.to_bytes(4, "little", signed=True) + name
    key = hashlib.md5(seed).digest()[:5]
    plain = written(sheet)
    number = int(re.findall(rb"(\d+) 0 obj\n<<  /Filter", plain)[0])
    own = hashlib.md5(key + number.to_bytes(3, "little") + b"\0\0").digest()[:10]
    start = plain.index(b"stream\n") + 7
    end = plain.index(b"\nendstream")
    whole = plain[:start] + _rc4(own, plain[start:end]) + plain[end:]
    said = f"/O <{owner.hex()}> /U <{_rc4(key, PAD).hex()}> /P {rights}"
    lock = (
        f"/Encrypt << /Filter /Standard /V 1 /R 2 {said} >> /ID [<{name.hex()}> <{name.hex()}>] >>\nstartxref"
    )
    return whole.replace(b">>\nstartxref", lock.encode())


def _rc4(key: bytes, data: bytes) -> bytes:
    state = list(range(256))
    at = 0
    for n in range(256):
        at = (at + state[n] + key[n % len(key)]) % 256
        state[n], state[at] = state[at], state[n]
    made = bytearray()
    first = second = 0
    for byte in data:
        first = (first + 1) % 256
        second = (second + state[first]) % 256
        state[first], state[second] = state[second], state[first]
        made.append(byte ^ state[(state[first] + state[second]) % 256])
    return bytes(made)


def read(folder: Path, data: bytes) -> Extracted:
    """The file as the one document of a sources folder, read."""
    sources = folder / "sources"
    sources.mkdir(parents=True, exist_ok=True)
    (sources / "tides.pdf").write_bytes(data)
    (found,) = find(sources)
    return extract(found, sources, Config(), folder / "work")


def told(blocks: Sequence[Block]) -> str:
    """Blocks as a text to compare: a line each, with the page of headings and the size of pictures."""
    return "\n".join(map(_line, blocks))


def _line(block: Block) -> str:
    hint = f" ({block.hint})" if block.hint else ""
    pictures = "".join(f" <{image.href} {image.width}x{image.height}>" for image in block.images)
    if block.kind == "heading":
        return f"{'#' * block.level} {block.text} [{block.page}]{hint}"
    return f"{block.kind}{hint}: {f'{block.md or block.text}{pictures}'.strip()}"
