"""The strong opponent: a tree search over sampled worlds, and exact play once nothing is hidden (`engine.mind`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

from ..move import LegalMoves, Move
from ..view import View
from .base import Budget

if TYPE_CHECKING:
    from ..analysis import Analysis

DEFAULT = Budget(seconds=0.2)


class SearchPlayer:
    """Searches as long as the budget allows, on one or several threads. Same seed, nodes and threads: same choice."""

    name = "search"

    def __init__(self, preset: str, seed: int = 0, threads: int = 1) -> None:
        from ..engine.mind import Mind

        self.preset = preset
        self._seed, self._threads = seed, threads
        self._mind = Mind(preset, seed, threads)

    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Move:
        """The move that was visited most. Where a claim can be made it is made, and a single legal move needs no thought."""
        claims = legal.filter("claim")
        if len(claims):
            return claims[0]
        if len(legal) == 1:
            return legal[0]
        limit = budget or DEFAULT
        vector = numpy.array(view.vector, dtype=numpy.int64)
        return Move.of(self._mind.choose(vector, view.seat, limit.nodes, limit.seconds), view.rules.game)

    def analyse(self, view: View, budget: Budget | None = None) -> Analysis:
        """How likely the view's seat is to win, with which moves, at which fronts."""
        from ..analysis import analyse

        return analyse(view, budget or DEFAULT, seed=self._seed, threads=self._threads)
