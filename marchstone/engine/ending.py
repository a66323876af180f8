"""What an ending is: when nothing hidden matters any more, what of a state still matters then, and which claims cost nothing."""

from __future__ import annotations

from typing import Any

from .compiled import cpu, kernel

State = Any

lay = cpu.layout
ACTOR, BLINDED, CARDS_ON, CLAIMED, DAMAGED, DISCARD = lay.ACTOR, lay.BLINDED, lay.CARDS_ON, lay.CLAIMED, lay.DAMAGED, lay.DISCARD
ELITE_SHIFT, EXCHANGE, FIRST_TACTIC, GIVEN, HAND = lay.ELITE_SHIFT, lay.EXCHANGE, lay.FIRST_TACTIC, lay.GIVEN, lay.HAND
HAND_SIZE, HELD, JOKERS, JOKERS_PLAYED, KEY, KNOWN = lay.HAND_SIZE, lay.HELD, lay.JOKERS, lay.JOKERS_PLAYED, lay.KEY, lay.KNOWN
LEFT, MUDDY, NUMBER, OIL, OIL_USED, ORDER, ORIGIN = lay.LEFT, lay.MUDDY, lay.NUMBER, lay.OIL, lay.OIL_USED, lay.ORDER, lay.ORIGIN
PASSES, PHASE, PILE, PILE_SIZE, PILE_WORDS, PLAYED = lay.PASSES, lay.PHASE, lay.PILE, lay.PILE_SIZE, lay.PILE_WORDS, lay.PLAYED
PRESET, PROVABLE, QUIET, RANK, RECRUITER, RUSE = lay.PRESET, lay.PROVABLE, lay.QUIET, lay.RANK, lay.RECRUITER, lay.RUSE
SEATS, STONES, SUPPORT, TACTIC, TO_END, TO_PLAY = lay.SEATS, lay.STONES, lay.SUPPORT, lay.TACTIC, lay.TO_END, lay.TO_PLAY
TURN, VIEWER, WINNER = lay.TURN, lay.VIEWER, lay.WINNER
ATTACKER, DEFENDER = cpu.walls.ATTACKER, cpu.walls.DEFENDER
CLAIM, action_of, apply = cpu.actions.CLAIM, cpu.actions.action_of, cpu.games.apply
MASK, stirred = cpu.chance.MASK, cpu.chance.stirred
GAME, setting, hidden_cards = cpu.presets.GAME, cpu.presets.setting, cpu.sample.hidden_cards
low, rest, open_fronts, side_of = cpu.bits.low, cpu.bits.rest, cpu.zones.open_fronts, cpu.zones.side_of

RECRUITER_BIT = 1 << RECRUITER - FIRST_TACTIC
SUPPORT_BIT, EXCHANGE_BIT = 1 << SUPPORT - FIRST_TACTIC, 1 << EXCHANGE - FIRST_TACTIC

# -- is anything hidden that matters? --------------------------------------------------------------------------------------


@kernel
def cards_left(s: State) -> int:
    """How many cards both piles still have."""
    return s[PILE_SIZE] + s[PILE_SIZE + TACTIC]


@kernel
def other_tactics(v: State) -> int:
    """Tactic cards that the other seat holds, or may hold."""
    return hidden_cards(v, TACTIC) | v[KNOWN + 2 * (2 - v[VIEWER]) + TACTIC]


@kernel
def all_in_sight(v: State) -> int:
    """Both hands are known by elimination: no piles, and no card that brings one back or has the seats choose in secret.

    In walls somebody has a Siege card besides: else both might pass for ever. (No deal of seven cards each comes to that.)
    """
    seat = v[VIEWER] - 1
    tactics = v[HAND + 2 * seat + TACTIC] | other_tactics(v)
    if cards_left(v) or tactics & (SUPPORT_BIT | EXCHANGE_BIT) or v[RUSE] == RECRUITER or v[RUSE] >= SUPPORT:
        return 0
    return int(setting(v, GAME) == STONES or v[HAND_SIZE] + v[HAND_SIZE + 2] > 0)


