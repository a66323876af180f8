"""What a seat may know: a view, built word by word from what that seat can see, in the layout of a state.

Number and size of hidden things stand in it (HAND_SIZE, PILE_SIZE), faces only where the seat knows them.
"""

from __future__ import annotations

from .bits import count
from .layout import (
    ACTOR,
    BLINDED,
    BURIED,
    BURIER,
    CARDS_ON,
    CLAIMED,
    DAMAGED,
    DISCARD,
    FRESH,
    FRONTS,
    GIVEN,
    HAND,
    HAND_SIZE,
    HELD,
    JOKERS_PLAYED,
    KNOWN,
    LEFT,
    MUDDY,
    OIL,
    OIL_USED,
    ORDER,
    ORIGIN,
    PASSES,
    PHASE,
    PILE_SIZE,
    PLAYED,
    POOL,
    PRESET,
    PROVABLE,
    QUIET,
    RANK,
    REASON,
    REMOVED,
    RETURNED,
    ROOM,
    RUSE,
    SEATS,
    TURN,
    VIEWER,
    WINNER,
    WORDS,
    State,
)
from .target import kernel, table
from .zones import pile_card, set_pile_card, side_of

# single words that both seats may read at any time
OPEN_WORDS = table(
    [
        *(PRESET, CLAIMED, CLAIMED + 1, DAMAGED, BLINDED, MUDDY, PROVABLE, ROOM, ROOM + 1, POOL, DISCARD, DISCARD + 1, REMOVED),
        *(HELD, ORIGIN, RETURNED, RETURNED + 1, FRESH, FRESH + 1, FRESH + 2, FRESH + 3, BURIED, BURIED + 1, BURIER),
        *(PILE_SIZE, PILE_SIZE + 1, TURN, ACTOR, PHASE, RUSE, LEFT, QUIET, PASSES, OIL, OIL_USED, PLAYED, PLAYED + 1),
        *(JOKERS_PLAYED, JOKERS_PLAYED + 1, WINNER, REASON),
    ]
)


@kernel
def observe(s: State, seat: int, view: State) -> None:
    """Build the view of a seat."""
    for word in range(WORDS):
        view[word] = 0
    view[VIEWER] = seat + 1
    for place in range(len(OPEN_WORDS)):
        view[OPEN_WORDS[place]] = s[OPEN_WORDS[place]]
    for front in range(FRONTS):
        for owner in range(SEATS):
            side = side_of(front, owner)
            for word in (CARDS_ON, ORDER, RANK):
                view[side + word] = s[side + word]
    for kind in range(2):
        observe_hands(s, seat, kind, view)
        if s[BURIER] == seat + 1:
            observe_buried(s, kind, view)


@kernel
def observe_hands(s: State, seat: int, kind: int, view: State) -> None:
    """One's own hand with what the other knows of it; of the other hand the size, and the cards one has seen go there."""
    own, other = 2 * seat + kind, 2 * (1 - seat) + kind
    view[HAND + own] = s[HAND + own]
    view[GIVEN + own] = s[GIVEN + own]
    view[KNOWN + own] = s[KNOWN + own]
    view[KNOWN + other] = s[KNOWN + other]
    view[HAND_SIZE + own] = count(s[HAND + own])
    view[HAND_SIZE + other] = count(s[HAND + other])


@kernel
def observe_buried(s: State, kind: int, view: State) -> None:
    """The lowest cards of a pile, which one has put there oneself."""
    for index in range(s[BURIED + kind]):
        set_pile_card(view, kind, index, pile_card(s, kind, index))
