"""The games by number: every preset is one row of settings and, for each front, what it asks for in each of its states."""

from __future__ import annotations

from dataclasses import dataclass

from .formations import (
    COUNTS_ALL,
    COUNTS_COLOUR,
    COUNTS_RUN,
    COUNTS_SAME,
    row,
)
from .layout import (
    BLIND,
    BLINDED,
    DAMAGED,
    EXCHANGE,
    FIRST_TACTIC,
    FRONTS,
    JOKER1,
    MUDDY,
    PRESET,
    REDEPLOYMENT,
    STONES,
    STRIDE,
    SUPPORT,
    TRAITOR,
    WALLS,
    State,
)
from .target import kernel, table


@dataclass(frozen=True)
class Preset:
    """One game with its numbers."""

    name: str
    game: int
    fronts: int
    colours: str
    values: tuple[int, int]
    hand: int
    tactics: bool = False
    expert: bool = False
    adjacent: int = 0  # stones: this many neighbouring fronts win
    majority: int = 0  # stones: this many fronts win
    damage: int = 0  # walls: this many damaged tiles win
    oil: int = 0
    width: int = 3  # stones: cards a side
    tiles: tuple[tuple[int, int], ...] = ()  # walls: the row of each tile, intact and damaged


def tile(width: int, counted: int = 0, lowest: bool = False) -> int:
    """What a Wall tile asks for."""
    return row(width, counted, WALLS, lowest)


TOWER = (tile(4, COUNTS_ALL), tile(2, COUNTS_SAME))
WALL = (tile(3, COUNTS_ALL), tile(3, COUNTS_COLOUR))
PIT = tile(3, COUNTS_RUN)
TILES = ((tile(3), PIT), TOWER, WALL, (tile(2, COUNTS_ALL), tile(4, lowest=True)), WALL, TOWER, (tile(3, lowest=True), PIT))

STONES_COLOURS, WALLS_COLOURS = "roygbv", "rygbv"
GAME_COLOURS = (STONES_COLOURS, WALLS_COLOURS)


def stones(name: str, hand: int, tactics: bool = False, expert: bool = False) -> Preset:
    """A full game of stones."""
    return Preset(name, STONES, 9, STONES_COLOURS, (1, 9), hand, tactics, expert, adjacent=3, majority=5)


def walls(name: str, hand: int, tactics: bool = False) -> Preset:
    """A full game of walls."""
    return Preset(name, WALLS, 7, WALLS_COLOURS, (0, 11), hand, tactics, damage=4, oil=3, tiles=TILES)


PRESETS = (
    stones("stones", 6),
    stones("stones-tactics", 7, tactics=True),
    stones("stones-expert", 6, expert=True),
    stones("stones-tactics-expert", 7, tactics=True, expert=True),
    walls("walls", 6),
    walls("walls-tactics", 7, tactics=True),
    Preset("stones-tiny", STONES, 2, "ro", (1, 3), 2, adjacent=1, majority=1, width=2),
    Preset("stones-small", STONES, 5, "royg", (1, 6), 4, adjacent=2, majority=3, width=2),
    Preset(
        "walls-tiny",
        WALLS,
        2,
        "ry",
        (0, 3),
        2,
        damage=2,
        tiles=((tile(2, COUNTS_ALL), tile(1, COUNTS_SAME)), (tile(1, COUNTS_ALL), tile(2, lowest=True))),
    ),
    Preset(
        "walls-small",
        WALLS,
        5,
        "rygb",
        (0, 7),
        4,
        damage=3,
        oil=2,
        tiles=(
            (tile(2), tile(2, COUNTS_RUN)),
            (tile(3, COUNTS_ALL), tile(2, COUNTS_SAME)),
            (tile(2, COUNTS_ALL), tile(3, lowest=True)),
            (tile(2, COUNTS_ALL), tile(2, COUNTS_COLOUR)),
            (tile(2, lowest=True), tile(2, COUNTS_RUN)),
        ),
    ),
)
NAMES = tuple(preset.name for preset in PRESETS)

# -- the same as one table of numbers, 64 to a preset ----------------------------------------------------------------------
SETTINGS_SHIFT = 6
(
    GAME,
    FRONT_COUNT,
    HAND_LIMIT,
    EXPERT,
    ADJACENT_WINS,
    MAJORITY_WINS,
    DAMAGE_WINS,
    OIL_START,
    COOK,
    DECK_MASK,
    TACTIC_DECK,
    ALL_FRONTS,
) = range(12)
ROWS = 16  # for each front: plain, damaged or blind, muddy, blind and muddy


def deck_of(preset: Preset) -> int:
    """Its number cards, as a mask."""
    lanes = [GAME_COLOURS[preset.game].index(colour) for colour in preset.colours]
    first, last = preset.values
    return sum(1 << lane * STRIDE[preset.game] + value for lane in lanes for value in range(first, last + 1))


def tactics_of(preset: Preset) -> int:
    """Its Tactic cards, as a mask: the four elite troops of both games, then the game's own."""
    if not preset.tactics:
        return 0
    first, last = (REDEPLOYMENT, EXCHANGE) if preset.game else (BLIND, TRAITOR)
    own = [*range(JOKER1, BLIND), *range(first, last + 1)]
    return sum(1 << card - FIRST_TACTIC for card in own)


def rows_of(preset: Preset, front: int) -> list[int]:
    """What a front asks for in each of its four states."""
    if front >= preset.fronts:
        return [0, 0, 0, 0]
    if preset.game == WALLS:
        intact, damaged = preset.tiles[front]
        return [intact, damaged, intact, damaged]
    width = preset.width
    return [row(width, COUNTS_ALL), row(width, 0), row(width + 1, COUNTS_ALL), row(width + 1, 0)]


def settings_of(preset: Preset) -> list[int]:
    """One preset's 64 numbers."""
    head = [
        preset.game,
        preset.fronts,
        preset.hand,
        int(preset.expert),
        preset.adjacent,
        preset.majority,
        preset.damage,
        preset.oil,
        preset.values[1],
        deck_of(preset),
        tactics_of(preset),
        (1 << preset.fronts) - 1,
    ]
    rows = [number for front in range(FRONTS) for number in rows_of(preset, front)]
    return [*head, *[0] * (ROWS - len(head)), *rows, *[0] * (64 - ROWS - len(rows))]


SETTINGS = table([number for preset in PRESETS for number in settings_of(preset)])


@kernel
def settings_at(place: int) -> int:
    """A number of the table. (Compiled once, unlike `setting` for each constant: CUDA keeps a copy of the table every time.)"""
    return SETTINGS[place]


@kernel
def setting(s: State, which: int) -> int:
    """One number of the preset being played."""
    return settings_at((s[PRESET] << SETTINGS_SHIFT) + which)


@kernel
def has_support(s: State) -> int:
    """Whether chance has a part after the deal: only Support shuffles."""
    return setting(s, TACTIC_DECK) >> SUPPORT - FIRST_TACTIC & 1


@kernel
def row_at(s: State, front: int) -> int:
    """What a front asks for now: damage turns a tile; Blind-Man's Bluff and Mud Fight change a Stone."""
    state = ((s[DAMAGED] | s[BLINDED]) >> front & 1) | (s[MUDDY] >> front & 1) << 1
    return setting(s, ROWS + 4 * front + state)
