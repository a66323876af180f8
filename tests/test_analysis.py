"""The analysis of a view: chances are chances, nothing hidden matters, what is certain is said so, equal seeds say the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from marchstone import Game, MarchstoneError, Position, View
from marchstone.analysis import Analysis, Proven, analyse
from marchstone.analysis.think import between
from marchstone.engine.endgame import is_open
from marchstone.players.base import Budget
from marchstone.players.random import RandomPlayer
from marchstone.players.registry import player_of
from tests.tables import table

FEW = Budget(nodes=150)
WINS = table("stones-small", "r1,r2:o1/g5,g6:y1", "o4,y2,g1:y3,y5,o6,g2", phase="close")
PRESETS = ("stones", "stones-tactics-expert", "walls", "walls-tactics", "stones-small", "walls-small", "walls-tiny")


def played(preset: str, seed: int, moves: int) -> Position:
    """A position in the middle of a random game."""
    game, player = Game(preset, seed=seed), RandomPlayer(seed)
    while not game.is_over and (len(game.moves) < moves or len(game.legal_moves) == 1):
        game.play(player.choose(game.view(game.actor), game.legal_moves))
    return game.position


def data(analysis: Analysis) -> dict[str, Any]:
    """All but the time it took."""
    return {name: value for name, value in analysis.to_dict().items() if name != "seconds"}


def check(analysis: Analysis, view: View) -> None:
    """What holds of every analysis."""
    chances = [analysis.chance, *(move.chance for move in analysis.moves)]
    chances += [chance for front in analysis.fronts for chance in front.chances]
    chances += [chance for front in analysis.fronts for side in front.types for chance in side.values()]
    assert all(0 <= chance <= 1 for chance in chances)
    assert [front.front for front in analysis.fronts] == list(range(1, view.rules.fronts + 1))
    for front in analysis.fronts:
        assert sum(front.chances) == pytest.approx(1) if view.rules.game == "stones" else front.chances[1] == 0
        for side in front.types:
            assert sum(side.values()) < 1 + 1e-9
    texts = [move.move for move in analysis.moves]
    assert len(set(texts)) == len(texts) and all(move in view.legal_moves for move in texts)
    if view.actor == view.seat and not view.is_over:
        assert sum(move.share for move in analysis.moves) == pytest.approx(1)
        assert analysis.best == texts[0] and analysis.moves[0].chance == pytest.approx(analysis.chance)
        assert not analysis.line or analysis.line[0] == (view.seat, analysis.best) or len(view.legal_moves) == 1
    else:
        assert not texts and analysis.best is None
    assert json.loads(json.dumps(analysis.to_dict())) == analysis.to_dict()
    assert all(analysis.lines(language) for language in ("en", "fr"))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_position_of_a_game_can_be_analysed(preset: str) -> None:
    for moves in (0, 9, 20, 33, 60, 500):
        position = played(preset, moves + 1, moves)
        for seat in range(2):
            view = position.view(seat)
            check(analyse(view, FEW), view)


def test_the_same_nodes_and_seed_say_the_same() -> None:
    view = played("walls-tactics", 3, 20).view(0)
    first = data(analyse(view, FEW, seed=5))
    assert data(analyse(view, FEW, seed=5)) == first != data(analyse(view, FEW, seed=6))


def test_several_threads_and_a_time() -> None:
    view = Position.deal("stones", seed=1, first=0).view(0)
    twice = [analyse(view, Budget(nodes=400), threads=2) for _ in range(2)]
    assert data(twice[0]) == data(twice[1]) and twice[0].nodes == 400
    timed = analyse(view, Budget(seconds=0.1))
    check(timed, view)
    assert 0.05 < timed.seconds < 2.0 and timed.nodes > 100


@pytest.mark.parametrize("preset", ["stones-tactics", "walls-tactics", "walls"])
def test_nothing_hidden_matters(preset: str) -> None:
    """Two positions that differ only in what a seat cannot see."""
    for moves in (4, 21, 34):
        position = played(preset, moves, moves)
        for seat in range(2):
            other = position.resample(seat, seed=9)
            assert other != position
            assert data(analyse(other.view(seat), FEW)) == data(analyse(position.view(seat), FEW))


def test_a_winning_claim() -> None:
    """Two neighbours win: after either claim only the other one is missing, and that is there."""
    found = analyse(WINS.view(0), FEW)
    assert found.chance == found.fronts[0].chances[0] == 1
    assert [move.move.text for move in found.moves] == ["claim 1", "claim 2"]
    assert [move.text for _, move in found.line] == ["claim 1", "claim 2"]
    assert analyse(WINS.view(1), FEW).chance == 0
    over = WINS.apply("claim 1").apply("claim 2")
    assert [analyse(over.view(seat), FEW).chance for seat in range(2)] == [1, 0]


def test_a_plain_lead_is_seen() -> None:
    ahead = table("stones", "r7,r8,r9:o1/b7,b8,b9:y1/:y2,r1", "g1,g2,o3,y5,b1,v2:g9,r2,o9,y9,b2,v8")
    found = analyse(ahead.view(0), Budget(nodes=400))
    assert found.chance > 0.65 > 0.35 > analyse(ahead.view(1), Budget(nodes=400)).chance
    assert found.fronts[0].chances == (1, 0) and 0.3 < found.fronts[8].chances[0] < 0.7
    assert found.fronts[2].types[1].keys() <= {"sum", "same", "colour", "run", "colour-run"}


def open_positions(number: int) -> list[Position]:
    """Endings in which a seat knows all that matters, won or lost or drawn."""
    found: list[Position] = []
    for seed in range(200):
        game, player = Game("stones-small", seed=seed), RandomPlayer(seed)
        while not game.is_over:
            position = game.position
            if is_open(position.view(position.actor).vector) and len(position.legal_moves) > 1:
                found.append(position)
                break
            game.play(player.choose(game.view(game.actor), game.legal_moves))
        if len(found) == number:
            return found
    raise AssertionError("too few endings")


def test_what_is_proven_in_words() -> None:
    said = [
        (Proven("win", 1), "win in 1", "Proven win in 1 turn.", "Gain prouvé en 1 tour."),
        (Proven("loss", 3), "loss in 3", "Proven loss in 3 turns.", "Perte prouvée en 3 tours."),
        (Proven("win"), "win", "Proven win.", "Gain prouvé."),
        (Proven("loss"), "loss", "Proven loss.", "Perte prouvée."),
        (Proven("draw"), "draw", "Proven draw.", "Nulle prouvée."),
    ]
    for proven, short, english, french in said:
        assert (str(proven), proven.sentence(), proven.sentence("fr")) == (short, english, french)


def test_endings_are_proven() -> None:
    results = set()
    for position in open_positions(12):
        view = position.view(position.actor)
        found = analyse(view, FEW)
        check(found, view)
        assert found.proven is not None
        results.add(found.proven.result)
        assert found.chance == {"win": 1.0, "draw": 0.5, "loss": 0.0}[found.proven.result]
        assert str(found.proven).startswith(found.proven.result) and found.lines()[1] == found.proven.sentence()
        game = Game(position)
        turns = 1
        for seat, move in found.line:
            assert seat == game.actor
            turn = game.turn
            game.play(move)
            turns += game.turn != turn and not game.is_over
        assert game.is_over
        assert (game.winner == view.seat, game.winner is None) == (found.chance == 1, found.chance == 0.5)
        if found.proven.turns is not None:
            assert turns == found.proven.turns
    assert {"win", "loss"} <= results


def test_the_search_player_analyses() -> None:
    view = Position.deal("stones-small", seed=1, first=0).view(0)
    player: Any = player_of("search", "stones-small", 5)
    assert data(player.analyse(view, FEW)) == data(analyse(view, FEW, seed=5))


def test_both_seats_together() -> None:
    assert between(0.5, 0.5) == pytest.approx(0.5) == pytest.approx(between(0.9, 0.9))
    assert between(0.8, 0.3) == pytest.approx(1 - between(0.3, 0.8))
    assert 0.6 < between(0.8, 0.3) < 0.8
    assert 0 < between(0.0, 1.0) < 0.01


def test_only_views_are_analysed() -> None:
    with pytest.raises(MarchstoneError, match="a view"):
        analyse(WINS, FEW)  # type: ignore[arg-type]
