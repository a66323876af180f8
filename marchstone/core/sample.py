"""A uniformly random state that agrees with a view in all that its seat knows."""

from __future__ import annotations

from .bits import count, low, nth, rest
from .chance import below, seeded
from .layout import (
    ACTOR,
    BLIND,
    BLINDED,
    BURIED,
    BURIER,
    DISCARD,
    ELITE_SHIFT,
    FIRST_TACTIC,
    FRESH,
    FRONTS,
    GIVEN,
    HAND,
    HAND_SIZE,
    HELD,
    KEY,
    KNOWN,
    LEFT,
    MUD,
    MUDDY,
    NUMBER,
    ORDER,
    PHASE,
    POOL,
    REMOVED,
    RETURNED,
    SEATS,
    TACTIC,
    TO_GIVE,
    TURN,
    VIEWER,
    WORDS,
    State,
)
from .presets import TACTIC_DECK, has_support, setting
from .target import kernel
from .zones import bit_of, pile_card, set_pile_card, shuffle_part, side_of


@kernel
def visible_tactics(v: State) -> int:
    """Tactic cards in sight of both: on the sides, on Stones, discarded, removed, or held."""
    seen = v[DISCARD + TACTIC] | v[REMOVED]
    for front in range(FRONTS):
        for seat in range(SEATS):
            seen |= v[side_of(front, seat) + ORDER] >> ELITE_SHIFT
    if v[BLINDED]:
        seen |= bit_of(BLIND)
    if v[MUDDY]:
        seen |= bit_of(MUD)
    if v[HELD] > FIRST_TACTIC:
        seen |= bit_of(v[HELD] - 1)
    return seen


@kernel
def buried_cards(v: State, kind: int) -> int:
    """The cards at the bottom of a pile that the viewer knows."""
    cards = 0
    if v[BURIER] == v[VIEWER]:
        for index in range(v[BURIED + kind]):
            cards |= bit_of(pile_card(v, kind, index))
    return cards


@kernel
def hidden_cards(v: State, kind: int) -> int:
    """Cards that, for all the viewer knows, may be in the other hand or in the pile."""
    seat = v[VIEWER] - 1
    cards = v[POOL] if kind == NUMBER else setting(v, TACTIC_DECK) & ~visible_tactics(v)
    return cards & ~(v[HAND + 2 * seat + kind] | v[KNOWN + 2 * (1 - seat) + kind] | buried_cards(v, kind))


@kernel
def some_of(cards: int, number: int, chance: State) -> int:
    """That many of some cards; each choice equally likely."""
    picked = 0
    for _ in range(number):
        card = 1 << nth(cards & ~picked, below(chance, 0, count(cards & ~picked)))
        picked |= card
    return picked


@kernel
def some_hand(v: State, kind: int, hidden: int, chance: State) -> int:
    """The unknown cards of the other hand. Of those that Support put back it can hold no more than it has drawn since."""
    other = 2 * (2 - v[VIEWER]) + kind
    number = v[HAND_SIZE + other] - count(v[KNOWN + other])
    while True:
        picked = some_of(hidden, number, chance)
        if count(picked & v[RETURNED + kind]) <= v[FRESH + other]:
            return picked


@kernel
def sample_kind(v: State, kind: int, s: State, chance: State) -> None:
    """Deal the hidden cards of one kind to the other hand and to the pile."""
    other = 2 * (2 - v[VIEWER]) + kind
    hidden = hidden_cards(v, kind)
    picked = some_hand(v, kind, hidden, chance)
    s[HAND + other] = picked | v[KNOWN + other]
    buried = v[BURIED + kind] if v[BURIER] == v[VIEWER] else 0
    index, left = buried, hidden & ~picked
    while left:
        set_pile_card(s, kind, index, low(left) + kind * FIRST_TACTIC)
        index += 1
        left = rest(left)
    shuffle_part(s, kind, buried, chance, 0)


@kernel
def sample_given(v: State, s: State, chance: State) -> None:
    """In an Exchange, which cards the other seat has chosen: any as many of its hand."""
    other = 2 - v[VIEWER]
    hand = 2 * other
    size = count(s[HAND + hand]) + count(s[HAND + hand + TACTIC])
    chosen = min(3, size)
    if v[ACTOR] == other:
        chosen -= v[LEFT]
    elif other != v[TURN]:
        chosen = 0
    joined = some_of((1 << size) - 1, chosen, chance)
    while joined:
        place = low(joined)
        numbers = count(s[HAND + hand])
        if place < numbers:
            s[GIVEN + hand] |= 1 << nth(s[HAND + hand], place)
        else:
            s[GIVEN + hand + TACTIC] |= 1 << nth(s[HAND + hand + TACTIC], place - numbers)
        joined = rest(joined)


@kernel
def sample(v: State, chance: State, s: State) -> None:
    """Fill `s` with a state in which the viewer would know just what the view says; each such state is equally likely."""
    for word in range(WORDS):
        s[word] = v[word]
    s[VIEWER] = 0
    for word in range(2 * SEATS):
        s[HAND_SIZE + word] = 0
    sample_kind(v, NUMBER, s, chance)
    sample_kind(v, TACTIC, s, chance)
    if v[PHASE] == TO_GIVE:
        sample_given(v, s, chance)
    if has_support(v):
        s[KEY] = seeded(chance[0], 2)
