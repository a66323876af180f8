"""A drawing (SVG) as PNG, with the extra `png`: a renderer, and fonts for machines that have none."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .errors import MarchstoneError

RENDERER = "resvg_py"
FONTS, FAMILY = "font_source_sans_pro", "Source Sans Pro"
FACES = ("Regular", "Bold")
SCALE = 2  # dots for each unit of the drawing: sharp on the screens of today


class PngError(MarchstoneError, RuntimeError):
    """A picture that cannot be made: `png.missing` without the extra, `png.drawing` if the drawing is none."""


def check_png() -> None:
    """Refuse at once where the extra is not installed."""
    if not (find_spec(RENDERER) and font_files()):
        message = "PNG pictures need the extra png, which is not installed"
        raise PngError("png.missing", message, expected="pip install 'marchstone[png]', or a picture in SVG")


def font_files() -> list[str]:
    """The fonts that come with the extra."""
    spec = find_spec(FONTS)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    paths = [Path(folder, "files", f"SourceSansPro-{face}.ttf") for folder in folders for face in FACES]
    return [str(path) for path in paths if path.is_file()]


def png_of(svg: str, scale: float = SCALE, *, own_fonts: bool = False) -> bytes:
    """The same picture in dots. Fonts of the machine are used where the drawing names them, unless only our own are wanted."""
    check_png()
    renderer: Any = import_module(RENDERER)
    try:
        picture = renderer.svg_to_bytes(
            svg_string=svg,
            zoom=scale,
            skip_system_fonts=own_fonts,
            font_files=font_files(),
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    except ValueError as problem:
        raise PngError("png.drawing", f"this drawing cannot be made a picture: {problem}") from None
    return bytes(picture)
