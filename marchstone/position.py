"""A position: everything about a game at one moment, hidden cards and all. It never changes; a move leads to another one."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import cached_property

from .board import Board
from .cards import Card, cards_of
from .checks import problems_of
from .core import layout as lay
from .core import vector
from .core.chance import MASK, seeded
from .core.games import apply, start
from .core.layout import STONES, TACTIC, State
from .core.observe import observe
from .core.presets import GAME, setting
from .errors import PositionError, TextError, WrongTypeError
from .guards import check_number, check_seat, check_seed
from .move import LegalMoves, Move
from .reading import read
from .refusals import refusal, refused
from .rules import Rules
from .targets import core
from .view import View

DEEPEST = 100  # moves that can be counted ahead; twelve already take very long


class Position(Board):
    """The state of a game, from its text.

    >>> position = Position.deal("stones", seed=1, first=0)
    >>> position.turn, position.phase, len(position.legal_moves)
    (0, 'play', 54)
    >>> eval(repr(position)) == position
    True
    """

    def __init__(self, text: str) -> None:
        reading = read(text)
        if reading.vector[lay.VIEWER]:
            raise TextError("position.hidden", "this is a view, not a position", expected="no word view=")
        problems = problems_of(reading)
        if problems:
            raise PositionError(problems)
        super().__init__(reading.vector)

    @classmethod
    def of(cls, state: Sequence[int]) -> Position:
        """The position of a state of the core, taken as it is."""
        position = cls.__new__(cls)
        Board.__init__(position, state)
        return position

    @classmethod
    def parse(cls, text: str, *, check: bool = True) -> Position:
        """Read a text. Unchecked, even what can never be is taken, for editors and tests; `problems` says what is wrong."""
        return cls(text) if check else cls.of(read(text).vector)

    @staticmethod
    def problems(text: str) -> list[str]:
        """Everything that is wrong with the position of a text, at once."""
        return problems_of(read(text))

    @classmethod
    def deal(cls, preset: str = "stones", *, seed: int | None = None, first: int | None = None) -> Position:
        """Shuffle and deal: the same seed gives the same deal. In stones `first` says who begins; else lots are drawn."""
        check_seed(seed)
        chance = [seeded(secrets.randbits(62) if seed is None else seed & MASK, 0)]
        state: State = vector(lay.WORDS)
        start(state, Rules(preset).number, chance)
        if first is not None:
            check_seat(first)
            if setting(state, GAME) != STONES and first != state[lay.TURN]:
                raise WrongTypeError("seat.first", "in walls the attacker begins", expected="first=0, or nothing")
            state[lay.TURN] = state[lay.ACTOR] = first
        return cls.of(state)

    @property
    def state(self) -> State:
        """A copy of the core's words."""
        return self.vector

    @cached_property
    def legal_moves(self) -> LegalMoves:
        """Everything that the actor may do now."""
        return self._legal()

    def apply(self, move: Move | str) -> Position:
        """The position after a legal move."""
        action = self.legal_action(move)
        state = self.state
        apply(state, action)
        return Position.of(state)

    def legal_action(self, move: Move | str, seat: int | None = None) -> int:
        """The core's number of a move; an error that says why if the move is not legal, or is another seat's."""
        given = move if isinstance(move, Move) else Move(move)
        action = given.action(self.rules.game)
        if seat is not None:
            check_seat(seat)
            if seat != self.actor and not self.is_over:
                raise refused(self._vector, "other-seat", action)
        if given not in self.legal_moves:
            raise refusal(self._vector, action)
        return action

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The cards that a seat holds."""
        check_seat(seat)
        hand = lay.HAND + 2 * seat
        return self._cards(cards_of(self._vector[hand], self._vector[hand + TACTIC]))

    def view(self, seat: int) -> View:
        """All that a seat may know of this position."""
        check_seat(seat)
        seen: State = vector(lay.WORDS)
        observe(self._vector, seat, seen)
        return View.of(seen)

    def perft(self, depth: int, target: str = "python") -> int:
        """How many sequences of that many legal moves there are from here."""
        check_number(depth, "perft.depth", "the depth", 0, DEEPEST)
        package = core(target)
        words = package.layout.WORDS
        state, stack, masks = (package.vector(size) for size in (words, words * max(depth, 1), package.actions.LEGAL_WORDS))
        for word, number in enumerate(self._vector):
            state[word] = number
        return int(package.perft.perft(state, depth, stack, masks))

    def resample(self, seat: int, *, seed: int | None = None) -> Position:
        """The same for a seat's eyes, with everything it cannot know dealt anew."""
        return Position.of(self.view(seat).sample(seed=seed))
