"""The network behind the search: it counts as NumPy does, sees what its seat sees, and learns what it is shown."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

from marchstone.core.presets import NAMES, PRESETS
from marchstone.engine.encode import INPUTS, encode
from marchstone.engine.guess import ALL_SCRATCH
from marchstone.engine.network import JUDGE_SCRATCH, NET_SIZE, NETS, WEIGHTS, X, judge, nets_of
from marchstone.engine.searcher import knobs_of
from marchstone.engine.worth import worth
from marchstone.game import Game
from marchstone.players.random import RandomPlayer
from marchstone.position import Position
from train.fit import CHANCE, fit, forward, fresh, gradients, loss
from train.gather import gather

FULL = NAMES[:6]


def vector(words: Any) -> Any:
    return numpy.array(words, dtype=numpy.int64)


def positions(preset: str) -> list[Position]:
    """Every ninth position of a random game."""
    game, player, found = Game(preset, seed=4), RandomPlayer(4), []
    while not game.is_over:
        if len(game.moves) % 9 == 0:
            found.append(game.position)
        game.play(player.choose(game.view(game.actor), game.legal_moves))
    return found


@pytest.mark.parametrize("preset", FULL)
def test_it_counts_as_numpy_does(preset: str) -> None:
    scratch, knobs, kind = numpy.zeros(ALL_SCRATCH), knobs_of(preset), preset.replace("-expert", "")
    with numpy.load(WEIGHTS, allow_pickle=False) as stored:
        weights = dict(stored)
    for position in positions(preset):
        for seat in (0, 1):
            role = seat if preset.startswith("walls") else 0
            of_role = f"{kind}/{role}/"
            net = {name.removeprefix(of_role): array for name, array in weights.items() if name.startswith(of_role)}
            found = judge(vector(position.view(seat).vector), seat, scratch, knobs)
            x = scratch[X : X + INPUTS][None, :].copy()
            assert found == pytest.approx(forward(net, x)[0][0], abs=1e-5) and 0.0 < found < 1.0


@pytest.mark.parametrize("preset", FULL)
def test_it_does_not_look_at_the_other_hand(preset: str) -> None:
    scratch, knobs = numpy.zeros(ALL_SCRATCH), knobs_of(preset)
    for position in positions(preset):
        for seat in (0, 1):
            found = {judge(vector(position.resample(seat, seed=seed).state), seat, scratch, knobs) for seed in range(4)}
            assert len(found) == 1


def test_it_knows_the_end() -> None:
    won = Position.parse("stones 0 over :/:/:/:/:/:/:/:/: : : result=1 reason=majority", check=False)
    scratch, knobs = numpy.zeros(ALL_SCRATCH), knobs_of("stones")
    assert [judge(vector(won.state), seat, scratch, knobs) for seat in (0, 1)] == [0.0, 1.0]


@pytest.mark.parametrize("preset", FULL)
def test_the_numbers_of_a_position_are_of_one_size(preset: str) -> None:
    scratch, knobs, x = numpy.zeros(JUDGE_SCRATCH), knobs_of(preset), numpy.zeros(INPUTS)
    for position in positions(preset):
        for seat in (0, 1):
            view = vector(position.view(seat).vector)
            encode(view, seat, worth(view, seat, scratch, knobs), scratch, x)
            assert numpy.abs(x).max() < 3.0 and numpy.abs(x).sum() > 1.0


def test_every_kind_of_game_has_its_nets() -> None:
    for preset in PRESETS:
        roles = 1 if preset.game == 0 else 2
        assert len(nets_of(preset.game, preset.tactics)) == roles * NET_SIZE
    assert len(knobs_of("walls")) == NETS + 2 * NET_SIZE


# -- training --------------------------------------------------------------------------------------------------------------


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    rng = numpy.random.default_rng(1)
    weights = {name: array.astype(float) + rng.normal(0, 0.1, array.shape) for name, array in fresh(rng).items()}
    x, won = rng.normal(size=(40, INPUTS)), rng.integers(2, size=40).astype(float)
    found = gradients(weights, x, won)
    for name, array in weights.items():
        place = tuple(rng.integers(size) for size in array.shape)
        around = []
        for step in (1e-5, -1e-5):
            kept = array[place]
            array[place] = kept + step
            around.append(loss(forward(weights, x)[0], won))
            array[place] = kept
        assert found[name][place] == pytest.approx((around[0] - around[1]) / 2e-5, rel=1e-3, abs=1e-7), name


def test_it_learns_what_it_is_shown() -> None:
    rng = numpy.random.default_rng(2)
    x = rng.normal(size=(20_000, INPUTS)).astype(numpy.float32)
    x[:, CHANCE] = 0.0
    won = (numpy.maximum(x[:, 0], 0) + x[:, 5] > 0.4).astype(numpy.float32)
    weights = fit(x[:16_000], won[:16_000], 150, numpy.random.default_rng(3))
    assert loss(forward(weights, x[16_000:])[0], won[16_000:]) < 0.35 < loss(numpy.full(4000, 0.5), won[16_000:])


@pytest.mark.parametrize("nodes", [0, 8])
def test_gathering_notes_both_seats_and_the_outcome(nodes: int) -> None:
    found = gather("stones", 1.0, nodes, 1)
    assert len(found["won"]) == len(found["inputs"]) == len(found["seats"]) > 0
    assert set(found["seats"].tolist()) == {0, 1}
    for game in set(found["games"].tolist()):
        of_game = [found["won"][(found["games"] == game) & (found["seats"] == seat)] for seat in (0, 1)]
        assert len(set(of_game[0])) == 1 and (of_game[0] + of_game[1] == 1).all()
