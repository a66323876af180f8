"""Chance: a small generator that gives the same numbers on every target.

Its state is one word of 63 bits in a vector: of a game's own record, or of a vector of one. A step adds an odd constant; what it returns is that sum, well
stirred (multiplications by odd numbers and folds on itself lose nothing, so every number comes once in 2**63 steps).
"""

from __future__ import annotations

from .layout import State
from .target import kernel

MASK = (1 << 63) - 1
STEP = 0x1E3779B97F4A7C15
STIR1 = 0x3F58476D1CE4E5B9
STIR2 = 0x14D049BB133111EB


@kernel
def stirred(number: int) -> int:
    """A number of 63 bits that has nothing visible to do with the one given."""
    number = (number ^ number >> 30) * STIR1 & MASK
    number = (number ^ number >> 27) * STIR2 & MASK
    return number ^ number >> 31


@kernel
def seeded(seed: int, index: int) -> int:
    """The generator number `index` of a family."""
    return stirred(stirred(seed & MASK) + index * STEP & MASK)


@kernel
def below(words: State, at: int, limit: int) -> int:
    """A number from 0 to limit - 1; each equally likely, to one part in 2**32 / limit. `words[at]` is the generator."""
    words[at] = words[at] + STEP & MASK
    return (stirred(words[at]) >> 31) * limit >> 32
