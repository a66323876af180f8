"""A position as a seat sees it, as numbers for a network: each front, then what concerns the whole game.

To be asked right after `worth`, whose chances it reads. Everything is told from the seat's side.

    front by front (PER_FRONT)   how likely it is ours, cards of both sides, which sides are complete, ours already, theirs
                                 already, how many cards it asks for
    the whole (WHOLE_INPUTS)     how likely the game is ours, whose turn it is and in which phase, piles, hands, limits,
                                 cauldrons, damage, room, and a number for each Tactic card held
"""

from __future__ import annotations

from typing import Any

from ..core.layout import (
    ACTOR,
    CLAIMED,
    DAMAGED,
    FRONTS,
    HAND,
    OIL,
    PHASE,
    PILE_SIZE,
    PLAYED,
    RANK,
    STONES,
    TACTIC,
    TO_PLAY,
)
from ..core.presets import EXPERT, FRONT_COUNT, GAME
from .compiled import cpu, kernel
from .fronts import logit
from .knobs import FRONT_CHANCE
from .worth import room_of_defender

count = cpu.bits.count
setting, row_at, width_of = cpu.presets.setting, cpu.presets.row_at, cpu.formations.width_of
side_of, count_on = cpu.zones.side_of, cpu.zones.count_on

State = Any
Numbers = Any

PER_FRONT = 8
TACTIC_CARDS = 17
WHOLE_INPUTS = 12 + TACTIC_CARDS
INPUTS = FRONTS * PER_FRONT + WHOLE_INPUTS
CALM = 1 / 3  # brings logits to the size of the other numbers


@kernel
def encode_front(s: State, front: int, viewer: int, f: Numbers, x: Numbers) -> None:
    """What is to be told of one front."""
    at, width = PER_FRONT * front, width_of(row_at(s, front))
    ours, theirs = side_of(front, viewer), side_of(front, 1 - viewer)
    chance = f[FRONT_CHANCE + front]
    x[at] = CALM * logit(1.0 - chance if viewer else chance)
    x[at + 1], x[at + 2] = count_on(s, ours) / width, count_on(s, theirs) / width
    x[at + 3], x[at + 4] = min(1.0, float(s[ours + RANK])), min(1.0, float(s[theirs + RANK]))
    if setting(s, GAME) == STONES:
        x[at + 5], x[at + 6] = float(s[CLAIMED + viewer] >> front & 1), float(s[CLAIMED + 1 - viewer] >> front & 1)
    else:
        x[at + 5] = float(s[DAMAGED] >> front & 1)
    x[at + 7] = width - 3.0


@kernel
def encode(s: State, viewer: int, chance: float, f: Numbers, x: Numbers) -> None:
    """All numbers of a position; `chance` is what `worth` said."""
    for place in range(INPUTS):
        x[place] = 0.0
    for front in range(setting(s, FRONT_COUNT)):
        encode_front(s, front, viewer, f, x)
    at, other = FRONTS * PER_FRONT, 1 - viewer
    x[at] = CALM * logit(chance)
    x[at + 1] = 1.0 if s[ACTOR] == viewer else -1.0
    x[at + 2] = x[at + 1] if s[PHASE] == TO_PLAY else 0.0
    x[at + 3], x[at + 4] = s[PILE_SIZE] / 50.0, s[PILE_SIZE + TACTIC] / 10.0
    x[at + 5], x[at + 6] = count(s[HAND + 2 * viewer]) / 7.0, count(s[HAND + 2 * other]) / 7.0
    x[at + 7] = count(s[HAND + 2 * other + TACTIC]) / 3.0
    x[at + 8] = (s[PLAYED + viewer] - s[PLAYED + other]) / 2.0
    x[at + 9] = float(setting(s, EXPERT))
    if setting(s, GAME) != STONES:
        x[at + 9], x[at + 10] = s[OIL] / 3.0, count(s[DAMAGED]) / 4.0
        x[at + 11] = room_of_defender(s) / 20.0
    held = s[HAND + 2 * viewer + TACTIC]
    for card in range(TACTIC_CARDS):
        x[at + 12 + card] = float(held >> card & 1)