@kernel
def is_last_attack(v: State) -> int:
    """Walls, seen by an attacker who has no turn after this one: whatever is hidden, it is won now or never.

    The attacker cannot pass, so the last card, if there is one, is drawn this turn. Then the defender has won by full sides, or
    has room and a Siege card, plays it and cannot draw. Only Support and Exchange of the attacker's own could change that.
    """
    if setting(v, GAME) == STONES or v[VIEWER] != ATTACKER + 1 or v[TURN] != ATTACKER or v[RUSE]:
        return 0
    if v[HAND + TACTIC] & (SUPPORT_BIT | EXCHANGE_BIT) or v[HAND_SIZE + 2 * DEFENDER] == 0:
        return 0
    if v[PHASE] == TO_PLAY and v[HAND + NUMBER] == 0:
        return 0
    return int(cards_left(v) <= int(v[PHASE] != TO_END))


@kernel
def nothing_matters_hidden(v: State) -> int:
    """Whether every state that agrees with a view has the same score, and the same best actions for its seat."""
    return int(v[WINNER] != 0 or all_in_sight(v) or is_last_attack(v))


# -- claims that cost nothing ----------------------------------------------------------------------------------------------


@kernel
def live_tactics(s: State, seat: int) -> int:
    """Tactic cards of a hand that may find a moment yet: no Recruiter without piles, no second Joker in stones."""
    cards = s[HAND + 2 * seat + TACTIC] & ~RECRUITER_BIT
    if s[JOKERS_PLAYED + seat] and setting(s, GAME) == STONES:
        cards &= ~JOKERS
    return cards


@kernel
def tactics_over(s: State) -> int:
    """Whether no Tactic card will be played any more: whoever is above the limit waits for the other one, who has none."""
    one, other = live_tactics(s, 0), live_tactics(s, 1)
    if s[PLAYED] > s[PLAYED + 1]:
        return int(other == 0)
    if s[PLAYED + 1] > s[PLAYED]:
        return int(one == 0)
    return int(one == 0 and other == 0)


@kernel
def is_plain(s: State) -> int:
    """Stones with nothing left but number cards to play and fronts to claim, and no stalemate in the offing."""
    quiet = s[PASSES] or s[RUSE] or cards_left(s)
    return int(setting(s, GAME) == STONES and not quiet and tactics_over(s))


# In a plain state, claiming whatever can be claimed is as good as anything. Proof: let A claim X in world P and not do so in
# world Q, the same otherwise. From there on A is free to do anything in Q, B in P; in the other world each plays the same cards
# at the same fronts and claims, at every moment for claims, all that it can. Then these hold all the time:
#
#   (1) A's fronts in P include those in Q; B's fronts in Q include those in P. Let D be those that only A's claims in P have
#       closed, E those that only B's claims in Q have. A's sides are full in D, B's in E; fronts open in both look the same.
#   (2) Who plays a card in its free world has room at a front that is open in both, so it can do the same in the other one. Who
#       passes there passes in the other one too, or has room left in E (A in P) or D (B in Q) and puts any card there. So A's
#       hand in P is part of that in Q, B's in Q part of that in P, and a seat whose hands differ has no room at any front that
#       is open in both: room never grows.
#   (3) What A can claim in Q, it can claim in P, if it has not: either B's side is full there, as it is in P, or it has room,
#       hence B's hands do not differ, and the pool in P, which is both hands, is part of the pool in Q. So for B in Q. Hence (1).
#
# By (1) A wins in P no later than in Q, and B in Q no later than in P. If Q ends as a stalemate, then no card can be played in Q
# any more and B, asked in vain in one of the two quiet turns, has nothing to claim there; so B would never win in Q, nor, by (1),
# does it in P. If P ends as a stalemate, A never wins in Q for the same reason. (If the other seat's quiet turn lay before
# X, it might have been a refusal to claim: therefore PASSES is 0.) Hence P is as good for A, turns counted; claims take none.


@kernel
def claim_all(s: State) -> None:
    """In a plain state, make all claims there are to make."""
    while s[PROVABLE] and is_plain(s):
        apply(s, action_of(CLAIM, 0, low(s[PROVABLE])))


# -- keys ------------------------------------------------------------------------------------------------------------------
#
# Two sums over the words that matter, each of them stirred with a number for its place. Cards on claimed fronts do not matter,
# nor what a seat knows, nor (but for oil) the order of cards on a side.

