"""What is hidden stays hidden: whatever a client cannot know may be dealt anew, and not one byte that it is sent changes.

A twin of the room gets a position that is the same for a client's eyes, with everything hidden dealt anew. What the twin says
to that client is compared byte for byte: game and table, and what it is told of the next move.
"""

import copy
import random
from collections.abc import Iterator

import msgspec
import pytest

from marchstone.cards import Card
from marchstone.move import ACTION_TEXTS, Move
from marchstone.position import Position
from marchstone.server.refusal import Refusal
from marchstone.server.room import SPECTATOR, Room
from marchstone.server.wire import written

from .rooms import EVERYBODY, SIX, Log, any_move, moves, play_on, seated

PICKED = ("bury", "give")  # the other does not see which card
TRIES = 80


def hidden_dealt_anew(room: Room, audience: int, rng: random.Random) -> Position:
    """The room's position with all dealt anew that this audience cannot know; a spectator sees into no hand."""
    position = room.position
    assert position is not None
    for seat in (0, 1) if audience == SPECTATOR else (room.seats[audience],):
        position = position.resample(seat, seed=rng.getrandbits(60))
    return position


def twin_of(room: Room, position: Position | None) -> Room:
    """A room in which all is as in this one, but for the position."""
    twin = copy.copy(room)
    twin.position, twin.story, twin._tables, twin._ahead = position, ([], [], []), (-1, []), None
    twin._game = -1, {}
    twin.made, twin.offered, twin._ids = list(room.made), set(room.offered), dict(room._ids)
    twin.results, twin.finished = list(room.results), list(room.finished)
    return twin


def is_tactic(move: Move, room: Room) -> bool:
    game = "walls" if room.course.walls else "stones"
    return move.card is not None and Card(move.card, game).is_tactic


def worlds(room: Room, audience: int, own: bool, move: Move, rng: random.Random) -> Iterator[tuple[Position, str]]:
    """Positions that look alike to an audience, with a move that looks alike: a card that it does not see may be another one."""
    for _ in range(TRIES):
        position = hidden_dealt_anew(room, audience, rng)
        if move.verb in PICKED and not own:
            alike = [one.text for one in position.legal_moves.filter(move.verb) if is_tactic(one, room) == is_tactic(move, room)]
            if alike:
                yield position, rng.choice(alike)
        elif move in position.legal_moves:
            yield position, move.text


def compare(log: Log, rng: random.Random) -> int:
    """The tables now, and what is told of the next move, in the room and in a twin; how often another world was compared."""
    room, others = log.room, 0
    for audience in EVERYBODY:
        shown = written([room.game_for(audience), room.table_for(audience)])
        position = hidden_dealt_anew(room, audience, rng)
        twin = twin_of(room, position)
        assert written([twin.game_for(audience), twin.table_for(audience)]) == shown
        others += position != room.position
    player, before, move = room.to_move(), twin_of(room, room.position), Move(any_move(log, rng))
    first = room.n
    log.act(player, f"move {move}")
    entry, told = log.entries[first], log.told[first]
    exchanged = move.verb == "give" and room.position is not None and room.position.phase != "give"
    for audience in EVERYBODY:
        own = audience == player
        if exchanged or (own and move.verb == "draw"):
            continue  # something comes to light for this audience, so other worlds look different now
        for position, text in worlds(before, audience, own, move, rng):
            (theirs,) = twin_of(before, position).applied([msgspec.structs.replace(entry, what=f"move {text}")])
            assert theirs.frame(audience) == told.frame(audience), (move, text)
            others += position != before.position
            break
    return others


@pytest.mark.parametrize("preset", SIX)
def test_dealing_anew_changes_no_byte(preset: str) -> None:
    """Players and spectators, at entries of random games of every preset, with matches, claims and trackers of all kinds."""
    rng, compared = random.Random(preset), 0
    for claims, tracker in (("prompt", True), ("automatic", True), ("find", False)):
        log = seated(preset, claims=claims, tracker=tracker)
        while log.room.state == "playing":
            if rng.random() < 0.3 or (log.room.position and log.room.position.phase in ("give", "bury", "put", "recruit")):
                compared += compare(log, rng)
            else:
                log.act(log.room.to_move(), f"move {any_move(log, rng)}")
    assert compared > 150


@pytest.mark.deep
@pytest.mark.parametrize("preset", SIX)
def test_dealing_anew_changes_no_byte_anywhere(preset: str) -> None:
    """The same at every entry of many games."""
    rng, compared = random.Random(preset), 0
    for number in range(30):
        log = seated(preset, claims=("prompt", "automatic", "find")[number % 3])
        while log.room.state == "playing":
            compared += compare(log, rng)
    assert compared > 10_000


