"""Endings without hidden cards, solved: who wins, in how many turns, and how."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy

from ..errors import WrongTypeError
from .alphabeta import (
    BEST,
    CERTAIN,
    CHOICE,
    FRAME_WORDS,
    FRAMES,
    MEMO_WORDS,
    NODES,
    OVERFULL,
    PLACES,
    SALT,
    begin,
    result_for,
    run,
)
from .compiled import cpu
from .ending import nothing_matters_hidden

ACTOR, TURN, WINNER, WORDS = cpu.layout.ACTOR, cpu.layout.TURN, cpu.layout.WINNER, cpu.layout.WORDS
ACTIONS, LEGAL_WORDS = cpu.actions.ACTIONS, cpu.actions.LEGAL_WORDS

SLICE = 20_000  # states between two looks at the clock


def vector_of(words: Sequence[int]) -> Any:
    """The same words as compiled code wants them."""
    return numpy.array(words, dtype=numpy.int64)


def is_open(view: Sequence[int]) -> bool:
    """Whether nothing that a view hides matters any more, so that `opened` and `Solver.solve` tell the truth about it."""
    return bool(nothing_matters_hidden(vector_of(view)))


def opened(view: Sequence[int]) -> Any:
    """The state behind an open view: the only one, or one of many that come to the same."""
    state = cpu.vector(WORDS)
    cpu.sample.sample(vector_of(view), vector_of([1]), state)
    return state


@dataclass(frozen=True)
class Solved:
    """What was found out about an ending, for one seat."""

    value: int  # 1: won, -1: lost, 0: drawn, or nothing is known
    exact: bool  # whether the value is proven
    plies: int | None  # turns until the win or loss, the one under way included; None for a draw or if not proven
    action: int | None  # the best action of whoever chooses now, if it is known
    line: tuple[int, ...]  # best play of both seats to the end, or as far as it is known
    nodes: int  # states looked at


class Solver:
    """Solves endings as if both seats saw all cards. Its table is used again and again; threads want a solver each."""

    def __init__(self, memory: int = 64 << 20) -> None:
        places = memory // 16
        if places < 1:
            raise WrongTypeError("solver.memory", "a table needs 16 bytes or more")
        self.table = cpu.vector(2 * places)
        self.frames = numpy.zeros((FRAMES, FRAME_WORDS), dtype=numpy.int64)
        self.history, self.out, self.memo = cpu.vector(2 * ACTIONS), cpu.vector(LEGAL_WORDS), cpu.vector(MEMO_WORDS)
        self.memo[PLACES] = places
        self.solved = 0
        self._most: float = inf
        self._until: float = inf

    @property
    def memory(self) -> int:
        """Bytes of the table, which never grows."""
        return int(self.table.nbytes)

    def solve(self, state: Sequence[int], seat: int, nodes: int | None = None, seconds: float | None = None) -> Solved:
        """What a state is worth to a seat, within some nodes or a time; without either it takes as long as it takes.

        The same state and the same nodes always give the same answer.
        """
        self._forget()
        self._most = inf if nodes is None else nodes
        self._until = inf if seconds is None else time.perf_counter() + seconds
        root = vector_of(state)
        if root[WINNER]:
            return Solved(_sign(int(result_for(root, seat))), True, 0, None, (), 0)
        found = self._search(root, -1, 1)
        if found is None:
            return Solved(0, False, None, None, (), int(self.memo[NODES]))
        score, action, final = self._hastened(root, *found)
        line = self._line(root, score, action) if final else (action,) * (action >= 0)
        value = _sign(score) if root[ACTOR] == seat else -_sign(score)
        plies = CERTAIN - abs(score) + 1 if final and score else None
        return Solved(value, True, plies, action if action >= 0 else None, line, int(self.memo[NODES]))

    def _forget(self) -> None:
        """What the table holds is from now on the answer to nothing, as if it were empty."""
        self.solved += 1
        self.memo[SALT] = cpu.chance.stirred(self.solved)
        self.memo[NODES] = 0
        self.history[:] = 0

    def _hastened(self, root: Any, score: int, action: int) -> tuple[int, int, bool]:
        """From who wins to how soon: the best score and an action for it, and whether the nodes and the time sufficed."""
        while score and score < CERTAIN:
            won = score > 0
            found = self._search(root, score if won else score - 1, score + 1 if won else score)
            if found is None:
                return score, action, False
            better, choice = found
            if won and better <= score:
                return score, action, True
            if not won and better >= score:
                return better, choice, True
            score, action = better, choice
        return score, action, True

    def _line(self, root: Any, score: int, action: int) -> tuple[int, ...]:
        """Best play from a state with this score, beginning with this action."""
        line, state = [action], root.copy()
        while True:
            turn, actor = state[TURN], state[ACTOR]
            cpu.games.apply(state, action)
            if state[WINNER]:
                return tuple(line)
            score += _sign(score) * int(state[TURN] != turn)
            score = score if state[ACTOR] == actor else -score
            found = self._search(state, score - 1, score + 1)
            if found is None:
                return tuple(line)
            action = found[1]
            line.append(action)

    def _search(self, root: Any, alpha: int, beta: int) -> tuple[int, int] | None:
        """The score of a state as far as the window asks, and an action that leads to it if it is above `alpha`."""
        self.frames[0, :WORDS] = root
        scratch = (self.table, self.history, self.out, self.memo)
        begin(self.frames, alpha, beta, *scratch)
        while not run(self.frames, min(SLICE, self._most - self.memo[NODES]), *scratch):
            if self.memo[OVERFULL] or self.memo[NODES] >= self._most or time.perf_counter() >= self._until:
                return None
        return int(self.frames[0, BEST]), int(self.frames[0, CHOICE])


def _sign(score: int) -> int:
    """1, 0 or -1."""
    return (score > 0) - (score < 0)
