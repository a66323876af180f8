"""The games of a sitting: who sits where in each, who begins, which deal, and how the match stands."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..core.layout import WALLS
from ..errors import MarchstoneError
from ..match import Outcome, RolesMatch, RoundsMatch, outcome_of
from ..match.rounds import REASONS
from ..position import Position
from ..rules import Rules

MOST_ROUNDS = 25
MOST_SEEDS = 2**62
RESIGNED = {"stones": ("majority", "majority"), "walls": ("fourth", "deck")}  # by game and winner


class PlayError(MarchstoneError, ValueError):
    """Something that was asked of the game in the terminal and cannot be."""


class DamagedError(PlayError):
    """A saved game that cannot be read; `aside` is where it lies now."""

    def __init__(self, reason: str, aside: str) -> None:
        super().__init__("play.damaged", f"the saved game is damaged and was kept aside as {aside}: {reason}")
        self.reason, self.aside = reason, aside


@dataclass(frozen=True)
class Course:
    """What is played, by whom, and what has been finished. Player 0 has seat 0 in the first game.

    >>> course = Course("walls", rounds=2, seat=1)
    >>> course.seat_now, course.after(Outcome("walls", 1, "deck")).seat_now
    (1, 0)
    """

    preset: str
    level: int = 1
    seat: int = 0  # the person's in the first game
    seed: int = 0
    two: bool = False  # two persons at one screen
    rounds: int = 1
    results: tuple[Outcome, ...] = field(default=(), repr=False)
    first: int = 0  # stones: who began the first game, by lot

    def __post_init__(self) -> None:
        most = 2 if self.is_walls else MOST_ROUNDS
        if not 1 <= self.rounds <= most:
            raise PlayError("play.rounds", f"{self.preset} is not played over {self.rounds} rounds", expected=f"1 to {most}")

    @property
    def is_walls(self) -> bool:
        """Whether roles are swapped between games."""
        return Rules(self.preset).preset.game == WALLS

    @property
    def swapped(self) -> bool:
        """Whether players have changed seats in the game that comes next, or is being played."""
        return self.is_walls and len(self.results) % 2 == 1

    @property
    def seat_now(self) -> int:
        """The person's seat in that game."""
        return self.seat ^ self.swapped

    def player_at(self, seat: int) -> int:
        """Which player has a seat in that game."""
        return seat ^ self.swapped

    @property
    def match(self) -> RoundsMatch | RolesMatch:
        """The match so far; of a single game it says nothing more than that game."""
        if self.is_walls:
            return RolesMatch(self.preset, self.results)
        return RoundsMatch(self.preset, self.rounds, self.first, self.results)

    @property
    def is_match(self) -> bool:
        """Whether it goes over more than one game."""
        return self.rounds > 1

    @property
    def finished(self) -> bool:
        """Whether no game is to come."""
        return self.match.finished if self.is_match else bool(self.results)

    def deal(self) -> tuple[Course, Position]:
        """The deal of the next game. In stones the lot that it draws for the first game is kept."""
        seed = (self.seed + len(self.results)) % MOST_SEEDS
        match = self.match
        if isinstance(match, RolesMatch):
            return self, Position.deal(self.preset, seed=seed)
        if not self.results:
            position = Position.deal(self.preset, seed=seed)
            return replace(self, first=position.turn), position
        return self, Position.deal(self.preset, seed=seed, first=match.starter)

    def after(self, outcome: Outcome) -> Course:
        """The course with one more game. Of roles swapped in vain only the last pair of games can matter."""
        return replace(self, results=(*self.results, outcome))

    def again(self) -> Course:
        """Once more the same: another deal, and in walls the other roles."""
        seed = (self.seed + len(self.results) + 1000) % MOST_SEEDS
        return replace(self, seed=seed, results=(), first=0, seat=self.seat ^ self.is_walls)


def outcome_when_resigned(position: Position, seat: int) -> Outcome:
    """A game given up counts as lost, with everything else as it stands."""
    held = [sum(front.owner == player for front in position.fronts) for player in (0, 1)]
    preset, winner = position.rules.name, 1 - seat
    reason = RESIGNED[position.rules.game][winner]
    if position.rules.game == "stones":
        return Outcome(preset, winner, reason, stones=(held[0], held[1]))
    intact = sum(not front.damaged for front in position.fronts)
    return Outcome(preset, winner, reason, siege_left=position.piles[0], intact=intact, oil=position.oil)


def outcome_text(outcome: Outcome) -> str:
    """An outcome as a tag of a record: winner, reason, Stones, cards left, tiles, cauldrons."""
    winner = "draw" if outcome.winner is None else outcome.winner
    numbers = (*outcome.stones, outcome.siege_left, outcome.intact, outcome.oil)
    return " ".join(map(str, (winner, outcome.reason, *numbers)))


def outcome_from(preset: str, text: str) -> Outcome:
    """The outcome of such a text; a ValueError if it is none."""
    winner, reason, *rest = text.split(" ")
    if reason not in REASONS or winner not in ("0", "1", "draw"):
        raise ValueError(text)
    ours, theirs, left, intact, oil = map(int, rest)
    return Outcome(preset, None if winner == "draw" else int(winner), reason, (ours, theirs), left, intact, oil)


__all__ = [
    "MOST_ROUNDS",
    "Course",
    "DamagedError",
    "PlayError",
    "outcome_from",
    "outcome_of",
    "outcome_text",
    "outcome_when_resigned",
]
