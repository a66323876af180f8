"""The published examples of fair deals, made from docs/fair.md alone; `python -m tests.fair_vectors` writes them.

Cards are texts here and piles are lists; nothing is shared with marchstone/fair.py but the page that both follow.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

PATH = Path(__file__).parent.parent / "docs" / "fair-vectors.json"
ELITES = ["joker1", "joker2", "spy", "shield"]
STONES_TACTICS = [*ELITES, "blind", "mud", "recruiter", "strategist", "banshee", "traitor"]
WALLS_TACTICS = [*ELITES, "redeployment", "recruitment", "desertion", "treachery", "explosion", "support", "exchange"]
# preset: colours, lowest and highest value, cards of a hand, Tactic cards
PRESETS: dict[str, tuple[str, int, int, int, list[str]]] = {
    "stones": ("roygbv", 1, 9, 6, []),
    "stones-tactics": ("roygbv", 1, 9, 7, STONES_TACTICS),
    "stones-expert": ("roygbv", 1, 9, 6, []),
    "stones-tactics-expert": ("roygbv", 1, 9, 7, STONES_TACTICS),
    "walls": ("rygbv", 0, 11, 6, []),
    "walls-tactics": ("rygbv", 0, 11, 7, WALLS_TACTICS),
    "stones-tiny": ("ro", 1, 3, 2, []),
    "walls-small": ("rygb", 0, 7, 4, []),
}
GAMES = ("aaaaaaaaaaaa", "q7xk2mzt3ovw")


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"\x00".join(parts)).digest()


def chain(last: bytes) -> list[bytes]:
    """The seeds of rounds 1 to 100."""
    seeds = [last]
    while len(seeds) < 100:
        seeds.insert(0, sha(b"marchstone chain 1", seeds[0]))
    return seeds


class Numbers:
    """The stream, all of its bytes in a row."""

    def __init__(self, seed: bytes, head: str) -> None:
        self.seed, self.head, self.blocks, self.left = seed, head, 0, b""

    def below(self, k: int) -> int:
        while True:
            if not self.left:
                self.left = hmac.new(self.seed, f"{self.head}|{self.blocks}".encode(), hashlib.sha256).digest()
                self.blocks += 1
            x, self.left = int.from_bytes(self.left[:4], "big"), self.left[4:]
            if x < 2**32 // k * k:
                return x % k

    def shuffle(self, cards: list[str]) -> None:
        for i in reversed(range(1, len(cards))):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]


def vector(preset: str, game: str, number: int, seed: bytes, seed0: str, seed1: str) -> dict[str, Any]:
    """One example, with what comes out on the way."""
    colours, lowest, highest, size, tactics = PRESETS[preset]
    numbers = Numbers(seed, f"marchstone deal 1|{game}|{number}|{seed0}|{seed1}")
    pile = [f"{colour}{value}" for colour in colours for value in range(lowest, highest + 1)]
    tactics = list(tactics)
    numbers.shuffle(pile)
    numbers.shuffle(tactics)
    hands: list[list[str]] = [[], []]
    for _ in range(size):
        for seat in (0, 1):
            hands[seat].append(pile.pop())
    key = numbers.below(2**31) * 2**31 + numbers.below(2**31) if "support" in tactics else None
    return {
        "preset": preset,
        "game": game,
        "round": number,
        "seed": seed.hex(),
        "seed0": seed0,
        "seed1": seed1,
        "commitment": sha(b"marchstone commit 1", game.encode(), str(number).encode(), seed).hex(),
        "hands": hands,
        "pile": pile,
        "tactic-pile": tactics,
        "key": None if key is None else f"{key:x}",
        "lot": numbers.below(2),
        "blocks": numbers.blocks,
    }


def vectors() -> dict[str, Any]:
    """All of them."""
    found = []
    for place, preset in enumerate(PRESETS):
        for game in GAMES:
            for number in (1, 2, 100):
                seed = chain(sha(b"example", preset.encode(), game.encode()))[number - 1]
                seed0, seed1 = sha(b"0", seed).hex()[: 32 + 4 * place], sha(b"1", seed).hex()
                found.append(vector(preset, game, number, seed, seed0, seed1))
    last = bytes(range(32))
    seeds = chain(last)
    return {
        "about": "Examples for docs/fair.md. A pile's top card is its last; hands are in the order in which they were dealt.",
        "chain": {"last": last.hex(), "seeds": {str(number): seeds[number - 1].hex() for number in (1, 2, 50, 99, 100)}},
        "deals": found,
    }


def text() -> str:
    """The file: one example a line."""
    found = vectors()
    lines = ",\n".join(f"  {json.dumps(deal)}" for deal in found["deals"])
    head = json.dumps({"about": found["about"], "chain": found["chain"]})[:-1]
    return f'{head}, "deals": [\n{lines}\n]}}\n'


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
