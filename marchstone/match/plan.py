"""What an arena is to play: who meets whom, on which deals, with which seeds. All of it follows from the setup alone."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

from ..core.presets import NAMES
from ..errors import MarchstoneError, UnknownPresetError
from ..players.base import Budget
from ..players.process import GRACE
from ..players.registry import Spec, budget_of
from ..position import Position

EVENT = "Marchstone arena"
EVERYONE, NEIGHBOURS = "everyone", "neighbours"
USUAL = Budget(seconds=0.2)
MOST_PLAYERS = 64
MOST_GAMES = 10_000_000
GAME_NAME = re.compile(r"([1-9]\d?)-([1-9]\d?)/(\d{7})([ab])", re.ASCII)
PACKAGE = Path(__file__).parents[1]
PROGRAMME = ("core", "engine", "players")  # what a player's choices can depend on


def counted(number: int, what: str) -> str:
    """`1 player`, `3 players`."""
    return f"{number} {what}{'s' * (number != 1)}"


class ArenaError(MarchstoneError, ValueError):
    """An arena that cannot be played, or cannot be gone on with."""


@dataclass(frozen=True, order=True)
class GameId:
    """One game: the pairing (players by their place in the list), the deal, and whether it is the one with seats swapped.

    >>> GameId((0, 2), 17, True).name, GameId.parse("1-3/0000017b") == GameId((0, 2), 17, True)
    ('1-3/0000017b', True)
    """

    pairing: tuple[int, int]
    deal: int
    swapped: bool

    @property
    def name(self) -> str:
        """Short and sorted as played; also the name of its file."""
        first, second = self.pairing
        return f"{first + 1}-{second + 1}/{self.deal:07}{'ab'[self.swapped]}"

    @classmethod
    def parse(cls, name: str) -> GameId | None:
        """From its name, if it is one."""
        match = GAME_NAME.fullmatch(name)
        return match and cls((int(match[1]) - 1, int(match[2]) - 1), int(match[3]), match[4] == "b")

    @property
    def seats(self) -> tuple[int, int]:
        """Which player sits where: in the first game of a deal the pairing's first has seat 0."""
        first, second = self.pairing
        return (second, first) if self.swapped else (first, second)


@dataclass(frozen=True)
class Setup:
    """Everything that makes the games of an arena what they are, and how many there are to be at most in each pairing."""

    preset: str
    players: tuple[str, ...]
    games: int
    seed: int = 1
    budget: Budget = USUAL  # for players that name none
    grace: float = GRACE
    sprt: tuple[float, float] | None = None
    meeting: str = EVERYONE

    def __post_init__(self) -> None:
        if self.preset not in NAMES:
            raise UnknownPresetError("preset.unknown", f"there is no preset {self.preset!r}", expected=" or ".join(NAMES))
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            raise ArenaError(
                "arena.players", f"{counted(len(self.players), 'player')} cannot meet", expected=f"2 to {MOST_PLAYERS}"
            )
        for player in self.players:
            Spec.parse(player)
        if not 1 <= self.games <= MOST_GAMES:
            raise ArenaError("arena.games", f"{counted(self.games, 'game')} cannot be played", expected=f"1 to {MOST_GAMES}")
        if self.sprt is not None and not -1000 <= self.sprt[0] < self.sprt[1] <= 1000:
            raise ArenaError("arena.sprt", "the test needs a lower and a higher difference in Elo", expected="such as 0 10")
        if not 0 <= self.grace <= 3600:
            raise ArenaError("arena.grace", f"a grace of {self.grace} s is none", expected="0 to 3600")

    @property
    def deals(self) -> int:
        """Each deal is two games, so an odd number is rounded up."""
        return (self.games + 1) // 2

    @cached_property
    def pairings(self) -> list[tuple[int, int]]:
        """Who meets whom."""
        number = len(self.players)
        return list(combinations(range(number), 2) if self.meeting == EVERYONE else zip(range(number), range(1, number)))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players as they are called; one who is there twice gets a number.

        >>> Setup("stones", ("random", "random", "greedy"), 2).names
        ('random', 'random#2', 'greedy')
        """
        earlier = [self.players[:place].count(player) for place, player in enumerate(self.players)]
        return tuple(f"{player}#{count + 1}" if count else player for player, count in zip(self.players, earlier))

    def budget_for(self, player: int) -> Budget:
        """A player's own budget, or the usual one."""
        return budget_of(self.players[player]) or self.budget

    def games_of(self, pairing: tuple[int, int]) -> Iterator[GameId]:
        """The games of a pairing, in order."""
        return (GameId(pairing, deal, swapped) for deal in range(self.deals) for swapped in (False, True))

    def deal(self, game: GameId) -> Position:
        """The deal, which is the same for all pairings."""
        return Position.deal(self.preset, seed=number_from(self.seed, "deal", self.preset, game.deal))

    def seeds(self, game: GameId) -> tuple[int, int]:
        """The seeds of both players, by seat. Nothing of the deal can be read from them."""
        first, second = (number_from(self.seed, "player", game.name, seat) >> 30 for seat in (0, 1))
        return first, second

    def tags(self, game: GameId) -> dict[str, str]:
        """What the record says beside the game itself: enough to play it again."""
        by_seat = {f"Seat{seat}": self.names[player] for seat, player in enumerate(game.seats)}
        budgets = {f"Budget{seat}": budget_text(self.budget_for(player)) for seat, player in enumerate(game.seats)}
        seeds = {f"Seed{seat}": str(seed) for seat, seed in enumerate(self.seeds(game))}
        return {"Event": EVENT, "Game": game.name, **by_seat, **budgets, **seeds}

    def to_dict(self) -> dict[str, Any]:
        """As plain values, ready for JSON."""
        return asdict(self) | {"players": list(self.players), "sprt": self.sprt and list(self.sprt)}


def budget_text(budget: Budget) -> str:
    """A budget as it stands in a player's text.

    >>> budget_text(Budget(seconds=0.2, nodes=500))
    'seconds=0.2,nodes=500'
    """
    return ",".join(
        f"{name}={value:g}" if name == "seconds" else f"{name}={value}" for name, value in asdict(budget).items() if value
    )


def number_from(*words: object) -> int:
    """A seed from words: the same ever after, and no way back."""
    digest = hashlib.sha256("|".join(map(str, words)).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 2


def programme() -> str:
    """A digest of the source that players are made of: games of different players must not be counted together."""
    digest = hashlib.sha256()
    for folder in PROGRAMME:
        for path in sorted((PACKAGE / folder).rglob("*")):
            if path.is_file() and path.suffix not in (".pyc", ".new"):
                digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
