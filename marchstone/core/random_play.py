"""Whole games at random, and a digest of where they end: what every target must agree on."""

from __future__ import annotations

from .actions import CLAIM, action_of, count_legal, nth_legal
from .bits import low
from .chance import MASK, below, seeded, stirred
from .games import apply, legal, start
from .layout import PROVABLE, WINNER, WORDS, State
from .target import kernel

LONGEST = 2000  # more decisions than any game can have; a bound for machines that cannot be interrupted

# what a batch adds up: decisions, games won by seat 0 and by seat 1, drawn games, digest
DECISIONS, WON0, WON1, DREW, DIGEST = range(5)
TOTALS = 5


@kernel
def choose_at_random(s: State, eager: int, out: State, chance: State) -> int:
    """Any legal action, each equally likely; an eager player claims first of all whatever can be claimed."""
    if eager and s[PROVABLE]:
        return action_of(CLAIM, 0, low(s[PROVABLE]))
    families = legal(s, out)
    number = count_legal(out, families)
    return nth_legal(out, families, below(chance, 0, number) if number > 1 else 0)


@kernel
def play_out(s: State, eager: int, out: State, chance: State) -> int:
    """Play to the end; how many decisions it took."""
    for decisions in range(LONGEST):
        if s[WINNER]:
            return decisions
        apply(s, choose_at_random(s, eager, out, chance))
    return LONGEST


@kernel
def digest_of(s: State) -> int:
    """One number for all words of a state."""
    digest = 0
    for word in range(WORDS):
        digest = ((digest << 5 | digest >> 57) ^ s[word]) & MASK
    return stirred(digest)


@kernel
def play_games(
    preset: int, seed: int, first: int, games: int, eager: int, s: State, out: State, chance: State, totals: State
) -> None:
    """Games number `first` to `first + games - 1` of a family, one after the other, added up in `totals`."""
    for index in range(first, first + games):
        chance[0] = seeded(seed, index)
        start(s, preset, chance)
        totals[DECISIONS] += play_out(s, eager, out, chance)
        totals[s[WINNER]] += 1
        totals[DIGEST] = totals[DIGEST] + digest_of(s) & MASK
