"""Random games played in the engine and in the oracle side by side, legal moves and states compared at every decision."""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any

from marchstone.cards import TEXTS, cards_of
from marchstone.move import ACTION_NUMBERS, ACTION_TEXTS
from tests.oracle.game import OracleGame

REASONS = {"adjacent": 1, "majority": 2, "stalemate": 3, "damaged": 4, "twice": 5, "deck": 6, "full": 7}


class Engine:
    """A state of the core, read as texts; `core` is the package of one target."""

    def __init__(self, core: ModuleType, state: Any) -> None:
        self.core, self.s = core, state
        self.game = core.presets.PRESETS[int(state[core.layout.PRESET])].game
        self.fronts = core.presets.PRESETS[int(state[core.layout.PRESET])].fronts
        self.out = core.vector(core.actions.LEGAL_WORDS)

    def text(self, card: int) -> str:
        return TEXTS[self.game][card]

    def texts(self, numbers: int, tactics: int = 0) -> list[str]:
        return sorted(self.text(card) for card in cards_of(int(numbers), int(tactics)))

    def legal(self) -> list[int]:
        families = self.core.games.legal(self.s, self.out)
        total = self.core.actions.count_legal(self.out, families)
        return [int(self.core.actions.nth_legal(self.out, families, n)) for n in range(total)]

    def legal_texts(self) -> list[str]:
        return [ACTION_TEXTS[self.game][action] for action in self.legal()]

    def apply(self, text: str) -> None:
        self.core.games.apply(self.s, ACTION_NUMBERS[self.game][text])

    def pile(self, kind: int) -> list[str]:
        """A pile, top first."""
        size = int(self.s[self.core.layout.PILE_SIZE + kind])
        return [self.text(int(self.core.zones.pile_card(self.s, kind, index))) for index in reversed(range(size))]

    def side(self, front: int, seat: int) -> list[str]:
        zones = self.core.zones
        side = zones.side_of(front, seat)
        return [self.text(int(zones.card_on(self.s, side, slot))) for slot in range(zones.count_on(self.s, side))]

    def first(self, front: int) -> int | None:
        """Which side was completed first, among those that are complete."""
        ranks = [int(self.s[self.core.zones.side_of(front, seat) + self.core.layout.RANK]) for seat in (0, 1)]
        return next((seat for seat in (0, 1) if ranks[seat] & 1), None)

    def snapshot(self) -> dict[str, Any]:
        """The same keys as the oracle's."""
        s, lay = self.s, self.core.layout
        fronts = range(self.fronts)
        winner, reason = int(s[lay.WINNER]), int(s[lay.REASON])
        names = {number: name for name, number in REASONS.items()}
        return {
            "sides": [(self.side(n, 0), self.side(n, 1)) for n in fronts],
            "first": [self.first(n) for n in fronts],
            "owner": [next((seat for seat in (0, 1) if s[lay.CLAIMED + seat] >> n & 1), None) for n in fronts],
            "damaged": [bool(s[lay.DAMAGED] >> n & 1) for n in fronts],
            "blind": [bool(s[lay.BLINDED] >> n & 1) for n in fronts],
            "mud": [bool(s[lay.MUDDY] >> n & 1) for n in fronts],
            "hands": [self.texts(s[lay.HAND + 2 * seat], s[lay.HAND + 2 * seat + 1]) for seat in (0, 1)],
            "piles": {"number": self.pile(0), "tactic": self.pile(1)},
            "discard": self.texts(s[lay.DISCARD], s[lay.DISCARD + 1]),
            "removed": self.texts(0, s[lay.REMOVED]),
            "held": self.text(int(s[lay.HELD]) - 1) if s[lay.HELD] else None,
            "given": [self.texts(s[lay.GIVEN + 2 * seat], s[lay.GIVEN + 2 * seat + 1]) for seat in (0, 1)],
            "actor": int(s[lay.ACTOR]),
            "turn": int(s[lay.TURN]),
            "oil": int(s[lay.OIL]),
            "tactics_played": [int(s[lay.PLAYED + seat]) for seat in (0, 1)],
            "jokers_played": [int(s[lay.JOKERS_PLAYED + seat]) for seat in (0, 1)],
            "outcome": ({1: 0, 2: 1, 3: None}[winner], names[reason]) if winner else None,
        }


def deal(core: ModuleType, preset: int, seed: int) -> Any:
    """A fresh game."""
    state, chance = core.vector(core.layout.WORDS), core.vector(1)
    chance[0] = core.chance.seeded(seed, 0)
    core.games.start(state, preset, chance)
    return state


def oracle_of(engine: Engine, name: str) -> OracleGame:
    """The same deal in the oracle."""
    shown = engine.snapshot()
    hands = shown["hands"]
    return OracleGame(name, (hands[0], hands[1]), shown["piles"], shown["turn"])


def choose(rng: random.Random, moves: list[str], taste: str) -> str:
    """Plain chance; `eager` claims whatever it can and likes ruses; `hoard` claims and passes seldom, so that games last."""
    if taste == "eager":
        liked = [m for m in moves if m.startswith("claim")] or [m for m in moves if m.startswith("play") and not m[-1].isdigit()]
        return rng.choice(liked if liked and rng.random() < 0.7 else moves)
    if taste == "hoard":
        kept = [m for m in moves if not m.startswith("claim")]
        return rng.choice(kept or moves)
    return rng.choice(moves)


def play_both(core: ModuleType, name: str, seed: int) -> tuple[int, str]:
    """One game in both; the number of decisions and how it ended. Raises at the first difference."""
    rng = random.Random(seed)
    engine = Engine(core, deal(core, core.presets.NAMES.index(name), seed))
    oracle = oracle_of(engine, name)
    taste = ("plain", "eager", "hoard")[seed % 3]
    for ply in range(5000):
        ours, theirs = engine.snapshot(), oracle.snapshot()
        assert ours == theirs, (name, seed, ply, {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]})
        moves = engine.legal_texts()
        assert len(set(moves)) == len(moves) and set(moves) == oracle.legal(), (name, seed, ply, set(moves) ^ oracle.legal())
        if not moves:
            return ply, oracle.outcome[1] if oracle.outcome else "none"
        move = choose(rng, sorted(moves), taste)
        supporting = engine.s[core.layout.RUSE] == core.layout.SUPPORT and move.startswith("take")
        engine.apply(move)
        kind = "number" if move.split()[-1][-1].isdigit() and "joker" not in move else "tactic"
        oracle.play(move, engine.pile(int(kind == "tactic")) if supporting else None)
    raise AssertionError((name, seed, "no end"))
