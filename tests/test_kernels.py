"""Strength and proof of the core against the oracle's strength: all formations, and all fillings of random claims."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from types import ModuleType
from typing import Any

import pytest

from marchstone.cards import masks_of
from marchstone.core import layout
from marchstone.core.formations import (
    COUNTS_COLOUR,
    COUNTS_COLOUR_RUN,
    COUNTS_RUN,
    COUNTS_SAME,
    counted_of,
    game_of,
    is_lowest,
    width_of,
)
from marchstone.core.layout import JOKER1, SHIELD
from marchstone.core.presets import PRESETS, rows_of
from marchstone.targets import core
from tests.brute import FACES, Case, best_of, deck, faces_of, random_case, strength_of_cards

WORDS = {COUNTS_RUN: "run", COUNTS_COLOUR: "colour", COUNTS_SAME: "same", COUNTS_COLOUR_RUN: "colour-run"}
HOW_MANY = {(0, 3): 24_804, (1, 2): 1_770, (1, 3): 34_220, (1, 4): 487_635}


@cache
def places() -> dict[int, list[tuple[int, int, int]]]:
    """Where each row occurs: preset, front, and which of the front's four states."""
    found: dict[int, list[tuple[int, int, int]]] = {}
    for number, preset in enumerate(PRESETS):
        for front in range(preset.fronts):
            for state, row in enumerate(rows_of(preset, front)):
                found.setdefault(row, []).append((number, front, state))
    return found


def name(row: int) -> str:
    """A row in words, for the names of tests."""
    face = FACES[row]
    types = "all" if len(face.counted) == 4 else "-".join(sorted(face.counted)) or "sum"
    return f"{('stones', 'walls')[game_of(row)]}-{face.width}-{types}{'-lowest' * face.lowest}"


ROWS = pytest.mark.parametrize("row", sorted(FACES), ids=name)
ELITE_ROWS = sorted({row for row in FACES for number, _, _ in places()[row] if PRESETS[number].tactics})


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_rows(preset: Any) -> None:
    """Every front in every state asks for what the oracle reads from the rules."""
    for front in range(preset.fronts):
        for row, face in zip(rows_of(preset, front), faces_of(preset, front)):
            counted = {word for bit, word in WORDS.items() if counted_of(row) & bit}
            assert (game_of(row), width_of(row), counted, bool(is_lowest(row))) == (
                preset.game,
                face.width,
                face.counted,
                face.lowest,
            )


# -- every formation -------------------------------------------------------------------------------------------------------


def strength_in_core(package: ModuleType, row: int, cards: tuple[int, ...]) -> int:
    """The strength of a full side, as the core sees it."""
    return int(package.proof.reach(row, *masks_of(cards), 0, 0, 0))


@ROWS
def test_every_formation(row: int) -> None:
    """All the ways to choose the row's number of cards from the game's deck: type, total and hence order."""
    package, number = core("cpu"), 0
    for cards in combinations(deck(game_of(row)), width_of(row)):
        number += 1
        assert strength_in_core(package, row, cards) == strength_of_cards(row, cards), cards
    assert number == HOW_MANY.get((game_of(row), width_of(row)), number)


@ROWS
def test_every_formation_interpreted(row: int) -> None:
    """The interpreted target, where the formations are not too many; else every so manieth."""
    package = core("python")
    for place, cards in enumerate(combinations(deck(game_of(row)), width_of(row))):
        if width_of(row) < 4 or place % 37 == 0:
            assert strength_in_core(package, row, cards) == strength_of_cards(row, cards), cards


def with_troops(width: int, cards: list[int]) -> Iterator[tuple[int, ...]]:
    """All sides of that width with one elite troop or more."""
    for number in range(1, min(width, 4) + 1):
        for troops in combinations(range(JOKER1, SHIELD + 1), number):
            for others in combinations(cards, width - number):
                yield (*others, *troops)


@pytest.mark.parametrize("row", ELITE_ROWS, ids=name)
def test_every_formation_with_elite_troops(row: int) -> None:
    """All sides with elite troops, at their best values, wherever a preset has both the front and the troops."""
    package = core("cpu")
    for cards in with_troops(width_of(row), deck(game_of(row))):
        assert strength_in_core(package, row, cards) == strength_of_cards(row, cards), cards


# -- proofs ----------------------------------------------------------------------------------------------------------------


def provable(package: ModuleType, case: Case, place: tuple[int, int, int], seat: int) -> bool:
    """Whether the core lets this seat claim, on a table where nothing else lies."""
    preset, front, state = place
    s = package.vector(layout.WORDS)
    package.games.clear(s, preset)
    s[layout.DAMAGED if PRESETS[preset].game else layout.BLINDED] = (state & 1) << front
    s[layout.MUDDY] = (state >> 1) << front
    sides = [(seat, case.own), (1 - seat, case.other)]
    for owner, cards in sides if case.own_first else reversed(sides):
        for card in cards:
            package.zones.put(s, front, owner, card)
        package.zones.settle_changed(s)
    s[layout.POOL] = case.pool
    return bool(package.claims.provable_at(s, front, seat))


def judge(package: ModuleType, rng: random.Random, row: int) -> tuple[bool, int]:
    """One random claim: what can be reached, with a floor and without, and whether it holds; that, and how many are missing."""
    case = random_case(rng, row, row in ELITE_ROWS)
    side, missing = masks_of(case.other), width_of(row) - len(case.other)
    best = best_of(row, *side, missing, case.pool)
    assert package.proof.reach(row, *side, missing, case.pool, 0) == best, case
    mine = package.proof.reach(row, *masks_of(case.own), 0, 0, 0)
    for floor in (mine, max(0, best - 1), best, best + 1):
        seen = package.proof.reach(row, *side, missing, case.pool, floor)
        assert seen == best if best >= floor else seen <= floor, (case, floor)
    holds = case.holds()
    assert provable(package, case, rng.choice(places()[row]), rng.randrange(2)) == holds, case
    return holds, missing


def judge_many(target: str, seed: int, number: int) -> None:
    """Random claims, each row in turn; both verdicts must have come for each number of missing cards."""
    package, rng, rows = core(target), random.Random(seed), sorted(FACES)
    seen = {judge(package, rng, rows[turn % len(rows)]) for turn in range(number)}
    assert seen == {(holds, missing) for holds in (False, True) for missing in range(5)}


@pytest.mark.parametrize("target, seed, number", [("cpu", 1, 8000), ("cpu", 2, 8000), ("python", 3, 4000)])
def test_random_proofs(target: str, seed: int, number: int) -> None:
    judge_many(target, seed, number)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100, 120))
def test_random_proofs_deep(seed: int) -> None:
    judge_many("cpu", seed, 50_000)
