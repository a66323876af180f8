"""Matches: several games that count as one. Rounds of stones are added up in points; walls is played twice with roles swapped.

Players are 0 and 1 and keep their names through the match; seats are those of a single game. A match is a value: the finished
games it has seen. `after` gives the match with one more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .core.layout import CLAIMED, DAMAGED, DRAWN, NUMBER, OIL, PILE_SIZE, PRESET, REASON, STONES, WALLS, WINNER
from .core.presets import NAMES, PRESETS
from .errors import MarchstoneError, UnknownPresetError

WIN_POINTS = 5
# in the order of the core's numbers: which game ends so, and who can have won then
REASONS: dict[str, tuple[int, tuple[int | None, ...]]] = {
    "adjacent": (STONES, (0, 1)),
    "majority": (STONES, (0, 1)),
    "stalemate": (STONES, (None,)),
    "fourth": (WALLS, (0,)),
    "twice": (WALLS, (0,)),
    "deck": (WALLS, (1,)),
    "full": (WALLS, (1,)),
}
ATTACKER = 0


class MatchError(MarchstoneError, ValueError):
    """A result that a match cannot take: of an unfinished game, of another game, or after the end."""


@dataclass(frozen=True)
class Outcome:
    """How one game ended, with all that a match may have to count.

    >>> Outcome("stones", winner=0, reason="adjacent", stones=(3, 2)).points
    (5, 2)
    """

    preset: str
    winner: int | None  # a seat; None: drawn
    reason: str
    stones: tuple[int, int] = (0, 0)  # stones: held by each seat
    siege_left: int = 0  # walls: Siege cards left in the pile
    intact: int = 0  # walls: tiles that are not damaged
    oil: int = 0  # walls: cauldrons left

    def __post_init__(self) -> None:
        if self.preset not in NAMES:
            raise UnknownPresetError("preset.unknown", f"there is no preset {self.preset!r}", expected=" or ".join(NAMES))
        if self.reason not in REASONS:
            raise MatchError("match.outcome", f"no game ends for the reason {self.reason!r}", expected=" or ".join(REASONS))
        game, winners = REASONS[self.reason]
        if game != PRESETS[NAMES.index(self.preset)].game or self.winner not in winners:
            raise MatchError("match.outcome", f"no game of {self.preset!r} ends {self.reason!r} with winner {self.winner!r}")

    @property
    def points(self) -> tuple[int, int]:
        """What a round of stones is worth to each seat: 5 to the winner, 1 for each Stone to everyone else."""
        first, second = (WIN_POINTS if seat == self.winner else self.stones[seat] for seat in (0, 1))
        return first, second

    @property
    def defence(self) -> int:
        """What the defender has saved: intact tiles and unused cauldrons."""
        return self.intact + self.oil


def outcome_of(state: Sequence[int]) -> Outcome:
    """The outcome of a finished game, from its state or a view of it."""
    preset = PRESETS[int(state[PRESET])]
    winner = int(state[WINNER])
    if not winner:
        raise MatchError("match.unfinished-game", "this game is not over yet")
    seat = None if winner == DRAWN else winner - 1
    reason = tuple(REASONS)[int(state[REASON]) - 1]
    if preset.game == STONES:
        held = int(state[CLAIMED]).bit_count(), int(state[CLAIMED + 1]).bit_count()
        return Outcome(preset.name, seat, reason, stones=held)
    intact = preset.fronts - int(state[DAMAGED]).bit_count()
    left = int(state[PILE_SIZE + NUMBER])
    return Outcome(preset.name, seat, reason, siege_left=left, intact=intact, oil=int(state[OIL]))


def check_preset(name: str, game: int) -> None:
    """Is this a preset of the game that the match is about?"""
    presets = [preset.name for preset in PRESETS if preset.game == game]
    if name not in presets:
        raise MatchError("match.preset", f"{name!r} is not played in such a match", expected=" or ".join(presets))


def check_next(preset: str, finished: bool, outcome: Outcome) -> None:
    """Can the match take this result?"""
    if finished:
        raise MatchError("match.finished", "the match is over")
    if outcome.preset != preset:
        raise MatchError("match.preset", f"a game of {outcome.preset!r} does not count here", expected=preset)


@dataclass(frozen=True)
class RoundsMatch:
    """An agreed number of rounds of stones; each player keeps one seat, and whoever lost a round starts the next.

    >>> match = RoundsMatch("stones", rounds=2, first=0)
    >>> match = match.after(Outcome("stones", winner=1, reason="majority", stones=(3, 5)))
    >>> match.standing, match.starter
    ((3, 5), 0)
    >>> match = match.after(Outcome("stones", winner=0, reason="adjacent", stones=(3, 4)))
    >>> match.standing, match.finished, match.winner, match.drawn
    ((8, 9), True, 1, False)
    """

    preset: str = "stones"
    rounds: int = 1
    first: int = 0  # who starts the first round, by lot
    results: tuple[Outcome, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        check_preset(self.preset, STONES)
        if self.rounds < 1:
            raise MatchError("match.rounds", f"a match has at least one round, not {self.rounds}")
        if self.first not in (0, 1):
            raise MatchError("match.player", f"there is no player {self.first!r}", expected="0 or 1")

    def after(self, outcome: Outcome) -> RoundsMatch:
        """The match with one more round."""
        check_next(self.preset, self.finished, outcome)
        return replace(self, results=(*self.results, outcome))

    @property
    def standing(self) -> tuple[int, int]:
        """The points of both players."""
        return sum(result.points[0] for result in self.results), sum(result.points[1] for result in self.results)

    @property
    def finished(self) -> bool:
        """Whether all rounds have been played."""
        return len(self.results) >= self.rounds

    @property
    def starter(self) -> int | None:
        """Who starts the next round: the loser of the last, or after a drawn round whoever had not started it."""
        if self.finished:
            return None
        starter = self.first
        for result in self.results:
            starter = 1 - (starter if result.winner is None else result.winner)
        return starter

    @property
    def winner(self) -> int | None:
        """Who has more points at the end; nobody when they are equal."""
        ours, theirs = self.standing
        return None if not self.finished or ours == theirs else int(theirs > ours)

    @property
    def drawn(self) -> bool:
        """Whether the match has ended with equal points."""
        return self.finished and self.winner is None


@dataclass(frozen=True)
class RolesMatch:
    """Two games of walls with roles swapped, player 0 attacking first; both are played again for as long as they are equal.

    >>> match = RolesMatch("walls")
    >>> match = match.after(Outcome("walls", winner=0, reason="fourth", siege_left=12))
    >>> match.attacker
    1
    >>> match = match.after(Outcome("walls", winner=0, reason="twice", siege_left=20))
    >>> match.winner, match.decided_by
    (1, 'siege-left')
    """

    preset: str = "walls"
    results: tuple[Outcome, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        check_preset(self.preset, WALLS)

    def after(self, outcome: Outcome) -> RolesMatch:
        """The match with one more game."""
        check_next(self.preset, self.finished, outcome)
        return replace(self, results=(*self.results, outcome))

    @property
    def attacker(self) -> int | None:
        """Who attacks in the next game."""
        return None if self.finished else len(self.results) % 2

    @property
    def standing(self) -> tuple[int, int]:
        """The games won by both players in the pair being played, or in the last one when it is complete."""
        start = max(0, len(self.results) - 1) // 2 * 2
        winners = [player_at(result.winner, game) for game, result in enumerate(self.results[start:])]
        return winners.count(0), winners.count(1)

    @property
    def finished(self) -> bool:
        """Whether the last pair of games has a winner."""
        return self.winner is not None

    @property
    def winner(self) -> int | None:
        """Who won both games, or one's own half of them by more."""
        return self._decision[0]

    @property
    def decided_by(self) -> str | None:
        """What decided the match: `both` games won, more Siege cards left (`siege-left`), or more saved (`defence`)."""
        return self._decision[1]

    @property
    def _decision(self) -> tuple[int | None, str | None]:
        if not self.results or len(self.results) % 2:
            return None, None
        return decide(*self.results[-2:])


def player_at(seat: int | None, game: int) -> int | None:
    """Who sits there: in the first game of a pair player 0 attacks, in the second player 1."""
    return None if seat is None else seat ^ game % 2


def decide(first: Outcome, second: Outcome) -> tuple[int | None, str | None]:
    """Who wins a pair of games, and by what: both games, the quicker attack, the better defence; or nobody."""
    if first.winner != second.winner:
        return player_at(first.winner, 0), "both"
    if first.winner == ATTACKER:
        ours, theirs, by = first.siege_left, second.siege_left, "siege-left"
    else:
        ours, theirs, by = second.defence, first.defence, "defence"
    return (None, None) if ours == theirs else (int(theirs > ours), by)
