"""Laws that hold in every game: walked through at random, checked at every decision."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest

from marchstone.cards import cards_of
from marchstone.core import layout
from marchstone.core.actions import ACTIONS
from marchstone.core.layout import RANK, STONES
from marchstone.core.presets import NAMES, PRESETS, deck_of, row_at, tactics_of
from marchstone.core.zones import side_of
from marchstone.targets import core
from tests.brute import FACES, strength_of
from tests.walks import (
    SWAPPED,
    Renaming,
    Step,
    all_cards,
    all_sides,
    copied,
    other_colours,
    preset_of,
    reversed_fronts,
    side_cards,
    walk,
)

GAMES = [
    pytest.param(target, name, games, id=f"{target}-{name}") for name in NAMES for target, games in (("cpu", 100), ("python", 4))
]
EVERY_PRESET = pytest.mark.parametrize("target, name, games", GAMES)


def steps(target: str, name: str, games: int) -> Iterator[Step]:
    """Every decision of some games, the ends among them."""
    for seed in range(games):
        yield from walk(core(target), name, seed)


# -- cards and actions -----------------------------------------------------------------------------------------------------


@EVERY_PRESET
def test_every_card_is_in_one_zone(target: str, name: str, games: int) -> None:
    preset = PRESETS[NAMES.index(name)]
    deck = cards_of(deck_of(preset), tactics_of(preset))
    for step in steps(target, name, games):
        s = step.engine.words()
        assert all_cards(s) == deck
        for word in range(4):
            assert s[layout.GIVEN + word] & ~s[layout.HAND + word] == 0, "only one's own cards can be given"
            assert s[layout.KNOWN + word] & ~s[layout.HAND + word] == 0, "what is known to be in a hand is there"


@EVERY_PRESET
def test_the_ways_to_ask_for_legal_actions_agree(target: str, name: str, games: int) -> None:
    """The list, the number and the single question; the list ascends, so nothing is there twice."""
    package, rng = core(target), random.Random(name)
    for step in steps(target, name, games):
        families = package.games.legal(step.s, step.engine.out)
        assert step.legal == sorted(set(step.legal))
        assert package.actions.count_legal(step.engine.out, families) == len(step.legal)
        asked = range(-1, ACTIONS + 1) if rng.random() < 0.1 else [*step.legal, *rng.sample(range(ACTIONS), 20)]
        legal = set(step.legal)
        for action in asked:
            assert bool(package.actions.is_among(step.engine.out, families, action)) == (action in legal), action


@EVERY_PRESET
def test_undo_is_the_copy_taken_before(target: str, name: str, games: int) -> None:
    """Nothing lies outside the state: the same action on the same words gives the same words, and looking changes none."""
    package = core(target)
    for step in steps(target, name, games):
        before = step.engine.words()
        view = package.vector(layout.WORDS)
        for seat in (0, 1):
            package.observe.observe(step.s, seat, view)
        package.games.legal(step.s, step.engine.out)
        assert step.engine.words() == before
        if step.chosen < 0:
            continue
        results = []
        for _ in range(2):
            other = copied(package, before)
            package.games.apply(other, step.chosen)
            results.append(list(other))
        assert results[0] == results[1]


@EVERY_PRESET
def test_the_game_ends(target: str, name: str, games: int) -> None:
    """`walk` raises where a game outlasts the bound; a finished game has a winner or is drawn, and nothing to do."""
    ends = [step for step in steps(target, name, games) if step.chosen < 0]
    assert len(ends) == games
    for end in ends:
        assert end.s[layout.PHASE] == layout.OVER and end.s[layout.WINNER] and end.s[layout.REASON] and not end.legal
        assert end.s[layout.PROVABLE] == 0


# -- words that follow from others -----------------------------------------------------------------------------------------


def open_fronts(s: list[int]) -> list[int]:
    """Fronts that nobody has claimed."""
    claimed = s[layout.CLAIMED] | s[layout.CLAIMED + 1]
    return [front for front in range(preset_of(s).fronts) if not claimed >> front & 1]


def expected_room(s: list[int], seat: int) -> int:
    """The unclaimed fronts with a place left on the seat's side."""
    width = {front: FACES[row_at(s, front)].width for front in open_fronts(s)}
    return sum(1 << front for front in width if len(side_cards(s, front, seat)) < width[front])


def expected_pool(s: list[int]) -> set[int]:
    """All number cards but those on the sides, in the discard, or held by a ruse."""
    seen = {*all_sides(s), *cards_of(s[layout.DISCARD]), s[layout.HELD] - 1}
    return set(cards_of(deck_of(preset_of(s)))) - seen


