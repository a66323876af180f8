"""Formations and proofs by the oracle's `strength` alone: every filling is tried, nothing is thought about.

Strengths are given as the numbers of the core (type and total in one number), so that the two can be compared at once.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from marchstone.cards import TEXTS, bits_of, cards_of, masks_of
from marchstone.core.formations import game_of
from marchstone.core.layout import CARDS, JOKER1, SHIELD, STONES, WALLS
from marchstone.core.presets import PRESETS as CORE_PRESETS
from marchstone.core.presets import Preset, rows_of
from tests.oracle.formations import strength
from tests.oracle.presets import PRESETS, Face, number_cards

GAMES = {STONES: PRESETS["stones"].game, WALLS: PRESETS["walls"].game}
NUMBERS = {game: {text: number for number, text in enumerate(TEXTS[game]) if text} for game in GAMES}


def deck(game: int) -> list[int]:
    """All number cards of a game, as the core numbers them."""
    return sorted(NUMBERS[game][text] for text in number_cards(GAMES[game]))


def faces_of(preset: Preset, front: int) -> list[Face]:
    """What a front asks for in its four states, as the oracle reads the rules: plain; damaged or blind; muddy; both."""
    faces = PRESETS[preset.name].fronts[front]
    if preset.game == WALLS:
        return [faces[0], faces[1]] * 2
    (plain,) = faces
    return [Face(plain.width + mud, frozenset() if blind else plain.counted, plain.lowest) for mud in (0, 1) for blind in (0, 1)]


def faces_by_row() -> dict[int, Face]:
    """Every row of the core that some front has in some state, and what it asks for."""
    return {
        row: face
        for preset in CORE_PRESETS
        for front in range(preset.fronts)
        for row, face in zip(rows_of(preset, front), faces_of(preset, front))
    }


FACES = faces_by_row()


def strength_of_cards(row: int, cards: Iterable[int]) -> int:
    """The strength of a full side."""
    face, game = FACES[row], game_of(row)
    rank, total = strength([TEXTS[game][card] for card in cards], face.counted, face.lowest, GAMES[game])
    return (rank + 1) * 64 + (63 + total if face.lowest else total)


@cache
def strength_of(row: int, numbers: int, elites: int) -> int:
    """The same of masks; each is worked out once."""
    return strength_of_cards(row, cards_of(numbers, elites))


def best_of(row: int, numbers: int, elites: int, missing: int, pool: int) -> int:
    """The strongest that the side becomes over every way to fill it; 0 if there is none."""
    if missing == 0:
        return strength_of(row, numbers, elites)
    bits = [1 << card for card in bits_of(pool)]
    return max((strength_of(row, numbers | sum(chosen), elites) for chosen in combinations(bits, missing)), default=0)


# -- cases -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A claim to be judged: what a front asks for, both sides in order of play, who was complete first, and the pool."""

    row: int
    own: tuple[int, ...]
    other: tuple[int, ...]
    own_first: bool
    pool: int

    def holds(self) -> bool:
        """The three points of "Proving a claim"."""
        width = FACES[self.row].width
        mine = strength_of(self.row, *masks_of(self.own))
        missing = width - len(self.other)
        best = best_of(self.row, *masks_of(self.other), missing, self.pool)
        return mine >= best if missing or self.own_first else mine > best


# the most cards of the pool, for each number of missing cards, that every filling of is still tried in good time
LARGEST_POOL = {0: CARDS, 1: CARDS, 2: 40, 3: 20, 4: 13}


def random_case(rng: random.Random, row: int, elite: bool) -> Case:
    """Sides that are nearly something, so that much hangs on single cards; with elite troops if `elite`."""
    width, game = FACES[row].width, game_of(row)
    troops = rng.sample(range(JOKER1, SHIELD + 1), rng.choice((0, 1, 1, 2, 2, 3, 4))) if elite else []
    cards = alike(rng, game, deck(game), rng.choice(STYLES))
    free = [card for card in deck(game) if card not in cards]
    sides: list[list[int]] = [[], []]
    for seat, length in enumerate((width, rng.choice((0, *range(width + 1))))):
        while len(sides[seat]) < length:
            if troops and rng.random() < 0.5:
                sides[seat].append(troops.pop())
            else:
                source = cards if cards and (rng.random() < 0.85 or not free) else free
                sides[seat].append(source.pop(rng.randrange(len(source))))
    left = cards + free
    if rng.random() < 0.5:
        left = alike(rng, game, left, rng.choice(STYLES))
    most = min(len(left), LARGEST_POOL[width - len(sides[1])])
    size = rng.choice((most, rng.randint(0, most), min(most, width - len(sides[1]))))
    pool, _ = masks_of(rng.sample(left, size))
    return Case(row, tuple(sides[0]), tuple(sides[1]), rng.random() < 0.5, pool)


# how far from the leading value the others may be
FARTHEST = {"any": 11, "one colour": 11, "one value": 0, "near": 2, "one colour near": 2}
STYLES = tuple(FARTHEST)


def alike(rng: random.Random, game: int, cards: list[int], style: str) -> list[int]:
    """Some cards that go together, shuffled: of one colour, of one value, of values near to each other, or any."""
    lead = TEXTS[game][rng.choice(cards)]
    found = []
    for card in cards:
        text = TEXTS[game][card]
        distance = abs(int(text[1:]) - int(lead[1:]))
        if all((text[0] == lead[0] or "colour" not in style, distance <= FARTHEST[style])):
            found.append(card)
    rng.shuffle(found)
    return found
