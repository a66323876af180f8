"""Small games exactly: every deal, every way it can go, and the best that one seat can do against random play.

The opponent does each legal action with equal likelihood. The responder knows that, remembers all that it has seen and done, and
knows nothing else. Results count 1 for a game won, -1 for a game lost, 0 for a draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from math import comb, factorial, fsum
from types import ModuleType
from typing import Any

from .cards import bits_of
from .core.layout import CARDS, SEATS, STONES
from .core.presets import NAMES, PRESETS, Preset, deck_of
from .errors import MarchstoneError, UnknownPresetError, WrongTypeError
from .guards import check_choice, check_number, check_seat, check_type, items_of
from .match import REASONS
from .targets import core

MOST_DEALS = 100_000  # a game with more has too many histories as well
FIRST_ROWS = 1 << 12  # grows as needed


class TooLargeError(MarchstoneError, ValueError):
    """A game with so many deals that going through all of them would never end."""


@dataclass(frozen=True)
class Deal:
    """Who begins, both hands as masks, and the number pile, lowest card first."""

    first: int
    hands: tuple[int, int]
    pile: tuple[int, ...]


@dataclass(frozen=True)
class Response:
    """What a seat makes of a game against random play, and how large that game is."""

    preset: str
    seat: int
    deals: int
    choices: int  # histories in which the seat must choose
    answers: int  # histories in which the opponent must
    ends: int  # finished histories
    information: int  # information states in which the seat must choose
    longest: int  # actions in the longest history
    random: float  # the seat's result if it, too, plays at random
    best: float  # its result if it plays as well as can be
    endings: dict[str, float]  # how likely each end is if both play at random


def preset_named(name: str) -> Preset:
    """A preset of which every deal can be gone through."""
    check_choice(name, NAMES, "preset.unknown", "preset", UnknownPresetError)
    preset = PRESETS[NAMES.index(name)]
    if preset.tactics or count_deals(preset) > MOST_DEALS:
        raise TooLargeError("exact.too-large", f"{name!r} has too many deals to go through them all")
    return preset


def starters(preset: Preset) -> range:
    """The seats that may begin: by lot in stones, the attacker in walls."""
    return range(SEATS) if preset.game == STONES else range(1)


def count_deals(preset: Preset) -> int:
    """How many deals differ: within a hand order means nothing."""
    cards, hand = deck_of(preset).bit_count(), preset.hand
    return len(starters(preset)) * comb(cards, hand) * comb(cards - hand, hand) * factorial(cards - 2 * hand)


def all_deals(name: str) -> Iterator[Deal]:
    """Every deal of a small game without tactics; each is equally likely.

    >>> sum(1 for deal in all_deals("stones-tiny"))
    360
    """
    preset = preset_named(name)
    deck = list(bits_of(deck_of(preset)))
    for first in starters(preset):
        for hand0 in combinations(deck, preset.hand):
            others = [card for card in deck if card not in hand0]
            for hand1 in combinations(others, preset.hand):
                for pile in permutations(card for card in others if card not in hand1):
                    yield Deal(first, (mask_of(hand0), mask_of(hand1)), pile)


def mask_of(cards: Iterable[int]) -> int:
    """Number cards as a mask."""
    return sum(1 << card for card in cards)


def best_response(name: str, seat: int, deals: Iterable[Deal] | None = None, target: str = "cpu") -> Response:
    """The best response to random play over all deals of a game, or over some of them, each equally likely."""
    preset, package = preset_named(name), core(target)
    check_seat(seat)
    alike: dict[tuple[int, int], list[Deal]] = {}
    for deal in all_deals(name) if deals is None else chosen_deals(preset, deals):
        alike.setdefault((deal.first, deal.hands[seat]), []).append(deal)
    search = Search(package, NAMES.index(name), seat)
    parts = [search.through(group) for group in alike.values()]
    return joined(parts)


def chosen_deals(preset: Preset, deals: Iterable[Deal]) -> list[Deal]:
    """Some deals of a game, each with all its cards: compiled code would believe whatever it is told."""
    chosen = items_of(deals, "exact.deals", "the deals")
    for deal in chosen:
        check_type(deal, Deal, "exact.deals", "a deal")
        check_number(deal.first, "exact.deals", "who begins", 0, len(starters(preset)) - 1)
        hands, pile = (items_of(part, "exact.deals", "the cards of a deal") for part in (deal.hands, deal.pile))
        masks = [check_number(hand, "exact.deals", "a hand", 0, deck_of(preset)) for hand in hands]
        cards = [check_number(card, "exact.deals", "a card", 0, CARDS - 1) for card in pile]
        found = sorted([*cards, *(card for mask in masks for card in bits_of(mask))])
        if found != list(bits_of(deck_of(preset))) or [mask.bit_count() for mask in masks] != [preset.hand] * SEATS:
            raise WrongTypeError("exact.deals", f"this is no deal of {preset.name}", expected="such as all_deals gives")
    if not chosen:
        raise WrongTypeError("exact.deals", "there are no deals", expected="one at least")
    return chosen


class Search:
    """The scratch that the core asks for, and a few rows more whenever they do not suffice."""

    def __init__(self, package: ModuleType, number: int, seat: int) -> None:
        self.core, self.number, self.seat = package, number, seat
        self.out = package.vector(package.actions.LEGAL_WORDS)
        self.view = package.vector(package.layout.WORDS)
        self.rows = package.tree.rows_for(FIRST_ROWS)

    def through(self, deals: list[Deal]) -> Response:
        """What the seat makes of deals in which it sees the same at first; results are sums over the deals, not yet means."""
        tree = self.core.tree
        while True:
            counts, sums = self.core.vector(tree.COUNTS), tree.sums_for()
            scratch = (self.out, self.view, counts)
            if len(deals) <= len(self.rows):
                self.lay_out(deals)
                top = tree.answers(self.rows, 0, len(deals), self.seat, *scratch)
                best = tree.best_result(self.rows, 0, top, self.seat, *scratch, sums)
                if not counts[tree.OVERFULL]:
                    return response(PRESETS[self.number].name, self.seat, len(deals), counts, sums, best)
            self.rows = tree.rows_for(2 * len(self.rows))

    def lay_out(self, deals: list[Deal]) -> None:
        """One row for each deal."""
        for row, deal in zip(self.rows, deals):
            pile = self.core.vector(len(deal.pile))
            for index, card in enumerate(deal.pile):
                pile[index] = card
            self.core.tree.lay_out(row, self.number, deal.first, *deal.hands, pile, len(pile))
            self.core.tree.see(row, self.seat, self.view)


def response(name: str, seat: int, deals: int, counts: Any, sums: Any, best: float) -> Response:
    """The same with names."""
    choices, answers, ends, information, longest, _ = (int(number) for number in counts)
    result, *likely = (float(number) for number in sums)
    return Response(
        name, seat, deals, choices, answers, ends, information, longest, result, float(best), dict(zip(REASONS, likely))
    )


def joined(parts: list[Response]) -> Response:
    """All parts of a game as one, and means instead of sums."""
    deals = sum(part.deals for part in parts)
    counted = {field: sum(getattr(part, field) for part in parts) for field in ("choices", "answers", "ends", "information")}
    endings = {reason: fsum(part.endings[reason] for part in parts) / deals for reason in REASONS}
    return replace(
        parts[0],
        deals=deals,
        longest=max(part.longest for part in parts),
        random=fsum(part.random for part in parts) / deals,
        best=fsum(part.best for part in parts) / deals,
        endings={reason: share for reason, share in endings.items() if share},
        **counted,
    )
