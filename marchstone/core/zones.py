"""Where cards lie and how they move: sides, piles, discard. Every card is always in exactly one zone.

What a move means is decided elsewhere. Whoever moves a card to or from a side notes the side as CHANGED; at the end of an action
`settle_changed` brings room and ranks up to date.
"""

from __future__ import annotations

from .bits import low, rest
from .chance import below
from .formations import width_of
from .layout import (
    BLINDED,
    BURIED,
    BURIER,
    CARDS_ON,
    CHANGED,
    CLAIMED,
    COUNT_SHIFT,
    DISCARD,
    ELITE_SHIFT,
    ELITES,
    FIRST_TACTIC,
    FRESH,
    GIVEN,
    HAND,
    KNOWN,
    MUDDY,
    NUMBER,
    ORDER,
    PILE,
    PILE_SIZE,
    PILE_WORDS,
    POOL,
    RANK,
    RETURNED,
    ROOM,
    SIDE_WORDS,
    SIDES,
    SLOT_BITS,
    TACTIC,
    State,
)
from .presets import ALL_FRONTS, row_at, setting
from .proof import reach
from .target import kernel

SLOT_MASK = (1 << SLOT_BITS) - 1
SLOTS_MASK = (1 << COUNT_SHIFT) - 1
ONE_CARD = 1 << COUNT_SHIFT

# -- sides -----------------------------------------------------------------------------------------------------------------


@kernel
def side_of(front: int, seat: int) -> int:
    """Where the words of a side begin."""
    return SIDES + SIDE_WORDS * (2 * front + seat)


@kernel
def count_on(s: State, side: int) -> int:
    """How many cards a side has."""
    return s[side + ORDER] >> COUNT_SHIFT & 7


@kernel
def elites_on(s: State, side: int) -> int:
    """Its elite troops."""
    return s[side + ORDER] >> ELITE_SHIFT


@kernel
def card_on(s: State, side: int, slot: int) -> int:
    """The card in one of its slots; slot 0 was played first, nearest the wall."""
    return (s[side + ORDER] >> SLOT_BITS * slot & SLOT_MASK) - 1


@kernel
def open_fronts(s: State) -> int:
    """Fronts that nobody has claimed."""
    return setting(s, ALL_FRONTS) & ~(s[CLAIMED] | s[CLAIMED + 1])


@kernel
def occupied(s: State, seat: int) -> int:
    """Unclaimed fronts where a seat has at least one card."""
    found = 0
    fronts = open_fronts(s)
    while fronts:
        front = low(fronts)
        if s[side_of(front, seat) + ORDER]:
            found |= 1 << front
        fronts = rest(fronts)
    return found


@kernel
def strength_of(s: State, row: int, side: int) -> int:
    """Strength of a complete side."""
    return reach(row, s[side + CARDS_ON], elites_on(s, side), 0, 0, 0)


@kernel
def settle(s: State, front: int, seat: int) -> None:
    """After a side has changed: has it room, is it complete, and was it completed first?

    The moment of completion is forgotten when a side stops being complete and is set anew when it is complete again.
    """
    row = row_at(s, front)
    side, other = side_of(front, seat), side_of(front, 1 - seat)
    if count_on(s, side) < width_of(row):
        s[side + RANK] = 0
        s[ROOM + seat] |= 1 << front
        if s[other + RANK]:
            s[other + RANK] |= 1
        return
    first = s[side + RANK] & 1 if s[side + RANK] else int(s[other + RANK] == 0)
    s[side + RANK] = 2 * strength_of(s, row, side) + first
    s[ROOM + seat] &= ~(1 << front)


@kernel
def settle_changed(s: State) -> None:
    """Settle every side where a card has come or gone, or that has come to ask for something else."""
    changed = s[CHANGED]
    while changed:
        side = low(changed)
        settle(s, side >> 1, side & 1)
        changed = rest(changed)
    s[CHANGED] = 0


@kernel
def put(s: State, front: int, seat: int, card: int) -> None:
    """A card comes last on a side, in sight of both."""
    side = side_of(front, seat)
    s[side + ORDER] += (card + 1 << SLOT_BITS * count_on(s, side)) + ONE_CARD
    if card < FIRST_TACTIC:
        s[side + CARDS_ON] |= 1 << card
        s[POOL] &= ~(1 << card)
    else:
        s[side + ORDER] |= 1 << ELITE_SHIFT + card - FIRST_TACTIC
    s[CHANGED] |= 1 << 2 * front + seat


