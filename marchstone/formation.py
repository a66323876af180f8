"""A formation as people speak of it: type, total, and what each elite troop stands for. The core judges; this only tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .cards import Card, masks_of
from .core.formations import COLOUR_RUN, COUNTS_ALL, RUN, SAME, TOTALS, game_of, is_lowest, type_of, width_of
from .core.formations import row as row_of
from .core.layout import FIRST_TACTIC, HIGHEST_VALUE, LOWEST_VALUE, SHIELD, SPY, SPY_VALUE
from .core.proof import reach, value_of
from .phrases import tongue, type_with_article

TYPES = ("", "sum", "run", "colour", "same", "colour-run")  # by the core's numbers
SHIELD_VALUES = (1, 2, 3)


@dataclass(frozen=True)
class Formation:
    """A full side: its type, its total, its cards in order of play, and the value that each elite troop takes.

    `shape` is the type that the cards would have where every type counts: a Colour-Run may be a mere Sum here.

    >>> cards = (Card("g5"), Card("joker1"), Card("g7"))
    >>> Formation("colour-run", 18, cards, ((Card("joker1"), 6),), "colour-run").phrase()
    'a Colour-Run (Joker as 6; total 18)'
    """

    type: str
    total: int
    cards: tuple[Card, ...]
    wilds: tuple[tuple[Card, int], ...] = ()
    shape: str = ""

    def phrase(self, language: str = "en") -> str:
        """Type and total in words, and what the elite troops stand for."""
        standing, stop = ((" as ", "; "), (" valant ", " ; "))[tongue(language)]
        troops = ", ".join(f"{card.name(language)}{standing}{value}" for card, value in self.wilds)
        return f"{type_with_article(self.type, len(self.cards), language)} ({troops}{stop if troops else ''}total {self.total})"

    def to_dict(self) -> dict[str, Any]:
        """As plain values, ready for JSON."""
        return {
            "type": self.type,
            "total": self.total,
            "cards": [card.text for card in self.cards],
            "wilds": {card.text: value for card, value in self.wilds},
            "shape": self.shape,
        }


def formation(row: int, cards: Sequence[int]) -> Formation:
    """What some cards, as many as the row asks for, amount to there."""
    numbers, elites = masks_of(cards)
    game = game_of(row)
    strength = reach(row, numbers, elites, 0, 0, 0)
    kind, total = type_of(strength), total_of(row, strength)
    values = [value_of(card, game) for card in cards if card < FIRST_TACTIC]
    troops = [card for card in cards if card >= FIRST_TACTIC]
    stand_for = wild_values(row, kind, total, values, troops)
    all_types = row_of(width_of(row), COUNTS_ALL, game, bool(is_lowest(row)))
    return Formation(
        type=TYPES[kind],
        total=total,
        cards=tuple(Card.of(card, game) for card in cards),
        wilds=tuple((Card.of(card, game), stand_for[card]) for card in troops),
        shape=TYPES[type_of(reach(all_types, numbers, elites, 0, 0, 0))],
    )


def total_of(row: int, strength: int) -> int:
    """The total that a strength speaks of; where the lowest wins, it is counted down from the top."""
    total = strength & TOTALS
    return TOTALS - total if is_lowest(row) else total


def wild_values(row: int, kind: int, total: int, values: list[int], troops: list[int]) -> dict[int, int]:
    """The value that each elite troop takes, from the type and the total that came out and the values of the number cards."""
    if kind == SAME:
        return {card: total // width_of(row) for card in troops}
    if kind in (RUN, COLOUR_RUN):
        return values_in_run(row, total, values, troops)
    return values_by_themselves(row, total, values, troops)


def values_in_run(row: int, total: int, values: list[int], troops: list[int]) -> dict[int, int]:
    """The values that the run lacks: first the Spy takes its one, then the Shield-Bearer the highest it can, Jokers the rest."""
    width = width_of(row)
    start = (total - width * (width - 1) // 2) // width
    lacking = [value for value in range(start, start + width) if value not in values]
    found = {}
    for card in sorted(troops, key=(SPY, SHIELD).__contains__, reverse=True):
        fitting = [value for value in lacking if value in possible_values(card, game_of(row))]
        found[card] = fitting[-1] if card == SHIELD else fitting[0]
        lacking.remove(found[card])
    return found


def values_by_themselves(row: int, total: int, values: list[int], troops: list[int]) -> dict[int, int]:
    """Each the best it can take. A plain Colour may be one short of that: then one that is free to do so steps down."""
    best = 0 if is_lowest(row) else -1
    found = {card: possible_values(card, game_of(row))[best] for card in troops}
    surplus = sum(values) + sum(found.values()) - total
    if surplus:
        found[next(card for card in sorted(troops) if card != SPY)] -= surplus
    return found


def possible_values(card: int, game: int) -> Sequence[int]:
    """The values an elite troop may take."""
    if card == SPY:
        return (SPY_VALUE[game],)
    return SHIELD_VALUES if card == SHIELD else range(LOWEST_VALUE[game], HIGHEST_VALUE[game] + 1)
