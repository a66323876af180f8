"""Random games on a GPU, every preset: decisions per second, the card's name, and the same digests as on the CPU.

`python -m bench.gpu`; the figures are kept in bench/results/gpu.json. Says so and ends with status 3 where there is no GPU.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from bench._results import keep
from marchstone.batch import play_many
from marchstone.core.presets import NAMES
from marchstone.cuda import load_cuda

COMPARED = 20_000
GAMES = 20_000_000
SECONDS = 2.0


def measured(preset: str, games: int) -> dict[str, Any]:
    """Best of two runs, long enough to last some seconds; compiled and warm."""
    start = time.perf_counter()
    first = play_many(preset, games // 10, target="cuda")
    games = max(games // 10, int(games / 10 * SECONDS / (time.perf_counter() - start)))
    best, totals = float("inf"), first
    for _ in range(2):
        start = time.perf_counter()
        totals = play_many(preset, games, target="cuda")
        best = min(best, time.perf_counter() - start)
    return {"games": games, "seconds": best, "games/s": games / best, "decisions/s": totals.decisions / best}


def main() -> int:
    cuda = load_cuda()
    if not cuda.is_available():
        print("no GPU here: nothing measured", file=sys.stderr)
        return 3
    card = cuda.get_current_device().name
    card = card.decode() if isinstance(card, bytes) else card
    print(card)
    results = {}
    for preset in NAMES:
        start = time.perf_counter()
        play_many(preset, 1, target="cuda")
        compiled = time.perf_counter() - start
        digests = {}
        for eager in (True, False):
            ours, theirs = (play_many(preset, COMPARED, seed=7, eager=eager, target=target) for target in ("cuda", "cpu"))
            if ours != theirs:
                print(f"{preset}: GPU and CPU differ: {ours} {theirs}", file=sys.stderr)
                return 1
            digests["eager" if eager else "calm"] = f"{ours.digest:016x}"
        row = measured(preset, GAMES) | {"compared": COMPARED, "digests": digests}
        results[preset] = row
        print(
            f"{preset:22} {row['decisions/s']:.3g} decisions/s  {row['games/s']:.3g} games/s  "
            f"{COMPARED} games equal to the CPU's  first call {compiled:.1f} s",
            flush=True,
        )
    keep("gpu", {"card": card, "presets": results})
    return 0


if __name__ == "__main__":
    sys.exit(main())
