"""Matches: several games that count as one. Rounds of stones are added up in points; walls is played twice with roles swapped.

Players are 0 and 1 and keep their names through the match; seats are those of a single game. A match is a value: the finished
games it has seen. `after` gives the match with one more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..board import Board
from ..core.layout import CLAIMED, DAMAGED, DRAWN, NUMBER, OIL, PILE_SIZE, PRESET, REASON, SEATS, STONES, WALLS, WINNER
from ..core.presets import NAMES, PRESETS
from ..errors import MarchstoneError, UnknownPresetError
from ..guards import check_choice, check_number, check_type, items_of, words_of

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
MOST_ROUNDS = 10_000
MOST_COUNTED = 99  # Stones, tiles, cauldrons, cards: of nothing are there more


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
        check_choice(self.preset, NAMES, "preset.unknown", "preset", UnknownPresetError)
        check_choice(self.reason, tuple(REASONS), "match.outcome", "ending", MatchError)
        held = items_of(self.stones, "match.outcome", "the Stones held")
        for count in (*held, self.siege_left, self.intact, self.oil):
            check_number(count, "match.outcome", "a number that counts in a match", 0, MOST_COUNTED)
        if self.winner is not None:
            check_number(self.winner, "match.outcome", "a winner", 0, SEATS - 1)
        game, winners = REASONS[self.reason]
        if game != PRESETS[NAMES.index(self.preset)].game or self.winner not in winners or len(held) != SEATS:
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


def outcome_of(game: Board | Sequence[int]) -> Outcome:
    """The outcome of a finished game: from its final position, a view of it, or the words of either."""
    state = game.vector if isinstance(game, Board) else words_of(game)
    preset = PRESETS[check_number(state[PRESET], "state.type", "the number of a preset", 0, len(PRESETS) - 1)]
    winner = state[WINNER]
    if not winner:
        raise MatchError("match.unfinished-game", "this game is not over yet")
    seat = None if winner == DRAWN else winner - 1
    reason = tuple(REASONS)[check_number(state[REASON], "state.type", "the number of a reason", 1, len(REASONS)) - 1]
    if preset.game == STONES:
        held = state[CLAIMED].bit_count(), state[CLAIMED + 1].bit_count()
        return Outcome(preset.name, seat, reason, stones=held)
    intact = preset.fronts - state[DAMAGED].bit_count()
    left = state[PILE_SIZE + NUMBER]
    return Outcome(preset.name, seat, reason, siege_left=left, intact=intact, oil=state[OIL])


def check_preset(name: str, game: int) -> None:
    """Is this a preset of the game that the match is about?"""
    presets = [preset.name for preset in PRESETS if preset.game == game]
    check_choice(name, presets, "match.preset", "preset of this game called", MatchError)


def check_next(preset: str, finished: bool, outcome: Outcome) -> None:
    """Can the match take this result?"""
    check_type(outcome, Outcome, "match.outcome", "the result of a game")
    if finished:
        raise MatchError("match.finished", "the match is over")
    if outcome.preset != preset:
        raise MatchError("match.preset", f"a game of {outcome.preset!r} does not count here", expected=preset)


def checked_results(preset: str, results: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """The results of a match, each of a game of its own."""
    given = tuple(items_of(results, "match.outcome", "the results of a match"))
    for outcome in given:
        check_next(preset, False, outcome)
    return given


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
    results: tuple[Outcome, ...] = ()

    def __post_init__(self) -> None:
        check_preset(self.preset, STONES)
        check_number(self.rounds, "match.rounds", "the number of rounds", 1, MOST_ROUNDS)
        check_number(self.first, "match.player", "a player", 0, SEATS - 1)
        object.__setattr__(self, "results", checked_results(self.preset, self.results))

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
    results: tuple[Outcome, ...] = ()

    def __post_init__(self) -> None:
        check_preset(self.preset, WALLS)
        object.__setattr__(self, "results", checked_results(self.preset, self.results))

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
