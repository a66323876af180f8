"""One front: how likely each side is to end as the stronger, by what both may become (`chances`), and as games show it to be."""

from __future__ import annotations

from math import exp, log
from typing import Any

import numpy

from ..core.layout import (
    CARDS_ON,
    CLAIMED,
    FRONTS,
    HAND,
    HAND_SIZE,
    KNOWN,
    ORDER,
    PILE_SIZE,
    POOL,
    RANK,
    SEATS,
    STONES,
    VIEWER,
)
from ..core.presets import FRONT_COUNT, GAME
from .chances import CHANCES, COMING, TYPES, chances, note_coming
from .compiled import cpu, kernel
from .knobs import (
    ANEW,
    BIAS,
    BIAS_OURS,
    BIAS_THEIRS,
    BIAS_TIME,
    COME,
    EMPTY,
    EMPTY_ROW,
    FRONT_CHANCE,
    HONEST,
    OTHER_PACE,
    OWN_PACE,
    SIDE_CHANCES,
    SLOPE,
    SLOPE_OURS,
    SLOPE_THEIRS,
    SLOPE_TIME,
    SURE,
    TIME,
    TOTAL_SCALE,
)

count = cpu.bits.count
setting, row_at, width_of, is_lowest = cpu.presets.setting, cpu.presets.row_at, cpu.formations.width_of, cpu.formations.is_lowest
side_of, count_on, elites_on = cpu.zones.side_of, cpu.zones.count_on, cpu.zones.elites_on

Numbers = Any
State = Any

# log(p / (1 - p)) for every 2048th, and its inverse for every 64th from -8 to 8: looked up, as a simulation asks a hundred times
LEAST, STEPS = 0.003, 2048
LOGITS = numpy.array([0.0, *(log(n / (STEPS - n)) for n in range(1, STEPS)), 0.0])
FARTHEST, STEPS_OF_LOGIT = 8.0, 64
SIGMOIDS = numpy.array([1.0 / (1.0 + exp(FARTHEST - n / STEPS_OF_LOGIT)) for n in range(2 * int(FARTHEST) * STEPS_OF_LOGIT + 2)])


@kernel
def beats(f: Numbers, ours: int, theirs: int, lowest: int, scale: float, tie: float) -> float:
    """The chance that our side ends stronger than theirs; equal ones are ours with the chance `tie`."""
    won, weaker = 0.0, f[theirs]
    for kind in range(1, TYPES):
        if f[ours + kind] > 0.0:
            level = tie
            if f[theirs + kind] > 0.0:
                ahead = f[ours + TYPES + kind] - f[theirs + TYPES + kind]
                if lowest:
                    ahead = -ahead
                level = 0.5 + 0.5 * ahead / (abs(ahead) + scale)
            won += f[ours + kind] * (weaker + f[theirs + kind] * level)
        weaker += f[theirs + kind]
    return won


@kernel
def front_chance(s: State, front: int, f: Numbers, knobs: Numbers) -> float:
    """The chance that seat 0 wins an open front, by what both sides may become."""
    ours, theirs = SIDE_CHANCES + 2 * front * CHANCES, SIDE_CHANCES + (2 * front + 1) * CHANCES
    mine, other = s[side_of(front, 0) + RANK], s[side_of(front, 1) + RANK]
    if mine and other:
        return 1.0 if mine > other else 0.0
    tie = 0.9 if mine else 0.1 if other else 0.5
    return beats(f, ours, theirs, is_lowest(row_at(s, front)), knobs[TOTAL_SCALE], tie)


@kernel
def in_time(s: State, missing: int, knobs: Numbers) -> float:
    """Walls: the chance that the attacker has turns enough left for what is missing."""
    turns = 0.5 * (s[PILE_SIZE] + s[PILE_SIZE + 1]) + 1.0
    share = turns / (knobs[TIME] * missing + 0.5)
    return share / (1.0 + share) if missing else 1.0


@kernel
def noted_empty(s: State, front: int, f: Numbers) -> int:
    """Where the chances of the attacker's side without cards have been noted."""
    row = row_at(s, front)
    for earlier in range(front):
        if f[EMPTY_ROW + 2 * earlier] == row:
            return EMPTY + 2 * earlier * CHANCES
    return EMPTY + 2 * front * CHANCES


@kernel
def open_chance(s: State, front: int, viewer: int, f: Numbers, knobs: Numbers) -> float:
    """The same with all that may still be done: the attacker of a wall needs time, and may retreat and begin anew."""
    chance = front_chance(s, front, f, knobs)
    if setting(s, GAME) == STONES:
        return honest(s, front, viewer, chance, knobs)
    row, side = row_at(s, front), side_of(front, 0)
    width = width_of(row)
    chance *= in_time(s, width - count_on(s, side), knobs)
    if s[side + ORDER]:
        theirs = SIDE_CHANCES + (2 * front + 1) * CHANCES
        anew = beats(f, noted_empty(s, front, f), theirs, is_lowest(row), knobs[TOTAL_SCALE], 0.5)
        chance = max(chance, knobs[ANEW] * anew * in_time(s, width, knobs))
    return honest(s, front, viewer, chance, knobs)


@kernel
def role_of(s: State, viewer: int) -> int:
    """Whose numbers count: those of stones, of the attacker, or of the defender."""
    return 0 if setting(s, GAME) == STONES else 1 + viewer


@kernel
def between(table: Numbers, place: float) -> float:
    """What a table says at a place between two of its entries."""
    index = int(place)
    return table[index] + (place - index) * (table[index + 1] - table[index])


