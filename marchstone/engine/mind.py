"""The whole of the strong player: it searches, and where nothing that matters is hidden any more it solves."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from .endgame import Solver, is_open, opened
from .searcher import Choice, Team

SOLVER_SHARE = 0.5  # of the time, before search is asked after all
SOLVER_NODES = 200  # states of the solver for each node of the budget: they are that much quicker


class Mind:
    """Chooses actions for one preset; the same seed, nodes and threads always choose the same."""

    def __init__(self, preset: str, seed: int = 0, threads: int = 1) -> None:
        self.team = Team(preset, seed, threads)

    @cached_property
    def solver(self) -> Solver:
        """Its table is taken only when the first ending comes."""
        return Solver()

    def choose(self, view: Any, seat: int, nodes: int | None, seconds: float | None) -> int:
        """The number of the best action."""
        if is_open(view):
            limit, time = nodes and nodes * SOLVER_NODES, seconds and seconds * SOLVER_SHARE
            solved = self.solver.solve(opened(view), seat, limit, time)
            if solved.exact and solved.action is not None and solved.value >= 0:
                return solved.action
            seconds = seconds and seconds * (1 - SOLVER_SHARE)
        return self.choices(view, seat, nodes, seconds)[0].action

    def choices(self, view: Any, seat: int, nodes: int | None, seconds: float | None) -> list[Choice]:
        """What the search thinks of every action, the most visited first."""
        return self.team.search(view, seat, nodes, seconds)
