"""Levels 1 to 8: from someone who played once to the full machine. No level sees more than its view.

The lower ones look ahead once, but at some of the fronts only, judge by eye, and overlook claims; from the middle on they search,
each several times as much as the one below. docs/levels.md has the distances, as measured.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from ..errors import TextError
from ..move import LegalMoves, Move
from ..phrases import Pair
from ..view import View
from .base import Budget


@dataclass(frozen=True)
class Level:
    """How one level thinks."""

    number: int
    words: Pair
    attention: float = 1.0  # the share of the fronts that are looked at in a turn
    blur: float = 0.0  # by how much the chance to win is misjudged
    overlooked: float = 0.0  # the share of claims that are not seen
    nodes: int | None = None  # how much is searched; none: one look ahead
    timed: bool = False  # uses all the time it is given


LEVELS = (
    Level(1, ("first game", "première partie"), attention=0.25, blur=0.12, overlooked=0.4),
    Level(2, ("beginner", "débutant"), attention=0.4, blur=0.08, overlooked=0.2),
    Level(3, ("casual", "occasionnel"), attention=0.6, blur=0.04, overlooked=0.1),
    Level(4, ("regular", "habitué"), attention=0.85, blur=0.015),
    Level(5, ("good", "bon joueur"), nodes=50),
    Level(6, ("strong", "fort"), nodes=250),
    Level(7, ("expert", "expert"), nodes=1500),
    Level(8, ("master", "maître"), timed=True),
)
DEFAULT = Budget(seconds=1.0)


def level_named(number: int) -> Level:
    """One of the eight."""
    if number not in range(1, len(LEVELS) + 1):
        raise TextError("level.unknown", f"there is no level {number!r}", expected=f"1 to {len(LEVELS)}")
    return LEVELS[number - 1]


class LevelPlayer:
    """A player of a level. The same seed makes the same choices; level 8 alone depends on how fast the machine is."""

    def __init__(self, preset: str, level: int, seed: int = 0, threads: int = 1) -> None:
        self.preset, self.level = preset, level_named(level)
        self.name = f"level {level}"
        from ..engine.mind import Mind
        from ..engine.searcher import Greedy

        self._chance = random.Random(seed)
        self._greedy = Greedy(preset, seed)
        self._mind = Mind(preset, seed, threads) if self.level.nodes or self.level.timed else None

    def choose(self, view: View, legal: LegalMoves, budget: Budget | None = None) -> Move:
        """What this level thinks best."""
        claims = legal.filter("claim")
        if len(claims) and self._chance.random() >= self.level.overlooked:
            return claims[0]
        if len(legal) == 1:
            return legal[0]
        import numpy  # here, so that the server can name the levels without loading it

        vector = numpy.array(view.vector, dtype=numpy.int64)
        if self._mind is None:
            return self._glance(view, vector, legal)
        limit = budget or DEFAULT
        nodes, seconds = (limit.nodes, limit.seconds) if self.level.timed else (self.level.nodes, limit.seconds)
        return Move.of(self._mind.choose(vector, view.seat, nodes, seconds), view.rules.game)

    def _glance(self, view: View, vector: object, legal: LegalMoves) -> Move:
        """The best among what was looked at, as far as it was judged rightly."""
        self._greedy.choose(vector, view.seat)
        judged = [(move, float(value)) for move, value in zip(legal, self._greedy.values)]
        seen = {front for front in range(1, view.rules.fronts + 1) if self._chance.random() < self.level.attention}
        looked_at = [(move, value) for move, value in judged if move.front is None or move.front in seen]
        if self.level.overlooked:
            looked_at = [(move, value) for move, value in looked_at if move.verb != "claim"]
        blurred = [(value + self._chance.gauss(0.0, self.level.blur), move.text) for move, value in looked_at or judged]
        return Move(max(blurred)[1])


def level_player(preset: str, level: int, seed: int = 0, threads: int = 1) -> LevelPlayer:
    """The player of a level, for a preset."""
    return LevelPlayer(preset, level, seed, threads)
