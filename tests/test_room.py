"""One game at the server: how it comes to be, what it takes and refuses, rounds and matches, and what its log makes of it."""

import json
import random
from pathlib import Path

import pytest

from marchstone.errors import MarchstoneError
from marchstone.fair import check_record
from marchstone.record import Record
from marchstone.rules import Rules
from marchstone.server import opening
from marchstone.server.refusal import SENTENCES, Refusal
from marchstone.server.room import SPECTATOR, Room
from marchstone.server.security import hashed
from marchstone.server.store.entry import New
from marchstone.server.wire import Create, Join, written

from .rooms import ANN, BOB, EVE, INVITE, NOW, Log, any_move, moves, play_on, seated

SIX = ("stones", "stones-tactics", "stones-expert", "stones-tactics-expert", "walls", "walls-tactics")
EVERYBODY = (0, 1, SPECTATOR)


def same(first: Room, second: Room) -> bool:
    """Whether two rooms would say the same to everybody."""
    return all(written(first.welcome(audience)) == written(second.welcome(audience)) for audience in EVERYBODY)


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

COMMANDS = ("resign", "offer draw", "offer takeback", "accept", "decline", "withdraw", "next", "rematch", "move play r1 1")


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


# -- offers ----------------------------------------------------------------------------------------------------------------


def test_draw_offers() -> None:
    log = seated(seat=0)
    card = log.room.view_for(0).hand[0].text
    assert log.refuses(0, "accept") == log.refuses(0, "decline") == log.refuses(0, "withdraw") == "room.no-offer"
    log.act(0, "offer draw")
    assert log.room.game_for(2)["offer"] == {"kind": "draw", "by": 0}
    assert log.refuses(0, "accept") == log.refuses(0, "decline") == "room.own-offer"
    assert log.refuses(1, "offer draw") == "room.offered" and log.refuses(1, "withdraw") == "room.no-offer"
    log.act(0, f"move play {card} 1")  # who has offered plays on, and the offer stands
    assert log.room.offer is not None
    log.act(0, "withdraw")
    assert log.room.offer is None
    log.act(0, "offer draw")
    log.act(1, "decline")
    assert log.refuses(0, "offer draw") == "room.offered-already"  # once between two moves
    log.act(0, "move draw clan")
    log.act(0, "offer draw")
    log.act(1, f"move play {log.room.view_for(1).hand[0].text} 2")  # the other plays on: no
    assert log.room.offer is None
    log.act(1, "offer draw")
    entries = log.act(0, "accept")
    assert entries[0] == "0 accept" and entries[1].startswith("- end 1 ")
    game = log.room.game_for(0)
    assert game["state"] == "over" and game["outcome"] == {"winner": None, "reason": "agreed", "points": [0, 0]}


def test_no_draw_in_walls() -> None:
    """Somebody always wins there, and a match of roles could not count a draw."""
    for rounds in (1, 2):
        assert seated("walls-tactics", rounds=rounds).refuses(0, "offer draw") == "room.no-draw"


def test_a_level_declines() -> None:
    log = seated(opponent="level")
    assert log.act(0, "offer draw") == ["0 offer draw", "1 decline"] and log.room.offer is None


# -- taking back -----------------------------------------------------------------------------------------------------------


def test_undo_within_the_turn() -> None:
    """A card just played comes back at once, without the other; after a draw the other is asked."""
    log = seated(seat=0)
    start = log.room.position
    card = log.room.view_for(0).hand[0].text
    assert log.room.undo_for(0) is None and log.refuses(0, "offer takeback") == "room.nothing-to-take-back"
    log.act(0, f"move play {card} 1")
    assert log.room.undo_for(0) == "free" and log.room.undo_for(1) is None
    n = log.room.n
    assert log.act(0, "offer takeback") == ["0 offer takeback", f"- back {n - 1}"]
    assert log.room.position == start and log.room.undo_for(0) is None
    log.act(0, f"move play {card} 2")
    log.act(0, "move draw clan")
    assert log.room.undo_for(0) == "ask"
    assert log.act(0, "offer takeback") == ["0 offer takeback"]
    log.act(1, "decline")
    assert log.refuses(0, "offer takeback") == "room.offered-already"
    log.act(1, f"move play {log.room.view_for(1).hand[0].text} 2")
    log.act(0, "offer takeback")
    decision = [made.n for made in log.room.made if made.player == 0][-1]
    assert log.act(1, "accept") == ["1 accept", f"- back {decision - 1}"]
    assert [made.text for made in log.room.made] == [f"play {card} 2"] and log.room.to_move() == 0
    assert log.act(0, "offer takeback")[1].startswith("- back")  # before the draw nothing was revealed
    assert log.room.position == start


