"""Where everything lies: card numbers, and the words of a state.

A state is one flat vector of integers (a list when interpreted, an int64 array when compiled), the same for both games.

Cards. A number card is `colour * stride + value`, so that a set of them is one mask of 60 bits and a colour is a lane of it:

    stones  6 lanes of 10: bit 0 of a lane is unused, bits 1-9 are the values          r o y g b v
    walls   5 lanes of 12: bits 0-11 are the values                                    r y g b v

    60 Joker  61 Joker  62 Spy  63 Shield-Bearer  64-69 the other Tactic cards of stones  70-76 those of walls

Tactic cards have a mask of their own: bit `card - 60`. Words that exist for both kinds of card come as a pair: number, tactic.
"""

from __future__ import annotations

from .target import table

State = list[int]

SEATS = 2
FRONTS = 9
STONES, WALLS = 0, 1
NUMBER, TACTIC = 0, 1

# -- cards -----------------------------------------------------------------------------------------------------------------
FIRST_TACTIC = 60
JOKER1, JOKER2, SPY, SHIELD = 60, 61, 62, 63
BLIND, MUD, RECRUITER, STRATEGIST, BANSHEE, TRAITOR = 64, 65, 66, 67, 68, 69
REDEPLOYMENT, RECRUITMENT, DESERTION, TREACHERY, EXPLOSION, SUPPORT, EXCHANGE = 70, 71, 72, 73, 74, 75, 76
CARDS = 77

# masks of Tactic cards
JOKERS = 0b0011
SPIES = 0b0100
SHIELDS = 0b1000
ELITES = 0b1111

STRIDE = table([10, 12])
COLOURS = table([6, 5])
LOWEST_VALUE = table([1, 0])
HIGHEST_VALUE = table([9, 11])
SPY_VALUE = table([7, 10])
LANE = table([(1 << 10) - 1, (1 << 12) - 1])
COLUMN = table([sum(1 << 10 * c for c in range(6)), sum(1 << 12 * c for c in range(5))])

# -- the words of a state --------------------------------------------------------------------------------------------------
# sides: 18 times CARDS_ON (mask of number cards), ORDER (below), RANK (2 * strength + completed first; 0 while incomplete)
#
#   ORDER   bits 0-27: four slots of 7 bits, card + 1, in order of play     bits 28-30: count     bits 32-35: elite troops
SIDES = 0
SIDE_WORDS = 3
CARDS_ON, ORDER, RANK = 0, 1, 2
SLOT_BITS, COUNT_SHIFT, ELITE_SHIFT = 7, 28, 32

PRESET = SIDES + SIDE_WORDS * SEATS * FRONTS
CLAIMED = PRESET + 1  # 2: fronts claimed by seat 0, by seat 1
DAMAGED = CLAIMED + 2  # fronts, as the three below
BLINDED = DAMAGED + 1
MUDDY = BLINDED + 1
PROVABLE = MUDDY + 1  # what the seat whose turn it is may claim at this moment
ROOM = PROVABLE + 1  # 2: fronts on whose side a seat may still put a card
POOL = ROOM + 2  # number cards that are not visible to both
DISCARD = POOL + 1  # 2: by kind
REMOVED = DISCARD + 2  # Tactic cards that left the game
HELD = REMOVED + 1  # card + 1 that was taken and not yet put
ORIGIN = HELD + 1  # front + 1 it came from
HAND = ORIGIN + 1  # 4: seat 0 number, tactic, seat 1 number, tactic
KNOWN = HAND + 4  # 4: cards of that hand which the other seat knows to be there
GIVEN = KNOWN + 4  # 4: cards of that hand chosen in an Exchange
RETURNED = GIVEN + 4  # 2: cards that Support put back and that have not come to light since
FRESH = RETURNED + 2  # 4: draws of a seat from a pile since Support, less returned cards it is known to have drawn
BURIED = FRESH + 4  # 2: how many lowest cards of a pile the seat BURIER knows
BURIER = BURIED + 2
PILE_SIZE = BURIER + 1  # 2
PILE = PILE_SIZE + 2  # 8 words of eight cards, a byte each, for the number pile, 1 word of 5-bit Tactic cards; lowest card first
PILE_WORDS = 8
TURN = PILE + PILE_WORDS + 1
ACTOR = TURN + 1
PHASE = ACTOR + 1
RUSE = PHASE + 1  # the ruse or action under way
LEFT = RUSE + 1  # how often its current step remains
QUIET = LEFT + 1  # 1 while a turn has seen neither a play nor a claim nor a draw
PASSES = QUIET + 1  # quiet turns in succession
OIL = PASSES + 1
OIL_USED = OIL + 1
PLAYED = OIL_USED + 1  # 2: Tactic cards played
JOKERS_PLAYED = PLAYED + 2  # 2
KEY = JOKERS_PLAYED + 2  # the generator for Support's shuffles: part of the deal, hidden from both
CHANGED = KEY + 1  # sides (2 * front + seat) whose room and ranks are not up to date; none between two actions
WINNER = CHANGED + 1  # 0 while in play, else seat + 1, or DRAWN
REASON = WINNER + 1
VIEWER = REASON + 1  # 0 in a state; in a view seat + 1
HAND_SIZE = VIEWER + 1  # 4: in a view, how many cards of either kind each hand holds
WORDS = HAND_SIZE + 4

DRAWN = 3

# -- phases: TO_CLOSE is after playing, until the draw; TO_END when nothing but claims is left ------------------------------
OVER, TO_PLAY, TO_TAKE, TO_PUT, TO_RECRUIT, TO_BURY, TO_GIVE, TO_CLOSE, TO_END = range(9)

# -- why a game ended ------------------------------------------------------------------------------------------------------
ADJACENT, MAJORITY, STALEMATE, FOURTH, TWICE, DECK, FULL = range(1, 8)
