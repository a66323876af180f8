"""Proving a claim: which fronts a seat may claim, by what both players can see."""

from __future__ import annotations

from .bits import low, rest
from .formations import width_of
from .layout import CARDS_ON, POOL, RANK, ROOM, State
from .presets import row_at
from .proof import reach
from .target import kernel
from .zones import count_on, elites_on, open_fronts, side_of


@kernel
def provable_at(s: State, front: int, seat: int) -> int:
    """Whether the seat may claim this front.

    Its own side is complete; a complete other side is weaker, or equal and completed later; an incomplete one can become
    nothing strictly stronger, however it is filled from the pool.
    """
    side, other = side_of(front, seat), side_of(front, 1 - seat)
    rank = s[side + RANK]
    if rank == 0:
        return 0
    if s[other + RANK]:
        return int(rank > s[other + RANK])
    row = row_at(s, front)
    missing = width_of(row) - count_on(s, other)
    return int(reach(row, s[other + CARDS_ON], elites_on(s, other), missing, s[POOL], rank >> 1) <= rank >> 1)


@kernel
def provable(s: State, seat: int) -> int:
    """All fronts that the seat may claim."""
    found = 0
    fronts = open_fronts(s) & ~s[ROOM + seat]
    while fronts:
        front = low(fronts)
        found |= provable_at(s, front, seat) << front
        fronts = rest(fronts)
    return found
