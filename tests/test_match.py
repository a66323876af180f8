"""Matches: what each round or game is worth, who begins next, and every way in which a match is decided, or is not yet."""

import pickle
from typing import Any

import pytest

from marchstone.core import games, random_play, vector
from marchstone.core import layout as lay
from marchstone.core.actions import LEGAL_WORDS
from marchstone.core.chance import seeded
from marchstone.core.observe import observe
from marchstone.core.presets import NAMES, PRESETS
from marchstone.errors import MarchstoneError, UnknownPresetError
from marchstone.match import Outcome, RolesMatch, RoundsMatch, outcome_of


def finished(preset: str, seed: int) -> list[int]:
    """Where a random game ends."""
    state, chance = vector(lay.WORDS), [seeded(seed, 0)]
    games.start(state, NAMES.index(preset), chance)
    random_play.play_out(state, 1, vector(LEGAL_WORDS), chance)
    return state


def refusal(call: Any) -> str:
    with pytest.raises(MarchstoneError) as caught:
        call()
    assert pickle.loads(pickle.dumps(caught.value)).code == caught.value.code
    return caught.value.code


# --- outcomes


@pytest.mark.parametrize("preset", [preset.name for preset in PRESETS])
def test_the_outcome_of_random_games(preset: str) -> None:
    """It counts what lies on the table, is the same from every view, and fits its own rules."""
    for seed in range(4):
        state = finished(preset, seed)
        outcome = outcome_of(state)
        assert outcome.preset == preset
        assert outcome.winner == (None if state[lay.WINNER] == lay.DRAWN else state[lay.WINNER] - 1)
        held = [[front for front in range(9) if state[lay.CLAIMED + seat] >> front & 1] for seat in (0, 1)]
        assert outcome.stones == (len(held[0]), len(held[1]))
        if preset.startswith("walls"):
            damaged = [front for front in range(9) if state[lay.DAMAGED] >> front & 1]
            assert outcome.intact + len(damaged) == PRESETS[NAMES.index(preset)].fronts
            assert (outcome.siege_left, outcome.oil) == (state[lay.PILE_SIZE], state[lay.OIL])
        for seat in (0, 1):
            view = vector(lay.WORDS)
            observe(state, seat, view)
            assert outcome_of(view) == outcome


REASONS = [
    ("stones", lay.ADJACENT, 1, "adjacent"),
    ("stones", lay.MAJORITY, 2, "majority"),
    ("stones", lay.STALEMATE, lay.DRAWN, "stalemate"),
    ("walls", lay.FOURTH, 1, "fourth"),
    ("walls", lay.TWICE, 1, "twice"),
    ("walls", lay.DECK, 2, "deck"),
    ("walls", lay.FULL, 2, "full"),
]


@pytest.mark.parametrize(("preset", "number", "winner", "reason"), REASONS)
def test_every_reason_has_its_word(preset: str, number: int, winner: int, reason: str) -> None:
    state = vector(lay.WORDS)
    games.clear(state, NAMES.index(preset))
    state[lay.WINNER], state[lay.REASON], state[lay.PHASE] = winner, number, lay.OVER
    assert outcome_of(state).reason == reason


def test_unfinished_games_have_no_outcome() -> None:
    state = vector(lay.WORDS)
    games.start(state, 0, [seeded(1, 0)])
    assert refusal(lambda: outcome_of(state)) == "match.unfinished-game"


def test_outcomes_that_cannot_be() -> None:
    assert refusal(lambda: Outcome("stones", 0, "boredom")) == "match.outcome"
    assert refusal(lambda: Outcome("stones", 2, "adjacent")) == "match.outcome"
    assert refusal(lambda: Outcome("stones", None, "adjacent")) == "match.outcome"
    assert refusal(lambda: Outcome("stones", 1, "stalemate")) == "match.outcome"
    assert refusal(lambda: Outcome("stones", 0, "fourth")) == "match.outcome"
    assert refusal(lambda: Outcome("walls", None, "stalemate")) == "match.outcome"
    assert refusal(lambda: Outcome("walls", 1, "twice")) == "match.outcome"
    assert refusal(lambda: Outcome("walls", 0, "full")) == "match.outcome"
    with pytest.raises(UnknownPresetError):
        Outcome("go", 0, "adjacent")


# --- rounds


