"""A view: all that one seat may know of a position, and nothing else."""

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
from .core.layout import NUMBER, TACTIC, State
from .core.sample import sample
from .errors import PositionError, TextError
from .guards import check_seat, check_seed
from .move import LegalMoves
from .reading import read


class View(Board):
    """What a seat may know, from its text: that of a position in which hidden cards are `?n`, with the word `view=SEAT`.

    >>> from marchstone.position import Position
    >>> view = Position.deal("stones", seed=1, first=0).view(1)
    >>> view.seat, len(view.hand), view.hand_sizes(0), len(view.legal_moves)
    (1, 6, (6, 0), 0)
    >>> eval(repr(view)) == view
    True
    """

    def __init__(self, text: str) -> None:
        reading = read(text)
        if not reading.vector[lay.VIEWER]:
            raise TextError("position.hidden", "this is no view", at=len(text), expected="view=0 or view=1")
        problems = problems_of(reading)
        if problems:
            raise PositionError(problems)
        super().__init__(reading.vector)

    @classmethod
    def of(cls, seen: Sequence[int]) -> View:
        """The view that the core has built, taken as it is."""
        view = cls.__new__(cls)
        Board.__init__(view, seen)
        return view

    @property
    def seat(self) -> int:
        """Whose view it is."""
        return self._vector[lay.VIEWER] - 1

    @cached_property
    def legal_moves(self) -> LegalMoves:
        """What the seat may do now; nothing while the other one chooses."""
        return self._legal() if self.actor == self.seat else LegalMoves(None)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The seat's own cards."""
        return self._hand(lay.HAND, self.seat)

    @property
    def known(self) -> tuple[Card, ...]:
        """Cards that the seat knows to be in the other hand."""
        return self._hand(lay.KNOWN, 1 - self.seat)

    def hand_sizes(self, seat: int) -> tuple[int, int]:
        """How many number cards and how many Tactic cards a hand holds: the backs differ."""
        check_seat(seat)
        return self._vector[lay.HAND_SIZE + 2 * seat + NUMBER], self._vector[lay.HAND_SIZE + 2 * seat + TACTIC]

    def sample(self, *, seed: int | None = None) -> State:
        """A state of the core that would look just like this to the seat; each such state is equally likely."""
        check_seed(seed)
        chance = [seeded(secrets.randbits(62) if seed is None else seed & MASK, 0)]
        state: State = vector(lay.WORDS)
        sample(self._vector, chance, state)
        return state

    def _hand(self, word: int, seat: int) -> tuple[Card, ...]:
        hand = word + 2 * seat
        return self._cards(cards_of(self._vector[hand], self._vector[hand + TACTIC]))