class Clock:
    """When each side was completed, noted as the game goes on."""

    def __init__(self) -> None:
        self.now = 0
        self.completed: dict[tuple[int, int], int] = {}

    def note(self, s: list[int]) -> None:
        """Forget sides that are not complete, and note those that have become so."""
        self.now += 1
        for front in range(preset_of(s).fronts):
            for seat in (0, 1):
                if len(side_cards(s, front, seat)) < FACES[row_at(s, front)].width:
                    self.completed.pop((front, seat), None)
                else:
                    self.completed.setdefault((front, seat), self.now)

    def rank(self, s: list[int], front: int, seat: int) -> int:
        """Twice the strength, and one more for the side that was completed first; 0 while it is not complete."""
        mine = self.completed.get((front, seat))
        if mine is None:
            return 0
        side = side_of(front, seat)
        strength = strength_of(row_at(s, front), s[side], s[side + layout.ORDER] >> layout.ELITE_SHIFT)
        return 2 * strength + (mine < self.completed.get((front, 1 - seat), self.now + 1))


@EVERY_PRESET
def test_words_that_follow_from_others(target: str, name: str, games: int) -> None:
    """Room, pool and ranks, worked out anew from the cards; what may be claimed, asked for each front."""
    package = core(target)
    for seed in range(games):
        clock = Clock()
        for step in walk(package, name, seed):
            s = step.engine.words()
            clock.note(s)
            assert [s[layout.ROOM], s[layout.ROOM + 1]] == [expected_room(s, 0), expected_room(s, 1)]
            assert set(cards_of(s[layout.POOL])) == expected_pool(s)
            for front in open_fronts(s):
                for seat in (0, 1):
                    cards = [card for card in side_cards(s, front, seat) if card < layout.FIRST_TACTIC]
                    assert cards_of(s[side_of(front, seat) + layout.CARDS_ON]) == sorted(cards)
                    assert s[side_of(front, seat) + RANK] == clock.rank(s, front, seat)
            may_claim = step.legal and package.games.may_claim(step.s)
            claims = [front for front in open_fronts(s) if package.claims.provable_at(step.s, front, s[layout.TURN])]
            assert s[layout.PROVABLE] == (sum(1 << front for front in claims) if may_claim else 0)


@pytest.mark.parametrize("name", ["stones", "stones-expert", "stones-small"])
def test_without_tactics_the_other_side_can_always_be_completed(name: str) -> None:
    """Nothing is discarded, so the pool has a card for every empty place."""
    for step in steps("cpu", name, 60):
        s = step.engine.words()
        for front in open_fronts(s):
            for seat in (0, 1):
                assert len(cards_of(s[layout.POOL])) >= FACES[row_at(s, front)].width - len(side_cards(s, front, seat))


# -- other names -----------------------------------------------------------------------------------------------------------


def check_renaming(package: ModuleType, step: Step, naming: Renaming) -> None:
    """Under other names the same is legal, and the same comes of it."""
    before = step.engine.words()
    other = copied(package, naming.state(before))
    out = package.vector(package.actions.LEGAL_WORDS)
    families = package.games.legal(other, out)
    legal = {int(package.actions.nth_legal(out, families, n)) for n in range(package.actions.count_legal(out, families))}
    assert legal == {naming.action(action) for action in step.legal}
    if step.chosen >= 0:
        after = copied(package, before)
        package.games.apply(after, step.chosen)
        package.games.apply(other, naming.action(step.chosen))
        assert list(other) == naming.state([int(word) for word in after])


@EVERY_PRESET
def test_renaming_colours_changes_nothing(target: str, name: str, games: int) -> None:
    preset, rng = PRESETS[NAMES.index(name)], random.Random(name)
    namings = [other_colours(preset, rng) for _ in range(10)]
    for step in steps(target, name, games):
        check_renaming(core(target), step, rng.choice(namings))


STONES_GAMES = [case for case in GAMES if PRESETS[NAMES.index(str(case.values[1]))].game == STONES]


@pytest.mark.parametrize("target, name, games", STONES_GAMES)
@pytest.mark.parametrize("naming", [lambda preset: SWAPPED, reversed_fronts], ids=["seats", "fronts"])
def test_stones_mirrored(target: str, name: str, games: int, naming: Callable[..., Renaming]) -> None:
    """Swapping the seats, or reading the row of Stones from the other end, mirrors everything."""
    for step in steps(target, name, games // 2):
        check_renaming(core(target), step, naming(PRESETS[NAMES.index(name)]))