def won(winner: int, stones: tuple[int, int], preset: str = "stones") -> Outcome:
    return Outcome(preset, winner, "majority" if stones[winner] >= 5 else "adjacent", stones=stones)


def drawn(stones: tuple[int, int]) -> Outcome:
    return Outcome("stones", None, "stalemate", stones=stones)


def rounds(*results: Outcome, total: int = 0, first: int = 0) -> RoundsMatch:
    match = RoundsMatch("stones", rounds=total or len(results), first=first)
    for result in results:
        match = match.after(result)
    return match


@pytest.mark.parametrize(
    ("result", "points"),
    [
        (won(0, (3, 0)), (5, 0)),  # five, not the Stones held
        (won(0, (5, 4)), (5, 4)),
        (won(1, (4, 3)), (4, 5)),
        (won(1, (0, 6)), (0, 5)),
        (drawn((4, 3)), (4, 3)),
        (drawn((0, 0)), (0, 0)),
    ],
)
def test_points_of_a_round(result: Outcome, points: tuple[int, int]) -> None:
    assert result.points == points
    assert rounds(result).standing == points


@pytest.mark.parametrize("first", [0, 1])
def test_who_starts_the_next_round(first: int) -> None:
    assert rounds(total=2, first=first).starter == first
    assert rounds(won(0, (3, 1)), total=2, first=first).starter == 1
    assert rounds(won(1, (1, 3)), total=2, first=first).starter == 0
    assert rounds(drawn((2, 2)), total=2, first=first).starter == 1 - first
    # the loser of a round started the drawn one after it, so the winner of that round starts the third
    assert rounds(won(0, (3, 1)), drawn((2, 2)), total=3, first=first).starter == 0
    assert rounds(drawn((2, 2)), drawn((2, 2)), total=3, first=first).starter == first


def test_the_course_of_a_rounds_match() -> None:
    match = rounds(won(0, (3, 2)), won(1, (4, 5)), total=3)
    assert (match.standing, match.finished, match.winner, match.drawn) == ((9, 7), False, None, False)
    last = match.after(won(1, (2, 3)))
    assert (last.standing, last.finished, last.winner, last.drawn, last.starter) == ((11, 12), True, 1, False, None)
    assert match.standing == (9, 7), "a match is a value"
    assert refusal(lambda: last.after(won(0, (3, 0)))) == "match.finished"


def test_the_winner_has_more_points_not_more_rounds() -> None:
    """Two rounds won with few Stones otherwise, against one won and many Stones: the standing decides, and may be equal."""
    assert rounds(won(0, (3, 0)), won(1, (4, 3))).winner == 0
    assert rounds(won(1, (4, 3)), drawn((4, 0))).winner == 0
    level = rounds(won(0, (3, 2)), won(1, (2, 3)))
    assert (level.standing, level.winner, level.drawn) == ((7, 7), None, True)


def test_what_a_rounds_match_refuses() -> None:
    match = RoundsMatch("stones", rounds=2)
    assert refusal(lambda: match.after(won(0, (3, 0), "stones-tactics"))) == "match.preset"
    assert refusal(lambda: match.after(Outcome("walls", 0, "fourth"))) == "match.preset"
    assert refusal(lambda: RoundsMatch("walls")) == "match.preset"
    assert refusal(lambda: RoundsMatch("go")) == "match.preset"
    assert refusal(lambda: RoundsMatch("stones", rounds=0)) == "match.rounds"
    assert refusal(lambda: RoundsMatch("stones", first=2)) == "match.player"


# --- roles


def attack(left: int) -> Outcome:
    """Won by the attacker, this many Siege cards left."""
    return Outcome("walls", 0, "fourth", siege_left=left, intact=3, oil=3)


def defence(intact: int, oil: int) -> Outcome:
    """Won by the defender."""
    return Outcome("walls", 1, "deck", intact=intact, oil=oil)


def roles(*results: Outcome) -> RolesMatch:
    match = RolesMatch("walls")
    for result in results:
        match = match.after(result)
    return match


