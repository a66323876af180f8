"""Endings: how long the solver takes with nothing hidden and twelve cards in hand, for every preset.

The endings come from games at random (every claim made), and from games between seats that mostly keep their fronts as strong
as they can become; a game counts at the first turn with both piles empty and at most twelve cards in hand. In walls such a turn
is the last one: whoever must draw then has lost or won. With tactics both hands still have seven cards there; they count too.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import numpy

from bench._results import keep
from marchstone.core.presets import NAMES, PRESETS
from marchstone.engine.endgame import Solver, is_open
from marchstone.targets import core

CPU = core("cpu")
LAY, ACT = CPU.layout, CPU.actions
ENDINGS = 200
GAMES = 4 * ENDINGS  # at most
TWELVE = 12
GOAL = 1.0  # second


def cards_in_hand(state: Any) -> int:
    """Of both seats."""
    return sum(int(state[LAY.HAND + word]).bit_count() for word in range(4))


def is_ending(state: Any) -> bool:
    """A new turn with nothing hidden and no more cards than agreed."""
    view = CPU.vector(LAY.WORDS)
    if state[LAY.PILE_SIZE] + state[LAY.PILE_SIZE + 1] or state[LAY.PHASE] != LAY.TO_PLAY:
        return False
    CPU.observe.observe(state, int(state[LAY.TURN]), view)
    most = 2 * PRESETS[state[LAY.PRESET]].hand if PRESETS[state[LAY.PRESET]].game else TWELVE
    return cards_in_hand(state) <= most and is_open(view)


def outlook(state: Any, seat: int) -> int:
    """How strong a seat's open fronts can still become, less the same of the other seat."""
    total, fronts = 0, int(CPU.zones.open_fronts(state))
    for front in (front for front in range(LAY.FRONTS) if fronts >> front & 1):
        row = CPU.presets.row_at(state, front)
        for owner in range(LAY.SEATS):
            side = CPU.zones.side_of(front, owner)
            missing = CPU.formations.width_of(row) - CPU.zones.count_on(state, side)
            reach = CPU.proof.reach(
                row, state[side + LAY.CARDS_ON], CPU.zones.elites_on(state, side), missing, state[LAY.POOL], 0
            )
            total += int(reach) if owner == seat else -int(reach)
    return total


def sensible(state: Any, out: Any, rng: random.Random) -> int:
    """A claim, or mostly the number card after which the outlook is best."""
    families = CPU.games.legal(state, out)
    moves = [int(ACT.nth_legal(out, families, index)) for index in range(ACT.count_legal(out, families))]
    claims = [move for move in moves if ACT.family_of(move) == ACT.CLAIM]
    plays = [move for move in moves if ACT.family_of(move) == ACT.PLAY]
    if claims or not plays or rng.random() < 0.2:
        return rng.choice(claims or moves)
    scores = []
    for move in plays:
        after = state.copy()
        CPU.games.apply(after, move)
        scores.append((outlook(after, int(state[LAY.TURN])), rng.random(), move))
    return max(scores)[2]


def endings(preset: int, style: str) -> Iterator[Any]:
    """The endings of some games."""
    out, chance = CPU.vector(ACT.LEGAL_WORDS), CPU.vector(1)
    for seed in range(GAMES):
        rng, state = random.Random(seed), CPU.vector(LAY.WORDS)
        chance[0] = CPU.chance.seeded(seed, preset)
        CPU.games.start(state, preset, chance)
        while not state[LAY.WINNER] and not is_ending(state):
            if style == "random":
                CPU.games.carry_out(state, CPU.random_play.choose_at_random(state, 1, out, chance))
            else:
                CPU.games.apply(state, sensible(state, out, rng))
        if not state[LAY.WINNER]:
            yield state


def measure(preset: int, style: str, solver: Solver) -> dict[str, Any] | None:
    """How long its endings take; None if no game comes so far."""
    seconds, nodes, values, cards = [], [], [], []
    for state in endings(preset, style):
        if not seconds:
            solver.solve(state, 0)  # compiles
        start = time.perf_counter()
        solved = solver.solve(state, 0)
        seconds.append(time.perf_counter() - start)
        assert solved.exact
        nodes.append(solved.nodes)
        values.append(solved.value)
        cards.append(cards_in_hand(state))
        if len(seconds) == ENDINGS:
            break
    if not seconds:
        return None
    p50, p95, most = (float(number) for number in numpy.percentile(seconds, [50, 95, 100]))
    return {
        "games": style,
        "endings": len(seconds),
        "cards in hand": float(numpy.mean(cards)),
        "p50 ms": 1e3 * p50,
        "p95 ms": 1e3 * p95,
        "most ms": 1e3 * most,
        "p95 nodes": float(numpy.percentile(nodes, 95)),
        "nodes/s": sum(nodes) / sum(seconds),
        "drawn": values.count(0),
        "p95 within a second": p95 <= GOAL,
    }


def main() -> None:
    solver, results = Solver(), {}
    head = ("endings", 8), ("cards", 7), ("p50 ms", 9), ("p95 ms", 9), ("most ms", 9), ("p95 nodes", 11), ("nodes/s", 12)
    print(f"{'preset':24}{'games':10}" + "".join(f"{word:>{width}}" for word, width in head))
    for preset, name in enumerate(NAMES[:6]):
        rows = [row for style in ("random", "sensible") if (row := measure(preset, style, solver))]
        for row in rows:
            print(
                f"{name:24}{row['games']:10}{row['endings']:8}{row['cards in hand']:7.1f}{row['p50 ms']:9.2f}{row['p95 ms']:9.2f}"
                f"{row['most ms']:9.1f}{row['p95 nodes']:11.0f}{row['nodes/s']:12,.0f}",
                flush=True,
            )
        results[name] = rows
    keep("endgame", {"memory of the table": solver.memory, "presets": results})


if __name__ == "__main__":
    main()
