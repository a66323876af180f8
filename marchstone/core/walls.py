"""Schotten Totten 2: the course of a turn. Seat 0 attacks. `stones.py` has the same functions for the other game."""

from __future__ import annotations

from .bits import count
from .layout import (
    ACTOR,
    CARDS_ON,
    DAMAGED,
    DECK,
    DISCARD,
    FOURTH,
    FULL,
    HAND,
    NUMBER,
    OIL,
    OIL_USED,
    PHASE,
    PILE_SIZE,
    POOL,
    ROOM,
    RUSE,
    STRIDE,
    TO_CLOSE,
    TO_PLAY,
    TURN,
    TWICE,
    WALLS,
    State,
)
from .presets import COOK, DAMAGE_WINS, TACTIC_DECK, setting
from .proof import colour_of, value_of
from .stones import end_game
from .target import kernel
from .zones import card_on, discard, discard_side, put, side_of, take

ATTACKER, DEFENDER = 0, 1


@kernel
def walls_may_pass(s: State, playable: int) -> int:
    """With tactics only: room, but no Siege card, and no Tactic card that is playable."""
    seat = s[TURN]
    return int(setting(s, TACTIC_DECK) != 0 and s[ROOM + seat] != 0 and s[HAND + 2 * seat] == 0 and not playable)


@kernel
def walls_may_claim(s: State) -> int:
    """The attacker, at any moment of the turn but inside the resolution of an Action; the defender never."""
    return int(s[TURN] == ATTACKER and (s[PHASE] == TO_PLAY or s[PHASE] >= TO_CLOSE))


@kernel
def walls_draw_due(s: State) -> int:
    """The piles one may draw from."""
    return int(s[PILE_SIZE] > 0) | int(s[PILE_SIZE + 1] > 0) << 1


@kernel
def walls_claim(s: State, front: int) -> None:
    """The tile turns to its damaged side and all its cards are discarded; the fourth damage wins, and so does a second claim."""
    twice = s[DAMAGED] >> front & 1
    s[DAMAGED] |= 1 << front
    discard_side(s, front, ATTACKER)
    discard_side(s, front, DEFENDER)
    if twice:
        end_game(s, ATTACKER + 1, TWICE)
    elif count(s[DAMAGED]) >= setting(s, DAMAGE_WINS):
        end_game(s, ATTACKER + 1, FOURTH)


@kernel
def walls_end_turn(s: State) -> None:
    """The other seat's turn; a defender who begins it with all sides complete has won."""
    s[TURN] = s[ACTOR] = 1 - s[TURN]
    s[PHASE] = TO_PLAY
    s[RUSE] = 0
    s[OIL_USED] = 0
    if s[TURN] == DEFENDER and s[ROOM + DEFENDER] == 0:
        end_game(s, DEFENDER + 1, FULL)


@kernel
def lose_by_deck(s: State) -> None:
    """Whoever must draw and cannot: the defender has held out."""
    end_game(s, DEFENDER + 1, DECK)


@kernel
def throw_oil(s: State, front: int) -> None:
    """A cauldron hits the attacker's card nearest the wall: the first played of those still there."""
    card = card_on(s, side_of(front, ATTACKER), 0)
    take(s, front, ATTACKER, card)
    discard(s, card)
    s[OIL] -= 1
    s[OIL_USED] = 1


@kernel
def hen_or_cook(s: State, card: int) -> int:
    """The card that a played 0 (hen) or highest value (cook) annihilates: the other one of its colour; -1 for other cards."""
    value, cook = value_of(card, WALLS), setting(s, COOK)
    lane = colour_of(card, WALLS) * STRIDE[WALLS]
    if value == 0:
        return lane + cook
    return lane if value == cook else -1


@kernel
def put_number(s: State, front: int, seat: int, card: int) -> None:
    """A number card is played to a side; hen and cook of one colour on the two sides of a tile discard each other at once."""
    enemy = hen_or_cook(s, card)
    if enemy < 0 or not s[side_of(front, 1 - seat) + CARDS_ON] >> enemy & 1:
        put(s, front, seat, card)
        return
    s[POOL] &= ~(1 << card)
    s[DISCARD + NUMBER] |= 1 << card
    take(s, front, 1 - seat, enemy)
    discard(s, enemy)
