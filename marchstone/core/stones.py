"""Schotten Totten: the course of a turn. `walls.py` has the same functions for the other game."""

from __future__ import annotations

from .bits import count
from .layout import (
    ACTOR,
    ADJACENT,
    CLAIMED,
    DRAWN,
    HAND,
    MAJORITY,
    OVER,
    PASSES,
    PHASE,
    PILE_SIZE,
    QUIET,
    REASON,
    ROOM,
    RUSE,
    STALEMATE,
    TO_CLOSE,
    TO_PLAY,
    TURN,
    WINNER,
    State,
)
from .presets import ADJACENT_WINS, EXPERT, HAND_LIMIT, MAJORITY_WINS, setting
from .target import kernel


@kernel
def end_game(s: State, winner: int, reason: int) -> None:
    """The game is over: who won (seat + 1, or DRAWN), and why."""
    s[WINNER] = winner
    s[REASON] = reason
    s[PHASE] = OVER
    s[RUSE] = 0


@kernel
def stones_may_pass(s: State) -> int:
    """No voluntary pass while a Clan card in hand can be placed."""
    seat = s[TURN]
    return int(s[HAND + 2 * seat] == 0 or s[ROOM + seat] == 0)


@kernel
def stones_may_claim(s: State) -> int:
    """Claims follow the play; with the Expert variant they are made only before it."""
    return int(s[PHASE] == (TO_PLAY if setting(s, EXPERT) else TO_CLOSE))


@kernel
def stones_draw_due(s: State) -> int:
    """The piles one may draw from: only if the hand is below its size."""
    seat = s[TURN]
    held = count(s[HAND + 2 * seat]) + count(s[HAND + 2 * seat + 1])
    if held >= setting(s, HAND_LIMIT):
        return 0
    return int(s[PILE_SIZE] > 0) | int(s[PILE_SIZE + 1] > 0) << 1


@kernel
def has_adjacent(fronts: int, needed: int) -> int:
    """Whether `needed` neighbouring fronts are among these."""
    for _ in range(needed - 1):
        fronts &= fronts >> 1
    return int(fronts != 0)


@kernel
def stones_claim(s: State, front: int) -> None:
    """The Stone is the claimant's and takes no more cards; three adjacent Stones or five Stones win at once."""
    seat = s[TURN]
    s[CLAIMED + seat] |= 1 << front
    s[ROOM] &= ~(1 << front)
    s[ROOM + 1] &= ~(1 << front)
    s[QUIET] = 0
    if has_adjacent(s[CLAIMED + seat], setting(s, ADJACENT_WINS)):
        end_game(s, seat + 1, ADJACENT)
    elif count(s[CLAIMED + seat]) >= setting(s, MAJORITY_WINS):
        end_game(s, seat + 1, MAJORITY)


@kernel
def stones_end_turn(s: State) -> None:
    """The other seat's turn, unless both have now passed in succession and neither claimed nor drew: a stalemate, drawn."""
    s[PASSES] = s[PASSES] + 1 if s[QUIET] else 0
    if s[PASSES] == 2:
        end_game(s, DRAWN, STALEMATE)
        return
    s[TURN] = s[ACTOR] = 1 - s[TURN]
    s[PHASE] = TO_PLAY
    s[RUSE] = 0
    s[QUIET] = 1
