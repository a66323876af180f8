"""The engine: chances that are chances, a guess that agrees with trying, a search that repeats itself and keeps to its view."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import numpy
import pytest

from marchstone.cards import NUMBERS
from marchstone.core.formations import COUNTS_ALL, row
from marchstone.core.presets import NAMES, PRESETS, deck_of
from marchstone.engine.chances import CHANCES, COMING, TYPES, chances, note_coming
from marchstone.engine.compiled import cpu
from marchstone.engine.guess import ALL_SCRATCH, KEPT_WORDS, guess
from marchstone.engine.knobs import FRONT_CHANCE
from marchstone.engine.mind import Mind
from marchstone.engine.searcher import Greedy, Searcher, Team, knobs_of, shares_of
from marchstone.engine.worth import worth
from marchstone.errors import MarchstoneError
from marchstone.game import Game
from marchstone.players.base import Budget, Player
from marchstone.players.greedy import GreedyPlayer
from marchstone.players.levels import LEVELS, level_player
from marchstone.players.random import RandomPlayer
from marchstone.players.search import SearchPlayer
from marchstone.position import Position

FULL = NAMES[:6]
FEW = Budget(nodes=60)


def vector(words: Any) -> Any:
    return numpy.array(words, dtype=numpy.int64)


def positions(preset: str, seeds: range, every: int) -> list[Position]:
    """Positions of random games in which a card is to be played and there is a choice."""
    found = []
    for seed in seeds:
        game, player = Game(preset, seed=seed), RandomPlayer(seed)
        while not game.is_over:
            if len(game.moves) % every == 0 and game.position.phase == "play" and len(game.legal_moves) > 1:
                found.append(game.position)
            game.play(player.choose(game.view(game.actor), game.legal_moves))
    return found


# -- chances ---------------------------------------------------------------------------------------------------------------


def mask(cards: str) -> int:
    return sum(1 << NUMBERS[0][card] for card in cards.split(","))


def chances_of(cards: int, missing: int, hand: int, unseen: int, q: float, sure: float = 1.0) -> Any:
    found, come = numpy.zeros(CHANCES), numpy.zeros(COMING)
    note_coming(q, come)
    chances(row(3, COUNTS_ALL), cards, 0, missing, hand, unseen, sure, come, found)
    return found


@pytest.mark.parametrize(
    "cards, hand, kind", [("r7,r8", "r9", 5), ("r7,o7", "y7", 4), ("r2,r7", "r9", 3), ("r7,o8", "y9", 2), ("r1,o7", "y9", 1)]
)
def test_a_card_in_hand_that_is_sure_decides(cards: str, hand: str, kind: int) -> None:
    found = chances_of(mask(cards), 1, mask(hand), 0, 0.0)
    assert found[kind] == pytest.approx(1.0) and sum(found[:TYPES]) == pytest.approx(1.0)


def test_a_full_side_is_what_it_is() -> None:
    found = chances_of(mask("g3,g5,g4"), 0, 0, 0, 0.5)
    assert found[5] == 1.0 and found[TYPES + 5] == 12


def test_without_cards_to_come_nothing_is_filled() -> None:
    assert chances_of(mask("g3"), 2, 0, 0, 0.5)[0] == 1.0


@pytest.mark.parametrize("cards", ["r7,r8", "r7,r9", "r7,o7", "r2,r9", "r5,o6", "r5", "b9"])
def test_chances_agree_with_trying_it_out(cards: str) -> None:
    """Every unseen card comes with chance q: drawn many times, the best formation that can be made of what came."""
    held, q, rng, tries = mask(cards), 0.35, random.Random(cards), 4000
    missing = 3 - held.bit_count()
    unseen = deck_of(PRESETS[0]) & ~held & ~mask("o1,y2,g3,b4,v5,r6")
    drawn = numpy.zeros(TYPES)
    bits = [bit for bit in range(60) if unseen >> bit & 1]
    for _ in range(tries):
        come = sum(1 << bit for bit in bits if rng.random() < q)
        drawn[int(cpu.proof.reach(row(3, COUNTS_ALL), held, 0, missing, come, 0)) >> 6] += 1 / tries
    assert chances_of(held, missing, 0, unseen, q)[:TYPES] == pytest.approx(drawn, abs=0.06)


# -- worth and guess -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", FULL)
def test_worth_is_a_chance_at_every_front(preset: str) -> None:
    scratch, knobs = numpy.zeros(ALL_SCRATCH), knobs_of(preset)
    for position in positions(preset, range(3), 7):
        for seat in (0, 1):
            value = worth(vector(position.view(seat).vector), seat, scratch, knobs)
            assert 0.0 < value < 1.0
            assert all(0.0 <= chance <= 1.0 for chance in scratch[FRONT_CHANCE : FRONT_CHANCE + position.rules.fronts])


def test_worth_knows_the_end_and_sees_a_lead() -> None:
    scratch, knobs = numpy.zeros(ALL_SCRATCH), knobs_of("stones")
    lead = Position.parse(
        "stones 0 play r7,r8,r9:/g7,g8,g9:/:/:/:/b1:/:/:/:y1,o3,v2 y5,o6,v7,b8,g1,r1:y2,o4,v3,b7,g2,r2 y9,o9,b9:", check=False
    )
    assert worth(vector(lead.state), 0, scratch, knobs) > 0.55 > 0.45 > worth(vector(lead.state), 1, scratch, knobs)
    won = Position.parse("stones 0 over :/:/:/:/:/:/:/:/: : : result=1 reason=majority", check=False)
    assert [worth(vector(won.state), seat, scratch, knobs) for seat in (0, 1)] == [0.0, 1.0]


@pytest.mark.parametrize("preset", ["stones", "walls"])
def test_the_guess_agrees_with_trying_every_card(preset: str) -> None:
    greedy, actions, values = Greedy(preset, 1), cpu.vector(900), numpy.zeros(900)
    scratch, kept, masks = numpy.zeros(ALL_SCRATCH), cpu.vector(KEPT_WORDS), cpu.vector(32)
    apart = []
    for position in positions(preset, range(4), 10):
        greedy.choose(vector(position.view(position.actor).vector), position.actor)
        before = greedy.world.copy()
        number = cpu.actions.list_legal(masks, cpu.games.legal(greedy.world, masks), actions)
        guess(greedy.world, position.actor, actions, number, values, scratch, greedy.knobs, kept)
        assert (greedy.world == before).all(), "a guess leaves no trace"
        plays = [index for index in range(number) if cpu.actions.family_of(actions[index]) == 0]
        apart += [abs(values[index] - greedy.values[index]) for index in plays]
    assert len(apart) > 300 and numpy.mean(apart) < 0.02 and numpy.quantile(apart, 0.9) < 0.04


# -- search ----------------------------------------------------------------------------------------------------------------


def test_the_same_seed_and_nodes_find_the_same() -> None:
    view = Position.deal("walls-tactics", seed=5).view(0)
    first, again = (Team("walls-tactics", 3, threads=2).search(vector(view.vector), 0, 200) for _ in range(2))
    assert first == again and sum(choice.visits for choice in first) == 200
    assert Team("walls-tactics", 4).search(vector(view.vector), 0, 200) != first


@pytest.mark.parametrize("preset", FULL)
def test_what_is_hidden_changes_no_choice(preset: str) -> None:
    """Two positions that look alike to a seat: the same choices, visits and values."""
    for position in positions(preset, range(2), 31):
        seat = position.actor
        others = [position, position.resample(seat, seed=1), position.resample(seat, seed=2)]
        found = [Team(preset, 1).search(vector(other.view(seat).vector), seat, 40) for other in others]
        assert found[0] == found[1] == found[2]


def test_a_full_tree_goes_on_without_new_nodes() -> None:
    searcher = Searcher("stones", 1, nodes=150)
    view = Position.deal("stones", seed=1, first=0).view(0)
    assert searcher.run(vector(view.vector), 0, 300, None) == 300 and searcher.used[0] == 150


def test_simulations_are_shared_out() -> None:
    assert shares_of(10, 4) == [3, 3, 2, 2] and shares_of(None, 2) == [None, None]


def test_the_mind_wins_an_open_ending() -> None:
    """Both piles are empty: the last card at Stone 3 wins, any other loses it."""
    text = "stones 0 play r1,r2,r3:+0/g1,g2,g3:+0/y8,y9:o1,o2,o4/:/:/:/:/:/: y7,b1:v1 :"
    view = Position.parse(text, check=False).view(0)
    action = Mind("stones").choose(vector(view.vector), 0, 10, None)
    assert action == cpu.actions.action_of(0, NUMBERS[0]["y7"], 2)


# -- players ---------------------------------------------------------------------------------------------------------------


def players(preset: str, seed: int) -> list[Player]:
    return [
        GreedyPlayer(preset, seed),
        SearchPlayer(preset, seed),
        *(level_player(preset, level.number, seed) for level in LEVELS),
    ]


@pytest.mark.parametrize("preset", FULL)
def test_every_player_plays_by_the_rules(preset: str) -> None:
    """They take turns in one game; whatever they choose is legal, and chosen again by a twin of the same seed."""
    game, one, twin = Game(preset, seed=3), players(preset, 1), players(preset, 1)
    while not game.is_over:
        turn = len(game.moves) % len(one)
        view, legal = game.view(game.actor), game.legal_moves
        move = one[turn].choose(view, legal, FEW)
        assert isinstance(one[turn], Player) and move in legal
        assert twin[turn].choose(view, legal, FEW) == move
        game.play(move)


def test_greedy_beats_chance() -> None:
    for preset in ("stones", "walls"):
        for seed in range(4):
            game = Game(preset, seed=seed)
            seats: list[Any] = [GreedyPlayer(preset, seed), RandomPlayer(seed)]
            while not game.is_over:
                game.play(seats[game.actor ^ seed % 2].choose(game.view(game.actor), game.legal_moves, FEW))
            assert game.winner == seed % 2


def test_levels_are_told_apart() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 9))
    searching = [level.nodes for level in LEVELS if level.nodes]
    assert all(few < more for few, more in pairwise(searching)) and LEVELS[-1].timed
    with pytest.raises(MarchstoneError) as caught:
        level_player("stones", 9)
    assert caught.value.code == "level.unknown"
