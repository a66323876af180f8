"""From nothing to the first move: import, first compiled move with an empty cache and with a full one, a game in plain Python;
the command `marchstone perft` and a batch of random games likewise.

Each is measured in a fresh interpreter. What is compiled goes to a folder of its own, which is removed afterwards.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from bench._results import keep

IMPORT = "import marchstone, sys; assert 'numba' not in sys.modules and 'numpy' not in sys.modules"
FIRST_MOVE = """
from marchstone.targets import core
cpu = core("cpu")
state, chance, masks = cpu.vector(cpu.layout.WORDS), cpu.vector(1), cpu.vector(cpu.actions.LEGAL_WORDS)
cpu.games.start(state, {preset}, chance)
cpu.games.carry_out(state, cpu.random_play.choose_at_random(state, 1, masks, chance))
"""
GAME = """
from marchstone import Game
from marchstone.players.random import RandomPlayer
game, player = Game({name!r}, seed=1), RandomPlayer(1)
while not game.is_over:
    game.play(player.choose(game.view(game.actor), game.legal_moves))
"""
BATCH = "from marchstone.batch import play_many; play_many('walls-tactics', 1)"
PERFT = """
from marchstone.cli import main
from marchstone.position import Position
main(["perft", Position.deal("stones", seed=1).text, "2"])
"""


def seconds(source: str, cache: str) -> float:
    """How long a fresh interpreter takes for a few lines, less what an empty one takes."""
    environment = os.environ | {"MARCHSTONE_CACHE": cache}

    def once(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, env=environment)
        return time.perf_counter() - start

    return once(source) - once("pass")


def main() -> None:
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="marchstone-bench-") as cache:
        figures["import marchstone"] = min(seconds(IMPORT, cache) for _ in range(5))
        figures["first compiled move, empty cache"] = seconds(FIRST_MOVE.format(preset=0), cache)
        figures["first compiled move, warm"] = min(seconds(FIRST_MOVE.format(preset=0), cache) for _ in range(3))
        figures["marchstone perft, first move compiled before"] = seconds(PERFT, cache)
        figures["marchstone perft, warm"] = min(seconds(PERFT, cache) for _ in range(3))
        figures["random batch, move functions compiled before"] = seconds(BATCH, cache)
        figures["random batch, warm"] = min(seconds(BATCH, cache) for _ in range(3))
        for name, source in (("marchstone perft", PERFT), ("random batch", BATCH)):
            with tempfile.TemporaryDirectory(prefix="marchstone-bench-") as empty:
                figures[f"{name}, empty cache"] = seconds(source, empty)
        for name in ("stones", "walls-tactics"):
            figures[f"whole game of {name}, plain Python"] = min(seconds(GAME.format(name=name), cache) for _ in range(3))
    for name, figure in figures.items():
        print(f"{name:48}{figure:8.2f} s")
    keep("startup", {"seconds": figures})


if __name__ == "__main__":
    main()
