"""Random games played in the engine and in the oracle side by side, legal moves and states compared at every decision."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cache, lru_cache
from types import ModuleType
from typing import Any

from marchstone.cards import TEXTS, cards_of
from marchstone.core import layout, zones
from marchstone.core.presets import NAMES, PRESETS
from marchstone.move import ACTION_NUMBERS, ACTION_TEXTS
from tests.oracle.game import OracleGame

REASONS = ("", "adjacent", "majority", "stalemate", "damaged", "twice", "deck", "full")
WINNERS = {1: 0, 2: 1, layout.DRAWN: None}
LONGEST = 5000
TASTES = ("plain", "eager", "hoard", "storm")


@lru_cache(100_000)
def texts_of(game: int, numbers: int, tactics: int) -> tuple[str, ...]:
    """A set of cards, in the order of their texts."""
    return tuple(sorted(TEXTS[game][card] for card in cards_of(numbers, tactics)))


@lru_cache(100_000)
def cards_in(game: int, order: int) -> tuple[str, ...]:
    """The cards of a side's ORDER word, nearest the wall first."""
    shifts = (layout.SLOT_BITS * slot for slot in range(order >> layout.COUNT_SHIFT & 7))
    return tuple(TEXTS[game][(order >> shift & zones.SLOT_MASK) - 1] for shift in shifts)


