"""Actions as numbers: every micro-action of both games has one number, and the legal ones are a few blocks of them.

A family of actions is a rectangle: a card (or 0) by a place. Its first number is BASE[family]; the action of card i and place j
is BASE + i * BREADTH + j. The legal actions of a family are always such a rectangle too, hence two masks: which i, which j.

    family        i                                 j                    numbers
    PLAY          number card 0-59                  front 0-8              0-539
    TROOP         elite troop 0-3                   front                540-575
    MODE          Blind, Mud, Explosion             front                576-602
    RUSE          -                                 ruse or action 0-9   603-612
    CLAIM         -                                 front                613-621
    DRAW          -                                 pile 0-1             622-623
    RETREAT       -                                 front                624-632
    OIL           -                                 front                633-641
    TAKE          -                                 number card 0-59     642-701
    TAKE_TROOP    -                                 elite troop          702-705
    PUT           -                                 front, 9 = discard   706-715
    BURY          -                                 number card          716-775
    BURY_TACTIC   -                                 Tactic card 0-16     776-792
    GIVE          -                                 number card          793-852
    GIVE_TACTIC   -                                 Tactic card          853-869
    FINISH        -                                 pass, done           870-871
"""

from __future__ import annotations

from .bits import count, low, nth, rest
from .layout import (
    BANSHEE,
    BLIND,
    CARDS,
    DESERTION,
    EXCHANGE,
    EXPLOSION,
    FIRST_TACTIC,
    FRONTS,
    MUD,
    RECRUITER,
    RECRUITMENT,
    REDEPLOYMENT,
    STRATEGIST,
    SUPPORT,
    TRAITOR,
    TREACHERY,
    State,
)
from .target import kernel, table

(
    PLAY,
    TROOP,
    MODE,
    RUSE,
    CLAIM,
    DRAW,
    RETREAT,
    OIL,
    TAKE,
    TAKE_TROOP,
    PUT,
    BURY,
    BURY_TACTIC,
    GIVE,
    GIVE_TACTIC,
    FINISH,
) = range(16)
FAMILIES = 16

MODES = (BLIND, MUD, EXPLOSION)
RUSES = (RECRUITER, STRATEGIST, BANSHEE, TRAITOR, REDEPLOYMENT, RECRUITMENT, DESERTION, TREACHERY, SUPPORT, EXCHANGE)
TACTICS = CARDS - FIRST_TACTIC
TO_DISCARD = FRONTS  # the place of a PUT that is no front
PASS, DONE = 0, 1

LENGTHS = (FIRST_TACTIC, 4, 3, *[1] * 13)
BREADTHS = (*[FRONTS] * 3, len(RUSES), FRONTS, 2, FRONTS, FRONTS, FIRST_TACTIC, 4, FRONTS + 1, *[FIRST_TACTIC, TACTICS] * 2, 2)
SIZES = tuple(length * breadth for length, breadth in zip(LENGTHS, BREADTHS))
BASES = tuple(sum(SIZES[:family]) for family in range(FAMILIES))
ACTIONS = sum(SIZES)

# table of families: base, breadth
BASE = table([*BASES, ACTIONS])
BREADTH = table(BREADTHS)
# table of actions: their parts in one number, family in bits 0-7, i in bits 8-15, j from bit 16 on
PARTS_OF = table(
    [family | i << 8 | j << 16 for family in range(FAMILIES) for i in range(LENGTHS[family]) for j in range(BREADTHS[family])]
)
# which card lies behind place j of MODE (rows) and RUSE
MODE_CARD = table(MODES)
RUSE_CARD = table(RUSES)
# and at which place of RUSE a Tactic card (from 0) stands
RUSE_PLACE = table([RUSES.index(card) if card in RUSES else 0 for card in range(FIRST_TACTIC, CARDS)])

# legal actions: for each family its two masks, and one mask that says which families have any
LEGAL_WORDS = 2 * FAMILIES


@kernel
def parts_of(action: int) -> int:
    """Family, i and j of an action in one number. (A table is read in one function only: CUDA keeps a copy for each.)"""
    return PARTS_OF[action]


@kernel
def joined(family: int, i: int, j: int) -> int:
    """Parts in one number."""
    return family | i << 8 | j << 16


@kernel
def family_in(parts: int) -> int:
    """The family among the parts."""
    return parts & 255


@kernel
def card_in(parts: int) -> int:
    """The i: a card, where the family has one."""
    return parts >> 8 & 255


@kernel
def place_in(parts: int) -> int:
    """The j: mostly a front."""
    return parts >> 16


@kernel
def family_of(action: int) -> int:
    """Which family an action belongs to."""
    return family_in(parts_of(action))


@kernel
def card_index(action: int) -> int:
    """The i of an action."""
    return card_in(parts_of(action))


@kernel
def place_index(action: int) -> int:
    """The j of an action."""
    return place_in(parts_of(action))


@kernel
def action_of(family: int, i: int, j: int) -> int:
    """The number of an action."""
    return BASE[family] + i * BREADTH[family] + j


@kernel
def allow(legal: State, family: int, i_mask: int, j_mask: int) -> int:
    """Enter a family's legal rectangle, if it is not empty; its bit for the mask of families."""
    if i_mask == 0 or j_mask == 0:
        return 0
    legal[2 * family] = i_mask
    legal[2 * family + 1] = j_mask
    return 1 << family


@kernel
def count_legal(legal: State, families: int) -> int:
    """How many actions are legal."""
    total = 0
    while families:
        family = low(families)
        total += count(legal[2 * family]) * count(legal[2 * family + 1])
        families = rest(families)
    return total


@kernel
def list_legal(legal: State, families: int, found: State) -> int:
    """Write down the numbers of all legal actions, in rising order; how many there are."""
    number = 0
    while families:
        family = low(families)
        cards = legal[2 * family]
        while cards:
            places = legal[2 * family + 1]
            while places:
                found[number] = action_of(family, low(cards), low(places))
                number += 1
                places = rest(places)
            cards = rest(cards)
        families = rest(families)
    return number


@kernel
def nth_parts(legal: State, families: int, index: int) -> int:
    """The parts of the legal action that has `index` legal actions below it."""
    while True:
        family = low(families)
        breadth = count(legal[2 * family + 1])
        cards = legal[2 * family]
        size = count(cards) * breadth
        if index < size:
            while index >= breadth:
                index -= breadth
                cards = rest(cards)
            return joined(family, low(cards), nth(legal[2 * family + 1], index))
        index -= size
        families = rest(families)


@kernel
def nth_legal(legal: State, families: int, index: int) -> int:
    """The number of that action."""
    parts = nth_parts(legal, families, index)
    return action_of(family_in(parts), card_in(parts), place_in(parts))


@kernel
def is_among(legal: State, families: int, action: int) -> int:
    """Whether an action is legal."""
    if action < 0 or action >= BASE[FAMILIES]:
        return 0
    family = family_of(action)
    if not families >> family & 1:
        return 0
    return legal[2 * family] >> card_index(action) & legal[2 * family + 1] >> place_index(action) & 1
