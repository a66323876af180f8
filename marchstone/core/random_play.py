"""Whole games at random, and a digest of where they end: what every target must agree on."""

from __future__ import annotations

from .actions import CLAIM, count_legal, joined, nth_parts
from .bits import low
from .chance import MASK, below, seeded, stirred
from .games import carry_out, legal, start
from .layout import PHASE, PROVABLE, TO_PLAY, WINNER, WORDS, State
from .target import kernel

LONGEST = 2000  # more decisions than any game can have; a bound for machines that cannot be interrupted

# what a batch adds up: decisions, games won by seat 0 and by seat 1, drawn games, digest
DECISIONS, WON0, WON1, DREW, DIGEST = range(5)
TOTALS = 5


@kernel
def choose_at_random(s: State, eager: int, out: State, chance: State) -> int:
    """Any legal action (in parts), each equally likely; an eager player claims first of all whatever can be claimed."""
    if eager and s[PROVABLE]:
        return joined(CLAIM, 0, low(s[PROVABLE]))
    families = legal(s, out)
    number = count_legal(out, families)
    return nth_parts(out, families, below(chance, 0, number) if number > 1 else 0)


@kernel
def decide_while(s: State, to_play: int, eager: int, out: State, chance: State) -> int:
    """Decide for as long as a card is still to be played, or for as long as it has been; how many decisions it took."""
    decisions = 0
    while s[WINNER] == 0 and int(s[PHASE] == TO_PLAY) == to_play:
        carry_out(s, choose_at_random(s, eager, out, chance))
        decisions += 1
    return decisions


@kernel
def play_out(s: State, eager: int, out: State, chance: State) -> int:
    """Play to the end; how many decisions it took. Half a turn at a time: so the lanes of a GPU do the same at the same time."""
    decisions = 0
    while s[WINNER] == 0 and decisions < LONGEST:
        decisions += decide_while(s, 1, eager, out, chance)
        decisions += decide_while(s, 0, eager, out, chance)
    return decisions


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
