"""Chances to win by search: of a view as it is, after a move, and for both seats together; and endings that can be solved.

What a search says is one seat's chance by what it can know (`bench/chances.py` measures how true that is). Whoever may look into
both hands asks both seats and takes the middle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log
from typing import Any, Protocol

import numpy

from ..core.layout import ACTOR, DRAWN, PROVABLE, WINNER, WORDS
from ..engine import endgame
from ..engine.compiled import cpu
from ..engine.searcher import Choice, Team

Vector = Any  # the words of a state or a view, as compiled code wants them

OUTCOMES = 24  # worlds in which a move is tried that has several outcomes
ADVANCED = 16  # worlds that are looked at to see who chooses next
LEAST_NODES = 16  # a search with fewer is none
ENDING_NODES = 300_000
ENDING_MEMORY = 32 << 20
TREE = 200_000  # nodes of a tree in memory
TINY = 1e-3


class Limits(Protocol):
    """What an analysis may cost: `players.base.Budget` or anything like it."""

    @property
    def seconds(self) -> float | None: ...

    @property
    def nodes(self) -> int | None: ...


@dataclass(frozen=True)
class Cost:
    """A share of a budget."""

    seconds: float | None = None
    nodes: int | None = None

    @classmethod
    def of(cls, budget: Limits, share: float = 1.0) -> Cost:
        """So much of it."""
        seconds = None if budget.seconds is None else budget.seconds * share
        nodes = None if budget.nodes is None else max(LEAST_NODES, round(budget.nodes * share))
        return cls(seconds, nodes)


@dataclass(frozen=True)
class Thought:
    """What a search of a view found: the seat's chance by its own eyes, and its choices if it is the one to choose."""

    own: float
    choices: tuple[Choice, ...]
    nodes: int


def vector_of(words: Sequence[int]) -> Vector:
    """The same words as compiled code wants them."""
    return numpy.array(words, dtype=numpy.int64)


def worlds_of(view: Vector, seed: int, number: int) -> Iterator[Vector]:
    """So many states that agree with a view."""
    chance = cpu.vector(1)
    chance[0] = cpu.chance.seeded(seed, number)
    for _ in range(number):
        world = cpu.vector(WORDS)
        cpu.sample.sample(view, chance, world)
        yield world


def seen_by(state: Vector, seat: int) -> Vector:
    """What a seat may know of a state."""
    view = cpu.vector(WORDS)
    cpu.observe.observe(state, seat, view)
    return view


def result(state: Vector, seat: int) -> float:
    """What a finished game is worth."""
    winner = int(state[WINNER])
    return 0.5 if winner == DRAWN else float(winner == seat + 1)


def legal_actions(state: Vector) -> list[int]:
    """The numbers of all legal actions."""
    masks, found = cpu.vector(cpu.actions.LEGAL_WORDS), cpu.vector(cpu.actions.ACTIONS)
    number = cpu.actions.list_legal(masks, cpu.games.legal(state, masks), found)
    return [int(action) for action in found[:number]]


def advance(state: Vector) -> list[tuple[int, int]]:
    """As the search does: whatever can be claimed is claimed, single choices are made. Which seat did what."""
    done = []
    while not state[WINNER]:
        if state[PROVABLE]:
            action = int(cpu.actions.action_of(cpu.actions.CLAIM, 0, cpu.bits.low(state[PROVABLE])))
        else:
            actions = legal_actions(state)
            if len(actions) != 1:
                break
            action = actions[0]
        done.append((int(state[ACTOR]), action))
        cpu.games.apply(state, action)
    return done


# -- a search --------------------------------------------------------------------------------------------------------------


def team_for(preset: str, seed: int, threads: int = 1) -> Team:
    """Searchers with trees that suffice for an analysis."""
    return Team(preset, seed, threads, nodes=TREE)


def search(team: Team, view: Vector, seat: int, cost: Cost) -> Thought:
    """What a team finds about a view that is not over."""
    choices = team.search(view, seat, cost.nodes, cost.seconds)
    visits = sum(choice.visits for choice in choices)
    total = sum(choice.visits * choice.value for choice in choices)
    if view[ACTOR] == seat and not view[PROVABLE] and visits and len(legal_actions(view)) > 1:
        return Thought(choices[0].value, tuple(choices), team.simulations)
    choosing, ended = after_what_is_forced(view, seat)
    total = total * choosing + (visits - total) * (1 - choosing) + (team.simulations - visits) * ended
    return Thought(total / team.simulations, (), team.simulations)


def after_what_is_forced(view: Vector, seat: int) -> tuple[float, float]:
    """How often the seat is the one that chooses next, and what the game is worth to it where it ends before."""
    choosing, ended = [], []
    for world in worlds_of(view, 1, ADVANCED):
        advance(world)
        if world[WINNER]:
            ended.append(result(world, seat))
        else:
            choosing.append(float(world[ACTOR] == seat))
    return mean(choosing, 0.0), mean(ended, 0.5)


def mean(numbers: Sequence[float], otherwise: float) -> float:
    """The mean, if there is one."""
    return sum(numbers) / len(numbers) if numbers else otherwise


# -- chances ---------------------------------------------------------------------------------------------------------------


def odds(chance: float) -> float:
    """A chance on a scale without ends."""
    kept = min(1 - TINY, max(TINY, chance))
    return log(kept / (1 - kept))


def between(own: float, other: float) -> float:
    """A seat's chance from what it expects and what the other one expects for itself."""
    return 1 / (1 + exp((odds(other) - odds(own)) / 2))


def chance_of(team: Team, view: Vector, seat: int, cost: Cost) -> float:
    """A seat's chance to win, from its own view."""
    if view[WINNER]:
        return result(view, seat)
    solved = solve(view, seat, cost)
    return search(team, view, seat, cost).own if solved is None else value_of(solved)


# -- after a move ----------------------------------------------------------------------------------------------------------


def outcomes(view: Vector, seat: int, action: int, seed: int) -> list[tuple[Vector, float]]:
    """The views to which a move may lead, with their shares: one only, unless it brings something hidden to light."""
    found: Counter[bytes] = Counter()
    for world in worlds_of(view, seed, OUTCOMES):
        cpu.games.apply(world, action)
        found[seen_by(world, seat).tobytes()] += 1
    return [(numpy.frombuffer(words, dtype=numpy.int64).copy(), number / OUTCOMES) for words, number in found.items()]


def chance_after(team: Team, view: Vector, seat: int, action: int, cost: Cost, seed: int) -> float:
    """The same after one of the seat's moves."""
    found = outcomes(view, seat, action, seed)
    return sum(share * chance_of(team, after, seat, Cost.of(cost, share)) for after, share in found)


# -- endings ---------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def solver() -> endgame.Solver:
    """One for the process: its table is used again and again."""
    return endgame.Solver(ENDING_MEMORY)


def solve(view: Vector, seat: int, cost: Cost) -> endgame.Solved | None:
    """An ending in which nothing is hidden any more; nothing if it is none, or takes too long."""
    if not endgame.is_open(view):
        return None
    return solve_state(endgame.opened(view), seat, cost)


def solve_state(state: Vector, seat: int, cost: Cost) -> endgame.Solved | None:
    """The same for a state that is known."""
    nodes = ENDING_NODES if cost.seconds is None else None
    solved = solver().solve(state, seat, nodes, cost.seconds)
    return solved if solved.exact else None


def value_of(solved: endgame.Solved) -> float:
    """Won, lost or drawn, as a chance."""
    return (solved.value + 1) / 2
