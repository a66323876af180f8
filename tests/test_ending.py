"""When nothing is hidden in a view, and which states are the same to the endgame solver."""

from __future__ import annotations

import pytest

from marchstone.core import chance, games, layout
from marchstone.core.layout import (
    EXCHANGE,
    FIRST_TACTIC,
    HAND,
    PILE_SIZE,
    RECRUITER,
    SUPPORT,
    WINNER,
    WORDS,
    State,
)
from marchstone.core.presets import NAMES
from marchstone.core.sample import sample
from marchstone.engine.alphabeta import MEMO_WORDS
from marchstone.engine.endgame import Solver, is_open, opened, vector_of
from marchstone.engine.ending import find_keys
from marchstone.position import Position
from tests.endings import SMALL, Brute, both_open, decisions, endings, legal_actions, view_of

LAST_ATTACKS = 150  # games in which to look for one


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(1 << 20)


# -- keys ------------------------------------------------------------------------------------------------------------------


def keys_of(s: State) -> tuple[int, int]:
    memo = vector_of([0] * MEMO_WORDS)
    find_keys(memo, vector_of(s))
    return int(memo[0]), int(memo[1])


def test_cards_that_change_places_change_the_keys() -> None:
    """A card of a hand and one of a side, or of the other hand, or of another side."""
    texts = [
        "stones-small 0 play r1:/:/:/:/: r2:r3 : ",
        "stones-small 0 play r2:/:/:/:/: r1:r3 : ",
        "stones-small 0 play r1:/:/:/:/: r3:r2 : ",
    ]
    texts += ["stones-small 0 play :r1/:/:/:/: r2:r3 : ", "stones-small 0 play :/r1:/:/:/: r2:r3 : "]
    found = [keys_of(Position.parse(text, check=False).state) for text in texts]
    assert len({one for one, _ in found}) == len({other for _, other in found}) == len(texts)


def test_equal_keys_mean_equal_scores() -> None:
    """All states of some endings: those with the same keys have the same score for the one who chooses."""
    for name in NAMES:
        scores: dict[tuple[int, int], int] = {}
        met = 0
        for state, _ in endings(name, 100, SMALL)[::10]:
            for after in states_below(state, 60):
                met += 1
                assert scores.setdefault(keys_of(after), Brute(SMALL).score(after)) == Brute(SMALL).score(after)
        assert met > len(scores) or name.startswith("walls")


def states_below(s: State, most: int) -> list[State]:
    """Some of the states that may follow, in order of depth."""
    met = [s]
    for state in met:
        for action in legal_actions(state):
            child = list(state)
            games.apply(child, action)
            if not child[WINNER] and len(met) < most:
                met.append(child)
    return met


# -- when nothing is hidden ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_an_open_view_has_one_state(name: str) -> None:
    for state, _ in endings(name, 100, SMALL)[::5]:
        for seat in (0, 1):
            found = opened(view_of(state, seat))
            assert [found[HAND + word] for word in range(4)] == state[HAND : HAND + 4]
            assert keys_of(found) == keys_of(state)


@pytest.mark.parametrize("name", NAMES)
def test_with_piles_nothing_is_open(name: str) -> None:
    """But in walls for an attacker who has no turn after this one."""
    for seed in range(6):
        for state in decisions(name, seed):
            cards = state[PILE_SIZE] + state[PILE_SIZE + 1]
            if cards > 1 or (cards and name.startswith("stones")):
                assert not is_open(view_of(state, 0)) and not is_open(view_of(state, 1))
            if cards and name.startswith("walls"):
                assert not is_open(view_of(state, 1))


@pytest.mark.parametrize(("card", "open_then"), [(SUPPORT, False), (EXCHANGE, False), (RECRUITER, True)])
def test_cards_that_bring_chance_or_secrets_back(card: int, open_then: bool) -> None:
    """In either hand; Recruiter has nothing to draw any more."""
    name = "stones-tactics" if card == RECRUITER else "walls-tactics"
    state = list(endings(name, 100, SMALL)[0][0])
    for owner in (0, 1):
        changed = list(state)
        for word in (HAND + 1, HAND + 3, layout.DISCARD + 1, layout.REMOVED):
            changed[word] &= ~(1 << card - FIRST_TACTIC)
        changed[HAND + 2 * owner + 1] |= 1 << card - FIRST_TACTIC
        assert [is_open(view_of(changed, seat)) for seat in (0, 1)] == [open_then, open_then]


def test_a_recruiter_at_work_is_not_open() -> None:
    """Both piles are empty for a moment, but two cards will lie under them."""
    state = list(endings("stones-tactics", 100, SMALL)[0][0])
    state[layout.RUSE], state[layout.PHASE] = RECRUITER, layout.TO_BURY
    assert not both_open(state)


def test_the_last_attack_is_won_or_lost_whatever_is_hidden(solver: Solver) -> None:
    """With one card left: every state that agrees with the attacker's view has the same value; both values occur."""
    values = set()
    for seed in range(LAST_ATTACKS):
        last = [s for s in decisions("walls-tactics", seed) if s[PILE_SIZE] + s[PILE_SIZE + 1] == 1 and is_open(view_of(s, 0))]
        if last:
            view, states = view_of(last[0], 0), [last[0]]
            for number in range(3):
                states.append([0] * WORDS)
                sample(view, [chance.seeded(number, seed)], states[-1])
            found = {(solved.value, solved.exact) for solved in (solver.solve(s, 0) for s in states)}
            assert len(found) == 1
            values |= found
    assert values == {(1, True), (-1, True)}


def test_the_last_attack_is_the_last(solver: Solver) -> None:
    """Not with two cards left, not with one after the draw, not with Support in hand, not for an attacker who has to pass."""
    state = next(
        s
        for seed in range(LAST_ATTACKS)
        for s in decisions("walls-tactics", seed)
        if s[PILE_SIZE] + s[PILE_SIZE + 1] == 1 and s[layout.PHASE] == layout.TO_PLAY and is_open(view_of(s, 0))
    )
    view = view_of(state, 0)
    no_more = (HAND + 1, 1 << SUPPORT - FIRST_TACTIC), (HAND, 0), (layout.HAND_SIZE + 2, 0)
    for word, value in ((PILE_SIZE, 2), (layout.PHASE, layout.TO_END), *no_more):
        changed = list(view)
        changed[word] = value
        assert not is_open(changed)
    assert is_open(view)
