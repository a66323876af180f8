"""What a seat does that looks at what a position is worth and no further: every legal action is tried, and the best is taken.

The state is a sampled one; nothing that the seat cannot see is looked at. A ruse is followed to its end by its best choices, a
retreat or a cauldron by the best card after it. Whatever can be claimed is claimed.
"""

from __future__ import annotations

from typing import Any

from ..core.actions import (
    BURY,
    BURY_TACTIC,
    CLAIM,
    DRAW,
    FAMILIES,
    FINISH,
    GIVE,
    GIVE_TACTIC,
    OIL,
    PLAY,
    RETREAT,
    TROOP,
)
from ..core.layout import (
    ACTOR,
    FIRST_TACTIC,
    HAND,
    NUMBER,
    PHASE,
    PILE_SIZE,
    PLAYED,
    PROVABLE,
    TACTIC,
    TO_BURY,
    TO_CLOSE,
    TO_GIVE,
    TO_PLAY,
    TO_RECRUIT,
    WINNER,
    WORDS,
)
from .compiled import cpu, kernel
from .worth import worth

State = Any
Numbers = Any
count, low = cpu.bits.count, cpu.bits.low
legal, carry_out = cpu.games.legal, cpu.games.carry_out
count_legal, nth_parts, joined = cpu.actions.count_legal, cpu.actions.nth_parts, cpu.actions.joined
family_in, card_in, place_in = cpu.actions.family_in, cpu.actions.card_in, cpu.actions.place_in
leave_hand = cpu.zones.leave_hand

# behind the words of a state on the stack: which families are tried, how many of their actions were, and how many there are
FAMILIES_LEFT, TRIED, TO_TRY = WORDS, WORDS + 1, WORDS + 2
STACK_WORDS = WORDS + 3
NESTED = 5  # rows of `stack` and of `masks`: states that lie under one another while a ruse is followed: one for each step
SIMPLE = 1 << PLAY | 1 << TROOP | 1 << FINISH  # what is tried after a retreat or a cauldron
HASTE = 0.01  # what a retreat or a cauldron must bring at least
MOST_TACTICS = 2  # more of them in a hand are too many


@kernel
def copy(s: State, there: State) -> None:
    """Another state becomes like this one, to try things on."""
    for word in range(WORDS):
        there[word] = s[word]


@kernel
def claim_all(s: State) -> None:
    """Claim whatever can be claimed, from left to right."""
    while s[PROVABLE] and s[WINNER] == 0:
        carry_out(s, joined(CLAIM, 0, low(s[PROVABLE])))


@kernel
def families_to_try(s: State, seat: int, level: int) -> int:
    """What this seat goes on with before a state can be judged: after a retreat or a cauldron a card, in a ruse its choices."""
    phase = s[PHASE]
    if s[WINNER] or s[ACTOR] != seat or phase >= TO_CLOSE or level >= NESTED - 1:
        return 0
    if phase == TO_RECRUIT or phase == TO_BURY or phase == TO_GIVE:
        return 0
    return SIMPLE if phase == TO_PLAY else (1 << FAMILIES) - 1


@kernel
def look_around(seat: int, masks: State, stack: State, level: int, best: Numbers) -> int:
    """Whether the state of a level has to be followed further; its actions to be tried are then noted."""
    s, here = stack[level], masks[level + 1]
    claim_all(s)
    families = families_to_try(s, seat, level)
    if families:
        families &= legal(s, here)
    s[FAMILIES_LEFT], s[TRIED], s[TO_TRY] = families, 0, count_legal(here, families)
    best[level] = -1.0
    return s[TO_TRY]


@kernel
def value_after(seat: int, masks: State, best: Numbers, f: Numbers, knobs: Numbers, stack: State) -> float:
    """What the state in `stack[0]` is worth to a seat once it has finished, at its best, what it is about.

    Depth first, without recursion: a level for each choice that hangs on another one.
    """
    level = 0
    if look_around(seat, masks, stack, level, best) == 0:
        return worth(stack[0], seat, f, knobs)
    while True:
        s = stack[level]
        if s[TRIED] < s[TO_TRY]:
            copy(s, stack[level + 1])
            carry_out(stack[level + 1], nth_parts(masks[level + 1], s[FAMILIES_LEFT], s[TRIED]))
            s[TRIED] += 1
            if look_around(seat, masks, stack, level + 1, best):
                level += 1
            else:
                best[level] = max(best[level], worth(stack[level + 1], seat, f, knobs))
        elif level == 0:
            return best[0]
        else:
            level -= 1
            best[level] = max(best[level], best[level + 1])


@kernel
def value_without(s: State, seat: int, card: int, f: Numbers, knobs: Numbers, stack: State) -> float:
    """What a state is worth to a seat that gives a card of its hand away."""
    tried = stack[0]
    copy(s, tried)
    leave_hand(tried, seat, card)
    return worth(tried, seat, f, knobs)


@kernel
def wanted_draw(s: State, seat: int) -> int:
    """Which kind of card: Tactic cards as long as there are few in the hand and they may be played soon."""
    tactics = count(s[HAND + 2 * seat + TACTIC])
    few = tactics < MOST_TACTICS and s[PLAYED + seat] <= s[PLAYED + 1 - seat] + tactics
    return TACTIC if few else NUMBER


@kernel
def draw_value(s: State, seat: int, kind: int) -> float:
    """Which pile, if both have cards."""
    if s[PILE_SIZE + NUMBER] == 0 or s[PILE_SIZE + TACTIC] == 0:
        return 0.5
    return 0.52 if kind == wanted_draw(s, seat) else 0.48


@kernel
def action_value(s: State, seat: int, parts: int, masks: State, best: Numbers, f: Numbers, knobs: Numbers, stack: State) -> float:
    """What an action of this seat leads to."""
    family = family_in(parts)
    if family == CLAIM:
        return 2.0  # first of all
    if family == DRAW:
        return draw_value(s, seat, place_in(parts))
    if family == GIVE or family == BURY:
        return value_without(s, seat, place_in(parts), f, knobs, stack)
    if family == GIVE_TACTIC or family == BURY_TACTIC:
        return value_without(s, seat, place_in(parts) + FIRST_TACTIC, f, knobs, stack)
    tried = stack[0]
    copy(s, tried)
    carry_out(tried, parts)
    value = value_after(seat, masks, best, f, knobs, stack)
    return value - HASTE if family == OIL or family == RETREAT else value


@kernel
def greedy(s: State, seat: int, masks: State, values: Numbers, best: Numbers, f: Numbers, knobs: Numbers, stack: State) -> int:
    """The legal action (in parts) that leads to the best; `values` are those of all, in order."""
    out = masks[0]
    families = legal(s, out)
    number = count_legal(out, families)
    chosen = 0
    for index in range(number):
        values[index] = (
            0.5 if number == 1 else action_value(s, seat, nth_parts(out, families, index), masks, best, f, knobs, stack)
        )
        if values[index] > values[chosen]:
            chosen = index
    return nth_parts(out, families, chosen)