@kernel
def logit(chance: float) -> float:
    """A chance as something that can be added to, kept within bounds."""
    return between(LOGITS, STEPS * min(1.0 - LEAST, max(LEAST, chance)))


@kernel
def chance_of(logit: float) -> float:
    """And back again."""
    return between(SIGMOIDS, (min(FARTHEST, max(-FARTHEST, logit)) + FARTHEST) * STEPS_OF_LOGIT)


@kernel
def honest(s: State, front: int, viewer: int, chance: float, knobs: Numbers) -> float:
    """Seat 0's chance at a front as games show it to be. (Who looks on knows one hand only and thinks too well of one seat.)"""
    ours, theirs = s[side_of(front, viewer) + RANK] != 0, s[side_of(front, 1 - viewer) + RANK] != 0
    if ours and theirs:
        return chance
    at = HONEST + 8 * role_of(s, viewer)
    late = (s[PILE_SIZE] + s[PILE_SIZE + 1]) / 50.0
    bias, slope = knobs[at + BIAS] + knobs[at + BIAS_TIME] * late, knobs[at + SLOPE] + knobs[at + SLOPE_TIME] * late
    if ours:
        bias += knobs[at + BIAS_OURS]
        slope += knobs[at + SLOPE_OURS]
    if theirs:
        bias += knobs[at + BIAS_THEIRS]
        slope += knobs[at + SLOPE_THEIRS]
    mine = logit(1.0 - chance if viewer else chance)
    found = chance_of(bias + slope * mine)
    return 1.0 - found if viewer else found


@kernel
def pace(s: State, viewer: int, seat: int, knobs: Numbers) -> float:
    """The chance that a card the viewer has not seen comes to a seat in time."""
    pile = s[PILE_SIZE]
    drawn = 0.5 * pile
    if seat != viewer:
        size = s[HAND_SIZE + 2 * seat] if s[VIEWER] else count(s[HAND + 2 * seat])
        drawn += size - count(s[KNOWN + 2 * seat])
    unseen = count(s[POOL] & ~(s[HAND + 2 * viewer] | s[KNOWN + 2 * (1 - viewer)]))
    return min(0.95, knobs[OWN_PACE if seat == viewer else OTHER_PACE] * drawn / unseen) if unseen else 0.0


@kernel
def coming(seat: int) -> int:
    """Where the table of what comes to a seat begins."""
    return COME + seat * COMING


@kernel
def side_chances(
    s: State,
    front: int,
    seat: int,
    viewer: int,
    cards: int,
    elites: int,
    missing: int,
    f: Numbers,
    place: int,
    knobs: Numbers,
) -> None:
    """What a side with these cards may become, noted at a place of the scratch."""
    hand = s[HAND + 2 * seat] if seat == viewer else s[KNOWN + 2 * seat]
    unseen = s[POOL] & ~(s[HAND + 2 * viewer] | s[KNOWN + 2 * (1 - viewer)])
    come = f[coming(seat) : coming(seat) + COMING]
    chances(row_at(s, front), cards, elites, missing, hand, unseen, knobs[SURE], come, f[place : place + CHANCES])


@kernel
def empty_chances(s: State, front: int, seat: int, viewer: int, f: Numbers, knobs: Numbers) -> int:
    """Where the chances of a side without cards are noted. Those of one row are alike, so they are looked at once."""
    row = row_at(s, front)
    for earlier in range(front + 1):
        if f[EMPTY_ROW + 2 * earlier + seat] == row:
            return EMPTY + (2 * earlier + seat) * CHANCES
    place = EMPTY + (2 * front + seat) * CHANCES
    f[EMPTY_ROW + 2 * front + seat] = row
    side_chances(s, front, seat, viewer, 0, 0, width_of(row), f, place, knobs)
    return place


@kernel
def weigh_side(s: State, front: int, seat: int, viewer: int, f: Numbers, knobs: Numbers) -> None:
    """What one side may become."""
    side, place = side_of(front, seat), SIDE_CHANCES + (2 * front + seat) * CHANCES
    if s[side + ORDER] == 0:
        empty = empty_chances(s, front, seat, viewer, f, knobs)
        for number in range(CHANCES):
            f[place + number] = f[empty + number]
        return
    missing = width_of(row_at(s, front)) - count_on(s, side)
    side_chances(s, front, seat, viewer, s[side + CARDS_ON], elites_on(s, side), missing, f, place, knobs)
    if seat == 0 and setting(s, GAME) != STONES:
        empty_chances(s, front, seat, viewer, f, knobs)


@kernel
def weigh_fronts(s: State, viewer: int, f: Numbers, knobs: Numbers) -> None:
    """The chance of seat 0 at every front."""
    for side in range(SEATS * FRONTS):
        f[EMPTY_ROW + side] = -1.0
    for seat in range(SEATS):
        note_coming(pace(s, viewer, seat, knobs), f[coming(seat) : coming(seat) + COMING])
    claimed = s[CLAIMED] | s[CLAIMED + 1]
    for front in range(setting(s, FRONT_COUNT)):
        if claimed >> front & 1:
            f[FRONT_CHANCE + front] = float(s[CLAIMED] >> front & 1)
            continue
        weigh_side(s, front, 0, viewer, f, knobs)
        weigh_side(s, front, 1, viewer, f, knobs)
        f[FRONT_CHANCE + front] = open_chance(s, front, viewer, f, knobs)
