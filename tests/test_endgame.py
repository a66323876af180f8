"""The endgame solver against a plain recursion, and its budgets, tables and threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from marchstone.core import actions, games
from marchstone.core.layout import (
    ACTOR,
    DRAWN,
    HAND,
    TURN,
    WINNER,
    State,
)
from marchstone.core.presets import NAMES
from marchstone.engine.endgame import Solved, Solver, vector_of
from marchstone.engine.ending import is_plain
from marchstone.errors import MarchstoneError
from marchstone.position import Position
from tests.endings import FAR, SMALL, both_open, decisions, endings, legal_actions


def scored(solved: Solved) -> int:
    """The score of the recursion that says the same."""
    if solved.value == 0:
        assert solved.plies is None
        return 0
    assert solved.plies is not None
    return solved.value * (FAR - solved.plies + 1)


def check(solver: Solver, state: State, scores: dict[int, int]) -> None:
    """The solver agrees with the recursion, and its line leads where it says."""
    solved = solver.solve(state, 0)
    best = min(scores.values()) if state[ACTOR] else max(scores.values())
    assert solved.exact
    assert scored(solved) == best
    assert solved.action is not None
    assert scores[solved.action] == best
    assert solved.line[0] == solved.action
    assert replayed(state, solved.line) == best


def replayed(state: State, line: tuple[int, ...]) -> int:
    """Where a line ends, as a score."""
    s, turns = list(state), 0
    for action in line:
        assert action in legal_actions(s)
        turn = s[TURN]
        games.apply(s, action)
        turns += int(s[TURN] != turn)
    sign = {1: 1, 2: -1, DRAWN: 0}[s[WINNER]]
    return sign * (FAR - turns)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(1 << 20)


@pytest.mark.parametrize("name", NAMES)
def test_it_agrees_with_brute_force(name: str, solver: Solver) -> None:
    for state, scores in endings(name, 100, SMALL):
        check(solver, state, scores)


@pytest.mark.deep
@pytest.mark.parametrize("name", NAMES)
def test_it_agrees_with_brute_force_on_larger_endings(name: str, solver: Solver) -> None:
    for state, scores in endings(name, 400, 20_000):
        check(solver, state, scores)


@pytest.mark.parametrize("name", ["stones", "stones-tactics", "stones-expert", "walls"])
def test_a_score_is_the_best_of_those_below(name: str) -> None:
    """Where the recursion would take too long: each action solved on its own, with an empty table."""
    for seed in range(0, 40, 2):
        state = next(
            (s for s in decisions(name, seed) if both_open(s) and sum(map(int.bit_count, s[HAND : HAND + 4])) <= 9), None
        )
        if state:
            solved, sign = Solver(1 << 18).solve(state, 0), -1 if state[ACTOR] else 1
            assert sign * scored(solved) == max(sign * score_after(state, action) for action in legal_actions(state))


def score_after(state: State, action: int) -> int:
    """What an action leads to, as the recursion would count."""
    child = list(state)
    games.apply(child, action)
    score, turns = scored_end(child), int(child[TURN] != state[TURN])
    return score - turns if score > 0 else score + turns if score < 0 else 0


def scored_end(child: State) -> int:
    """A score, also of a game that is over."""
    solved = Solver(1 << 18).solve(child, 0)
    return solved.value * FAR if child[WINNER] else scored(solved)


def test_both_seats_hear_the_same(solver: Solver) -> None:
    for state, _ in endings("stones", 100, SMALL)[:20]:
        one, other = solver.solve(state, 0), solver.solve(state, 1)
        assert (one.value, one.plies, one.action) == (-other.value, other.plies, other.action)


def test_a_finished_game_is_solved(solver: Solver) -> None:
    end = list(endings("stones", 100, SMALL)[0][0])
    for action in solver.solve(end, 0).line:
        games.apply(end, action)
    winner = end[WINNER] - 1
    assert solver.solve(end, winner) == Solved(1, True, 0, None, (), 0)
    assert solver.solve(end, 1 - winner).value == -1


# -- claims ----------------------------------------------------------------------------------------------------------------

# seat 0 has passed without a claim it could have made; if seat 1 does the same now, the game is drawn
REFUSED = (
    "stones 1 close y9,o8,g8*:g9,b5,v2+0/y7,r5,b1*:v3,o4,y8+1/v4,o6,g5:y1,v7,v8*+0/y3,v6,b7*:y6,o7,y4/b4,r4,b8:v5,o5,b2*+0/"
    "r8,g1,b3*:v1,b9,r2/o3,o1,r7:g2,b6,y2*+0/r6,r9,o2:g6,o9,g4*+1/r3,g3:r1,g7,v9+1 y5: : quiet=1 passes=1"
)


def test_a_claim_can_throw_a_stalemate_away(solver: Solver) -> None:
    """Therefore claims are not forced there: neither now nor after the pass that led there."""
    position = Position(REFUSED)
    for state in (position.state, Position(REFUSED.replace("close", "play")).state):
        solved = solver.solve(state, 1)
        assert (solved.value, solved.exact, solved.plies) == (0, True, None)
    assert position.apply("claim 4").legal_moves
    assert solver.solve(position.apply("claim 4").state, 1).value == -1


@pytest.mark.parametrize("name", ["stones", "stones-tactics", "stones-expert", "stones-small"])
def test_claims_that_are_forced_lose_nothing(name: str) -> None:
    """The recursion, which forces nothing, finds no action better than a claim in any plain state."""
    seen = 0
    for state, scores in endings(name, 100, SMALL):
        claims = [score for action, score in scores.items() if actions.family_of(action) == actions.CLAIM]
        if claims and is_plain(vector_of(state)):
            sign = -1 if state[ACTOR] else 1
            assert min(sign * score for score in claims) == max(sign * score for score in scores.values())
            seen += len(claims) < len(scores)
    assert seen


# -- budgets, tables, threads ----------------------------------------------------------------------------------------------


def long_ending() -> State:
    """Twelve cards in hand, nothing hidden."""
    states = (s for seed in range(0, 100, 2) for s in decisions("stones", seed) if both_open(s))
    return next(s for s in states if s[HAND].bit_count() + s[HAND + 2].bit_count() == 12)


def test_without_nodes_or_time_nothing_is_claimed(solver: Solver) -> None:
    state = long_ending()
    for found in (solver.solve(state, 0, nodes=5), solver.solve(state, 0, nodes=0)):
        assert (found.exact, found.value, found.plies, found.line) == (False, 0, None, ())
        assert found.nodes <= 5
    assert solver.solve(state, 0, seconds=1e-9).nodes <= 20_000


def test_who_wins_may_be_known_before_how_soon(solver: Solver) -> None:
    """Between too few nodes and enough there are some that prove the value alone; it is the right one."""
    state = long_ending()
    whole = solver.solve(state, 0)
    partial = [
        found for nodes in range(0, whole.nodes, whole.nodes // 40) if (found := solver.solve(state, 0, nodes=nodes)).exact
    ]
    assert any(one.plies is None for one in partial)
    assert {one.value for one in partial} == {whole.value}


def test_the_same_nodes_give_the_same_answer() -> None:
    state, used = long_ending(), Solver(1 << 14)
    for nodes in (None, 1000):
        fresh = Solver(1 << 14).solve(state, 0, nodes=nodes)
        assert used.solve(state, 0, nodes=nodes) == fresh == used.solve(state, 0, nodes=nodes)


def test_a_tiny_table_is_enough() -> None:
    """One place, overwritten all the time, costs nodes and nothing else."""
    tiny = Solver(16)
    assert tiny.memory == 16
    for state, scores in endings("stones-tactics", 100, SMALL)[:30]:
        check(tiny, state, scores)


def test_memory_is_bounded() -> None:
    assert Solver().memory == 64 << 20
    assert Solver(1000).memory <= 1000
    with pytest.raises(MarchstoneError) as caught:
        Solver(15)
    assert caught.value.code == "solver.memory"


def test_solvers_work_side_by_side() -> None:
    cases = endings("stones", 100, SMALL)[:30]
    alone = [Solver(1 << 12).solve(state, 0) for state, _ in cases]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda case: Solver(1 << 12).solve(case[0], 0), cases)) == alone