@pytest.mark.parametrize(
    ("first", "second", "winner", "by"),
    [
        (attack(0), defence(4, 0), 0, "both"),  # player 0 attacks first and defends second
        (defence(7, 3), attack(40), 1, "both"),
        (attack(10), attack(9), 0, "siege-left"),
        (attack(9), attack(10), 1, "siege-left"),
        (attack(10), attack(10), None, None),
        (defence(5, 0), defence(4, 0), 1, "defence"),  # player 1 defended the first game
        (defence(4, 0), defence(5, 0), 0, "defence"),
        (defence(4, 2), defence(5, 0), 1, "defence"),  # cauldrons count like tiles
        (defence(4, 2), defence(6, 0), None, None),
        (defence(4, 1), defence(4, 1), None, None),
    ],
)
def test_a_pair_of_games(first: Outcome, second: Outcome, winner: int | None, by: str | None) -> None:
    match = roles(first, second)
    assert (match.winner, match.decided_by, match.finished) == (winner, by, winner is not None)
    assert match.attacker == (0 if winner is None else None)


def test_the_pile_decides_nothing_between_defenders_nor_tiles_between_attackers() -> None:
    quick = Outcome("walls", 0, "twice", siege_left=5, intact=6, oil=3)
    assert roles(quick, Outcome("walls", 0, "twice", siege_left=5, intact=1, oil=0)).winner is None
    held = Outcome("walls", 1, "full", siege_left=9, intact=5, oil=1)
    assert roles(held, Outcome("walls", 1, "full", siege_left=2, intact=5, oil=1)).winner is None


def test_the_course_of_a_roles_match() -> None:
    """An equal pair is played again from the start, as often as needed; only the last pair counts."""
    match = roles()
    assert (match.attacker, match.standing, match.winner, match.finished) == (0, (0, 0), None, False)
    match = match.after(attack(3))
    assert (match.attacker, match.standing, match.finished) == (1, (1, 0), False)
    match = match.after(attack(3))
    assert (match.attacker, match.standing, match.finished) == (0, (1, 1), False)
    match = match.after(defence(4, 0))
    assert (match.attacker, match.standing, match.finished) == (1, (0, 1), False)
    match = match.after(defence(4, 0)).after(defence(5, 1))
    assert (match.attacker, match.standing) == (1, (0, 1))
    match = match.after(attack(1))
    assert (match.attacker, match.standing, match.winner, match.decided_by) == (None, (0, 2), 1, "both")
    assert refusal(lambda: match.after(attack(1))) == "match.finished"


def test_what_a_roles_match_refuses() -> None:
    assert refusal(lambda: RolesMatch("stones")) == "match.preset"
    assert refusal(lambda: roles().after(Outcome("walls-tactics", 0, "fourth"))) == "match.preset"
    assert refusal(lambda: roles().after(won(0, (3, 0)))) == "match.preset"


def test_a_whole_match_from_random_games() -> None:
    """Finished states go straight in."""
    match, played = RolesMatch("walls-small"), 0
    while not match.finished and played < 100:
        match, played = match.after(outcome_of(finished("walls-small", played))), played + 1
    assert match.finished and played % 2 == 0
    rounds_match = RoundsMatch("stones-small", rounds=5)
    for seed in range(5):
        rounds_match = rounds_match.after(outcome_of(finished("stones-small", seed)))
    decided = sum(result.winner is not None for result in rounds_match.results)
    assert rounds_match.finished and sum(rounds_match.standing) >= 5 * decided > 0


def test_a_match_says_all_that_it_is() -> None:
    """`repr` is a constructor, results and all."""
    for match in (rounds(won(0, (3, 2)), total=3, first=1), roles(attack(3), defence(4, 0)), RoundsMatch()):
        assert eval(repr(match)) == match
    assert "siege_left=3" in repr(roles(attack(3)))


@pytest.mark.parametrize("results", [None, [None], 5, "x", [won(0, (3, 0), "stones-small")], [attack(1)]])
def test_results_that_cannot_be(results: Any) -> None:
    assert refusal(lambda: RoundsMatch("stones", 2, 0, results)) in ("match.outcome", "match.preset")
    assert refusal(lambda: RolesMatch("walls-small", results)) in ("match.outcome", "match.preset")


def test_results_may_be_a_list() -> None:
    assert RoundsMatch("stones", 2, 0, [won(0, (3, 0))]) == rounds(won(0, (3, 0)), total=2)  # type: ignore[arg-type]


@pytest.mark.parametrize("rounds", ["x", True, None, 1.0, 0, -1, 10**30])
def test_a_number_of_rounds_that_is_none(rounds: Any) -> None:
    assert refusal(lambda: RoundsMatch("stones", rounds)) == "match.rounds"