class Engine:
    """A state of the core, read as texts; `core` is the package of one target."""

    def __init__(self, core: ModuleType, state: Any) -> None:
        self.core, self.s = core, state
        preset = PRESETS[int(state[layout.PRESET])]
        self.game, self.fronts = preset.game, range(preset.fronts)
        self.out = core.vector(core.actions.LEGAL_WORDS)

    def legal(self) -> list[int]:
        families = self.core.games.legal(self.s, self.out)
        total = self.core.actions.count_legal(self.out, families)
        return [int(self.core.actions.nth_legal(self.out, families, n)) for n in range(total)]

    def legal_texts(self) -> list[str]:
        return [ACTION_TEXTS[self.game][action] for action in self.legal()]

    def apply(self, text: str) -> None:
        self.core.games.apply(self.s, ACTION_NUMBERS[self.game][text])

    def words(self) -> list[int]:
        """The state as plain numbers."""
        return list(self.s) if isinstance(self.s, list) else self.s.tolist()

    def pile(self, kind: int, words: list[int] | None = None) -> list[str]:
        """A pile, top first."""
        s = words or self.words()
        indices = reversed(range(s[layout.PILE_SIZE + kind]))
        return [TEXTS[self.game][zones.pile_card(s, kind, index)] for index in indices]

    def snapshot(self) -> dict[str, Any]:
        """The same keys as the oracle's."""
        s, game = self.words(), self.game
        sides = [(zones.side_of(front, 0), zones.side_of(front, 1)) for front in self.fronts]

        def flags(word: int) -> list[bool]:
            return [bool(s[word] >> front & 1) for front in self.fronts]

        def cards(word: int) -> list[str]:
            return list(texts_of(game, s[word], s[word + 1]))

        def seat_of(first: int, second: int) -> int | None:
            return 0 if first else 1 if second else None

        return {
            "sides": [tuple(list(cards_in(game, s[side + layout.ORDER])) for side in pair) for pair in sides],
            "first": [seat_of(s[a + layout.RANK] & 1, s[b + layout.RANK] & 1) for a, b in sides],
            "owner": [seat_of(a, b) for a, b in zip(flags(layout.CLAIMED), flags(layout.CLAIMED + 1))],
            "damaged": flags(layout.DAMAGED),
            "blind": flags(layout.BLINDED),
            "mud": flags(layout.MUDDY),
            "hands": [cards(layout.HAND), cards(layout.HAND + 2)],
            "piles": {"number": self.pile(0, s), "tactic": self.pile(1, s)},
            "discard": cards(layout.DISCARD),
            "removed": list(texts_of(game, 0, s[layout.REMOVED])),
            "held": TEXTS[game][s[layout.HELD] - 1] if s[layout.HELD] else None,
            "given": [cards(layout.GIVEN), cards(layout.GIVEN + 2)],
            "actor": s[layout.ACTOR],
            "turn": s[layout.TURN],
            "oil": s[layout.OIL],
            "tactics_played": s[layout.PLAYED : layout.PLAYED + 2],
            "jokers_played": s[layout.JOKERS_PLAYED : layout.JOKERS_PLAYED + 2],
            "outcome": (WINNERS[s[layout.WINNER]], REASONS[s[layout.REASON]]) if s[layout.WINNER] else None,
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


# -- how the games are played ----------------------------------------------------------------------------------------------


@cache
def worth(move: str) -> int:
    """The value of the number card that a move plays; -1 for other moves."""
    words = move.split()
    number = words[0] == "play" and len(words) == 3 and words[1][1:].isdigit()
    return int(words[1][1:]) if number else -1


def choose(rng: random.Random, moves: list[str], taste: str, seat: int) -> str:
    """Plain chance; `eager` claims whatever it can and likes ruses; `hoard` never claims unless it must, so that games last;
    in a `storm` seat 0 claims all it can and plays its highest cards against the lowest of seat 1, so that fronts fall."""
    claims = [move for move in moves if move.startswith("claim")]
    if taste == "eager" and rng.random() < 0.7:
        return rng.choice(claims or [move for move in moves if move.startswith("play") and not move[-1].isdigit()] or moves)
    if taste == "hoard":
        return rng.choice([move for move in moves if move not in claims] or moves)
    if taste == "storm" and rng.random() < 0.9:
        best = (min, max)[seat == 0]([worth(move) for move in moves if worth(move) >= 0], default=-1)
        return rng.choice(claims or [move for move in moves if worth(move) == best and best >= 0] or moves)
    return rng.choice(moves)


@dataclass
class Played:
    """What a game was like: how many decisions, how it ended, and which kinds of moves were made."""

    decisions: int = 0
    reason: str = ""
    kinds: set[str] = field(default_factory=set)


@cache
def kind_of(move: str) -> str:
    """`claim`, `put discard`, `draw tactic`, `play spy`, `play number`, `take tactic` ...: what a test wants to have seen."""
    verb, *words = move.split()
    if not words or words[0].isdigit():
        return verb
    if words[0][1:].isdigit():
        return f"{verb} number"
    return f"{verb} tactic" if verb in ("take", "bury", "give") else f"{verb} {words[0].rstrip('12')}"


def play_both(core: ModuleType, name: str, seed: int) -> Played:
    """One game in both. Raises at the first difference."""
    rng, taste = random.Random(seed), TASTES[seed % len(TASTES)]
    engine = Engine(core, deal(core, NAMES.index(name), seed))
    oracle, played = oracle_of(engine, name), Played()
    for played.decisions in range(LONGEST):
        ours, theirs, at = engine.snapshot(), oracle.snapshot(), (name, seed, played.decisions)
        assert ours == theirs, (*at, {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]})
        moves = engine.legal_texts()
        assert len(set(moves)) == len(moves) and set(moves) == oracle.legal(), (*at, set(moves) ^ oracle.legal())
        if not moves:
            assert oracle.outcome, at
            played.reason = oracle.outcome[1]
            return played
        move = choose(rng, sorted(moves), taste, ours["actor"])
        played.kinds.add(kind_of(move))
        play_in_both(engine, oracle, move)
    raise AssertionError((name, seed, "no end"))


def play_in_both(engine: Engine, oracle: OracleGame, move: str) -> None:
    """One move; where Support shuffles, the oracle is told how the pile lies afterwards."""
    supporting = engine.s[layout.RUSE] == layout.SUPPORT and move.startswith("take")
    engine.apply(move)
    oracle.play(move, engine.pile(int(kind_of(move) == "take tactic")) if supporting else None)