SPREAD = 0x25F4914F6CD  # a place times this is like no set of cards
KEY1, KEY2 = 0, 1


@kernel
def add_key(keys: State, place: int, word: int) -> None:
    """One more word of a state goes into both keys."""
    number = stirred((word ^ place * SPREAD) & MASK)
    keys[KEY1] ^= number
    keys[KEY2] = keys[KEY2] + number & MASK


@kernel
def add_plain_side(keys: State, s: State, front: int, seat: int) -> None:
    """A side when only number cards are left: its cards; if it is complete its strength; if both are, which is the stronger."""
    side, other = side_of(front, seat), side_of(front, 1 - seat)
    rank, index = s[side + RANK], 2 * front + seat + 8
    if rank == 0:
        add_key(keys, s[side + ORDER] >> ELITE_SHIFT << 5 | index, s[side + CARDS_ON])
    elif s[other + RANK] == 0:
        add_key(keys, rank << 9 | index, 0)
    elif rank > s[other + RANK]:
        add_key(keys, 1 << 9 | index, 0)


@kernel
def add_side(keys: State, s: State, front: int, seat: int) -> None:
    """All of a side; the order of its cards only where oil is thrown."""
    side, index = side_of(front, seat), 2 * front + seat + 8
    if setting(s, GAME) == STONES:
        add_key(keys, s[side + RANK] << 9 | s[side + ORDER] >> ELITE_SHIFT << 5 | index, s[side + CARDS_ON])
    else:
        add_key(keys, index, s[side + ORDER] | s[side + RANK] << 36)


@kernel
def add_course(keys: State, s: State) -> None:
    """Whose turn it is and how far, and what lies on the fronts."""
    course = s[TURN] | s[ACTOR] << 1 | s[QUIET] << 2 | s[OIL_USED] << 3 | s[PHASE] << 4 | s[PASSES] << 8 | s[OIL] << 10
    course |= s[LEFT] << 12 | s[RUSE] << 14 | s[HELD] << 21 | s[ORIGIN] << 28 | s[PROVABLE] << 32 | s[PRESET] << 41
    add_key(keys, 1, course)
    add_key(keys, 2, s[CLAIMED] | s[CLAIMED + 1] << 9 | s[DAMAGED] << 18 | s[BLINDED] << 27 | s[MUDDY] << 36)


@kernel
def add_tactics(keys: State, s: State) -> None:
    """Tactic cards in hand and how many were played; in walls what could be recruited."""
    played = s[PLAYED] | s[PLAYED + 1] << 4 | s[JOKERS_PLAYED] << 8 | s[JOKERS_PLAYED + 1] << 10
    add_key(keys, 3, s[HAND + TACTIC] | s[HAND + SEATS + TACTIC] << 17 | played << 34)
    if setting(s, GAME) != STONES:
        add_key(keys, 4, s[DISCARD])
        add_key(keys, 5, s[DISCARD + TACTIC])


@kernel
def add_hidden(keys: State, s: State) -> None:
    """What only a state has that nobody can see all of: the piles in order, and a choice made in an Exchange."""
    for word in range(PILE_WORDS + 1):
        add_key(keys, 26 + 32 * word, s[PILE + word])
    for word in range(2 * SEATS):
        add_key(keys, 27 + 32 * word, s[GIVEN + word])
    add_key(keys, 28, s[PILE_SIZE] | s[PILE_SIZE + 1] << 8)
    add_key(keys, 29, s[KEY])


@kernel
def find_keys(keys: State, s: State) -> None:
    """Two numbers that are the same only for states from which everything goes on alike."""
    plain = is_plain(s)
    keys[KEY1] = keys[KEY2] = plain
    add_course(keys, s)
    add_key(keys, 6, s[HAND])
    add_key(keys, 7, s[HAND + SEATS])
    fronts = open_fronts(s)
    while fronts:
        front = low(fronts)
        for seat in range(SEATS):
            if plain:
                add_plain_side(keys, s, front, seat)
            else:
                add_side(keys, s, front, seat)
        fronts = rest(fronts)
    if not plain:
        add_tactics(keys, s)
        if cards_left(s) or s[RUSE] == EXCHANGE:
            add_hidden(keys, s)
