"""One game at the server: how it comes to be, what it takes and refuses, rounds and matches, and what its log makes of it."""

import random

import pytest

from marchstone.fair import check_record
from marchstone.record import Record
from marchstone.rules import Rules
from marchstone.server import opening
from marchstone.server.refusal import Refusal
from marchstone.server.room import Room
from marchstone.server.security import hashed
from marchstone.server.wire import Create, Join, written

from .rooms import ANN, BOB, COMMANDS, EVE, EVERYBODY, INVITE, NOW, SIX, Log, any_move, moves, play_on, same, seated

# -- the fold --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("claims", ["prompt", "automatic", "find"])
@pytest.mark.parametrize("preset", SIX)
def test_grown_and_replayed_are_the_same(preset: str, claims: str) -> None:
    """The room that has grown is at any time the one that its log makes; numbers have no gaps; records verify, deals are fair."""
    rng = random.Random(f"{preset}{claims}")
    log = seated(preset, rounds=2, claims=claims)
    checked = 0
    while log.room.state != "over":
        play_on(log, rng, moves(len(log.room.made) + 40))
        assert same(log.room, Room.replay(log.entries))
        checked += 1
        if log.room.state == "between":
            log.act(0, "next")
            log.act(1, "next")
    assert checked >= 2 and [told.n for told in log.told] == list(range(1, log.room.n + 1))
    assert len(log.room.finished) >= 2
    for number in range(1, len(log.room.finished) + 1):
        record = Record.parse(log.room.record(number).text)
        assert check_record(record.start, record.tags)
    assert ("Lot" in log.room.record(1).tags, "Lot" in log.room.record(2).tags) == (True, False)


def test_takebacks_and_replay() -> None:
    """Games full of takebacks and offers replay to the same, and the story tells of them."""
    rng = random.Random(3)
    log = seated("stones-tactics", "here", casual=True)
    for _ in range(120):
        if log.room.state != "playing":
            break
        player = rng.randrange(2)
        kind = rng.choice(["move", "move", "move", "offer takeback", "offer draw", "decline", "withdraw"])
        try:
            log.act(log.room.to_move() if kind == "move" else player, f"move {any_move(log, rng)}" if kind == "move" else kind)
        except Refusal:
            continue
    assert sum(entry.what.startswith("back") for entry in log.entries) > 5
    assert same(log.room, Room.replay(log.entries))


def test_a_log_with_a_gap() -> None:
    log = seated()
    with pytest.raises(Exception, match="entry 3 follows entry 1"):
        Room.replay([log.entries[0], log.entries[2]])


def test_failed_append_changes_nothing() -> None:
    """`command` alone changes nothing: what was not written down did not happen."""
    log = seated()
    before = [written(log.room.welcome(audience)) for audience in EVERYBODY]
    player = log.room.to_move()
    new = log.room.command(player, "command-x", log.room.n, f"move {any_move(log, random.Random(1))}", NOW)
    assert len(new) == 1 and [written(log.room.welcome(audience)) for audience in EVERYBODY] == before
    other = log.room.command(player, "command-y", log.room.n, f"move {any_move(log, random.Random(2))}", NOW)
    log.append(other)
    assert log.room.made[0].text == other[0].what.removeprefix("move ") and same(log.room, Room.replay(log.entries))


