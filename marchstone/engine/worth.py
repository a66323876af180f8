"""What a position is worth to a seat that sees its own hand only: the chance to win, from the chances at every front.

As if the fronts were independent: how likely the seat is to hold enough of them, or enough neighbours (stones); or how likely the
attacker is to damage enough tiles, or one of them twice (walls).
"""

from __future__ import annotations

from math import exp
from typing import Any

from ..core.layout import DAMAGED, DRAWN, FRONTS, HAND, OIL, PILE_SIZE, PRESET, STONES, WINNER
from ..core.presets import ADJACENT_WINS, DAMAGE_WINS, FRONT_COUNT, GAME, MAJORITY_WINS
from .compiled import cpu, kernel
from .fronts import in_time, logit, weigh_fronts
from .knobs import (
    ADJACENT_FIRST,
    BACKWARD,
    BESIDES,
    CLAIMS_AGAIN,
    ENDS,
    FORWARD,
    FRONT_CHANCE,
    LONGEST_RUN,
    OIL_WORTH,
    ROOM_WORTH,
    STEP,
    TACTIC_WORTH,
    TILES,
    WEIGHT,
    WHOLE,
    WHOLE_BIAS,
    WHOLE_DAMAGED,
    WHOLE_OIL,
    WHOLE_ROOM,
    WHOLE_SLOPE,
    WHOLE_TIME,
)

count = cpu.bits.count
setting, row_at, width_of = cpu.presets.setting, cpu.presets.row_at, cpu.formations.width_of
side_of, count_on = cpu.zones.side_of, cpu.zones.count_on

Numbers = Any
State = Any


# -- the row of Stones -----------------------------------------------------------------------------------------------------


@kernel
def node_of(won: int, run: int, against: int) -> int:
    """The place of a state in a step: Stones won by seat 0, neighbours of seat 0 and seat 1 that end here (or enough, once)."""
    return (won * LONGEST_RUN + run) * LONGEST_RUN + against


@kernel
def longer(run: int, enough: int) -> int:
    """One neighbour more; enough stays enough."""
    return min(run + 1, enough)


@kernel
def broken(run: int, enough: int) -> int:
    """The other seat has the next one; enough stays enough."""
    return enough if run == enough else 0


@kernel
def stones_end(won: int, run: int, against: int, fronts: int, enough: int, majority: int, adjacent_first: float) -> float:
    """The chance of seat 0 once all Stones are told: who has neighbours comes before who has many."""
    ours, theirs = run == enough, against == enough
    many, few = won >= majority, fronts - won >= majority
    if ours and theirs:
        return 0.6 if many else 0.4
    if ours:
        return adjacent_first if few else 1.0
    if theirs:
        return 1.0 - adjacent_first if many else 0.0
    return 1.0 if many else 0.0 if few else 0.5


@kernel
def stones_ends(s: State, f: Numbers, knobs: Numbers) -> None:
    """The same for all states after the last Stone. They are alike in all positions of a game, so they are noted once."""
    if f[ENDS] == s[PRESET] + 1.0 and f[ENDS + 1] == knobs[ADJACENT_FIRST]:
        return
    f[ENDS], f[ENDS + 1] = s[PRESET] + 1.0, knobs[ADJACENT_FIRST]
    fronts, enough, majority = setting(s, FRONT_COUNT), setting(s, ADJACENT_WINS), setting(s, MAJORITY_WINS)
    last = BACKWARD + fronts * STEP
    for won in range(fronts + 1):
        for run in range(enough + 1):
            for against in range(enough + 1):
                f[last + node_of(won, run, against)] = stones_end(
                    won, run, against, fronts, enough, majority, knobs[ADJACENT_FIRST]
                )


