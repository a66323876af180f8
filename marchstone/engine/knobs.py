"""The numbers that steer the engine, and how its scratch vector of floats is laid out.

The scratch holds:

    FRONT_CHANCE   for each front the chance of seat 0          WEIGHT   what a front more is worth to seat 0
    SIDE_CHANCES   for each side its CHANCES numbers            EMPTY    the same if it had no cards, where that was asked
    FORWARD, BACKWARD   nine steps through the row of Stones: (Stones won, run of seat 0, run of seat 1)
"""

from __future__ import annotations

from ..core.layout import FRONTS, SEATS
from .chances import CHANCES

# what can be tuned, and what matches have shown to be good
(SURE, OWN_PACE, OTHER_PACE, TOTAL_SCALE, ADJACENT_FIRST, TACTIC_WORTH, OIL_WORTH, TIME, ROOM_WORTH, CLAIMS_AGAIN, ANEW) = range(
    11
)
# behind them what makes honest chances of them: eight numbers for a seat of stones, the attacker, the defender
HONEST = 11
(BIAS, BIAS_TIME, SLOPE, SLOPE_TIME, SLOPE_OURS, SLOPE_THEIRS, BIAS_OURS, BIAS_THEIRS) = range(8)
# and of the whole wall, for the attacker and for the defender as onlooker
WHOLE = HONEST + 3 * 8
(WHOLE_BIAS, WHOLE_SLOPE, WHOLE_TIME, WHOLE_DAMAGED, WHOLE_OIL, WHOLE_ROOM) = range(6)
KNOB_COUNT = WHOLE + 2 * 6
# by game; the latter fitted to how some hundred games of the quick player went on
STONES_KNOBS = (0.6, 1.0, 0.36, 5.0, 0.6, 0.03, 0.0, 0.0, 0.0, 0.0, 0.0)
WALLS_KNOBS = (0.6, 1.1, 0.6, 2.5, 0.0, 0.03, 0.03, 1.8, 1.5, 0.35, 0.8)
HONEST_STONES = (-0.63, -0.485, 0.523, -0.2, 0.35, 0.35, -0.78, 0.78)
HONEST_ATTACKER = (-1.736, 0.855, 1.23, -1.2, -0.23, 0.85, 0.227, 2.527)
HONEST_DEFENDER = (1.086, -0.664, 1.23, -1.2, 0.85, -0.23, -2.527, -0.227)
WHOLE_KNOBS = (0.22, 0.7, 5.0, 0.5, -0.17, -3.3, 0.8, 0.79, 5.0, 0.38, -0.23, -3.5)
HONEST_KNOBS = (*HONEST_STONES, *HONEST_ATTACKER, *HONEST_DEFENDER, *WHOLE_KNOBS)
KNOBS = ((*STONES_KNOBS, *HONEST_KNOBS), (*WALLS_KNOBS, *HONEST_KNOBS))

FRONT_CHANCE = 0
WEIGHT = FRONT_CHANCE + FRONTS
SIDE_CHANCES = WEIGHT + FRONTS
EMPTY = SIDE_CHANCES + SEATS * FRONTS * CHANCES
EMPTY_ROW = EMPTY + SEATS * FRONTS * CHANCES
FORWARD = EMPTY_ROW + SEATS * FRONTS
LONGEST_RUN = 4  # 0-3 neighbours
STEP = (FRONTS + 1) * LONGEST_RUN * LONGEST_RUN
BACKWARD = FORWARD + (FRONTS + 1) * STEP
SCRATCH = BACKWARD + (FRONTS + 1) * STEP