def test_a_turn_that_ended_by_itself_is_asked_for() -> None:
    """Once the other is to choose, taking back is no private matter any more, even if no card was drawn."""
    rng = random.Random(5)
    for seed in range(40):
        rng.seed(seed)
        log = play_on(seated("stones-tiny"), rng, lambda log: log.room.state != "playing" or not any(log.room.position.piles))
        while log.room.state == "playing":
            player, before = log.room.to_move(), log.room.position
            log.act(player, f"move {any_move(log, rng)}")
            if log.room.state == "playing" and log.room.to_move() != player and before.actor != log.room.position.actor:
                assert log.room.undo_for(player) == "ask"
                return
    raise AssertionError("no such game was found")


def test_takeback_against_a_level() -> None:
    """In a casual game at once, back to one's own last decision, whatever the machine has done since; else not at all."""
    rng = random.Random(1)
    log = seated(opponent="level", seat=0)
    play_on(log, rng, lambda log: log.room.to_move() == 0 and len(log.room.made) > 6)
    decision = [made.n for made in log.room.made if made.player == 0][-1]
    assert log.act(0, "offer takeback") == ["0 offer takeback", f"- back {decision - 1}"] and log.room.to_move() == 0
    serious = seated(opponent="level", seat=0, casual=False)
    play_on(serious, rng, lambda log: log.room.to_move() == 0 and len(log.room.made) > 6)
    assert serious.refuses(0, "offer takeback") == "room.not-casual" and serious.room.may_hint(0) is False
    assert log.room.may_hint(0) and not log.room.may_hint(1) and not log.room.may_hint(None)


def test_taking_back_goes_on() -> None:
    """Back and back again, to the deal; then the game goes on as if nothing had been."""
    rng = random.Random(2)
    log = play_on(seated("stones-tactics", "here"), rng, moves(12))
    start = log.room.start
    while log.room.made:
        log.act(log.room.made[-1].player, "offer takeback")
    assert same(log.room, Room.replay(log.entries))
    assert log.room.position == start
    play_on(log, rng)
    assert Record.parse(log.room.record(1).text).final.is_over


# -- claims ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["stones", "stones-expert", "walls", "walls-tactics"])
def test_claims_by_themselves(preset: str) -> None:
    """Whatever can be claimed is claimed at once, by the player and without an id; a level claims for itself."""
    claimed = 0
    for seed in range(6):
        rng = random.Random(seed)
        log = seated(preset, claims="automatic")
        while log.room.state == "playing":
            assert log.room.position.provable == ()
            log.act(log.room.to_move(), f"move {any_move(log, rng)}")
        made = [entry for entry in log.entries if entry.what.startswith("move claim")]
        assert all(entry.id is None and entry.player is not None for entry in made)
        claimed += len(made)
    assert claimed > 3
    rng = random.Random(1)
    log = seated(preset, "level", claims="automatic")
    play_on(log, rng)
    assert {entry.player for entry in log.entries if entry.what.startswith("move claim") and entry.id is None} <= {0}


def test_find_hides_what_can_be_claimed() -> None:
    """Neither `provable` nor `legal` tells; but a claim that holds is taken, and one that does not is explained."""
    seen = refused = 0
    for seed in range(5):
        rng = random.Random(seed)
        log = seated(claims="find")
        while log.room.state == "playing":
            player = log.room.to_move()
            table = log.room.table_for(player)
            assert table["provable"] == [] and not any(move.startswith("claim") for move in table["legal"])
            provable = log.room.position.provable
            if provable:
                seen += 1
                log.act(player, f"move claim {provable[0]}")
            elif log.room.position.phase == "close" and not refused:
                refused += log.refuses(player, "move claim 1").startswith("claim.")
            else:
                log.act(player, f"move {rng.choice([m for m in table['legal']])}")
    assert seen > 3 and refused


# -- rounds, matches, rematch ----------------------------------------------------------------------------------------------


