"""Tactic cards: when each is playable, and what it does, step by step. One small function per step of a ruse or action.

A ruse is begun by playing its card; RUSE then names it, PHASE says what has to be chosen next and LEFT how often.
"""

from __future__ import annotations

from .actions import RUSE_CARD, RUSE_PLACE, RUSES, TO_DISCARD
from .bits import count, low, rest
from .layout import (
    ACTOR,
    BANSHEE,
    DESERTION,
    DISCARD,
    ELITES,
    EXCHANGE,
    FIRST_TACTIC,
    GIVEN,
    HAND,
    HELD,
    JOKERS,
    JOKERS_PLAYED,
    KEY,
    LEFT,
    NUMBER,
    ORIGIN,
    PHASE,
    PILE_SIZE,
    PLAYED,
    POOL,
    RECRUITER,
    RECRUITMENT,
    REDEPLOYMENT,
    REMOVED,
    RETURNED,
    ROOM,
    RUSE,
    STONES,
    STRATEGIST,
    SUPPORT,
    TACTIC,
    TO_BURY,
    TO_CLOSE,
    TO_GIVE,
    TO_PUT,
    TO_RECRUIT,
    TO_TAKE,
    TRAITOR,
    TREACHERY,
    TURN,
    State,
)
from .presets import GAME, setting
from .target import kernel
from .walls import put_number
from .zones import (
    bit_of,
    bury_known,
    discard,
    front_with,
    kind_of,
    leave_hand,
    numbers_of,
    occupied,
    place_on_pile,
    put,
    shuffle_pile,
    swap_given,
    take,
    troops_of,
)

ALL_RUSES = sum(1 << card - FIRST_TACTIC for card in RUSES)

# -- playing a Tactic card at all ------------------------------------------------------------------------------------------


@kernel
def playable_tactics(s: State) -> int:
    """Tactic cards in hand within the limits: no more played than the opponent; in stones one Joker a player and game."""
    seat = s[TURN]
    if s[PLAYED + seat] > s[PLAYED + 1 - seat]:
        return 0
    cards = s[HAND + 2 * seat + TACTIC]
    if s[JOKERS_PLAYED + seat] and setting(s, GAME) == STONES:
        cards &= ~JOKERS
    return cards


@kernel
def note_played(s: State, card: int) -> None:
    """A Tactic card leaves the hand and counts towards the limit; a Joker also as such."""
    seat = s[TURN]
    leave_hand(s, seat, card)
    s[PLAYED + seat] += 1
    if bit_of(card) & JOKERS:
        s[JOKERS_PLAYED + seat] += 1


@kernel
def hand_size(s: State, seat: int) -> int:
    """How many cards a seat holds."""
    return count(s[HAND + 2 * seat + NUMBER]) + count(s[HAND + 2 * seat + TACTIC])


@kernel
def takeable_numbers(s: State, ruse: int) -> int:
    """Number cards that a ruse may take: from the discard, from one's own sides, or from the opponent's."""
    if ruse == RECRUITMENT or ruse == SUPPORT:
        return s[DISCARD + NUMBER]
    return numbers_of(s, owner_of_takes(s, ruse))


@kernel
def takeable_troops(s: State, ruse: int) -> int:
    """Elite troops that it may take; Traitor wants a Clan card."""
    if ruse == RECRUITMENT or ruse == SUPPORT:
        return s[DISCARD + TACTIC] & ELITES
    return 0 if ruse == TRAITOR else troops_of(s, owner_of_takes(s, ruse))


@kernel
def owner_of_takes(s: State, ruse: int) -> int:
    """Whose sides a ruse takes from: Strategist and Redeployment move one's own cards."""
    return s[TURN] if ruse == STRATEGIST or ruse == REDEPLOYMENT else 1 - s[TURN]


@kernel
def is_playable(s: State, ruse: int) -> int:
    """A ruse is playable only if it can do something; what has to be put somewhere needs room there."""
    seat = s[TURN]
    if ruse == RECRUITER:
        return int(s[PILE_SIZE + NUMBER] > 0 or s[PILE_SIZE + TACTIC] > 0)
    if ruse == EXCHANGE:
        return int(hand_size(s, seat) > 1 or hand_size(s, 1 - seat) > 0)
    if ruse == SUPPORT:
        return int(count(s[DISCARD + NUMBER]) + count(s[DISCARD + TACTIC] & ELITES) >= 2)
    if ruse == RECRUITMENT or ruse == TREACHERY or ruse == TRAITOR:
        if s[ROOM + seat] == 0:
            return 0
    if ruse == RECRUITMENT or ruse == TRAITOR:
        return int(takeable_numbers(s, ruse) != 0 or takeable_troops(s, ruse) != 0)
    return int(occupied(s, owner_of_takes(s, ruse)) != 0)


@kernel
def playable_ruses(s: State, cards: int) -> int:
    """Which of these Tactic cards are ruses that can do something, as places of the family RUSE."""
    found, ruses = 0, cards & ALL_RUSES
    while ruses:
        place = RUSE_PLACE[low(ruses)]
        found |= is_playable(s, RUSE_CARD[place]) << place
        ruses = rest(ruses)
    return found


