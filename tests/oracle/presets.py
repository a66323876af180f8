"""The tables of the games: six as the rules print them, four reduced ones for exhaustive and quick tests."""

from collections.abc import Sequence
from dataclasses import dataclass

from .formations import ALL_TYPES, Game

ELITE = ["joker1", "joker2", "spy", "shield"]
STONES_TACTICS = [*ELITE, "blind", "mud", "recruiter", "strategist", "banshee", "traitor"]
WALLS_ACTIONS = ["redeployment", "recruitment", "desertion", "treachery", "explosion", "support", "exchange"]
WALLS_TACTICS = [*ELITE, *WALLS_ACTIONS]


@dataclass(frozen=True)
class Face:
    """What a Stone, or one side of a Wall tile, asks for: cards a side, types counted, whether the lowest sum wins."""

    width: int
    counted: frozenset[str] = ALL_TYPES
    lowest: bool = False


@dataclass(frozen=True)
class Preset:
    """One game. Fronts of `stones` have one face; Wall tiles have an intact and a damaged one."""

    game: Game
    hand: int
    fronts: Sequence[tuple[Face, ...]]
    tactics: list[str]
    expert: bool = False
    adjacent: int = 0  # stones: this many adjacent Stones win
    majority: int = 0  # stones: this many Stones win
    oil: int = 0  # walls: cauldrons
    breaches: int = 0  # walls: this many damaged tiles win


def number_cards(game: Game) -> list[str]:
    """All Clan or Siege cards: every value in every colour, once."""
    return [f"{colour}{number}" for colour in game.colours for number in game.values]


def types(width: int, *counted: str) -> Face:
    """A face that counts only these types (and the Sum)."""
    return Face(width, frozenset(counted))


def full(width: int) -> Face:
    """A face that counts all types."""
    return Face(width)


def lowest(width: int) -> Face:
    """A lowest-sum face."""
    return Face(width, frozenset(), True)


def _stones(hand: int, tactics: list[str], expert: bool) -> Preset:
    cards = Game("stones", "roygbv", range(1, 10), 7)
    return Preset(cards, hand, [(full(3),)] * 9, tactics, expert, adjacent=3, majority=5)


def _walls(hand: int, tactics: list[str]) -> Preset:
    cards = Game("walls", "rygbv", range(0, 12), 10)
    tiles = [
        (types(3), types(3, "run")),
        (full(4), types(2, "same")),
        (full(3), types(3, "colour")),
        (full(2), lowest(4)),
        (full(3), types(3, "colour")),
        (full(4), types(2, "same")),
        (lowest(3), types(3, "run")),
    ]
    return Preset(cards, hand, tiles, tactics, oil=3, breaches=4)


PRESETS: dict[str, Preset] = {
    "stones": _stones(6, [], False),
    "stones-tactics": _stones(7, STONES_TACTICS, False),
    "stones-expert": _stones(6, [], True),
    "stones-tactics-expert": _stones(7, STONES_TACTICS, True),
    "walls": _walls(6, []),
    "walls-tactics": _walls(7, WALLS_TACTICS),
    "stones-tiny": Preset(Game("stones", "ro", range(1, 4), 7), 2, [(full(2),)] * 2, [], adjacent=1, majority=1),
    "stones-small": Preset(Game("stones", "royg", range(1, 7), 7), 4, [(full(2),)] * 5, [], adjacent=2, majority=3),
    "walls-tiny": Preset(
        Game("walls", "ry", range(0, 4), 10), 2, [(full(2), types(1, "same")), (full(1), lowest(2))], [], breaches=2
    ),
    "walls-small": Preset(
        Game("walls", "rygb", range(0, 8), 10),
        4,
        [
            (types(2), types(2, "run")),
            (full(3), types(2, "same")),
            (full(2), lowest(3)),
            (full(2), types(2, "colour")),
            (lowest(2), types(2, "run")),
        ],
        [],
        oil=2,
        breaches=3,
    ),
}
