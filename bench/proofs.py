"""Claim proofs: how long one takes, compiled and interpreted, for every preset, number of missing cards, with and without wilds.

The cases come from random games, and from such games some cards earlier: every front whose one side is complete, with nought to
four cards missing on the other. A case is proved over and over in compiled code, so that its time can be told; `mixed` goes
through all cases in turn, as a game would, with nothing foreseen, and `cold p99` times blocks of them one by one.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numba
import numpy

from bench._results import best_seconds, keep
from marchstone.core.presets import NAMES, row_at
from marchstone.targets import core

GAMES = 400
CASES = 400  # of one kind
REPEATS = 2_000
ROUNDS = 3
BLOCK = 16  # cases timed together where none is repeated
Case = tuple[Any, int, int]

CPU, PYTHON = core("cpu"), core("python")
provable_at = CPU.claims.provable_at


@numba.njit(nogil=True)
def prove(state, front, seat, repeats):  # type: ignore[no-untyped-def]
    """The same proof again and again."""
    found = 0
    for repeat in range(repeats):
        state[CPU_QUIET] = repeat  # nothing can be carried over from one turn of the loop to the next
        found += provable_at(state, front, seat)
    return found


@numba.njit(nogil=True)
def prove_all(states, fronts, seats):  # type: ignore[no-untyped-def]
    """Every case once."""
    found = 0
    for index in range(len(fronts)):
        found += provable_at(states[index], fronts[index], seats[index])
    return found


CPU_QUIET = CPU.layout.QUIET


def cases_of(preset: int) -> dict[tuple[int, bool], list[Case]]:
    """Fronts to prove, by how many cards are missing and whether a wild lies on the incomplete side."""
    lay, zones = CPU.layout, CPU.zones
    found: dict[tuple[int, bool], list[Case]] = defaultdict(list)
    state, out, chance = (CPU.vector(words) for words in (lay.WORDS, CPU.actions.LEGAL_WORDS, 1))
    for game in range(GAMES):
        chance[0] = CPU.chance.seeded(11, game)
        CPU.games.start(state, preset, chance)
        while not state[lay.WINNER]:
            for front in range(CPU.presets.setting(state, CPU.presets.FRONT_COUNT)):
                for seat in range(lay.SEATS):
                    side, other = zones.side_of(front, seat), zones.side_of(front, 1 - seat)
                    if state[side + lay.RANK]:
                        missing = CPU.formations.width_of(row_at(state, front)) - zones.count_on(state, other)
                        kind = missing, bool(zones.elites_on(state, other))
                        if len(found[kind]) < 4 * CASES:
                            found[kind].append((state.copy(), front, seat))
            CPU.games.carry_out(state, CPU.random_play.choose_at_random(state, 0, out, chance))
    rng = random.Random(5)
    return {kind: rng.sample(cases, min(len(cases), CASES)) for kind, cases in sorted(found.items())}


def nanoseconds(case: Case) -> float:
    """One case, compiled: the shortest of some rounds, loop and all."""
    state, front, seat = case
    best = best_seconds(lambda: prove(state, front, seat, REPEATS), ROUNDS)
    return best / REPEATS * 1e9


def mixed(cases: list[Case]) -> float:
    """Nanoseconds a case when each comes once, in no order."""
    states = numpy.array([case[0] for case in cases] * 10)
    fronts, seats = (numpy.array([case[place] for case in cases] * 10) for place in (1, 2))
    return best_seconds(lambda: prove_all(states, fronts, seats), 5) / len(fronts) * 1e9


def cold_p99(cases: list[Case]) -> float:
    """The 99th percentile over blocks of different cases, each block timed by itself, with all the others in between.

    One proof is shorter than a look at the clock, so what is told is the mean of a block: an upper bound, since the call is in
    it, but one slow case counts for a sixteenth only.
    """
    states = numpy.array([case[0] for case in cases])
    fronts, seats = (numpy.array([case[place] for case in cases]) for place in (1, 2))
    parts = [slice(start, start + BLOCK) for start in range(0, len(cases) - BLOCK + 1, BLOCK)]
    blocks = [(states[part], fronts[part], seats[part]) for part in parts]
    times = [[timed(lambda block=block: prove_all(*block)) for block in blocks] for _ in range(ROUNDS)]
    best = [min(rounds) / BLOCK * 1e9 for rounds in zip(*times)]
    return float(numpy.percentile(best, 99)) if best else float("nan")


def timed(work: Callable[[], object]) -> float:
    """Seconds for one run."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def interpreted(cases: list[Case]) -> list[float]:
    """Microseconds of each case in plain Python."""
    times = []
    for state, front, seat in cases[:100]:
        words = state.tolist()
        repeats = 20
        best = float("inf")
        for _ in range(ROUNDS):
            start = time.perf_counter()
            for _ in range(repeats):
                PYTHON.claims.provable_at(words, front, seat)
            best = min(best, time.perf_counter() - start)
        times.append(best / repeats * 1e6)
    return times


def main() -> None:
    results: dict[str, list[dict[str, float]]] = {}
    widths = {"missing": 8, "wilds": 7, "cases": 7, "median ns": 11, "p99 ns": 9, "mixed ns": 10, "cold p99": 10, "python us": 11}
    print(f"{'preset':24}" + "".join(f"{head:>{width}}" for head, width in widths.items()))
    for preset, name in enumerate(NAMES):
        rows = []
        for (missing, wild), cases in cases_of(preset).items():
            times = numpy.array([nanoseconds(case) for case in cases])
            row = {
                "missing": missing,
                "wilds": wild,
                "cases": len(cases),
                "median ns": float(numpy.median(times)),
                "p99 ns": float(numpy.percentile(times, 99)),
                "mixed ns": mixed(cases),
                "cold block p99 ns": cold_p99(cases),
                "python median us": float(numpy.median(interpreted(cases))),
            }
            rows.append(row)
            print(
                f"{name:24}{missing:8}{'yes' if wild else 'no':>7}{len(cases):7}"
                f"{row['median ns']:11.1f}{row['p99 ns']:9.1f}"
                f"{row['mixed ns']:10.1f}{row['cold block p99 ns']:10.1f}{row['python median us']:11.2f}",
                flush=True,
            )
        results[name] = rows
    keep("proofs", {"presets": results})


if __name__ == "__main__":
    main()