@kernel
def stones_back(s: State, f: Numbers, knobs: Numbers) -> float:
    """Seat 0's chance from every state of every step, from the last Stone back to the first."""
    fronts, enough = setting(s, FRONT_COUNT), setting(s, ADJACENT_WINS)
    stones_ends(s, f, knobs)
    for front in range(fronts - 1, -1, -1):
        here, after, chance = BACKWARD + front * STEP, BACKWARD + (front + 1) * STEP, f[FRONT_CHANCE + front]
        for won in range(front + 1):
            for run in range(enough + 1):
                with_it = after + node_of(won + 1, longer(run, enough), 0)
                without = after + node_of(won, broken(run, enough), 0)
                stone_back(f, here + node_of(won, run, 0), with_it, without, chance, enough)
    return f[BACKWARD]


@kernel
def stone_back(f: Numbers, node: int, with_it: int, without: int, chance: float, enough: int) -> None:
    """The same one Stone back, for all runs of seat 1: one that ends by winning the Stone, all that grow by losing it."""
    ended, kept = chance * f[with_it], chance * f[with_it + enough]
    missed = 1.0 - chance
    one, two, three = f[without + 1], f[without + min(2, enough)], f[without + min(3, enough)]
    f[node] = ended + missed * one
    f[node + 1] = (kept if enough == 1 else ended) + missed * two
    f[node + 2] = (kept if enough == 2 else ended) + missed * three
    f[node + 3] = kept + missed * three


@kernel
def stones_weights(s: State, f: Numbers) -> None:
    """What each Stone is worth: seat 0's chance with it, less the chance without it. After `stones_back`."""
    fronts, enough = setting(s, FRONT_COUNT), setting(s, ADJACENT_WINS)
    for node in range(STEP):
        f[FORWARD + node] = 0.0
    f[FORWARD] = 1.0
    for front in range(fronts):
        here, after, back = FORWARD + front * STEP, FORWARD + (front + 1) * STEP, BACKWARD + (front + 1) * STEP
        chance, weight = f[FRONT_CHANCE + front], 0.0
        for node in range(STEP):
            f[after + node] = 0.0
        for won in range(front + 1):
            for run in range(enough + 1):
                for against in range(enough + 1):
                    likely = f[here + node_of(won, run, against)]
                    if likely > 0.0:
                        with_it = node_of(won + 1, longer(run, enough), broken(against, enough))
                        without = node_of(won, broken(run, enough), longer(against, enough))
                        weight += likely * (f[back + with_it] - f[back + without])
                        f[after + with_it] += likely * chance
                        f[after + without] += likely * (1.0 - chance)
        f[WEIGHT + front] = weight


# -- the wall --------------------------------------------------------------------------------------------------------------


@kernel
def walls_chance(s: State, f: Numbers, knobs: Numbers) -> float:
    """The attacker's chance: enough intact tiles are damaged, or a damaged one again."""
    fronts, damaged = setting(s, FRONT_COUNT), s[DAMAGED]
    needed = setting(s, DAMAGE_WINS) - count(damaged)
    for place in range(FRONTS + 1):
        f[FORWARD + place] = 0.0
    f[FORWARD] = 1.0
    spared = 1.0
    for front in range(fronts):
        chance = f[FRONT_CHANCE + front]
        if damaged >> front & 1:
            spared *= 1.0 - chance
            continue
        spared *= 1.0 - knobs[CLAIMS_AGAIN] * chance * chance * in_time(s, width_of(row_at(s, front)), knobs)
        for place in range(fronts, 0, -1):
            f[FORWARD + place] += chance * (f[FORWARD + place - 1] - f[FORWARD + place])
        f[FORWARD] *= 1.0 - chance
    held = 0.0
    for place in range(needed):
        held += f[FORWARD + place]
    return (1.0 - held * spared) * room_left(s, knobs) * (1.0 - knobs[OIL_WORTH] * s[OIL])


@kernel
def room_of_defender(s: State) -> int:
    """How many cards the defender could still put down."""
    room = 0
    for front in range(setting(s, FRONT_COUNT)):
        room += width_of(row_at(s, front)) - count_on(s, side_of(front, 1))
    return room


