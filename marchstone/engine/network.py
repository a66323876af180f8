"""A small network that corrects what `worth` says, by what thousands of games have shown. `train/` makes its weights.

Two hidden layers of ReLUs over the numbers of `encode`; what comes out is added to the logit of `worth`. The weights of a preset
follow the other knobs in their vector: one net for a seat of stones, two for attacker and defender.

    a net    INPUTS x HIDDEN, HIDDEN biases    HIDDEN x HIDDEN, HIDDEN biases    HIDDEN, 1 bias    slope of `worth`
"""

from __future__ import annotations

from functools import cache
from math import exp
from pathlib import Path
from typing import Any

import numpy

from ..core.layout import FRONTS, STONES, WINNER
from ..core.presets import GAME
from .compiled import cpu, kernel
from .encode import CALM, INPUTS, PER_FRONT, encode
from .knobs import KNOB_COUNT, SCRATCH
from .worth import worth

setting = cpu.presets.setting

State = Any
Numbers = Any

WEIGHTS = Path(__file__).parent / "weights.npz"
HIDDEN = 32
SECOND = INPUTS * HIDDEN + HIDDEN
THIRD = SECOND + HIDDEN * HIDDEN + HIDDEN
SLOPE = THIRD + HIDDEN + 1
NET_SIZE = SLOPE + 1
STEERING_COUNT = 4
NETS = KNOB_COUNT + STEERING_COUNT  # where the nets begin among the knobs
PARTS = ("0/weight", "0/bias", "1/weight", "1/bias", "2/weight", "2/bias", "slope")
# behind the scratch of `worth`
X = SCRATCH
HIDDEN1 = X + INPUTS
HIDDEN2 = HIDDEN1 + HIDDEN
JUDGE_SCRATCH = HIDDEN2 + HIDDEN
WORTH_INPUT = FRONTS * PER_FRONT


@cache
def nets_of(game: int, tactics: int) -> tuple[float, ...]:
    """The weights of both roles of a kind of game, one after the other."""
    kind = ("stones", "walls")[game] + ("-tactics" if tactics else "")
    found: list[float] = []
    with numpy.load(WEIGHTS, allow_pickle=False) as weights:
        for role in range(1 if game == STONES else 2):
            for part in PARTS:
                found += weights[f"{kind}/{role}/{part}"].ravel().tolist()
    return tuple(map(float, found))


@kernel
def layer(numbers: Numbers, count: int, weights: Numbers, out: Numbers) -> None:
    """One hidden layer: weighted sums of the numbers, and what is below zero counts as zero."""
    for place in range(HIDDEN):
        out[place] = weights[count * HIDDEN + place]
    for place in range(count):
        number = numbers[place]
        if number != 0.0:
            row = weights[place * HIDDEN : (place + 1) * HIDDEN]
            for unit in range(HIDDEN):
                out[unit] += number * row[unit]
    for place in range(HIDDEN):
        out[place] = max(0.0, out[place])


@kernel
def corrected(x: Numbers, net: Numbers, first: Numbers, second: Numbers) -> float:
    """The chance to win that the net says."""
    layer(x, INPUTS, net, first)
    layer(first, HIDDEN, net[SECOND:], second)
    found = net[THIRD + HIDDEN] + net[SLOPE] * x[WORTH_INPUT] / CALM
    for unit in range(HIDDEN):
        found += net[THIRD + unit] * second[unit]
    return 1.0 / (1.0 + exp(-found))


@kernel
def judge(s: State, viewer: int, f: Numbers, knobs: Numbers) -> float:
    """The viewer's chance to win, as `worth` says and the net corrects it. The other hand is not looked at."""
    chance = worth(s, viewer, f, knobs)
    if s[WINNER]:
        return chance
    encode(s, viewer, chance, f, f[X:])
    role = 0 if setting(s, GAME) == STONES else viewer
    net = knobs[NETS + role * NET_SIZE : NETS + (role + 1) * NET_SIZE]
    return corrected(f[X:], net, f[HIDDEN1:], f[HIDDEN2:])
