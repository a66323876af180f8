"""The quick opponent: at every front the chances of each formation either side can still complete, and the best action."""

from __future__ import annotations

import numpy

from ..move import LegalMoves, Move
from ..view import View
from .base import Budget


class GreedyPlayer:
    """Tries every legal action, looks at what the position is worth then, and takes the best. A move takes well under 5 ms."""

    name = "greedy"

    def __init__(self, preset: str, seed: int = 0) -> None:
        from ..engine.searcher import Greedy

        self.preset = preset
        self._greedy = Greedy(preset, seed)

    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Move:
        """The move that leads to the best position, as far as one can see."""
        action = self._greedy.choose(numpy.array(view.vector, dtype=numpy.int64), view.seat)
        return Move.of(action, view.rules.game)
