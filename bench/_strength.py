"""Strength in matches: every deal twice with seats swapped, all in one process, with 95 % intervals from the pairs.

`make strength ARGS="--seconds 600"` plays each match for that long, or for 1,000 deals; the figures are kept in
bench/results/strength.json, each match as soon as it is done. `marchstone arena` measures the same in separate processes with
records; this is for many games in little time.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from math import sqrt
from typing import Any

from bench._results import keep
from marchstone.core.actions import CLAIM, LEGAL_WORDS
from marchstone.core.layout import ACTOR, DRAWN, PROVABLE, STONES, TURN, WINNER, WORDS
from marchstone.core.presets import NAMES, PRESETS
from marchstone.engine.compiled import cpu
from marchstone.engine.mind import Mind
from marchstone.engine.searcher import Greedy

Chooser = Callable[[Any, int], int]
FULL = ("stones", "stones-tactics", "stones-expert", "stones-tactics-expert", "walls", "walls-tactics")
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


def match(preset: str, first: str, second: str, deals: int, seconds: float) -> dict[str, Any]:
    """Deals, each played with both seatings, until there are enough or the time is over."""
    ours, theirs = chooser(first, preset, 1), chooser(second, preset, 2)
    pairs, as_seat, end = [], [0.0, 0.0], time.perf_counter() + seconds
    while len(pairs) < deals and time.perf_counter() < end:
        deal = 1_000_000 + len(pairs)
        scores = points(play(preset, deal, (ours, theirs)), 0), points(play(preset, deal, (theirs, ours)), 1)
        pairs.append(sum(scores) / 2)
        as_seat = [total + score for total, score in zip(as_seat, scores)]
    number = len(pairs)
    mean = sum(pairs) / number
    spread = sqrt(sum((pair - mean) ** 2 for pair in pairs) / max(1, number - 1) / number)
    return {
        "preset": preset,
        "players": [first, second],
        "deals": number,
        "score": mean,
        "half interval": 1.96 * spread,
        "as seat 0": as_seat[0] / number,
        "as seat 1": as_seat[1] / number,
    }


def wanted(nodes: int) -> list[tuple[str, str, str]]:
    """All matches: the quick player against chance, search against it, and against search with a tenth of the nodes."""
    matches = [(preset, "greedy", "random") for preset in FULL]
    matches += [(preset, f"search:{nodes}", "greedy") for preset in SEARCHED]
    return matches + [(preset, f"search:{nodes}", f"search:{nodes // 10}") for preset in SEARCHED]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0, help="for each match")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--only", default="", help="a word that the match must contain, such as 'greedy random'")
    arguments = parser.parse_args()
    found = []
    for preset, first, second in wanted(arguments.nodes):
        if arguments.only not in f"{preset} {first} {second}":
            continue
        row = match(preset, first, second, arguments.deals, arguments.seconds)
        found.append(row)
        print(
            f"{preset:22} {first:12} {second:12} {row['score']:7.1%} ± {row['half interval']:.1%}   {row['deals']} deals, "
            f"as seat 0 {row['as seat 0']:.1%}, as seat 1 {row['as seat 1']:.1%}",
            flush=True,
        )
        keep("strength", {"matches": found}, command="make strength")


if __name__ == "__main__":
    main()
