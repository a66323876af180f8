"""Which number cards are still unseen, by colour and value."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from ..cards import COLOUR_NAMES, LANGUAGES
from ..view import View


class Sight(Enum):
    """Where a number card can be, as one seat knows it."""

    UNSEEN = "unseen"
    HAND = "in-hand"
    KNOWN = "known"
    SEEN = "seen"


def sight_of(view: View) -> dict[str, Sight]:
    """For every number card of the game what the seat knows of it. The pool is what proofs reckon with: own cards are in it."""
    pool, hand, known = ({card.text for card in cards} for cards in (view.pool, view.hand, view.known))
    found = {}
    for card in view.rules.cards:
        if not card.is_tactic:
            text = card.text
            inside = Sight.HAND if text in hand else Sight.KNOWN if text in known else Sight.UNSEEN
            found[text] = inside if text in pool else Sight.SEEN
    return found


def sights(view: View, language: str) -> Iterator[tuple[str, dict[Sight, list[int]]]]:
    """Colour by colour the values of each kind."""
    found = sight_of(view)
    for colour in view.rules.colours:
        values: dict[Sight, list[int]] = {sight: [] for sight in Sight}
        for value in view.rules.values:
            values[found[f"{colour}{value}"]].append(value)
        yield COLOUR_NAMES[colour][LANGUAGES.index(language)], values
