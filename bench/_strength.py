"""Strength in matches: every deal twice with seats swapped, on all cores, with 95 % intervals from the pairs.

`make strength ARGS="--seconds 600"` plays each match for that long, or for 1,000 deals; the figures are kept in
bench/results/strength.json, each match as soon as it is done, beside those measured before. `marchstone arena` measures it in
separate processes with records; this is for many games in little time, and needs nothing but Numba.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import time
from collections.abc import Callable
from functools import lru_cache
from itertools import islice
from math import sqrt
from typing import Any

import numpy

from bench._results import FOLDER, keep
from marchstone.core.actions import CLAIM, LEGAL_WORDS
from marchstone.core.layout import ACTOR, DRAWN, PROVABLE, STONES, TURN, WINNER, WORDS
from marchstone.core.presets import NAMES, PRESETS
from marchstone.engine.compiled import cpu
from marchstone.engine.mind import Mind
from marchstone.engine.searcher import Greedy

Chooser = Callable[[Any, int], int]
FULL = ("stones", "stones-tactics", "stones-expert", "stones-tactics-expert", "walls", "walls-tactics")
FIRST_DEAL = 1_000_000
AT_ONCE = 64  # deals between two looks at the clock
SEARCHED = ("stones", "stones-tactics", "walls", "walls-tactics")


def chooser(spec: str, preset: str, seed: int) -> Chooser:
    """`random`, `greedy`, `search:NODES` or `timed:MILLISECONDS`, as a function from a view and a seat to an action."""
    name, _, number = spec.partition(":")
    if name == "random":
        return random_chooser(seed)
    if name == "greedy":
        return Greedy(preset, seed).choose
    mind = Mind(preset, seed)
    nodes, seconds = (int(number), None) if name == "search" else (None, int(number) / 1000)
    return lambda view, seat: mind.choose(view, seat, nodes, seconds)


def random_chooser(seed: int) -> Chooser:
    """Any legal action."""
    masks, chance = cpu.vector(LEGAL_WORDS), cpu.vector(1)
    chance[0] = cpu.chance.seeded(seed, 3)
    actions = cpu.actions

    def choose(view: Any, seat: int) -> int:
        parts = cpu.random_play.choose_at_random(view, 0, masks, chance)
        return int(actions.action_of(actions.family_in(parts), actions.card_in(parts), actions.place_in(parts)))

    return choose


def play(preset: str, deal: int, players: tuple[Chooser, Chooser]) -> int:
    """One game; WINNER as the core has it. Claims are made as soon as they can be, single choices without asking."""
    state, view, chance, masks = (cpu.vector(words) for words in (WORDS, WORDS, 1, LEGAL_WORDS))
    chance[0] = cpu.chance.seeded(deal, 0)
    cpu.games.start(state, NAMES.index(preset), chance)
    if PRESETS[NAMES.index(preset)].game == STONES:
        state[TURN] = state[ACTOR] = deal & 1
    while not state[WINNER]:
        if state[PROVABLE]:
            cpu.games.carry_out(state, cpu.actions.joined(CLAIM, 0, cpu.bits.low(state[PROVABLE])))
            continue
        families = cpu.games.legal(state, masks)
        if cpu.actions.count_legal(masks, families) == 1:
            cpu.games.carry_out(state, cpu.actions.nth_parts(masks, families, 0))
            continue
        seat = int(state[ACTOR])
        cpu.observe.observe(state, seat, view)
        cpu.games.apply(state, players[seat](view, seat))
    return int(state[WINNER])


def points(winner: int, seat: int) -> float:
    """1 for a win, a half for a draw."""
    return 0.5 if winner == DRAWN else float(winner == seat + 1)


def pair_of(job: tuple[str, str, str, int]) -> tuple[float, float]:
    """What the first player scores in both games of a deal, as seat 0 and as seat 1."""
    preset, first, second, deal = job
    ours, theirs = players_of(preset, first, second)
    return points(play(preset, deal, (ours, theirs)), 0), points(play(preset, deal, (theirs, ours)), 1)


@lru_cache(maxsize=1)
def players_of(preset: str, first: str, second: str) -> tuple[Chooser, Chooser]:
    """Both players of a match, made once in each process."""
    return chooser(first, preset, 1), chooser(second, preset, 2)


def match(pool: Any, preset: str, first: str, second: str, deals: int, seconds: float) -> dict[str, Any]:
    """Deals, each played with both seatings, until there are enough or the time is over."""
    pairs, end = [], time.perf_counter() + seconds
    jobs = ((preset, first, second, FIRST_DEAL + deal) for deal in range(deals))
    while len(pairs) < deals and time.perf_counter() < end:
        pairs += pool.map(pair_of, list(islice(jobs, AT_ONCE)), chunksize=1)
    scores = numpy.array(pairs)
    of_pairs = scores.mean(axis=1)
    return {
        "preset": preset,
        "players": [first, second],
        "deals": len(pairs),
        "score": float(of_pairs.mean()),
        "half interval": float(1.96 * of_pairs.std(ddof=1) / sqrt(len(pairs))),
        "as seat 0": float(scores[:, 0].mean()),
        "as seat 1": float(scores[:, 1].mean()),
    }


def wanted(thinking: str, less: str) -> list[tuple[str, str, str]]:
    """All matches: the quick player against chance, search against it, and against search with a tenth of the budget."""
    matches = [(preset, "greedy", "random") for preset in FULL]
    matches += [(preset, thinking, "greedy") for preset in SEARCHED]
    return matches + [(preset, thinking, less) for preset in SEARCHED]


def merged(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What was measured before, with the matches that were played now in the place of the same ones."""
    path = FOLDER / "strength.json"
    before = json.loads(path.read_text(encoding="utf-8"))["matches"] if path.exists() else []
    kept = {(row["preset"], *row["players"]): row for row in [*before, *found]}
    return sorted(kept.values(), key=lambda row: (row["players"], FULL.index(row["preset"])))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0, help="for each match")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--milliseconds", type=int, help="for a move, instead of nodes")
    parser.add_argument("--only", default="", help="words that the match must contain, such as 'walls greedy'")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    kind, budget = ("timed", arguments.milliseconds) if arguments.milliseconds else ("search", arguments.nodes)
    found = []
    chooser("search:20", "walls", 1)  # compiles
    with multiprocessing.Pool(arguments.workers) as pool:
        for preset, first, second in wanted(f"{kind}:{budget}", f"{kind}:{max(1, budget // 10)}"):
            if not set(arguments.only.split()) <= {preset, first, second}:
                continue
            row = match(pool, preset, first, second, arguments.deals, arguments.seconds)
            found.append(row)
            print(
                f"{preset:22} {first:12} {second:12} {row['score']:7.1%} ± {row['half interval']:.1%}   {row['deals']} deals, "
                f"as seat 0 {row['as seat 0']:.1%}, as seat 1 {row['as seat 1']:.1%}",
                flush=True,
            )
            keep("strength", {"matches": merged(found)}, command="make strength")


if __name__ == "__main__":
    main()
