"""Any legal move, each equally likely; whatever can be claimed is claimed first of all."""

from __future__ import annotations

import random

from ..errors import GameError
from ..guards import check_flag, check_seed, check_type
from ..move import LegalMoves, Move
from ..view import View
from .base import Budget


class RandomPlayer:
    """The weakest opponent that plays by the rules. The same seed makes the same choices.

    >>> from marchstone.position import Position
    >>> position = Position.deal("stones", seed=1, first=0)
    >>> RandomPlayer(7).choose(position.view(0), position.legal_moves) in position.legal_moves
    True
    """

    name = "random"

    def __init__(self, seed: int | None = None, *, eager: bool = True) -> None:
        check_seed(seed)
        check_flag(eager, "eager")
        self._chance = random.Random(seed)
        self._eager = eager

    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Move:
        """One of the legal moves; it takes no thought, so the budget does not matter."""
        check_type(legal, LegalMoves, "player.moves", "the legal moves")
        if not legal:
            raise GameError("player.moves", "there is no move to choose")
        claims = legal.filter("claim") if self._eager else None
        return self._chance.choice(claims or legal)
