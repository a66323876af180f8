"""Players by name: what a text means, what is refused, and that the same seed makes the same choices."""

from __future__ import annotations

import pytest

from marchstone import Game, MarchstoneError, Position
from marchstone.players.base import Budget, Player
from marchstone.players.random import RandomPlayer
from marchstone.players.registry import MAKERS, PLAYERS, Spec, budget_of, is_own, player_of
from tests.players import Counting, Fair, spec


def refusal(text: str, preset: str = "stones") -> MarchstoneError:
    """The error for a player that cannot be had."""
    with pytest.raises(MarchstoneError) as caught:
        player_of(text, preset, 1)
    return caught.value


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("random", None),
        ("greedy", None),
        ("level:8", None),
        ("search,nodes=2000", Budget(nodes=2000)),
        ("search,seconds=0.2", Budget(seconds=0.2)),
        ("search,seconds=2,nodes=10,threads=2", Budget(seconds=2, nodes=10)),
        ("level:1, nodes=5", Budget(nodes=5)),
        ("python:some.module:Name,nodes=1", Budget(nodes=1)),
    ],
)
def test_budgets(text: str, budget: Budget | None) -> None:
    assert budget_of(text) == budget


def test_options_are_the_players_own() -> None:
    assert Spec.parse("search,threads=2,nodes=9").options == {"threads": 2}
    assert Spec.parse("python:a:B,depth=3,width=0.5,kind=best").options == {"depth": 3, "width": 0.5, "kind": "best"}
    player = player_of(f"{spec(Counting)},limit=7,nodes=3", "stones", 5)
    assert isinstance(player, Counting) and (player.limit, player.seed) == (7, 5)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "player.unknown"),
        ("nobody", "player.unknown"),
        ("Random", "player.unknown"),
        ("level", "player.unknown"),
        ("level:0", "player.unknown"),
        ("level:9", "player.unknown"),
        ("python:os", "player.unknown"),
        ("python:os:path:join", "player.unknown"),
        ("python:../x:Y", "player.unknown"),
        ("random" + "," * 300, "player.unknown"),
        ("random,", "player.option"),
        ("random,nodes", "player.option"),
        ("random,depth=3", "player.option"),
        ("random,eager=0", "player.option"),
        ("random,nodes=5", "player.option"),
        ("random,seconds=1", "player.option"),
        ("greedy,nodes=5", "player.option"),
        ("search,nodes=1000000000001", "player.budget"),
        ("search,seconds=1000001", "player.budget"),
        ("search,NODES=3", "player.option"),
        ("search,nodes=few", "player.budget"),
        ("search,nodes=0", "player.budget"),
        ("search,nodes=-5", "player.budget"),
        ("search,nodes=1.5", "player.budget"),
        ("search,seconds=0", "player.budget"),
        ("search,seconds=nan", "player.budget"),
        ("search,seconds=inf", "player.budget"),
        ("python:marchstone.nothing:X", "player.missing"),
        ("python:marchstone.game:Nothing", "player.missing"),
    ],
)
def test_refusals(text: str, code: str) -> None:
    problem = refusal(text)
    assert problem.code == code and "\n" not in str(problem)
    assert code != "player.unknown" or (
        problem.expected
        == "random, greedy, search, level:1 to level:8 or python:MODULE:NAME, with options such as search,nodes=2000"
    )


def test_an_unknown_preset() -> None:
    assert refusal("random", "chess").code == "preset.unknown"


def test_every_name_has_a_maker() -> None:
    assert {name.partition(":")[0] for name in PLAYERS} == set(MAKERS)
    assert all(is_own(name) and Spec.parse(name).name == name for name in PLAYERS)
    assert not is_own("python:a:B")


def test_random_is_a_player_and_needs_no_budget() -> None:
    position = Position.deal("walls", seed=1)
    player = player_of("random", "walls", 3)
    assert isinstance(player, Player) and isinstance(player, RandomPlayer)
    view = position.view(0)
    with_budget = player.choose(view, view.legal_moves, Budget(seconds=0.1))
    assert RandomPlayer(3).choose(view, view.legal_moves) == with_budget
    assert isinstance(player_of(spec(Fair), "walls", 3), Player)


def test_the_same_seed_makes_the_same_choices() -> None:
    def moves(seed: int) -> list[str]:
        game, player = Game("stones-tactics", seed=4), player_of("random", "stones-tactics", seed)
        while not game.is_over:
            game.play(player.choose(game.view(game.actor), game.legal_moves, Budget(nodes=1)))
        return [move.text for move in game.moves]

    assert moves(1) == moves(1) != moves(2)


def test_what_options_there_are() -> None:
    assert str(refusal("random,nodes=5")) == "random has no option 'nodes'; expected no option"
    assert str(refusal("search,depth=5")) == "search has no option 'depth'; expected seconds, nodes, threads"


WRONG = [{}, {"seconds": 0}, {"seconds": float("nan")}, {"seconds": float("inf")}, {"nodes": 0}, {"nodes": -1}, {"nodes": 10**20}]


@pytest.mark.parametrize("wrong", WRONG)
def test_a_budget_is_more_than_nothing(wrong: dict[str, int]) -> None:
    with pytest.raises(MarchstoneError) as caught:
        Budget(**wrong)
    assert caught.value.code.startswith("budget.")