def test_rounds_of_stones() -> None:
    """Points add up, the loser begins, both have to be ready; the match has a winner."""
    log = seated(rounds=3, seat=1)
    assert log.room.to_move() == 1
    entries = log.act(0, "resign")
    told = json.loads(entries[1].split(" ", 3)[3])
    assert told["winner"] == 1 and told["points"] == [0, 5] and told["over"] is False and told["reason"] == "resigned"
    game = log.room.game_for(0)
    assert (game["state"], game["score"], game["revealed"]) == ("between", [0, 5], told["seed"])
    assert log.refuses(0, "rematch") == "room.rounds-left" and log.refuses(0, "move play r1 1") == "room.between"
    assert log.act(0, "next") == ["0 next"] and log.room.ready == [True, False]
    assert log.refuses(0, "next") == "room.ready-already"
    assert [entry.split(" ")[1] for entry in log.act(1, "next")] == ["next", "start"]
    assert log.room.round == 2 and log.room.to_move() == 0 and log.room.game_for(0)["revealed"] is None
    assert log.refuses(0, "next") == "room.under-way" == log.refuses(0, "rematch")
    log.act(1, "resign")
    log.act(1, "next")
    log.act(0, "next")
    assert log.room.to_move() == 1
    log.act(1, "resign")
    game = log.room.game_for(1)
    assert game["state"] == "over" and game["score"] == [10, 5] and game["match"] == {"winner": 0, "by": "points"}


def test_roles_are_swapped_until_somebody_is_better() -> None:
    """Walls: who attacked defends; two equal games are played again, and once more until there is a winner."""
    log = seated("walls", rounds=2, seat=1)
    assert log.room.seats == (1, 0)
    seats = []
    for _ in range(4):  # the attacker gives up at once, each time: all is equal
        seats.append(log.room.seats)
        log.act(log.room.seats.index(0), "resign")
        assert log.room.state == "between" and log.room.game_for(0)["match"] is None
        log.act(0, "next")
        log.act(1, "next")
    assert seats == [(1, 0), (0, 1), (1, 0), (0, 1)] and log.room.round == 5
    log.act(0, "resign")  # the defender, so player 1 has won as attacker
    assert log.room.game_for(0)["score"] == [0, 1]
    log.act(0, "next")
    log.act(1, "next")
    log.act(0, "resign")  # and as defender
    game = log.room.game_for(0)
    assert game["state"] == "over" and game["match"] == {"winner": 1, "by": "both"} and game["score"] == [0, 2]
    assert same(log.room, Room.replay(log.entries))


def test_a_level_is_always_ready() -> None:
    log = seated(opponent="level", rounds=2)
    log.act(0, "resign")
    assert [entry.split(" ")[1] for entry in log.act(0, "next")] == ["next", "start"]


@pytest.mark.parametrize("preset", ["stones", "walls"])
def test_rematch(preset: str) -> None:
    """When both want it a game is made with first seat or roles swapped, the same two at it, and fresh seeds of both."""
    log = seated(preset, seat=0, tracker=False)
    log.act(1, "resign")
    log.act(0, "rematch")
    assert not opening.wants_rematch(log.room) and log.refuses(0, "rematch") == "room.ready-already"
    log.act(1, "rematch")
    assert opening.wants_rematch(log.room)
    new = Log()
    made, again = opening.rematch(log.room, new.id, NOW)
    new.append(made)
    log.append([again])
    assert log.room.again == new.id and new.room.before == log.room.id and not opening.wants_rematch(log.room)
    assert log.refuses(1, "rematch") == "room.ready-already"
    assert new.room.players_of(hashed(BOB)) == (1,) and new.room.state == "open"
    with pytest.raises(Refusal):
        new.join(EVE)
    assert new.join(BOB) == 1 and new.join(ANN) == 0
    assert new.room.to_move() == 1 and new.room.settings.tracker is False
    assert same(log.room, Room.replay(log.entries)) and same(new.room, Room.replay(new.entries))


def test_rematch_with_a_level_and_at_one_screen() -> None:
    for opponent in ("level", "here"):
        log = seated(opponent=opponent)
        log.act(0, "resign")
        log.act(0, "rematch")
        assert opening.wants_rematch(log.room)


# -- what is told ----------------------------------------------------------------------------------------------------------


