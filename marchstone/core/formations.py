"""Formations and rows: what a front asks for, as one small number, and how strong a formation is.

row       bits 0-2: width     bits 3-6: the types that count besides Sum     bit 7: lowest sum wins     bit 8: game
strength  type * 64 + total (on a lowest-sum front 63 - total), so that the stronger formation is the greater number
"""

from __future__ import annotations

from .layout import COLUMN, LANE, STONES
from .target import kernel

SUM, RUN, COLOUR, SAME, COLOUR_RUN = 1, 2, 3, 4, 5
TYPE_SHIFT = 6
TOTALS = 63

# what a front counts besides Sum
COUNTS_RUN, COUNTS_COLOUR, COUNTS_SAME, COUNTS_COLOUR_RUN = 1, 2, 4, 8
COUNTS_ALL = 15


def row(width: int, counted: int, game: int = STONES, lowest: bool = False) -> int:
    """A row of the rules: `width` cards a side, judged by the types of `counted`."""
    return width | counted << 3 | lowest << 7 | game << 8


@kernel
def width_of(row: int) -> int:
    """How many cards a formation has there."""
    return row & 7


@kernel
def counted_of(row: int) -> int:
    """Which types count there; every other type is a Sum."""
    return row >> 3 & 15


@kernel
def is_lowest(row: int) -> int:
    """Whether the lower total is the stronger there."""
    return row >> 7 & 1


@kernel
def game_of(row: int) -> int:
    """STONES or WALLS: how the lanes lie and what the elite troops are worth."""
    return row >> 8


@kernel
def type_of(strength: int) -> int:
    """The formation's type."""
    return strength >> TYPE_SHIFT


@kernel
def values_of(cards: int, game: int) -> int:
    """The values that occur among some cards, as bits: all lanes laid on one."""
    if game == STONES:
        halves = cards | cards >> 30
        return (halves | halves >> 10 | halves >> 20) & LANE[STONES]
    return (cards | cards >> 12 | cards >> 24 | cards >> 36 | cards >> 48) & LANE[game]


@kernel
def with_value(value: int, game: int) -> int:
    """All cards of one value: one bit in every lane."""
    return COLUMN[game] << value
