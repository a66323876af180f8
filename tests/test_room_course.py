"""A game at the server as it goes on: offers, taking back, claims, rounds and matches, rematch, and what is told of it all."""

import json
import random
from pathlib import Path

import pytest

from marchstone.errors import MarchstoneError
from marchstone.record import Record
from marchstone.server import opening
from marchstone.server.refusal import SENTENCES, Refusal
from marchstone.server.room import SPECTATOR, Room
from marchstone.server.security import hashed
from marchstone.server.store.entry import New
from marchstone.server.wire import Create, written

from .rooms import ANN, BOB, COMMANDS, EVE, EVERYBODY, NOW, Log, any_move, moves, play_on, same, seated

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
    serious = seated(opponent="level", seat=0, casual=False)
    serious.act(0, f"move {any_move(serious, rng)}")
    assert serious.act(0, "offer takeback")[1].startswith("- back")  # a slip within one's own turn
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
