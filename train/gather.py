"""Positions with their outcomes, from games that a player plays against itself: what the network of `train.fit` learns from.

Every decision of a game gives two rows: the numbers of the position (`engine.encode`) for either seat, and whether that seat won.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time
from pathlib import Path
from typing import Any

import numpy

from marchstone.core.actions import ACTIONS, CLAIM, LEGAL_WORDS
from marchstone.core.layout import ACTOR, DRAWN, PROVABLE, STONES, TURN, WINNER, WORDS
from marchstone.core.presets import NAMES, PRESETS
from marchstone.engine.compiled import cpu
from marchstone.engine.encode import INPUTS, encode
from marchstone.engine.searcher import Greedy, Searcher
from marchstone.engine.worth import worth

KEPT = 0.5  # the share of decisions that are noted: neighbours tell much the same


class Watcher:
    """Plays games and notes every decision."""

    def __init__(self, preset: str, seed: int, nodes: int, wildness: float = 0.0, heat: float = 0.0) -> None:
        self.preset, self.nodes, self.wildness, self.heat = preset, nodes, wildness, heat
        self.rng = numpy.random.default_rng(seed)
        self.greedy = Greedy(preset, seed)
        self.searcher = Searcher(preset, seed, nodes=50_000) if nodes else None
        self.view, self.masks, self.actions = cpu.vector(WORDS), cpu.vector(LEGAL_WORDS), cpu.vector(2 * ACTIONS)

    def choose(self, state: Any, seat: int, wildness: float) -> int:
        """An action: the best, or nearly, or any."""
        cpu.observe.observe(state, seat, self.view)
        number = cpu.actions.list_legal(self.masks, cpu.games.legal(state, self.masks), self.actions)
        if self.rng.random() < wildness:
            return int(self.actions[self.rng.integers(number)])
        if self.searcher is not None:
            self.searcher.run(self.view, seat, self.nodes, None)
            children = self.searcher.children()
            visits = numpy.array([row[2] for row in children], dtype=float) ** 2
            return children[int(self.rng.choice(len(children), p=visits / visits.sum()))][1]
        self.greedy.choose(self.view, seat)
        return int(self.actions[int(numpy.argmax(self.greedy.values[:number] + self.heat * self.rng.gumbel(size=number)))])

    def play(self, deal: int) -> tuple[list[Any], list[int], int]:
        """One game: the numbers of each decision for both seats, whose they are, and who won."""
        state, chance = cpu.vector(WORDS), cpu.vector(1)
        chance[0] = cpu.chance.seeded(deal, 0)
        cpu.games.start(state, NAMES.index(self.preset), chance)
        if PRESETS[NAMES.index(self.preset)].game == STONES:
            state[TURN] = state[ACTOR] = deal >> 1 & 1
        rows, seats = [], []
        wildness = self.wildness * (deal & 1)  # every other game is clean
        while not state[WINNER]:
            if state[PROVABLE]:
                cpu.games.carry_out(state, cpu.actions.joined(CLAIM, 0, cpu.bits.low(state[PROVABLE])))
                continue
            families = cpu.games.legal(state, self.masks)
            if cpu.actions.count_legal(self.masks, families) == 1:
                cpu.games.carry_out(state, cpu.actions.nth_parts(self.masks, families, 0))
                continue
            for seat in (0, 1) if self.rng.random() < KEPT else ():
                x = numpy.zeros(INPUTS)
                encode(state, seat, worth(state, seat, self.greedy.scratch, self.greedy.knobs), self.greedy.scratch, x)
                rows.append(x)
                seats.append(seat)
            cpu.games.apply(state, self.choose(state, int(state[ACTOR]), wildness))
        return rows, seats, int(state[WINNER])


def watch(job: tuple[str, int, int, float, float, float]) -> tuple[Any, Any, Any]:
    """Games for some seconds: numbers, seat (and game), and 1 for a win of that seat."""
    preset, place, nodes, seconds, wildness, heat = job
    watcher, deal, end = Watcher(preset, place, nodes, wildness, heat), place * 1_000_000, time.perf_counter() + seconds
    inputs, seats, games, won = [], [], [], []
    while time.perf_counter() < end:
        rows, whose, winner = watcher.play(deal)
        inputs += rows
        seats += whose
        games += [deal] * len(rows)
        won += [0.5 if winner == DRAWN else float(winner == seat + 1) for seat in whose]
        deal += 1
    return (
        numpy.array(inputs, dtype=numpy.float16),
        numpy.array([seats, games], dtype=numpy.int32),
        numpy.array(won, dtype=numpy.float32),
    )


def gather(preset: str, seconds: float, nodes: int, workers: int, wildness: float = 0.03, heat: float = 0.002) -> dict[str, Any]:
    """What all workers saw."""
    with multiprocessing.Pool(workers) as pool:
        found = pool.map(watch, [(preset, place + 1, nodes, seconds, wildness, heat) for place in range(workers)])
    return {
        "inputs": numpy.concatenate([row[0] for row in found]),
        "seats": numpy.concatenate([row[1][0] for row in found]),
        "games": numpy.concatenate([row[1][1] for row in found]),
        "won": numpy.concatenate([row[2] for row in found]),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--presets", default="stones,stones-tactics,walls,walls-tactics")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each preset")
    parser.add_argument("--nodes", type=int, default=0, help="of search for each choice; 0: one look ahead")
    parser.add_argument("--wildness", type=float, default=0.03, help="the share of random choices, in every other game")
    parser.add_argument("--heat", type=float, default=0.002, help="how much worse, about, any other choice may be")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    Watcher("walls", 0, 1).play(0)  # compiles
    for preset in arguments.presets.split(","):
        found = gather(preset, arguments.seconds, arguments.nodes, arguments.workers, arguments.wildness, arguments.heat)
        print(f"{preset}: {len(found['won']):,} rows of {len(set(found['games'].tolist())):,} games", flush=True)
        numpy.savez(arguments.out / f"{preset}.npz", **found)


if __name__ == "__main__":
    main()
