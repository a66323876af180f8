"""The numbers that steer the engine, and how its scratch vector of floats is laid out.

The scratch holds:

    FRONT_CHANCE   for each front the chance of seat 0          WEIGHT   what a front more is worth to seat 0
    SIDE_CHANCES   for each side its CHANCES numbers            EMPTY    the same if it had no cards, where that was asked
    TILES, BESIDES  the attacker's chance by the tiles alone, and the logit of all that games add to it
    FORWARD, BACKWARD   nine steps through the row of Stones: (Stones won, run of seat 0, run of seat 1)
    ENDS   for which preset, and with which knob, the last of the steps backward was noted
    COME   for each seat the table of `tail`, by the chance that an unseen card comes to it
"""

from __future__ import annotations

from ..core.layout import FRONTS, SEATS
from .chances import CHANCES, COMING

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
# by game
STONES_KNOBS = (0.6, 1.0, 0.36, 5.0, 0.6, 0.03, 0.0, 0.0, 0.0, 0.0, 0.0)
WALLS_KNOBS = (0.6, 1.1, 0.6, 2.5, 0.0, 0.03, 0.03, 1.8, 1.5, 0.35, 0.8)
# fitted to how some hundred games of the quick player went on (of stones both seats are alike)
HONEST_STONES = (-0.644, -0.202, 0.558, -0.351, 0.294, 0.022, -1.036, 1.157)
HONEST_STONES_TACTICS = (-0.829, 0.125, 0.579, -0.36, 0.358, 0.028, -1.226, 1.299)
HONEST_ATTACKER = (-1.736, 0.855, 1.23, -1.2, -0.23, 0.85, 0.227, 2.527)
HONEST_DEFENDER = (1.086, -0.664, 1.23, -1.2, 0.85, -0.23, -2.527, -0.227)
HONEST_ATTACKER_TACTICS = (-2.078, 1.301, 0.911, -1.143, 0.385, 0.558, 0.02, 1.6)
HONEST_DEFENDER_TACTICS = (1.427, -1.337, 0.866, -0.005, 0.176, -0.371, -1.126, 0.431)
WHOLE_WALLS = (0.22, 0.7, 5.0, 0.5, -0.17, -3.3, 0.8, 0.79, 5.0, 0.38, -0.23, -3.5)
WHOLE_WALLS_TACTICS = (0.97, 0.59, 2.35, 0.27, -0.2, -2.07, 0.68, 0.54, 3.3, 0.26, -0.2, -1.94)
NONE = (0.0,) * 8
# for a game, without and with Tactic cards
KNOBS = (
    (
        (*STONES_KNOBS, *HONEST_STONES, *NONE, *NONE, *WHOLE_WALLS),
        (*STONES_KNOBS, *HONEST_STONES_TACTICS, *NONE, *NONE, *WHOLE_WALLS),
    ),
    (
        (*WALLS_KNOBS, *NONE, *HONEST_ATTACKER, *HONEST_DEFENDER, *WHOLE_WALLS),
        (*WALLS_KNOBS, *NONE, *HONEST_ATTACKER_TACTICS, *HONEST_DEFENDER_TACTICS, *WHOLE_WALLS_TACTICS),
    ),
)

FRONT_CHANCE = 0
WEIGHT = FRONT_CHANCE + FRONTS
SIDE_CHANCES = WEIGHT + FRONTS
EMPTY = SIDE_CHANCES + SEATS * FRONTS * CHANCES
EMPTY_ROW = EMPTY + SEATS * FRONTS * CHANCES
FORWARD = EMPTY_ROW + SEATS * FRONTS
LONGEST_RUN = 4  # 0-3 neighbours
STEP = (FRONTS + 1) * LONGEST_RUN * LONGEST_RUN
BACKWARD = FORWARD + (FRONTS + 1) * STEP
ENDS = BACKWARD + (FRONTS + 1) * STEP
COME = ENDS + 2
TILES = COME + SEATS * COMING
BESIDES = TILES + 1
SCRATCH = BESIDES + 1
