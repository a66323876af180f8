"""Chance: a small generator that gives the same numbers on every target.

Its state is one word of 62 bits in a vector: of a game's own record, or of a vector of one. A step adds an odd constant; what it
returns is that sum, well stirred: its two halves of 31 bits scramble each other in turn, which loses nothing, so every number
comes once in 2**62 steps. No product or sum reaches 2**63: compilers may assume that signed numbers never overflow.
"""

from __future__ import annotations

from .layout import State
from .target import kernel

MASK = (1 << 62) - 1
HALF = 31
HALF_MASK = (1 << HALF) - 1
STEP = 0x1E3779B97F4A7C15
STIR1, STIR2, STIR3, STIR4, STIR5 = 0x58476D1D, 0x6CE4E5B9, 0x14D049BB, 0x733111EB, 0x2545F491


@kernel
def stirred(number: int) -> int:
    """A number of 62 bits that has nothing visible to do with the one given."""
    high, low = number >> HALF, number & HALF_MASK
    high ^= (low * STIR1 >> 15 ^ low * STIR3) & HALF_MASK
    low ^= (high * STIR2 >> 15 ^ high * STIR4) & HALF_MASK
    high ^= (low * STIR3 >> 15 ^ low * STIR2) & HALF_MASK
    low ^= (high * STIR4 >> 15 ^ high * STIR1) & HALF_MASK
    high ^= (low * STIR5 >> 15 ^ low * STIR1) & HALF_MASK
    return high << HALF | low


@kernel
def seeded(seed: int, index: int) -> int:
    """The generator number `index` of a family."""
    return stirred(stirred(seed & MASK) ^ stirred(index + STEP & MASK))


@kernel
def below(words: State, at: int, limit: int) -> int:
    """A number from 0 to limit - 1; each equally likely, to one part in 2**32 / limit. `words[at]` is the generator."""
    words[at] = words[at] + STEP & MASK
    return (stirred(words[at]) >> 30) * limit >> 32
