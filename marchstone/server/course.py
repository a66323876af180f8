"""The course of a game at the server: who sits where in which round, who begins, and how the match stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.layout import WALLS
from ..fair import ROUNDS
from ..match import Outcome, RolesMatch, RoundsMatch, outcome_of
from ..position import Position
from ..rules import Rules
from ..terminal.course import outcome_when_resigned
from .refusal import Refusal
from .wire import Create

RESIGNED, AGREED = "resigned", "agreed"


def checked(create: Create) -> Create:
    """Settings of a game that can be played."""
    if create.preset not in Rules.names():
        raise Refusal("game.preset")
    if (create.opponent == "level") != (create.level is not None):
        raise Refusal("game.level")
    if is_walls(create.preset) and create.rounds > 2:
        raise Refusal("game.rounds")
    return create


def is_walls(preset: str) -> bool:
    """Whether roles are swapped between rounds."""
    return Rules(preset).preset.game == WALLS


class Course:
    """The rounds of one game. Player `starter` begins the first round; in walls whoever begins attacks, so has seat 0."""

    def __init__(self, settings: Create, starter: int, results: Sequence[Outcome] = ()) -> None:
        self.settings, self.starter, self.results = settings, starter, tuple(results)
        self.walls = is_walls(settings.preset)

    @property
    def is_match(self) -> bool:
        """Whether it goes over more than one round."""
        return self.settings.rounds > 1

    @property
    def match(self) -> RoundsMatch | RolesMatch:
        """The match so far. Its player 0 is in walls whoever attacks first, in stones our player 0."""
        if self.walls:
            return RolesMatch(self.settings.preset, self.results)
        return RoundsMatch(self.settings.preset, self.settings.rounds, self.starter, self.results)

    @property
    def finished(self) -> bool:
        """Whether no round is to come."""
        if not self.is_match:
            return bool(self.results)
        return self.match.finished or len(self.results) >= ROUNDS

    @property
    def seats(self) -> tuple[int, int]:
        """The seats of both players in the round that comes next."""
        if not self.walls:
            return 0, 1
        return seats_in(self.starter, len(self.results))

    @property
    def first(self) -> int | None:
        """In stones the seat that begins the next round."""
        match = self.match
        return match.starter if isinstance(match, RoundsMatch) else None

    @property
    def score(self) -> list[int]:
        """The points of both players; in walls the rounds that they have won."""
        if self.walls and not self.is_match:
            return [sum(seats_in(self.starter, 0)[player] == result.winner for result in self.results) for player in (0, 1)]
        standing = self.match.standing
        return [standing[player ^ self.starter] for player in (0, 1)] if self.walls else [*standing]

    @property
    def verdict(self) -> dict[str, Any] | None:
        """Who has won the match, and by what, when it is over."""
        if not self.is_match or not self.finished:
            return None
        match = self.match
        winner = match.winner
        if winner is not None and self.walls:
            winner ^= self.starter
        by = match.decided_by if isinstance(match, RolesMatch) else None if winner is None else "points"
        return {"winner": winner, "by": by}


def seats_in(starter: int, number: int) -> tuple[int, int]:
    """Walls: the seats of both players in a round, counted from 0."""
    attacker = starter ^ number % 2
    return (0, 1) if attacker == 0 else (1, 0)


def outcome(position: Position, reason: str, loser: int | None) -> Outcome:
    """The outcome of a round that stands like this: by the rules, given up by a seat, or drawn as agreed."""
    if reason == RESIGNED and loser is not None:
        return outcome_when_resigned(position, loser)
    if reason == AGREED:
        held = [sum(front.owner == seat for front in position.fronts) for seat in (0, 1)]
        return Outcome(position.rules.name, None, "stalemate", stones=(held[0], held[1]))
    return outcome_of(position)


def points(result: Outcome, seats: tuple[int, int], walls: bool) -> list[int]:
    """What a round is worth to each player: points of stones; in walls 1 to the winner."""
    if walls:
        return [int(seats[player] == result.winner) for player in (0, 1)]
    return [result.points[seats[player]] for player in (0, 1)]
