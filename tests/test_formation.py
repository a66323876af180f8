"""A formation as people speak of it: what the elite troops stand for must make the type and the total that the oracle finds."""

from __future__ import annotations

import random

import pytest

from marchstone.cards import NUMBERS
from marchstone.core.formations import (
    COUNTS_ALL,
    COUNTS_COLOUR,
    COUNTS_COLOUR_RUN,
    COUNTS_RUN,
    COUNTS_SAME,
    counted_of,
    game_of,
    is_lowest,
    row,
    width_of,
)
from marchstone.core.presets import PRESETS, rows_of
from marchstone.formation import Formation, formation
from tests.oracle import formations as oracle
from tests.oracle.presets import PRESETS as ORACLE_PRESETS

GAMES = (ORACLE_PRESETS["stones-tactics"].game, ORACLE_PRESETS["walls-tactics"].game)
ELITES = ["joker1", "joker2", "spy", "shield"]
BITS = {COUNTS_RUN: "run", COUNTS_COLOUR: "colour", COUNTS_SAME: "same", COUNTS_COLOUR_RUN: "colour-run"}

# every row on which elite troops can stand: game, width, types that count, whether the lowest sum wins
ROWS = sorted(
    {
        (game_of(row), width_of(row), counted_of(row), bool(is_lowest(row)))
        for preset in PRESETS
        if preset.tactics
        for front in range(preset.fronts)
        for row in rows_of(preset, front)
    }
)


def made(cards: list[str], game: int, width: int, counted: int, lowest: bool = False) -> Formation:
    return formation(row(width, counted, game, lowest), [NUMBERS[game][card] for card in cards])


def shades(cards: list[str]) -> list[bool]:
    """Whether the cards, the elite troops in any colours, can be of one colour, and of several."""
    numbers = [card for card in cards if oracle.is_number(card)]
    colours = len({card[0] for card in numbers})
    if len(numbers) == len(cards):
        return [colours == 1]
    return [True, False] if colours <= 1 else [False]


def check(cards: list[str], game: int, width: int, counted: int, lowest: bool) -> None:
    """Type and total are the oracle's; with the values that are told, the cards are of that type and have that total."""
    found = made(cards, game, width, counted, lowest)
    types = frozenset(name for bit, name in BITS.items() if counted & bit)
    kind, total = oracle.strength(cards, types, lowest, GAMES[game])
    assert (found.type, found.total) == (oracle.TYPES[kind], abs(total))
    assert [card.text for card in found.cards] == cards
    told = {card.text: value for card, value in found.wilds}
    assert list(told) == [card for card in cards if card in ELITES]
    assert all(value in oracle.possible_values(card, GAMES[game]) for card, value in told.items())
    values = [told[card] if card in told else oracle.value(card) for card in cards]
    assert sum(values) == found.total
    kinds = {oracle.formation(values, one_colour) for one_colour in shades(cards)}
    if found.type != "sum":
        assert found.type in kinds
    everything = oracle.strength(cards, oracle.ALL_TYPES, lowest, GAMES[game])
    assert found.shape == oracle.TYPES[everything[0]]


def some_cards(rng: random.Random, game: int, width: int) -> list[str]:
    """Any cards; often near to each other, so that runs, colours and equal values come up."""
    troops = rng.sample(ELITES, rng.randrange(min(width, 4) + 1))
    kind = GAMES[game]
    numbers = [f"{colour}{value}" for colour in kind.colours for value in kind.values]
    if rng.random() < 0.7:
        middle = rng.choice(numbers)
        near = [card for card in numbers if card[0] == middle[0] or abs(int(card[1:]) - int(middle[1:])) <= rng.randrange(3)]
        numbers = near if len(near) >= width else numbers
    cards = [*troops, *rng.sample(numbers, width - len(troops))]
    rng.shuffle(cards)
    return cards


@pytest.mark.parametrize("game, width, counted, lowest", ROWS)
def test_random_formations(game: int, width: int, counted: int, lowest: bool) -> None:
    rng = random.Random(f"{game} {width} {counted} {lowest}")
    for _ in range(400):
        check(some_cards(rng, game, width), game, width, counted, lowest)


@pytest.mark.deep
@pytest.mark.parametrize("game, width, counted, lowest", ROWS)
def test_many_random_formations(game: int, width: int, counted: int, lowest: bool) -> None:
    rng = random.Random(f"deep {game} {width} {counted} {lowest}")
    for _ in range(20_000):
        check(some_cards(rng, game, width), game, width, counted, lowest)


@pytest.mark.parametrize(
    "cards, game, counted, english, french",
    [
        ("r7,r8,r9", 0, COUNTS_ALL, "a Colour-Run (total 24)", "une suite couleur (total 24)"),
        ("g5,joker1,g7", 0, COUNTS_ALL, "a Colour-Run (Joker as 6; total 18)", "une suite couleur (Joker valant 6 ; total 18)"),
        ("r4,y4,v4", 0, COUNTS_ALL, "Same value (total 12)", "un brelan (total 12)"),
        (
            "r4,shield",
            0,
            COUNTS_ALL,
            "a Colour-Run (Shield-Bearer as 3; total 7)",
            "une suite couleur (Porte-Bouclier valant 3 ; total 7)",
        ),
        ("r10,y10", 1, COUNTS_SAME, "Same value (total 20)", "une paire (total 20)"),
        (
            "r3,y3,g3,shield",
            1,
            COUNTS_ALL,
            "Same value (Shield-Bearer as 3; total 12)",
            "un carré (Porte-Bouclier valant 3 ; total 12)",
        ),
        ("r1,r4,r8", 0, COUNTS_ALL, "Colour (total 13)", "une couleur (total 13)"),
        ("r3,g4,b5", 0, COUNTS_ALL, "a Run (total 12)", "une suite (total 12)"),
        ("r3,g4,b9", 0, COUNTS_ALL, "a Sum (total 16)", "une somme (total 16)"),
        # where only Colours count, a Joker steps down by one rather than make a Colour-Run, a mere Sum there
        ("r10,r9,joker1", 1, COUNTS_COLOUR, "Colour (Joker as 10; total 29)", "une couleur (Joker valant 10 ; total 29)"),
        (
            "spy,joker1,shield",
            1,
            COUNTS_ALL,
            "Colour (Spy as 10, Joker as 11, Shield-Bearer as 3; total 24)",
            "une couleur (Espion valant 10, Joker valant 11, Porte-Bouclier valant 3 ; total 24)",
        ),
    ],
)
def test_phrases(cards: str, game: int, counted: int, english: str, french: str) -> None:
    texts = cards.split(",")
    found = made(texts, game, len(texts), counted)
    assert (found.phrase(), found.phrase("fr")) == (english, french)


def test_plain_data() -> None:
    assert made(["g5", "joker1", "g7"], 0, 3, COUNTS_COLOUR_RUN | COUNTS_SAME).to_dict() == {
        "type": "colour-run",
        "total": 18,
        "cards": ["g5", "joker1", "g7"],
        "wilds": {"joker1": 6},
        "shape": "colour-run",
    }
