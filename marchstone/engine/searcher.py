"""The compiled search and policy with their memory, for one thread each; and several threads that search side by side."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import exp
from typing import Any

import numpy

from ..core.actions import ACTIONS, LEGAL_WORDS
from ..core.chance import MASK
from ..core.layout import ACTOR, PHASE, PROVABLE, TO_PLAY, TO_PUT, TO_TAKE, WORDS
from ..rules import Rules
from . import policy, tree
from .compiled import cpu
from .guess import ALL_SCRATCH, KEPT_WORDS
from .knobs import KNOBS
from .network import judge, nets_of

MOST_THREADS = 64
CHUNK = 64  # simulations between two looks at the clock
MOST_NODES = 400_000  # 24 MB a thread


def knobs_of(preset: str, worth: Sequence[float] = (), steering: Sequence[float] = tree.STEERING) -> Any:
    """All knobs as one vector: those of the preset, unless others are to be tried."""
    row = Rules(preset).preset
    return numpy.array([*(worth or KNOBS[row.game][row.tactics]), *steering, *nets_of(row.game, row.tactics)])


@dataclass(frozen=True)
class Choice:
    """What the search found about one action: how often it was tried, and the chance to win with it."""

    action: int
    visits: int
    value: float


class Greedy:
    """One look ahead from a view."""

    def __init__(self, preset: str, seed: int = 0, knobs: Any = None) -> None:
        self.knobs = knobs_of(preset) if knobs is None else knobs
        self.chance = cpu.vector(1)
        self.chance[0] = cpu.chance.seeded(seed & MASK, 0)
        self.world = cpu.vector(WORDS)
        self.masks = numpy.zeros((policy.NESTED + 1, LEGAL_WORDS), dtype=numpy.int64)
        self.stack = numpy.zeros((policy.NESTED + 1, policy.STACK_WORDS), dtype=numpy.int64)
        self.best = numpy.zeros(policy.NESTED + 1)
        self.values = numpy.zeros(ACTIONS)
        self.scratch = numpy.zeros(ALL_SCRATCH)

    def choose(self, view: Any, seat: int) -> int:
        """The number of the action that leads to the best."""
        cpu.sample.sample(view, self.chance, self.world)
        scratch = (self.masks, self.values, self.best, self.scratch, self.knobs, self.stack)
        parts = policy.greedy(self.world, seat, *scratch)
        actions = cpu.actions
        return int(actions.action_of(actions.family_in(parts), actions.card_in(parts), actions.place_in(parts)))


class Searcher:
    """One tree, grown by one thread."""

    def __init__(self, preset: str, seed: int = 0, knobs: Any = None, nodes: int = MOST_NODES) -> None:
        self.knobs = knobs_of(preset) if knobs is None else knobs
        self.chance = cpu.vector(1)
        self.chance[0] = cpu.chance.seeded(seed & MASK, 0)
        self.links = numpy.zeros((nodes, tree.LINKS), dtype=numpy.int64)
        self.numbers = numpy.zeros((nodes, tree.NUMBERS))
        self.used, self.path = cpu.vector(1 + KEPT_WORDS), cpu.vector(tree.DEEPEST + 1)
        self.world, self.masks = cpu.vector(WORDS), cpu.vector(LEGAL_WORDS)
        self.child_of, self.actions = cpu.vector(ACTIONS), cpu.vector(2 * ACTIONS)
        self.values, self.scratch = numpy.zeros(ACTIONS), numpy.zeros(ALL_SCRATCH)
        self.quick = Greedy(preset, seed, self.knobs)

    def clear(self) -> None:
        """An empty tree."""
        self.used[0] = 1
        self.links[tree.ROOT] = 0
        self.numbers[tree.ROOT] = 0.0

    def plant(self, view: Any, seat: int) -> None:
        """The root's children with what trying each of them says, which at the root alone is worth its time."""
        if view[ACTOR] != seat or view[PROVABLE] or view[PHASE] not in (TO_PLAY, TO_TAKE, TO_PUT):
            return
        self.quick.choose(view, seat)
        number = cpu.actions.list_legal(self.masks, cpu.games.legal(self.quick.world, self.masks), self.actions)
        values = self.quick.values[:number]
        here = judge(self.quick.world, seat, self.scratch, self.knobs)
        for action, value in zip(self.actions[:number], values):
            prior = exp(self.knobs[tree.SHARPNESS] * max(-0.5, value - values.max()))
            tree.new_node(self.links, self.numbers, self.used, tree.ROOT, action, prior, here + value - values.max())

    def grow(self, view: Any, seat: int, simulations: int) -> None:
        """So many simulations more."""
        scratch = (self.path, self.child_of, self.masks, self.actions, self.values, self.scratch, self.knobs)
        tree.search(view, seat, simulations, self.chance, self.world, self.links, self.numbers, self.used, *scratch)

    def run(self, view: Any, seat: int, simulations: int | None, until: float | None) -> int:
        """Search as much as is asked for, or until the time is over; how many simulations it was."""
        self.clear()
        self.plant(view, seat)
        done = 0
        while simulations is None or done < simulations:
            chunk = CHUNK if simulations is None else min(CHUNK, simulations - done)
            self.grow(view, seat, chunk)
            done += chunk
            if until is not None and time.perf_counter() >= until:
                break
        return done

    def children(self, node: int = tree.ROOT) -> list[tuple[int, int, int, float]]:
        """The children of a node: node, action, visits, total value."""
        found, child = [], int(self.links[node][tree.FIRST])
        while child != tree.NO_NODE:
            row = self.links[child]
            found.append((child, int(row[tree.ACTION]), int(row[tree.VISITS]), float(self.numbers[child][tree.TOTAL])))
            child = int(row[tree.NEXT])
        return found


class Team:
    """Several searchers over the same view, each with a tree and chance of its own; what they found is added up."""

    def __init__(self, preset: str, seed: int = 0, threads: int = 1, knobs: Any = None, nodes: int = MOST_NODES) -> None:
        self.searchers = [Searcher(preset, seed * MOST_THREADS + place, knobs, nodes) for place in range(threads)]
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def search(self, view: Any, seat: int, simulations: int | None = None, seconds: float | None = None) -> list[Choice]:
        """All root actions, the most visited first."""
        until = None if seconds is None else time.perf_counter() + seconds
        shares = shares_of(simulations, len(self.searchers))
        jobs = [(searcher, view, seat, share, until) for searcher, share in zip(self.searchers, shares)]
        if self.pool is None:
            self.simulations = sum(searcher.run(*rest) for searcher, *rest in jobs)
        else:
            futures = [self.pool.submit(searcher.run, *rest) for searcher, *rest in jobs]
            self.simulations = sum(future.result() for future in futures)
        return self.choices()

    def choices(self) -> list[Choice]:
        """What all trees say of the root's actions."""
        visits: Counter[int] = Counter()
        totals: Counter[int] = Counter()
        for searcher in self.searchers:
            for _, action, number, total in searcher.children():
                visits[action] += number
                totals[action] += total  # type: ignore[assignment]
        found = [Choice(action, number, totals[action] / number if number else 0.0) for action, number in visits.items()]
        return sorted(found, key=lambda choice: (-choice.visits, -choice.value, choice.action))


def shares_of(number: int | None, threads: int) -> list[int | None]:
    """A number of simulations, shared out as evenly as can be."""
    if number is None:
        return [None] * threads
    return [number // threads + (place < number % threads) for place in range(threads)]