# -- making and joining ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (Create("nope", "here"), "game.preset"),
        (Create("stones", "level"), "game.level"),
        (Create("stones", "invited", level=3), "game.level"),
        (Create("walls", "here", rounds=3), "game.rounds"),
    ],
)
def test_settings_refused(settings: Create, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        opening.create("a" * 12, settings, "x", NOW)
    assert caught.value.code == code


def test_joining() -> None:
    """Who made the game has a place, who is invited the other, nobody else any; coming again changes nothing."""
    log = Log(Create("stones", "invited"))
    assert log.room.state == "open" and log.room.table_for(0) is None and log.room.to_move() is None
    assert log.room.players_of(hashed(ANN)) == (0,) and log.room.players_of(hashed(EVE)) == ()
    with pytest.raises(Refusal, match="invitation"):
        log.join(EVE)
    with pytest.raises(Refusal, match="not valid"):
        log.join(EVE, invite="guessed-token-123")
    with pytest.raises(Refusal, match="already"):
        log.join(ANN, invite=INVITE)
    assert log.join(BOB, invite=INVITE) == 1 and log.room.state == "open"
    assert log.join(BOB, invite=INVITE) == 1 and log.room.n == 2  # once more the same: nothing new in the log
    with pytest.raises(Refusal, match="taken"):
        log.join(EVE, invite=INVITE)
    assert log.join(ANN) == 0 and log.room.state == "playing" and log.room.to_move() is not None
    assert [player["name"] for player in log.room.game_for(2)["players"]] == ["Ann", "Bob"]
    assert log.join(BOB) == 1 and log.room.n == 4  # who sits there needs no invitation any more


def test_names_are_cleaned() -> None:
    log = Log(Create("stones", "invited"))
    log.append(opening.join(log.room, Join("  \u202eAnn\u0000 \x07 B. ", "0" * 32), hashed(ANN), NOW)[1])
    assert log.room.names[0] == "Ann B."


@pytest.mark.parametrize(
    "name", ['"', "\\" * 40, "\u2028\u2029\u202e", '[Result "0"]', "\ud800", "é" * 99, "<script>", "\U0001f411" * 40]
)
def test_hostile_names(name: str) -> None:
    """Whatever somebody is called, messages can be written, the log read again, and the record verifies."""
    log = Log(Create("stones-tiny", "here"))
    log.join(ANN, player=0, name=name)
    log.join(ANN, player=1, name=name)
    log.act(0, "resign")
    assert same(log.room, Room.replay(log.entries)) and len(log.room.names[0]) <= 32
    record = Record.parse(log.room.record(1).text)
    assert check_record(record.start, record.tags) and len(record.tags["Seat0"]) > 0


def test_here_one_person_is_both() -> None:
    log = Log(Create("stones", "here"))
    assert log.room.players_of(hashed(ANN)) == (0, 1)
    assert log.join(ANN, player=0) == 0 and log.join(ANN, player=1, name="Bob") == 1
    assert log.room.state == "playing"
    with pytest.raises(Refusal):
        log.join(EVE, player=1)


def test_a_level_sits_down_at_once() -> None:
    log = Log(Create("walls", "level", level=3, seat=1))
    assert log.room.joined == [False, True] and log.room.levels == [None, 3]
    log.join(ANN)
    assert log.room.seats == (1, 0) and log.room.to_move() == 1


@pytest.mark.parametrize("preset", ["stones", "walls"])
@pytest.mark.parametrize("seat", [0, 1])
def test_seats_as_wished(preset: str, seat: int) -> None:
    """In stones `seat` says who begins, in walls which role who made the game has; either way player `seat` begins."""
    log = seated(preset, seat=seat)
    assert log.room.to_move() == seat and log.room.lot is None
    assert log.room.seats == ((0, 1) if preset == "stones" or seat == 0 else (1, 0))


@pytest.mark.parametrize("preset", ["stones", "walls"])
def test_seats_by_lot(preset: str) -> None:
    """The lot comes from the fair stream: it is the one in the record, and both players are named by it."""
    named = set()
    for _ in range(30):
        log = seated(preset)
        assert log.room.lot == log.room.starter == log.room.to_move()
        named.add(log.room.lot)
    assert named == {0, 1}


# -- who may do what, and when ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("do", COMMANDS)
def test_before_the_beginning(do: str) -> None:
    log = Log(Create("stones", "invited"))
    assert log.refuses(0, do) == "room.open"


@pytest.mark.parametrize("do", COMMANDS)
def test_spectators_do_nothing(do: str) -> None:
    assert seated().refuses(None, do) == "room.spectator"


@pytest.mark.parametrize(
    "do", ["", "mov", "move", "resign now", "offer", "offer Draw", "back 3", "end 1 {}", "start 1", "join {}"]
)
def test_unknown_commands(do: str) -> None:
    """What only the server says is no command, and a move without a word after it is none."""
    log = seated()
    expected = "move.empty" if do == "move" else "room.unknown"
    player = log.room.to_move()
    assert log.refuses(player, do) == expected


@pytest.mark.parametrize("do", COMMANDS)
def test_after_the_end(do: str) -> None:
    log = seated()
    log.act(0, "resign")
    assert log.room.state == "over"
    if do == "rematch":
        assert log.act(0, do) == ["0 rematch"]
    else:
        assert log.refuses(0, do) == "room.over"


def test_moves_are_refused_as_the_rules_say() -> None:
    """With the code, both sentences and the rule that the library has; the other's moves before anything is looked at."""
    log = seated(seat=0)
    hand = [card.text for card in log.room.view_for(0).hand]
    other = next(card.text for card in Rules("stones").cards if card.text not in hand)
    assert log.refuses(0, f"move play {other} 1") == "move.not-in-hand"
    assert log.refuses(0, "move draw clan") == "move.play-first"
    assert log.refuses(0, "move claim 1") == "claim.not-yet"
    assert log.refuses(0, "move play r99 1") == "card.unknown"
    assert log.refuses(0, "move fly") == "move.syntax"
    theirs = log.room.view_for(1).hand[0].text
    assert log.refuses(1, f"move play {theirs} 1") == log.refuses(1, "move fly") == "room.not-your-turn"
    with pytest.raises(Refusal) as caught:
        log.act(0, "move draw clan")
    assert caught.value.rule == caught.value.refused("id").rule == "stones-turn"


def test_moves_are_written_as_one_writes_them() -> None:
    log = seated(seat=0)
    card = log.room.view_for(0).hand[0].text
    assert log.act(0, f"move   play  {card}   3 ") == [f"0 move play {card} 3"]


def test_stale() -> None:
    """A move meant for another table is refused; giving up is meant whatever has happened; from the future nothing comes."""
    log = seated(seat=0)
    card = log.room.view_for(0).hand[0].text
    begun = log.room.begun
    log.act(1, "offer draw")
    log.act(0, f"move play {card} 1", at=begun)  # the table is still the same
    assert log.refuses(0, "move draw clan", at=begun) == "room.stale"
    assert log.refuses(0, "move draw clan", at=log.room.n + 1) == "room.stale"
    assert log.refuses(1, "resign", at=begun - 1) == "room.stale"
    assert log.act(1, "resign", at=begun)[0] == "1 resign"


@pytest.mark.parametrize("do", ["offer draw", "offer takeback"])
def test_a_refused_offer_does_not_come_late(do: str) -> None:
    """An offer that was refused because another stood is not taken when it comes once more and that one is gone."""
    log = play_on(seated(seat=0), random.Random(1), moves(4))
    log.act(0, "offer draw")
    n = log.room.n
    assert log.refuses(1, do, at=n) == "room.offered"
    log.act(1, "decline")
    assert log.refuses(1, do, at=n) == "room.stale" and log.act(1, do)[0] == f"1 {do}"


def test_an_answer_to_another_offer_is_stale() -> None:
    log = seated(seat=0)
    before = log.room.n
    log.act(1, "offer draw")
    assert log.refuses(0, "accept", at=before) == "room.stale"
    assert log.act(0, "decline") == ["0 decline"]


def test_an_id_counts_once() -> None:
    """The same id again brings nothing new, whatever it asks for; another player may use it too."""
    log = seated(seat=0)
    log.act(0, "offer draw", id="the-same-id")
    n = log.room.n
    assert log.act(0, "resign", id="the-same-id") == [] and log.room.receipt(0, "the-same-id") == n
    assert log.room.receipt(1, "the-same-id") is None
    log.act(1, "decline", id="the-same-id")
    assert log.room.receipt(1, "the-same-id") == n + 1 and Room.replay(log.entries).receipt(0, "the-same-id") == n
