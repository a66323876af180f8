"""Random games on one core, compiled: games and decisions per second of every preset, beside OpenSpiel's C++ rollouts.

All claims that can be proved are made. OpenSpiel is timed through an MCTS bot that makes one simulation with many rollouts from
the position after the deal; a decision is a player's action there and here. Runs alternate, so that both meet the same machine.
"""

from __future__ import annotations

import random
from typing import Any

import pyspiel

from bench._results import best_seconds, keep
from marchstone.batch import play_many
from marchstone.core.presets import NAMES

OTHERS = {"hearts": 10_000, "spades": 10_000, "gin_rummy": 300}  # rollouts in one measurement
GAMES = 40_000
COUNTED = 200  # games that tell how many decisions a rollout makes
ROUNDS = 3


def dealt(name: str, rng: random.Random) -> Any:
    """A game after all that chance does first."""
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes())
        state.apply_action(rng.choices(actions, chances)[0])
    return state


def decisions_of(state: Any, rng: random.Random) -> int:
    """How many decisions the players make from here, at random."""
    decisions, state = 0, state.clone()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(actions, chances)[0])
        else:
            decisions += 1
            state.apply_action(rng.choice(state.legal_actions()))
    return decisions


class Rollouts:
    """OpenSpiel's own random rollouts of one game."""

    def __init__(self, name: str) -> None:
        rng = random.Random(1)
        self.name, self.state = name, dealt(name, rng)
        game = pyspiel.load_game(name)
        evaluator = pyspiel.RandomRolloutEvaluator(OTHERS[name], 1)
        self.bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
        self.decisions = sum(decisions_of(self.state, rng) for _ in range(COUNTED)) / COUNTED * OTHERS[name]

    def seconds(self) -> float:
        """How long the rollouts take."""
        return best_seconds(lambda: self.bot.step(self.state), 1)


def main() -> None:
    others = [Rollouts(name) for name in OTHERS]
    for name in NAMES:
        play_many(name, 100, threads=1)
    theirs = dict.fromkeys(OTHERS, float("inf"))
    ours = dict.fromkeys(NAMES, float("inf"))
    totals = {}
    for _ in range(ROUNDS):
        for other in others:
            theirs[other.name] = min(theirs[other.name], other.seconds())
        for name in NAMES:
            start = best_seconds(lambda name=name: totals.update({name: play_many(name, GAMES, threads=1)}), 1)
            ours[name] = min(ours[name], start)
    rates = {other.name: other.decisions / theirs[other.name] for other in others}
    print(f"{'OpenSpiel, C++':24}{'decisions/s':>14}")
    for name, rate in rates.items():
        print(f"{name:24}{rate:14,.0f}")
    print(f"\n{'preset':24}{'games/s':>12}{'decisions/s':>14}" + "".join(f"{'x ' + name:>12}" for name in rates))
    presets = {}
    for name in NAMES:
        games, decisions = GAMES / ours[name], totals[name].decisions / ours[name]
        ratios = {other: decisions / rate for other, rate in rates.items()}
        presets[name] = {"games/s": games, "decisions/s": decisions, "ratios": ratios}
        print(f"{name:24}{games:12,.0f}{decisions:14,.0f}" + "".join(f"{ratio:12.2f}" for ratio in ratios.values()))
    keep("random_games", {"openspiel decisions/s": rates, "presets": presets})


if __name__ == "__main__":
    main()
