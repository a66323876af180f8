"""Names and numbers that can be typed on the command line: one that there is not has the same stable code as everywhere else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from ..cards import LANGUAGES
from ..core.layout import SEATS
from ..core.presets import NAMES
from ..errors import MarchstoneError, TextError, UnknownPresetError
from ..guards import check_choice, shown
from ..players.registry import LEVELS


class Among(click.Choice[str]):
    """One of some names."""

    def __init__(self, names: Sequence[str], code: str, what: str, kind: type[MarchstoneError] = TextError) -> None:
        super().__init__(names)
        self.code, self.what, self.kind = code, what, kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name, if there is one like it."""
        check_choice(value, list(self.choices), self.code, self.what, self.kind)
        return str(value)


class Within(click.IntRange):
    """One of some numbers."""

    def __init__(self, least: int, most: int, code: str, what: str) -> None:
        super().__init__(least, most)
        self.code, self.what = code, what

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, if it is one of them."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            expected = f"{self.min} to {self.max}"
            raise TextError(self.code, f"there is no {self.what} {shown(value)}", expected=expected) from None


PRESET = Among(NAMES, "preset.unknown", "preset", UnknownPresetError)
LANGUAGE = Among(LANGUAGES, "language.unknown", "language")
SEAT = Within(0, SEATS - 1, "seat.unknown", "seat")
LEVEL = Within(1, LEVELS, "level.unknown", "level")
