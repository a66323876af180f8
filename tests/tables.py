"""Positions from what lies on the fronts and in the hands: all other cards are in the piles."""

from __future__ import annotations

import re

from marchstone.position import Position
from marchstone.rules import Rules


def table(preset: str, fronts: str, hands: str, *, phase: str = "play", turn: int = 0, more: str = "") -> Position:
    """The fronts from the left, those that are not named empty; both hands."""
    rules = Rules(preset)
    given = fronts.split("/")
    fronts = "/".join([*given, *[":"] * (rules.fronts - len(given))])
    named = set(re.split("[,:/ *!%+]", f"{fronts} {hands}"))
    numbers, tactics = ([c.text for c in rules.cards if c.text not in named and c.is_tactic == kind] for kind in (False, True))
    return Position(f"{preset} {turn} {phase} {fronts} {hands} {','.join(numbers)}:{','.join(tactics)} {more}".strip())
