"""Simulations of the search per second, one core, every preset, beside OpenSpiel's information-set search (C++) in the same run.

A simulation of ours samples a world, walks down the tree, adds a node and judges it; one of theirs ends with a random rollout.
Positions are those after a third of a random game. Also: how far a move goes beyond its time budget.
"""

from __future__ import annotations

import random
import time
from typing import Any

import numpy
import pyspiel

from bench._results import best_seconds, keep
from bench.random_games import dealt
from marchstone.core.presets import NAMES
from marchstone.engine.searcher import Team
from marchstone.game import Game
from marchstone.players.random import RandomPlayer

OTHERS = {"hearts": 4_000, "gin_rummy": 200}  # simulations in one measurement
SIMULATIONS = 4_000
POSITIONS = 4
BUDGET = 0.1
TIMED = 40


def theirs(name: str) -> float:
    """OpenSpiel's simulations per second from the deal."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, OTHERS[name], -1, policy, False, False)
    rng = random.Random(1)
    state = dealt(name, rng)
    while len(state.legal_actions()) < 2:
        state = dealt(name, rng)
    return OTHERS[name] / best_seconds(lambda: bot.step(state), 2)


def views(preset: str) -> list[tuple[Any, int]]:
    """Views to search from, each with its seat."""
    found = []
    for seed in range(POSITIONS):
        game, player = Game(preset, seed=seed), RandomPlayer(seed)
        while len(game.moves) < 30 and not game.is_over:
            game.play(player.choose(game.view(game.actor), game.legal_moves))
        if not game.is_over:
            found.append((numpy.array(game.view(game.actor).vector), game.actor))
    return found


def ours(preset: str) -> float:
    """Our simulations per second."""
    team, number = Team(preset, 1), 0
    team.search(*views(preset)[0], 100)
    start = time.perf_counter()
    for view, seat in views(preset):
        team.search(view, seat, SIMULATIONS)
        number += team.simulations
    return number / (time.perf_counter() - start)


def beyond(preset: str) -> float:
    """By how many seconds a timed search overran its budget: the worst of some."""
    team, worst = Team(preset, 1), 0.0
    for place in range(TIMED):
        view, seat = views(preset)[place % POSITIONS]
        start = time.perf_counter()
        team.search(view, seat, seconds=BUDGET)
        worst = max(worst, time.perf_counter() - start - BUDGET)
    return worst


def main() -> None:
    rates = {name: theirs(name) for name in OTHERS}
    for name, rate in rates.items():
        print(f"OpenSpiel {name:14}{rate:12,.0f} simulations/s")
    presets = {}
    for preset in NAMES[:6]:
        rate, worst = ours(preset), beyond(preset)
        ratios = {name: rate / other for name, other in rates.items()}
        presets[preset] = {"simulations/s": rate, "ratios": ratios, "worst overrun ms": worst * 1000}
        told = "".join(f"{ratio:10.2f} x {name}" for name, ratio in ratios.items())
        print(f"{preset:24}{rate:12,.0f} simulations/s{told}   at most {worst * 1000:.1f} ms over", flush=True)
    keep("search", {"openspiel simulations/s": rates, "presets": presets})


if __name__ == "__main__":
    main()
