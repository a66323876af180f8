"""A game being played: moves and their undoing, what it refuses without being changed by it, and what each seat sees happen."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from marchstone.core.presets import NAMES
from marchstone.errors import GameError, IllegalMoveError, MarchstoneError, TextError, UnknownPresetError, WrongTypeError
from marchstone.game import Game
from marchstone.move import Move
from marchstone.players.random import RandomPlayer
from marchstone.position import Position

OPEN = ("side", "front", "held", "discard", "removed")  # zones whose cards everyone sees

every_preset = pytest.mark.parametrize("preset", NAMES)


def played(preset: str, seed: int, most: int = 10_000, *, eager: bool = True) -> Game:
    """A random game, to its end or up to some number of moves."""
    game, player = Game(preset, seed=seed), RandomPlayer(seed, eager=eager)
    while not game.is_over and len(game.moves) < most:
        game.play(player.choose(game.view(game.actor), game.legal_moves))
    return game


def snapshot(game: Game) -> tuple[Any, ...]:
    """All that a game is."""
    return game.position.text, game.positions, game.moves, game.events(), game.legal_moves.__repr__()


def refused(game: Game, call: Callable[[], object]) -> MarchstoneError:
    """The error of a call that must leave the game as it is."""
    before = snapshot(game)
    with pytest.raises(MarchstoneError) as caught:
        call()
    assert snapshot(game) == before
    return caught.value


# -- there and back --------------------------------------------------------------------------------------------------------


@every_preset
def test_undo_restores_everything(preset: str) -> None:
    game, player, before = Game(preset, seed=3), RandomPlayer(3), []
    while not game.is_over:
        before.append(snapshot(game))
        game.play(player.choose(game.view(game.actor), game.legal_moves))
    for known, move in reversed(list(zip(before, game.moves))):
        assert game.undo() == move
        assert snapshot(game) == known
    assert game.position == game.start and game.events() == []


def test_another_way_after_undo() -> None:
    game = Game("stones", seed=1, first=0)
    game.play("play v9 5")
    game.undo()
    game.play("play v9 6")
    assert game == Game("stones", ["play v9 6"], seed=1, first=0)
    assert game != Game("stones", ["play v9 5"], seed=1, first=0)
    assert [event.front for event in game.events() if event.kind == "played-at"] == [6]


def test_nothing_to_undo() -> None:
    game = Game("stones", seed=1)
    error = refused(game, game.undo)
    assert isinstance(error, GameError) and error.code == "game.nothing-to-undo"
    game.play(game.legal_moves[0])
    game.undo()
    assert refused(game, game.undo).code == "game.nothing-to-undo"


@every_preset
def test_a_move_or_its_text(preset: str) -> None:
    known = played(preset, 4, 60)
    as_moves, as_texts = Game(known.start), Game(known.start)
    for move in known.moves:
        assert as_moves.play(move, seat=as_moves.actor) == as_texts.play(f" {move.text.replace(' ', '  ')} ")
    assert as_moves == as_texts == known
    assert as_texts.moves == known.moves and all(isinstance(move, Move) for move in as_texts.moves)
    assert Game(known.start, known.moves) == Game(known.start, [move.text for move in known.moves]) == known


@every_preset
def test_the_course_of_a_game(preset: str) -> None:
    """Positions follow each other by the moves; what a game tells is what its position tells."""
    game = played(preset, 5)
    assert len(game.positions) == len(game.moves) + 1 and game.positions[0] == game.start
    for before, move, after in zip(game.positions, game.moves, game.positions[1:]):
        assert before.apply(move) == after
    last = game.position
    assert game.is_over and len(game.legal_moves) == 0 and game.rules.name == preset
    assert (game.turn, game.actor, game.winner, game.reason) == (last.turn, last.actor, last.winner, last.reason)
    assert str(game) == str(last) and game._repr_svg_().startswith("<svg")
    assert game.view(1) == last.view(1) and game.explain_claim(1, 0) == last.explain_claim(1, 0)


@every_preset
def test_repr_is_a_constructor(preset: str) -> None:
    for most in (0, 7, 10_000):
        game = played(preset, 6, most)
        again = eval(repr(game), {"Game": Game, "Position": Position})
        assert again == game and snapshot(again) == snapshot(game)


def test_the_same_seed_is_the_same_deal() -> None:
    assert Game("walls", seed=8) == Game("walls", seed=8) != Game("walls", seed=9)
    assert Game("stones", seed=8, first=1).turn == 1
    with pytest.raises(TypeError):
        hash(Game("stones", seed=8))


# -- what is refused -------------------------------------------------------------------------------------------------------


def test_the_wrong_seat() -> None:
    game = Game("stones", seed=1, first=0)
    error = refused(game, lambda: game.play("play v9 5", seat=1))
    assert isinstance(error, IllegalMoveError) and error.code == "move.other-seat"
    assert refused(game, lambda: game.play("play v9 5", seat=2)).code == "seat.unknown"
    assert refused(game, lambda: game.play("play v9 5", seat=True)).code == "seat.unknown"
    assert [event.kind for event in game.play("play v9 5", seat=0)] == ["played-at"]


def test_illegal_moves() -> None:
    game = Game("stones", seed=1, first=0)
    absent = next(card for card in game.rules.cards if card not in game.position.hand(0))
    for text, code in (
        (f"play {absent} 5", "move.not-in-hand"),
        ("draw clan", "move.play-first"),
        ("oil 1", "move.other-game"),
    ):
        error = refused(game, lambda text=text: game.play(text))
        assert isinstance(error, IllegalMoveError) and error.code == code and all(error.sentences)
    for text, code in (
        ("play r9", "move.syntax"),
        ("", "move.empty"),
        ("draw siege", "move.syntax"),
        ("play y0 1", "card.unknown"),
    ):
        error = refused(game, lambda text=text: game.play(text))
        assert isinstance(error, TextError) and error.code == code


@every_preset
def test_after_the_end(preset: str) -> None:
    game = played(preset, 7)
    for seat in (0, 1, None):
        assert refused(game, lambda seat=seat: game.play(game.moves[-1], seat=seat)).code == "move.over"
    assert game.claim_all() == []


@pytest.mark.parametrize("move", [5, None, ["play r9 5"], b"play r9 5", Move])
def test_no_move_at_all(move: Any) -> None:
    game = Game("stones", seed=1)
    error = refused(game, lambda: game.play(move))
    assert isinstance(error, WrongTypeError) and error.code == "move.type"


def test_wrong_arguments() -> None:
    game = Game("stones", seed=1)
    for seat in (2, -1, "0", True, 0.5):
        assert refused(game, lambda seat=seat: game.events(seat)).code == "seat.unknown"
        assert refused(game, lambda seat=seat: game.view(seat)).code == "seat.unknown"
    assert refused(game, lambda: game.explain_claim(10)).code == "front.unknown"
    assert refused(game, lambda: game.explain_claim("1")).code == "front.type"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "arguments, more, kind, code",
    [
        ((5,), {}, WrongTypeError, "game.start"),
        ((Game("stones", seed=1),), {}, WrongTypeError, "game.start"),
        ((Position.deal("stones", seed=1).view(0),), {}, WrongTypeError, "game.start"),
        ((Position.deal("stones", seed=1),), {"seed": 1}, WrongTypeError, "game.start"),
        ((Position.deal("stones", seed=1),), {"first": 0}, WrongTypeError, "game.start"),
        (("chess",), {}, UnknownPresetError, "preset.unknown"),
        (("stones",), {"seed": "1"}, WrongTypeError, "seed.type"),
        (("stones",), {"first": 2}, WrongTypeError, "seat.unknown"),
        (("walls",), {"first": 1}, WrongTypeError, "seat.first"),
        (("stones", ["draw clan"]), {}, IllegalMoveError, "move.play-first"),
    ],
)
def test_no_game_at_all(arguments: Any, more: Any, kind: type[MarchstoneError], code: str) -> None:
    with pytest.raises(kind) as caught:
        Game(*arguments, **more)
    assert caught.value.code == code


# -- what happened ---------------------------------------------------------------------------------------------------------


def games(preset: str) -> Iterator[Game]:
    """A few games; in those with Tactic cards cards go through the hands in many ways."""
    for seed in range(12 if "tactics" in preset else 3):
        yield played(preset, seed, eager=seed % 2 == 0)


@every_preset
def test_no_hidden_face_is_shown(preset: str) -> None:
    """A seat sees a face exactly if it sees the zone that the card left or the one it reached; the spectator sees no hand."""
    kinds, hidden = set(), dict.fromkeys((0, 1, None), 0)
    for game in games(preset):
        everything = game.events()
        for seat in (0, 1, None):
            seen = game.events(seat)
            assert len(seen) == len(everything)
            for event, full in zip(seen, everything):
                zones = {full.source, full.target} - {None}
                may = any(zone.split()[0] in OPEN or zone == f"hand {seat}" for zone in zones)
                assert event.card == (full.card if may else None), (game, event)
                hidden[seat] += full.card is not None and event.card is None
                kinds.add(full.kind)
    assert min(hidden.values()) > 0 and "drawn" in kinds
    assert ("chosen" in kinds) == (preset == "walls-tactics")


@every_preset
def test_events_come_as_they_were_told(preset: str) -> None:
    game = played(preset, 9)
    again = Game(game.start)
    told = [event for move in game.moves for event in again.play(move)]
    assert told == again.events() == game.events()
    assert told[-1].kind == "over" and told[-1].reason == game.reason


def test_a_list_of_events_is_a_copy() -> None:
    game = Game("stones", seed=1, first=0)
    game.play("play v9 5").clear()
    game.events().clear()
    assert [event.kind for event in game.events()] == ["played-at"]


# -- claims ----------------------------------------------------------------------------------------------------------------


@every_preset
def test_claim_all(preset: str) -> None:
    """From left to right, until nothing can be claimed or the game is over; at every moment of a game, without an error."""
    some = several = 0
    for seed in range(6):
        known, rng = played(preset, seed, eager=False), random.Random(seed)
        for position in rng.sample(known.positions, min(40, len(known.positions))):
            game = Game(position)
            provable = position.provable
            events = game.claim_all()
            assert bool(events) == bool(provable) and events == game.events()
            assert all(move.verb == "claim" for move in game.moves)
            if provable:
                assert game.moves[0].front == provable[0]
            assert game.is_over or not game.position.provable
            some, several = some + bool(game.moves), several + (len(game.moves) > 1)
    assert some and (several or preset.startswith("walls") or preset == "stones-tiny")


# -- whoever plays ---------------------------------------------------------------------------------------------------------


@every_preset
def test_the_random_player(preset: str) -> None:
    """The same seed chooses the same; an eager one claims whenever it can, the other one does not."""
    left = 0
    for seed in range(6):
        game = played(preset, seed)
        assert game == played(preset, seed)
        for position, move in zip(game.positions, game.moves):
            assert move in position.legal_moves and (move.verb == "claim") == bool(position.provable)
        calm = played(preset, seed, eager=False)
        left += sum(bool(position.provable) and move.verb != "claim" for position, move in zip(calm.positions, calm.moves))
    assert left
