"""Pictures as PNG: the right size, with text in them on machines without fonts, too; a clear word where the extra is missing."""

from __future__ import annotations

import struct
import sys
import zlib
from pathlib import Path

import pytest

from marchstone import Position, png
from marchstone.cli import main
from marchstone.png import PngError, check_png, font_files, png_of

BLACK = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20" font-family="Nowhere,sans-serif">{}</svg>'
WORD = BLACK.format('<text x="0" y="18" font-size="20">Wé</text>')


def pixels(picture: bytes) -> tuple[int, int, bytes]:
    """Width, height, and how opaque each dot of an RGBA picture is."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, width, height = 8, b"", 0, 0
    while at < len(picture):
        length, kind = struct.unpack(">I4s", picture[at : at + 8])
        data = picture[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", data[:10])
            assert (depth, colour) == (8, 6)
        packed += data if kind == b"IDAT" else b""
        at += length + 12
    return width, height, unfiltered(zlib.decompress(packed), 4 * width)[3::4]


def unfiltered(raw: bytes, stride: int) -> bytes:
    """The dots behind the filters of PNG."""
    before, out = bytes(stride), bytearray()
    for start in range(0, len(raw), stride + 1):
        kind, line = raw[start], bytearray(raw[start + 1 : start + 1 + stride])
        for place in range(stride):
            left, above = (line[place - 4] if place > 3 else 0), before[place]
            corner = before[place - 4] if place > 3 else 0
            guess = (0, left, above, (left + above) // 2, paeth(left, above, corner))[kind]
            line[place] = (line[place] + guess) & 255
        out += line
        before = bytes(line)
    return bytes(out)


def paeth(left: int, above: int, corner: int) -> int:
    """The neighbour nearest to left + above - corner."""
    guess = left + above - corner
    return min((left, above, corner), key=lambda value: abs(guess - value))


@pytest.mark.parametrize("own_fonts", [False, True])
def test_text_is_drawn_with_and_without_fonts(own_fonts: bool) -> None:
    width, height, dots = pixels(png_of(WORD, own_fonts=own_fonts))
    assert (width, height) == (60, 40)
    accent = [dots[60 * y + x] for y in range(14) for x in range(34, 60)]
    assert sum(dot > 128 for dot in dots) > 100 and any(dot > 128 for dot in accent)
    assert not any(pixels(png_of(BLACK.format(""), 3))[2])


def test_the_table_as_png() -> None:
    svg = Position.deal("stones-tactics", seed=1).svg()
    assert len(png_of(svg, 1)) > 5000


def test_a_drawing_that_is_none() -> None:
    for text in ("", "nonsense", "<svg"):
        with pytest.raises(PngError) as caught:
            png_of(text)
        assert caught.value.code == "png.drawing"


@pytest.mark.parametrize("missing", ["RENDERER", "FONTS"])
def test_without_the_extra(
    missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The command says so before it reads or thinks anything."""
    check_png()
    monkeypatch.setattr(png, missing, "module_that_is_nowhere")
    with pytest.raises(PngError, match="the extra png"):
        check_png()
    for words in (["review", "nowhere.txt", "--picture", "a.png"], ["ladder", "--plot", str(tmp_path / "a.PNG")]):
        with pytest.raises(SystemExit) as ended:
            main(words)
        err = capsys.readouterr().err
        assert ended.value.code == 2 and err.endswith("[png.missing]\n") and err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_picture_of_no_kind(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.gif", "png", ".png", "a.svg/"):
        with pytest.raises(SystemExit) as ended:
            main(["review", "nowhere.txt", "--picture", name])
        err = capsys.readouterr().err
        code = "record.file" if name == "a.svg/" else "picture.kind"
        assert ended.value.code == 2 and err.endswith(f"[{code}]\n")


def test_our_own_fonts() -> None:
    assert len(font_files()) == len(png.FACES) and all(Path(path).stat().st_size > 100_000 for path in font_files())
    assert "resvg_py" in sys.modules or check_png() is None