@kernel
def take(s: State, front: int, seat: int, card: int) -> None:
    """A card leaves a side; those played after it move up."""
    side = side_of(front, seat)
    slot = 0
    while card_on(s, side, slot) != card:
        slot += 1
    word = s[side + ORDER]
    slots = word & SLOTS_MASK
    nearer = slots & ((1 << SLOT_BITS * slot) - 1)
    farther = slots >> SLOT_BITS * (slot + 1)
    s[side + ORDER] = word - slots - ONE_CARD + (nearer | farther << SLOT_BITS * slot)
    if card < FIRST_TACTIC:
        s[side + CARDS_ON] &= ~(1 << card)
    else:
        s[side + ORDER] &= ~(1 << ELITE_SHIFT + card - FIRST_TACTIC)
    s[CHANGED] |= 1 << 2 * front + seat


@kernel
def discard_side(s: State, front: int, seat: int) -> None:
    """All cards of a side go to the discard."""
    side = side_of(front, seat)
    s[DISCARD + NUMBER] |= s[side + CARDS_ON]
    s[DISCARD + TACTIC] |= elites_on(s, side)
    s[side + CARDS_ON] = 0
    s[side + ORDER] = 0
    s[CHANGED] |= 1 << 2 * front + seat


@kernel
def front_with(s: State, seat: int, card: int) -> int:
    """The unclaimed front where a seat has this card; -1 if there is none."""
    fronts = open_fronts(s)
    while fronts:
        front = low(fronts)
        side = side_of(front, seat)
        if card < FIRST_TACTIC:
            if s[side + CARDS_ON] >> card & 1:
                return front
        elif elites_on(s, side) >> card - FIRST_TACTIC & 1:
            return front
        fronts = rest(fronts)
    return -1


@kernel
def numbers_of(s: State, seat: int) -> int:
    """All number cards of a seat on unclaimed fronts."""
    cards = 0
    fronts = open_fronts(s)
    while fronts:
        cards |= s[side_of(low(fronts), seat) + CARDS_ON]
        fronts = rest(fronts)
    return cards


@kernel
def troops_of(s: State, seat: int) -> int:
    """All elite troops of a seat on unclaimed fronts."""
    cards = 0
    fronts = open_fronts(s)
    while fronts:
        cards |= elites_on(s, side_of(low(fronts), seat))
        fronts = rest(fronts)
    return cards & ELITES


# -- piles, discard --------------------------------------------------------------------------------------------------------
#
#   number pile: 8 words, each of eight cards, a byte each      Tactic pile: 1 word, twelve of 5 bits (card - 60)
#   index 0 is the lowest card, in the lowest bits; the top card has index PILE_SIZE - 1


@kernel
def pile_card(s: State, kind: int, index: int) -> int:
    """A card of a pile, counted from the lowest."""
    if kind == NUMBER:
        return s[PILE + (index >> 3)] >> 8 * (index & 7) & 63
    return FIRST_TACTIC + (s[PILE + PILE_WORDS] >> 5 * index & 31)


@kernel
def set_pile_card(s: State, kind: int, index: int, card: int) -> None:
    """Put a card at a place of a pile."""
    if kind == NUMBER:
        word, shift = PILE + (index >> 3), 8 * (index & 7)
        s[word] = s[word] & ~(63 << shift) | card << shift
    else:
        word, shift = PILE + PILE_WORDS, 5 * index
        s[word] = s[word] & ~(31 << shift) | card - FIRST_TACTIC << shift


@kernel
def place_on_pile(s: State, kind: int, card: int) -> None:
    """A card goes on top."""
    set_pile_card(s, kind, s[PILE_SIZE + kind], card)
    s[PILE_SIZE + kind] += 1


@kernel
def place_under_pile(s: State, kind: int, card: int) -> None:
    """A card goes under all others."""
    for index in range(s[PILE_SIZE + kind], 0, -1):
        set_pile_card(s, kind, index, pile_card(s, kind, index - 1))
    set_pile_card(s, kind, 0, card)
    s[PILE_SIZE + kind] += 1


