"""Random games of the core alone, and the core's words read the slow way or written for another naming of things."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from marchstone.cards import bits_of, cards_of
from marchstone.core import actions, layout, zones
from marchstone.core.layout import FIRST_TACTIC, FRONTS, STONES, TACTIC
from marchstone.core.presets import NAMES, PRESETS, Preset
from marchstone.core.random_play import LONGEST
from marchstone.move import ACTION_NUMBERS
from tests.differential import TASTES, Engine, choose, deal


@dataclass(frozen=True)
class Step:
    """A decision of a game: the state itself, the legal actions, and the one that will be chosen next."""

    engine: Engine
    legal: list[int]
    chosen: int

    @property
    def s(self) -> Any:
        return self.engine.s


def walk(core: ModuleType, name: str, seed: int) -> Iterator[Step]:
    """All the decisions of a random game, one after the other; at the end the final state, with nothing legal (chosen: -1)."""
    rng, taste = random.Random(f"{name} {seed}"), TASTES[seed % len(TASTES)]
    engine = Engine(core, deal(core, NAMES.index(name), seed))
    for _ in range(LONGEST):
        moves = engine.legal_texts()
        numbers = [ACTION_NUMBERS[engine.game][move] for move in moves]
        if not moves:
            yield Step(engine, [], -1)
            return
        chosen = ACTION_NUMBERS[engine.game][choose(rng, sorted(moves), taste, int(engine.s[layout.ACTOR]))]
        yield Step(engine, numbers, chosen)
        core.games.apply(engine.s, chosen)
    raise AssertionError((name, seed, "no end"))


def copied(core: ModuleType, words: Sequence[int]) -> Any:
    """The same words in a vector of the target's own kind."""
    state = core.vector(layout.WORDS)
    for place, word in enumerate(words):
        state[place] = word
    return state


def preset_of(s: Sequence[int]) -> Preset:
    """What is being played."""
    return PRESETS[s[layout.PRESET]]


# -- where the cards are ---------------------------------------------------------------------------------------------------


def side_cards(s: Sequence[int], front: int, seat: int) -> list[int]:
    """The cards of a side in order of play."""
    side = zones.side_of(front, seat)
    return [zones.card_on(s, side, slot) for slot in range(zones.count_on(s, side))]


def pile_cards(s: Sequence[int], kind: int) -> list[int]:
    """The cards of a pile, lowest first."""
    return [zones.pile_card(s, kind, index) for index in range(s[layout.PILE_SIZE + kind])]


def hand_cards(s: Sequence[int], seat: int) -> list[int]:
    """The cards of a hand."""
    return cards_of(s[layout.HAND + 2 * seat], s[layout.HAND + 2 * seat + TACTIC])


def all_sides(s: Sequence[int]) -> list[int]:
    """Every card that lies on a side."""
    return [card for front in range(FRONTS) for seat in (0, 1) for card in side_cards(s, front, seat)]


def all_cards(s: Sequence[int]) -> list[int]:
    """Every card of the game wherever it is, sorted; a card in two zones would be there twice."""
    cards = all_sides(s) + hand_cards(s, 0) + hand_cards(s, 1) + pile_cards(s, 0) + pile_cards(s, 1)
    cards += cards_of(s[layout.DISCARD], s[layout.DISCARD + TACTIC] | s[layout.REMOVED])
    cards += [s[layout.HELD] - 1] * (s[layout.HELD] > 0)
    cards += [layout.BLIND] * (s[layout.BLINDED] > 0) + [layout.MUD] * (s[layout.MUDDY] > 0)
    return sorted(cards)


# -- the same with other names ---------------------------------------------------------------------------------------------

CARD_MASKS = (
    *(layout.DISCARD, layout.HAND, layout.HAND + 2, layout.KNOWN, layout.KNOWN + 2, layout.GIVEN, layout.GIVEN + 2),
    layout.RETURNED,
)
FRONT_MASKS = (
    *(layout.CLAIMED, layout.CLAIMED + 1, layout.DAMAGED, layout.BLINDED, layout.MUDDY, layout.PROVABLE),
    *(layout.ROOM, layout.ROOM + 1),
)
# words that exist for each seat: the first, and how many a seat has
BY_SEAT = (
    *((layout.CLAIMED, 1), (layout.ROOM, 1), (layout.PLAYED, 1), (layout.JOKERS_PLAYED, 1)),
    *((layout.HAND, 2), (layout.KNOWN, 2), (layout.GIVEN, 2), (layout.FRESH, 2)),
)
OTHER = {0: 0, 1: 2, 2: 1, layout.DRAWN: layout.DRAWN}
AT_FRONTS = (actions.PLAY, actions.TROOP, actions.MODE, actions.CLAIM, actions.RETREAT, actions.OIL, actions.PUT)


