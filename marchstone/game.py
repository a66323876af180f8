"""A game being played: where it began, the moves so far, and what happened, for the referee's eyes and for each seat's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .core.actions import CLAIM, action_of
from .errors import GameError, WrongTypeError
from .events import Event, events_between, seen_by
from .explain import ClaimProof
from .guards import check_seat, items_of
from .move import LegalMoves, Move
from .position import Position
from .rules import Rules
from .view import View

EVERYTHING = object()  # for the referee, who looks into every hand


class Game:
    """One game from its deal. `play` takes a `Move` or its text, `undo` takes the last one back.

    >>> game = Game("stones", seed=1, first=0)
    >>> [event.kind for event in game.play(game.legal_moves[0])]
    ['played-at']
    >>> "draw clan" in game.legal_moves, game.undo().verb, len(game.moves)
    (True, 'play', 0)
    """

    def __init__(
        self,
        start: str | Position = "stones",
        moves: Iterable[Move | str] = (),
        *,
        seed: int | None = None,
        first: int | None = None,
    ) -> None:
        if isinstance(start, Position):
            if seed is not None or first is not None:
                raise WrongTypeError("game.start", "a game from a position has no seed and no first seat to choose")
        elif isinstance(start, str):
            start = Position.deal(start, seed=seed, first=first)
        else:
            raise WrongTypeError("game.start", f"a game starts from a preset or a position, not {type(start).__name__}")
        self._positions = [start]
        self._moves: list[Move] = []
        self._events: list[list[Event]] = []
        for move in items_of(moves, "game.moves", "the moves of a game"):
            self.play(move)

    # -- where it stands

    @property
    def start(self) -> Position:
        """The position in which the game began."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position now, hidden cards and all."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """The position before each move, and the one now."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def rules(self) -> Rules:
        """The preset that is played."""
        return self.position.rules

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self.position.turn

    @property
    def actor(self) -> int:
        """The seat that chooses next: whose turn it is, but for the second half of an Exchange."""
        return self.position.actor

    @property
    def legal_moves(self) -> LegalMoves:
        """Everything that the actor may do now."""
        return self.position.legal_moves

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.is_over

    @property
    def winner(self) -> int | None:
        """The seat that has won; nobody in play or in a drawn game."""
        return self.position.winner

    @property
    def reason(self) -> str | None:
        """Why the game ended."""
        return self.position.reason

    def view(self, seat: int) -> View:
        """All that a seat may know now."""
        return self.position.view(seat)

    def explain_claim(self, front: int, seat: int | None = None) -> ClaimProof:
        """Why a front (from 1) can be claimed, or why not: for the seat whose turn it is, or for another."""
        return self.position.explain_claim(front, seat)

    # -- playing

    def play(self, move: Move | str, *, seat: int | None = None) -> list[Event]:
        """Make a legal move; what happened by it. If a seat is named, it must be the one that chooses.

        An illegal move raises an error that says why, and changes nothing.
        """
        before = self.position
        action = before.legal_action(move, seat)
        after = before.apply(move)
        events = events_between(before.state, after.state, action)
        self._positions.append(after)
        self._moves.append(Move.of(action, before.rules.game))
        self._events.append(events)
        return list(events)

    def claim_all(self) -> list[Event]:
        """Claim whatever can be claimed at this moment, from left to right; what happened."""
        events: list[Event] = []
        while self.position.provable:
            front = self.position.provable[0] - 1
            events += self.play(Move.of(action_of(CLAIM, 0, front), self.rules.game))
        return events

    def undo(self) -> Move:
        """Take the last move back."""
        if not self._moves:
            raise GameError("game.nothing-to-undo", "no move has been made that could be taken back")
        self._positions.pop()
        self._events.pop()
        return self._moves.pop()

    # -- what happened

    def events(self, seat: Any = EVERYTHING) -> list[Event]:
        """Everything that has happened: as a seat saw it, as a spectator did (None), or with every card face up."""
        happened = [event for events in self._events for event in events]
        if seat is EVERYTHING:
            return happened
        if seat is not None:
            check_seat(seat)
        return seen_by(happened, seat)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other.start == self.start and other._moves == self._moves

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"Game({self.start!r}, {[move.text for move in self._moves]})"

    def __str__(self) -> str:
        return str(self.position)

    def _repr_svg_(self) -> str:
        return self.position._repr_svg_()
