"""How true the chances of an analysis are: what they say of positions from games of quick players, and how those games end.

For each preset: the loss in bits of one seat's chance and of that of both seats together, which is what the curve of a review
shows (1 bit is what a coin loses); and for each fifth of the scale what was told, what came, and how often.
"""

from __future__ import annotations

import random
from typing import Any

import numpy

from bench._results import keep
from marchstone.analysis import think
from marchstone.core.layout import ACTOR, PHASE, PROVABLE, TO_PLAY, VIEWER, WINNER
from marchstone.engine.compiled import cpu
from marchstone.engine.searcher import Greedy
from marchstone.position import Position

GAMES, NODES, SHARE, SEED = 250, 400, 0.12, 1000
PRESETS = ("stones", "stones-tactics", "stones-expert", "stones-tactics-expert", "walls", "walls-tactics")


def positions_of(preset: str, seed: int, chance: random.Random) -> list[tuple[float, float, float]]:
    """One game: for some positions the chooser's chance by its own eyes, and by the eyes of both, and what came of it."""
    state = think.vector_of(Position.deal(preset, seed=seed).state)
    players = [Greedy(preset, seat) for seat in range(2)]
    team, found = think.team_for(preset, seed), []
    while not state[WINNER]:
        seat = int(state[ACTOR])
        view = think.seen_by(state, seat)
        if state[PHASE] == TO_PLAY and not state[PROVABLE] and chance.random() < SHARE:
            seen = (think.seen_by(state, one) for one in (seat, 1 - seat))
            own, other = (think.search(team, words, int(words[VIEWER]) - 1, think.Cost(nodes=NODES)).own for words in seen)
            found.append((seat, own, think.between(own, other)))
        cpu.games.apply(state, players[seat].choose(view, seat))
    return [(own, both, think.result(state, seat)) for seat, own, both in found]


def bits(told: Any, came: Any) -> float:
    """What a forecast loses on the mean."""
    kept = numpy.clip(told, think.TINY, 1 - think.TINY)
    return round(float(-numpy.mean(came * numpy.log2(kept) + (1 - came) * numpy.log2(1 - kept))), 3)


def measured(preset: str) -> dict[str, Any]:
    """One preset."""
    chance = random.Random(SEED)
    rows = numpy.array([row for game in range(GAMES) for row in positions_of(preset, SEED + game, chance)])
    own, both, came = rows.T
    fifth = numpy.minimum(4, (own * 5).astype(int))
    fifths = [
        [round(float(own[fifth == n].mean()), 2), round(float(came[fifth == n].mean()), 2), int((fifth == n).sum())]
        for n in range(5)
        if (fifth == n).any()
    ]
    return {"positions": len(rows), "own": bits(own, came), "both": bits(both, came), "fifths": fifths}


def main() -> None:
    results = {}
    for preset in PRESETS:
        results[preset] = measured(preset)
        print(preset, results[preset], flush=True)
    keep("chances", {"games": GAMES, "nodes": NODES, "presets": results})


if __name__ == "__main__":
    main()