@dataclass(frozen=True)
class Renaming:
    """Other names for cards and fronts, and perhaps for the seats: what each number becomes."""

    cards: Sequence[int]
    fronts: Sequence[int]
    swap: bool = False

    def card(self, number: int) -> int:
        return self.cards[number]

    def pair(self, s: Sequence[int], word: int) -> tuple[int, int]:
        """A set of cards of both kinds."""
        numbers = tactics = 0
        for card in cards_of(s[word], s[word + 1]):
            new = self.card(card)
            if new < FIRST_TACTIC:
                numbers |= 1 << new
            else:
                tactics |= 1 << new - FIRST_TACTIC
        return numbers, tactics

    def mask(self, fronts: int) -> int:
        """A set of fronts."""
        return sum(1 << self.fronts[front] for front in bits_of(fronts))

    def action(self, action: int) -> int:
        """What one has to do to do the same."""
        family, i, j = actions.family_of(action), actions.card_index(action), actions.place_index(action)
        if family == actions.PLAY:
            i = self.card(i)
        elif family == actions.TROOP:
            i = self.card(i + FIRST_TACTIC) - FIRST_TACTIC
        elif family in (actions.TAKE, actions.BURY, actions.GIVE):
            j = self.card(j)
        elif family in (actions.TAKE_TROOP, actions.BURY_TACTIC, actions.GIVE_TACTIC):
            j = self.card(j + FIRST_TACTIC) - FIRST_TACTIC
        if family in AT_FRONTS and j < FRONTS:
            j = self.fronts[j]
        return actions.action_of(family, i, j)

    def state(self, s: Sequence[int]) -> list[int]:
        """The same state under the new names."""
        new = list(s)
        self.rename_cards(s, new)
        self.rename_fronts(s, new)
        if self.swap:
            swap_seats(new)
        return new

    def rename_cards(self, s: Sequence[int], new: list[int]) -> None:
        """All that is not on a side."""
        for word in CARD_MASKS:
            new[word], new[word + 1] = self.pair(s, word)
        new[layout.REMOVED] = self.pair([0, s[layout.REMOVED]], 0)[1]
        new[layout.POOL] = self.pair([s[layout.POOL], 0], 0)[0]
        if s[layout.HELD]:
            new[layout.HELD] = self.card(s[layout.HELD] - 1) + 1
        for kind in (0, 1):
            for index, card in enumerate(pile_cards(s, kind)):
                zones.set_pile_card(new, kind, index, self.card(card))

    def rename_fronts(self, s: Sequence[int], new: list[int]) -> None:
        """Sides with their cards, and all that is said of fronts."""
        for word in FRONT_MASKS:
            new[word] = self.mask(s[word])
        if s[layout.ORIGIN]:
            new[layout.ORIGIN] = self.fronts[s[layout.ORIGIN] - 1] + 1
        for front in range(FRONTS):
            for seat in (0, 1):
                old, side = zones.side_of(front, seat), zones.side_of(self.fronts[front], seat)
                new[side + layout.CARDS_ON] = new[side + layout.ORDER] = 0
                new[side + layout.RANK] = s[old + layout.RANK]
                for card in side_cards(s, front, seat):
                    zones.put(new, self.fronts[front], seat, self.card(card))
        new[layout.CHANGED] = 0


def swap_seats(s: list[int]) -> None:
    """Each seat has all that the other had."""
    for first, number in BY_SEAT:
        s[first : first + 2 * number] = s[first + number : first + 2 * number] + s[first : first + number]
    for front in range(FRONTS):
        a, b, words = zones.side_of(front, 0), zones.side_of(front, 1), layout.SIDE_WORDS
        s[a : a + words], s[b : b + words] = s[b : b + words], s[a : a + words]
    for word in (layout.TURN, layout.ACTOR):
        s[word] = 1 - s[word]
    for word in (layout.WINNER, layout.BURIER):
        s[word] = OTHER[s[word]]


ALL_CARDS = tuple(range(layout.CARDS))
ALL_FRONTS = tuple(range(FRONTS))
SWAPPED = Renaming(ALL_CARDS, ALL_FRONTS, swap=True)


def reversed_fronts(preset: Preset) -> Renaming:
    """The row of Stones read from the other end."""
    turned = [preset.fronts - 1 - front for front in range(preset.fronts)]
    return Renaming(ALL_CARDS, (*turned, *ALL_FRONTS[preset.fronts :]))


def other_colours(preset: Preset, rng: random.Random) -> Renaming:
    """The colours of the preset under each other's names; and the Jokers too, which are alike."""
    stride = layout.STRIDE[preset.game]
    lanes = list(range(len(preset.colours)))
    if preset.game == STONES or len(lanes) == 5:
        rng.shuffle(lanes)
    else:
        lanes.reverse()
    cards = list(ALL_CARDS)
    for old, new in enumerate(lanes):
        for value in range(stride):
            cards[old * stride + value] = new * stride + value
    if rng.random() < 0.5:
        cards[layout.JOKER1], cards[layout.JOKER2] = layout.JOKER2, layout.JOKER1
    return Renaming(cards, ALL_FRONTS)
