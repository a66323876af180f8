"""Pictures in files: SVG or PNG, as the name of the file says."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from ..errors import MarchstoneError
from ..files import write_whole
from ..png import check_png, png_of

KINDS = (".svg", ".png")


class PictureError(MarchstoneError, OSError):
    """A picture that cannot be written, or of no kind that is known."""


class Picture(click.Path):
    """The file of a picture. One that could not be made is refused before any work is done for it."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The file, if it is of a kind that can be made here."""
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if path.suffix.lower() not in KINDS:
            raise PictureError("picture.kind", f"{path.name[:60]!r} is no picture", expected=" or ".join(KINDS))
        if path.suffix.lower() == ".png":
            check_png()
        return path


def write_picture(path: Path, svg: str) -> None:
    """The drawing, in a file as a whole or not at all."""
    content = png_of(svg) if path.suffix.lower() == ".png" else svg.encode()
    try:
        write_whole(path, content)
    except OSError as problem:
        raise PictureError("picture.file", f"{path} cannot be written: {problem.strerror}") from None