# -- the course of a ruse --------------------------------------------------------------------------------------------------


@kernel
def begin_ruse(s: State, ruse: int) -> None:
    """A ruse goes face up to the discard, an action of walls out of the game; then its first choice is due."""
    note_played(s, ruse)
    if setting(s, GAME) == STONES:
        discard(s, ruse)
    else:
        s[REMOVED] |= bit_of(ruse)
    s[RUSE] = ruse
    if ruse == RECRUITER:
        s[PHASE], s[LEFT] = TO_RECRUIT, 3
    elif ruse == EXCHANGE:
        ask_to_give(s, s[TURN])
    else:
        s[PHASE], s[LEFT] = TO_TAKE, 2 if ruse == SUPPORT else 1


@kernel
def end_ruse(s: State) -> None:
    """Nothing of the ruse is left to do; the turn goes on."""
    s[RUSE] = s[LEFT] = s[HELD] = s[ORIGIN] = 0
    s[ACTOR] = s[TURN]
    s[PHASE] = TO_CLOSE


@kernel
def lay(s: State, front: int, seat: int, card: int) -> None:
    """A card is played to a side, from the hand or by a ruse."""
    if card < FIRST_TACTIC and setting(s, GAME) != STONES:
        put_number(s, front, seat, card)
    else:
        put(s, front, seat, card)


@kernel
def take_card(s: State, card: int) -> None:
    """The card chosen leaves its place: Support shuffles it into a pile, Banshee and Desertion discard it, the others hold it."""
    ruse = s[RUSE]
    if ruse == SUPPORT:
        support(s, card)
        return
    if ruse == RECRUITMENT:
        s[DISCARD + kind_of(card)] &= ~bit_of(card)
    else:
        owner = owner_of_takes(s, ruse)
        front = front_with(s, owner, card)
        take(s, front, owner, card)
        s[ORIGIN] = front + 1
    if ruse == BANSHEE or ruse == DESERTION:
        discard(s, card)
        end_ruse(s)
    else:
        s[HELD] = card + 1
        s[LEFT] = 0
        s[PHASE] = TO_PUT


@kernel
def support(s: State, card: int) -> None:
    """Two cards of the discard, one after the other, are each shuffled into the pile of their kind."""
    kind = kind_of(card)
    s[DISCARD + kind] &= ~bit_of(card)
    if kind == NUMBER:
        s[POOL] |= 1 << card
    s[RETURNED + kind] |= bit_of(card)
    place_on_pile(s, kind, card)
    shuffle_pile(s, kind, s, KEY)
    s[LEFT] -= 1
    if s[LEFT] == 0:
        end_ruse(s)


@kernel
def places_to_put(s: State) -> int:
    """Where the card held may go: one's own sides with room. Strategist and Redeployment want another front, or the discard."""
    fronts = s[ROOM + s[TURN]]
    if s[RUSE] == STRATEGIST or s[RUSE] == REDEPLOYMENT:
        return fronts & ~(1 << s[ORIGIN] - 1) | 1 << TO_DISCARD
    return fronts


@kernel
def put_held(s: State, place: int) -> None:
    """The card held is put down."""
    card = s[HELD] - 1
    if place == TO_DISCARD:
        discard(s, card)
    else:
        lay(s, place, s[TURN], card)
    end_ruse(s)


@kernel
def after_recruiting(s: State) -> None:
    """Three draws are made, or the piles have run out: now exactly two cards go back under their piles."""
    s[LEFT] -= 1
    if s[LEFT] == 0 or s[PILE_SIZE + NUMBER] + s[PILE_SIZE + TACTIC] == 0:
        s[PHASE] = TO_BURY
        s[LEFT] = min(2, hand_size(s, s[TURN]))


@kernel
def bury(s: State, card: int) -> None:
    """A card of the hand goes under the pile of its kind, and its owner will remember."""
    leave_hand(s, s[TURN], card)
    bury_known(s, s[TURN], card)
    s[LEFT] -= 1
    if s[LEFT] == 0:
        end_ruse(s)


@kernel
def ask_to_give(s: State, seat: int) -> None:
    """In an Exchange this seat chooses next: three cards, fewer if its hand is smaller."""
    s[PHASE] = TO_GIVE
    s[ACTOR] = seat
    s[LEFT] = min(3, hand_size(s, seat))
    if s[LEFT] == 0:
        after_giving(s)


@kernel
def give(s: State, card: int) -> None:
    """One more card is chosen, unseen by the other."""
    s[GIVEN + 2 * s[ACTOR] + kind_of(card)] |= bit_of(card)
    s[LEFT] -= 1
    if s[LEFT] == 0:
        after_giving(s)


@kernel
def after_giving(s: State) -> None:
    """When both have chosen, the cards change hands."""
    if s[ACTOR] == s[TURN] and hand_size(s, 1 - s[TURN]):
        other = 1 - s[TURN]
        s[ACTOR] = other
        s[LEFT] = min(3, hand_size(s, other))
        return
    swap_given(s)
    end_ruse(s)