def test_story_and_sentences() -> None:
    """The story of a round is all events of its messages; each has a sentence in both languages, with the players' names."""
    log = play_on(seated("stones-tactics", rounds=2), random.Random(4), lambda log: log.room.state == "between")
    for audience in EVERYBODY:
        told = [json.loads(one.frame(audience)) for one in log.told]
        begun = next(one["n"] for one in told if one["do"] == "start 1")
        events = [event for one in told if one["n"] >= begun for event in one["events"]]
        story = json.loads(written(log.room.welcome(audience)))["story"]
        assert story == events and all(event["en"] and event["fr"] for event in story)
        assert any(event["en"].startswith("Ann plays") for event in story)


def test_levels_have_names_in_both_languages() -> None:
    log = play_on(seated(opponent="level", seat=0), random.Random(4), moves(6))
    story = json.loads(written(log.room.welcome(0)))["story"]
    assert any(event["en"].startswith("Level 1 ") and event["fr"].startswith("Niveau 1 ") for event in story)


def test_tracker() -> None:
    """Unseen is what the seat has not seen, and nothing of it is told where the tracker is off."""
    log = play_on(seated(), random.Random(2), moves(20))
    for player in (0, 1):
        table, view = log.room.table_for(player), log.room.view_for(player)
        assert len(table["unseen"]) == sum(view.hand_sizes(1 - view.seat)) + sum(view.piles) - len(view.known)
        assert not set(table["unseen"]) & set(table["hand"])
    assert log.room.table_for(SPECTATOR)["unseen"] == []
    off = play_on(seated(tracker=False), random.Random(2), moves(20))
    assert all(off.room.table_for(audience)["unseen"] == [] for audience in EVERYBODY)


def test_proofs_are_explained() -> None:
    log = play_on(seated(), random.Random(2), moves(20))
    proof = log.room.explain_claim(0, 3)
    assert proof.front == 3 and proof.seat == log.room.seats[0]
    with pytest.raises(Refusal) as caught:
        log.room.explain_claim(0, 10)
    assert caught.value.code == "front.unknown"
    with pytest.raises(Refusal):
        Log(Create("stones", "invited")).room.explain_claim(0, 1)


@pytest.mark.parametrize("opponent", ["invited", "level", "here"])
@pytest.mark.parametrize("preset", ["stones-tiny", "stones-tactics", "walls-tactics"])
def test_anything_in_any_order(preset: str, opponent: str) -> None:
    """Commands of anybody at any time are taken or refused, never anything else; what was taken replays to the same."""
    rng = random.Random(f"{preset}{opponent}")
    log = seated(preset, opponent, rounds=2, claims=rng.choice(["prompt", "automatic"]))
    taken: set[str] = set()
    for number in range(600):
        player = rng.choice([0, 1, 0, 1, None])
        do = rng.choice(COMMANDS[:-1] if rng.random() < 0.3 else ["move"])
        if do == "move" and log.room.to_move() is not None:
            player = log.room.to_move() if rng.random() < 0.9 else player
            do = f"move {any_move(log, rng)}"
        if do == "resign" and rng.random() < 0.9:
            continue
        at = log.room.n - rng.choice([0, 0, 0, 1, 5])
        try:
            new = log.room.command(player, f"command-{number}", at, do, NOW)
        except Refusal as refusal:
            assert refusal.code in SENTENCES or refusal.code.split(".")[0] in ("move", "claim"), refusal.code
            continue
        taken.add(do.split(" ")[0])
        log.append(new)
        assert [one.n for one in log.told[-len(new) :]] == [entry.n for entry in log.entries[-len(new) :]]
    assert same(log.room, Room.replay(log.entries)) and len(taken) >= 3, taken


def test_every_refusal_is_meant() -> None:
    """No code without a use, and none without its two sentences."""
    source = "".join(path.read_text(encoding="utf-8") for path in Path(opening.__file__).parent.glob("*.py"))
    for code, (english, french) in SENTENCES.items():
        assert source.count(f'"{code}"') >= 2, code
        assert english.endswith(".") and french.endswith(".") and english != french


def test_a_damaged_log() -> None:
    log = seated()
    with pytest.raises(MarchstoneError) as caught:
        Room.replay([*log.entries, log.stored([New("tidings x")])[0]])
    assert caught.value.code == "room.entry"
