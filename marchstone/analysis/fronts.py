"""The chances at each front, from one look without search: who will claim it, and what each side may become."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy

from ..core.layout import CLAIMED, PROVABLE, SEATS, STONES, TURN
from ..core.presets import FRONT_COUNT, GAME, TACTIC_DECK, setting
from ..engine.chances import CHANCES, TYPES
from ..engine.compiled import cpu
from ..engine.fronts import weigh_fronts
from ..engine.knobs import FRONT_CHANCE, SCRATCH, SIDE_CHANCES
from ..engine.searcher import knobs_of
from ..formation import TYPES as TYPE_WORDS
from .think import Vector


@dataclass(frozen=True)
class FrontChance:
    """A front: the chance that seat 0 claims it, or seat 1; in walls that the attacker does, and 0.

    `types` are, for each side, the chances of what it will be at best, as the seat sees it that looks: by the name of the type.
    """

    front: int  # from 1
    chances: tuple[float, float]
    types: tuple[dict[str, float], dict[str, float]]

    def to_dict(self) -> dict[str, Any]:
        """As plain values, ready for JSON."""
        return {"front": self.front, "chances": list(self.chances), "types": [dict(side) for side in self.types]}


@dataclass(frozen=True)
class Look:
    """One look at all fronts: the chance of seat 0 at each, and for each of its sides the chances of the types."""

    chances: tuple[float, ...]
    types: tuple[tuple[dict[str, float], dict[str, float]], ...]

    def of_seat(self, seat: int, front: int) -> float:
        """The chance of a seat at a front (from 0): that it wins there, or in walls keeps the attacker out."""
        return self.chances[front] if seat == 0 else 1 - self.chances[front]


@lru_cache(maxsize=16)
def knobs(preset: str) -> Any:
    """What the look is tuned with."""
    return knobs_of(preset)


def look(view: Vector, seat: int, preset: str) -> Look:
    """What a seat sees at the fronts, its own hand counted and the other one unknown."""
    scratch = numpy.zeros(SCRATCH)
    weigh_fronts(view, seat, scratch, knobs(preset))
    fronts = range(setting(view, FRONT_COUNT))
    chances = [certain(view, front, float(scratch[FRONT_CHANCE + front])) for front in fronts]
    types = [tuple(types_at(view, scratch, front, side) for side in range(SEATS)) for front in fronts]
    return Look(tuple(chances), tuple(types))  # type: ignore[arg-type]


def types_at(words: Vector, scratch: Any, front: int, seat: int) -> dict[str, float]:
    """What a side may become; nothing any more where the front is claimed."""
    if (words[CLAIMED] | words[CLAIMED + 1]) >> front & 1:
        return {}
    place = SIDE_CHANCES + (2 * front + seat) * CHANCES
    found = {TYPE_WORDS[kind]: float(scratch[place + kind]) for kind in range(TYPES - 1, 0, -1)}
    return {kind: chance for kind, chance in found.items() if chance > 0}


def certain(view: Vector, front: int, chance: float) -> float:
    """Seat 0's chance at a front, which is certain where a claim is proved that nothing can come before."""
    for owner in range(SEATS):
        at_once = view[PROVABLE] >> front & 1 and view[TURN] == owner
        for_good = setting(view, GAME) == STONES and not setting(view, TACTIC_DECK) and is_provable(view, front, owner)
        if at_once or for_good:
            return 1.0 - owner
    return chance


def is_provable(view: Vector, front: int, seat: int) -> bool:
    """Whether a seat could claim a front if it were its moment."""
    taken = (view[CLAIMED] | view[CLAIMED + 1]) >> front & 1
    return not taken and bool(cpu.claims.provable_at(view, front, seat))
