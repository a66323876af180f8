"""One game between two players, refereed: each gets its own view and the legal moves, and whoever fails loses."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil

from ..errors import IllegalMoveError, MarchstoneError
from ..game import Game
from ..players.base import Budget, Player
from ..players.process import ForfeitError
from ..position import Position
from ..record import Record
from .rounds import Outcome, outcome_of

MOST_MOVES = 3_000  # many times the longest game seen; two players who could both pass for ever are parted with a draw
LATE = 0.1  # seconds beyond the budget that a move may take before it is counted as late
FORFEIT = "forfeit"
ENDLESS = "endless"


@dataclass
class Clock:
    """What a player's choices have cost."""

    asked: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    late: int = 0
    times: Counter[int] = field(default_factory=Counter)  # how many took so many milliseconds, rounded up

    def add(self, seconds: float, budget: Budget) -> None:
        """One more choice."""
        self.asked += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)
        self.times[ceil(1000 * seconds)] += 1
        self.late += budget.seconds is not None and seconds > budget.seconds + LATE


@dataclass(frozen=True)
class Played:
    """How a game went. A forfeited game has a winner, a record up to the failure, and no outcome by the rules."""

    record: Record
    winner: int | None
    reason: str
    outcome: Outcome | None
    forfeit: str | None = None
    clocks: tuple[Clock, Clock] = field(default_factory=lambda: (Clock(), Clock()))


def play_game(
    start: Position, players: tuple[Player, Player], budgets: tuple[Budget, Budget], tags: Mapping[str, str] | None = None
) -> Played:
    """Play from a deal to the end; players and budgets by seat. Where only one move is legal nobody is asked.

    >>> from marchstone.players.random import RandomPlayer
    >>> players, budgets = (RandomPlayer(1), RandomPlayer(2)), (Budget(nodes=1), Budget(nodes=1))
    >>> played = play_game(Position.deal("stones", seed=1), players, budgets)
    >>> played.record.result == str(played.winner), played.reason, played.forfeit
    (True, 'adjacent', None)
    """
    game, clocks = Game(start), (Clock(), Clock())
    while not game.is_over and len(game.moves) < MOST_MOVES:
        seat = game.actor
        try:
            choose_and_play(game, players[seat], budgets[seat], clocks[seat])
        except ForfeitError as problem:
            said = {**(tags or {}), "Forfeit": f"{seat}: {problem.message}"}
            return Played(Record.of(game, **said), 1 - seat, FORFEIT, None, problem.message, clocks)
    record = Record.of(game, **(tags or {}))
    if not game.is_over:
        return Played(record, None, ENDLESS, None, None, clocks)
    return Played(record, game.winner, game.reason or "", outcome_of(game.position.vector), None, clocks)


def choose_and_play(game: Game, player: Player, budget: Budget, clock: Clock) -> None:
    """One choice, and its move. What goes wrong in a player of this process is its forfeit, too."""
    legal = game.legal_moves
    if len(legal) == 1:
        game.play(legal[0])
        return
    view = game.view(game.actor)
    started = time.perf_counter()
    try:
        move = player.choose(view, view.legal_moves, budget)
    except ForfeitError:
        raise
    except Exception as problem:
        raise ForfeitError("forfeit.raised", f"raised {type(problem).__name__}: {problem}") from problem
    finally:
        clock.add(time.perf_counter() - started, budget)
    try:
        game.play(move)
    except IllegalMoveError:
        raise ForfeitError("forfeit.illegal", f"illegal move: {move}") from None
    except (MarchstoneError, TypeError, AttributeError):
        raise ForfeitError("forfeit.silent", "no move") from None