@kernel
def room_left(s: State, knobs: Numbers) -> float:
    """The attacker's chance that the defender's sides are not all full before: less, the less room there is."""
    room = room_of_defender(s)
    return room / (room + knobs[ROOM_WORTH])


@kernel
def besides(s: State, viewer: int, knobs: Numbers) -> float:
    """What games say of the attacker besides what the tiles say: by time, damage, oil and room."""
    at = WHOLE + 6 * viewer
    found = knobs[at + WHOLE_BIAS] + knobs[at + WHOLE_TIME] * (s[PILE_SIZE] + s[PILE_SIZE + 1]) / 50.0
    found += knobs[at + WHOLE_DAMAGED] * count(s[DAMAGED]) + knobs[at + WHOLE_OIL] * s[OIL]
    return found + knobs[at + WHOLE_ROOM] * room_of_defender(s) / 20.0


@kernel
def whole_wall(viewer: int, chance: float, others: float, knobs: Numbers) -> float:
    """The attacker's chance as games show it to be: by what the tiles say, and by what is besides."""
    return 1.0 / (1.0 + exp(-(others + knobs[WHOLE + 6 * viewer + WHOLE_SLOPE] * logit(chance))))


@kernel
def walls_weights(s: State, f: Numbers, knobs: Numbers) -> None:
    """What each tile is worth to the attacker: the chance that the tiles give with it, less the chance without it."""
    for front in range(setting(s, FRONT_COUNT)):
        chance = f[FRONT_CHANCE + front]
        f[FRONT_CHANCE + front] = 1.0
        with_it = walls_chance(s, f, knobs)
        f[FRONT_CHANCE + front] = 0.0
        f[WEIGHT + front] = with_it - walls_chance(s, f, knobs)
        f[FRONT_CHANCE + front] = chance


# -- the game --------------------------------------------------------------------------------------------------------------


@kernel
def tactics_held(s: State, viewer: int, knobs: Numbers) -> float:
    """What the viewer's Tactic cards are worth: the first two count."""
    return knobs[TACTIC_WORTH] * min(2, count(s[HAND + 2 * viewer + 1]))


@kernel
def worth(s: State, viewer: int, f: Numbers, knobs: Numbers) -> float:
    """The viewer's chance to win. The other hand is not looked at."""
    if s[WINNER]:
        return 0.5 if s[WINNER] == DRAWN else 1.0 if s[WINNER] == viewer + 1 else 0.0
    weigh_fronts(s, viewer, f, knobs)
    if setting(s, GAME) == STONES:
        chance = stones_back(s, f, knobs)
    else:
        f[TILES], f[BESIDES] = walls_chance(s, f, knobs), besides(s, viewer, knobs)
        chance = whole_wall(viewer, f[TILES], f[BESIDES], knobs)
    if viewer:
        chance = 1.0 - chance
    return min(0.999, max(0.001, chance + tactics_held(s, viewer, knobs)))


@kernel
def weigh(s: State, f: Numbers, knobs: Numbers) -> None:
    """After `worth`: what each front is worth to seat 0; of a wall, to what the tiles say."""
    if setting(s, GAME) == STONES:
        stones_weights(s, f)
    else:
        walls_weights(s, f, knobs)


@kernel
def gained(s: State, viewer: int, change: float, f: Numbers, knobs: Numbers) -> float:
    """After `worth`: what a card that the viewer plays does to its chance to win, if it changes what the fronts say so much."""
    if setting(s, GAME) == STONES:
        return change
    sign, others = 1.0 - 2.0 * viewer, f[BESIDES]
    before = whole_wall(viewer, f[TILES], others, knobs)
    if viewer:
        others -= knobs[WHOLE + 6 * viewer + WHOLE_ROOM] / 20.0  # the defender has room for a card less
    return sign * (whole_wall(viewer, f[TILES] + sign * change, others, knobs) - before)