def test_the_comparison_finds_a_leak() -> None:
    """So that it is not blind: a table built from the wrong eyes, or a move told with its card, is found."""
    rng = random.Random(1)
    log = play_on(seated("stones-tactics"), rng, moves(10))
    honest = Room.table_for

    def leaking(room: Room, audience: int) -> object:
        return honest(room, 1 if audience == 0 else audience)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Room, "table_for", leaking)
        with pytest.raises(AssertionError):
            for _ in range(5):
                compare(log, rng)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("marchstone.server.fold.move_seen", lambda text, events, seat: text)
        with pytest.raises(AssertionError):
            for number in range(40):
                log = play_on(seated("walls-tactics"), random.Random(number), lambda log: has_phase(log, "give"))
                if log.room.state == "playing":
                    compare(log, rng)


def has_phase(log: Log, phase: str) -> bool:
    return log.room.state != "playing" or (log.room.position is not None and log.room.position.phase == phase)


@pytest.mark.parametrize("preset", ["stones", "walls-tactics"])
def test_seeds_come_to_light_at_the_end_of_their_round(preset: str) -> None:
    """No message holds the seed of a round before its end, nor of a later one ever; nor hashes of keys or invitations."""
    log = play_on(seated(preset, rounds=2), random.Random(7))
    room = log.room
    rounds = len(room.finished)
    seeds = [room.seed_of(number).hex() for number in range(1, rounds + 3)]
    begun, revealed = 0, set()
    for entry, told in zip(log.entries, log.told):
        if entry.what.startswith("start "):
            begun += 1
        if entry.what.startswith("end "):
            revealed.add(begun - 1)
        for audience in EVERYBODY:
            frame = told.frame(audience).decode()
            assert {number for number, seed in enumerate(seeds) if seed in frame} <= revealed
            assert room.last_link.hex() not in frame and not any(person and person in frame for person in room.persons)
            assert (room.invite or "-" * 99) not in frame
    assert revealed == set(range(rounds)) and rounds >= 2
    for audience in EVERYBODY:
        assert seeds[rounds] not in written(room.welcome(audience)).decode()


def test_spectators_see_no_hand() -> None:
    """No card of a hand or a pile stands in anything that a spectator is sent, as long as it is hidden from both sides."""
    log = seated("stones-tactics")
    rng = random.Random(3)
    while log.room.state == "playing":
        log.act(log.room.to_move(), f"move {any_move(log, rng)}")
        position, table = log.room.position, log.room.table_for(SPECTATOR)
        assert position is not None and table is not None
        if position.is_over:
            break
        assert not any(table[key] for key in ("hand", "known", "unseen", "legal", "provable", "text"))
        frame = log.told[-1].frame(SPECTATOR).decode()
        for card in (card for seat in (0, 1) for card in position.hand(seat)):
            assert card.is_tactic or f'"{card.text}"' not in frame  # (`mud` is also the name of a key)


def test_open_parts_are_the_same_in_both_views() -> None:
    """What is built once for everybody could be built from either view."""
    from marchstone.server.eyes import open_table

    for preset in SIX:
        log = play_on(seated(preset), random.Random(preset), moves(40))
        assert log.room.position is not None
        assert open_table(log.room.position.view(0)) == open_table(log.room.position.view(1))


@pytest.mark.parametrize("preset", ["stones-tactics", "walls-tactics"])
def test_refusals_tell_nothing(preset: str) -> None:
    """Whatever is refused is refused in the same words in every world that looks the same to whoever asks."""
    rng = random.Random(preset)
    for number in (0, 7, 30, 60):
        room = play_on(seated(preset), rng, moves(number)).room
        player = room.to_move()
        if player is None:
            continue
        twin = twin_of(room, hidden_dealt_anew(room, player, rng))
        texts = [text for text in ACTION_TEXTS[preset.startswith("walls")] if text]
        said = [[refusal_of(one, player, text) for text in texts] for one in (room, twin)]
        assert said[0] == said[1] and sum(message is not None for message in said[0]) > 700


def refusal_of(room: Room, player: int, text: str) -> bytes | None:
    """What is said to a move; nothing if it is taken."""
    try:
        room.command(player, None, room.n, f"move {text}", 0)
    except Refusal as refusal:
        return written(refusal.refused("id"))
    return None
