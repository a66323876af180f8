"""Golden games: a few records in `tests/golden` that between them show every preset, Tactic card, ending, phase and kind of move.

`python -m tests.make_golden` writes them again; `python -m tests.make_golden --search` looks for the fewest and shortest games
that show everything, and prints the list below anew.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from marchstone.cards import TEXTS, cards_of
from marchstone.core.layout import WALLS
from marchstone.core.presets import NAMES, PRESETS, tactics_of
from marchstone.game import Game
from marchstone.position import Position
from marchstone.record import Record
from marchstone.writing import PHASES
from tests.differential import TASTES, choose, kind_of
from tests.test_differential import kinds_of

FOLDER = Path(__file__).parent / "golden"
SEEDS = range(300)  # of each preset, where the search looks
ENDINGS = ({"adjacent", "majority", "stalemate"}, {"fourth", "twice", "deck", "full"})
# tiny and small games have no Tactic cards; in a game of stones nobody chooses after the draw or gives cards away
PHASES_OF = (set(PHASES) - {"give", "end"}, set(PHASES) - {"recruit", "bury"})

# preset and seed of each game; the seed settles the deal, the taste and the choices
GAMES = (
    ("stones", 61),
    ("stones-tactics", 241),
    ("stones-expert", 293),
    ("stones-tactics-expert", 283),
    ("walls", 251),
    ("walls-tactics", 183),
    ("walls-tactics", 237),
    ("stones-tiny", 0),
    ("stones-small", 67),
    ("walls-tiny", 4),
    ("walls-small", 168),
)


def play(preset: str, seed: int) -> Game:
    """A whole game by chance, to one of the tastes of the differential test."""
    rng, taste = random.Random(seed), TASTES[seed % len(TASTES)]
    game = Game(preset, seed=seed)
    while not game.is_over:
        moves = sorted(move.text for move in game.legal_moves)
        game.play(choose(rng, moves, taste, game.actor))
    return game


def shown_by(positions: list[Position], moves: list[str]) -> set[str]:
    """What can be seen in a game, by name: `stones: play joker`, `walls: played joker2`, `walls: ends full`, ..."""
    final = positions[-1]
    played = {f"played {move.split()[1]}" for move in moves if move.startswith("play ") and not move.split()[1][1:].isdigit()}
    seen = played | {kind_of(move) for move in moves} | {f"phase {position.phase}" for position in positions}
    winner = "drawn" if final.winner is None else f"won by {final.winner}"
    return {final.rules.name} | {f"{final.rules.game}: {what}" for what in (*seen, f"ends {final.reason}", winner)}


@cache
def everything() -> frozenset[str]:
    """All that there is to see."""
    wanted = set(NAMES)
    for preset in PRESETS:
        kinds = kinds_of(preset.name)
        tactics = {f"played {TEXTS[preset.game][card]}" for card in cards_of(0, tactics_of(preset))}
        endings = {f"ends {ending}" for ending in ENDINGS[preset.game]}
        phases = {f"phase {phase}" for phase in PHASES_OF[preset.game]}
        winners = {"won by 0", "won by 1"} | ({"drawn"} if preset.game != WALLS else set())
        wanted |= {f"{('stones', 'walls')[preset.game]}: {what}" for what in kinds | tactics | endings | phases | winners}
    return frozenset(wanted)


def record_of(preset: str, seed: int) -> Record:
    """One of the games as it is kept."""
    return Record.of(play(preset, seed), Event="Golden game", Taste=TASTES[seed % len(TASTES)])


def files() -> Iterator[tuple[Path, str]]:
    """Every golden file with its content."""
    for preset, seed in GAMES:
        yield FOLDER / f"{preset}-{seed}.txt", record_of(preset, seed).text


def search() -> list[tuple[str, int]]:
    """Always the game that shows most of what is still missing, and among those the shortest, until nothing is."""
    found: dict[tuple[str, int], tuple[set[str], int]] = {}
    for preset in NAMES:
        for seed in SEEDS:
            game = play(preset, seed)
            found[preset, seed] = shown_by(list(game.positions), [move.text for move in game.moves]), len(game.moves)
    chosen: list[tuple[str, int]] = []
    missing = set(everything())
    while missing:
        best = max(found, key=lambda key: (len(found[key][0] & missing), -found[key][1]))
        if not found[best][0] & missing:
            raise SystemExit(f"never seen: {sorted(missing)}")
        chosen.append(best)
        missing -= found[best][0]
    return sorted(chosen, key=lambda key: (NAMES.index(key[0]), key[1]))


def main() -> None:
    """Write the files, or look for better games."""
    if "--search" in sys.argv[1:]:
        print("GAMES = (", *(f"    {game}," for game in search()), ")", sep="\n")
        return
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for path, text in files():
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