@kernel
def take_top(s: State, kind: int) -> int:
    """The top card leaves its pile, and nothing of it stays behind."""
    s[PILE_SIZE + kind] -= 1
    card = pile_card(s, kind, s[PILE_SIZE + kind])
    set_pile_card(s, kind, s[PILE_SIZE + kind], kind * FIRST_TACTIC)
    return card


@kernel
def kind_of(card: int) -> int:
    """NUMBER or TACTIC."""
    return int(card >= FIRST_TACTIC)


@kernel
def bit_of(card: int) -> int:
    """A card's bit in the mask of its kind."""
    return 1 << card - FIRST_TACTIC if card >= FIRST_TACTIC else 1 << card


@kernel
def discard(s: State, card: int) -> None:
    """A card goes to the discard, open to both."""
    s[DISCARD + kind_of(card)] |= bit_of(card)


@kernel
def place_mode(s: State, front: int, muddy: int) -> None:
    """A combat mode lies on a front from now on."""
    if muddy:
        s[MUDDY] |= 1 << front
    else:
        s[BLINDED] |= 1 << front
    s[CHANGED] |= 0b11 << 2 * front


@kernel
def shuffle_pile(s: State, kind: int, words: State, at: int) -> None:
    """Every order of the pile is equally likely; chance comes from the generator `words[at]`."""
    shuffle_part(s, kind, 0, words, at)


@kernel
def shuffle_part(s: State, kind: int, lowest: int, words: State, at: int) -> None:
    """The same for the cards from index `lowest` up."""
    for index in range(s[PILE_SIZE + kind] - 1, lowest, -1):
        other = lowest + below(words, at, index - lowest + 1)
        card = pile_card(s, kind, index)
        set_pile_card(s, kind, index, pile_card(s, kind, other))
        set_pile_card(s, kind, other, card)


# -- hands, and what the other seat knows of them --------------------------------------------------------------------------


@kernel
def come_to_light(s: State, seat: int, card: int) -> None:
    """A card that Support had put back is seen to have been in this hand: it was one of the seat's draws since."""
    kind = kind_of(card)
    if s[RETURNED + kind] & bit_of(card):
        s[RETURNED + kind] &= ~bit_of(card)
        s[FRESH + 2 * seat + kind] -= 1
        if s[RETURNED + kind] == 0:
            s[FRESH + kind] = s[FRESH + 2 + kind] = 0


@kernel
def leave_hand(s: State, seat: int, card: int) -> None:
    """A card leaves a hand for all to see, or to go under a pile."""
    word = 2 * seat + kind_of(card)
    s[HAND + word] &= ~bit_of(card)
    s[KNOWN + word] &= ~bit_of(card)
    come_to_light(s, seat, card)


@kernel
def draw(s: State, seat: int, kind: int) -> None:
    """The top card of a pile goes to a hand; whoever buried it there knows it again."""
    card = take_top(s, kind)
    s[HAND + 2 * seat + kind] |= bit_of(card)
    if s[RETURNED + kind]:
        s[FRESH + 2 * seat + kind] += 1
    if s[PILE_SIZE + kind] < s[BURIED + kind]:
        s[BURIED + kind] -= 1
        if s[BURIER] != seat + 1:
            s[KNOWN + 2 * seat + kind] |= bit_of(card)
        if s[BURIED] + s[BURIED + 1] == 0:
            s[BURIER] = 0


@kernel
def bury_known(s: State, seat: int, card: int) -> None:
    """A card goes under the pile of its kind; the seat remembers it, and in which order, until the card is drawn."""
    place_under_pile(s, kind_of(card), card)
    s[BURIED + kind_of(card)] += 1
    s[BURIER] = seat + 1


@kernel
def swap_given(s: State) -> None:
    """Exchange: the chosen cards change hands, and each seat knows which ones the other received."""
    for seat in range(2):
        for kind in range(2):
            own, other = 2 * seat + kind, 2 * (1 - seat) + kind
            cards = s[GIVEN + own]
            s[HAND + own] &= ~cards
            s[KNOWN + own] &= ~cards
            s[HAND + other] |= cards
            s[KNOWN + other] |= cards
            s[GIVEN + own] = 0
            shown = cards & s[RETURNED + kind]
            while shown:
                come_to_light(s, seat, low(shown) + kind * FIRST_TACTIC)
                shown = rest(shown)
