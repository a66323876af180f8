"""Whole games at a real server over real sockets: two people, two at one screen, against a level, and others who look on."""

import json
import random
import time

import pytest

from marchstone import Record
from marchstone.fair import check_record
from marchstone.server.store import StoreError
from tests.server import Client, Person, Running, play_out


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Running(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.mark.parametrize(("preset", "rounds"), [("stones-tactics", 2), ("walls-tactics", 2), ("stones-expert", 1)])
def test_two_people_play_a_whole_match(server, preset, rounds):
    game = server.table(preset, rounds=rounds).seated()
    with game.socket(0) as ann, game.socket(1) as bob, game.socket() as watcher:
        play_out((ann, bob))
        watcher.reach(ann.n)
        assert ann.game | {"you": None, "undo": None} == bob.game | {"you": None, "undo": None} == watcher.game | {"undo": None}
        assert ann.game["state"] == "over" and ann.game["round"] >= rounds
        for client in (ann, bob):
            happened = [message["n"] for message in client.heard if message["t"] == "happened"]
            assert happened == [*range(happened[0], client.n + 1)]
        tables = [message["table"] for message in watcher.heard if message.get("table")]
        assert tables
        assert all(table["hand"] == table["known"] == table["unseen"] == table["legal"] == [] for table in tables)
    for number in range(1, ann.game["round"] + 1):
        record = Record.parse(game.get(f"/record?round={number}").text)
        assert record.tags["Round"] == str(number) and check_record(record.start, record.tags)
    server.store.verify(game.id)


def test_nobody_is_told_what_the_other_draws(server):
    game = server.table("stones").seated()
    with game.socket(0) as ann, game.socket(1) as bob, game.socket() as watcher:
        play_out((ann, bob), seed=5)
        watcher.reach(ann.n)
        for client, seat in ((ann, 0), (bob, 1), (watcher, None)):
            for message in client.heard:
                for event in message.get("events", message.get("story", [])):
                    if event["kind"] == "drew" and event.get("seat") != seat:
                        assert "card" not in event
                if message["t"] == "happened" and message["do"].startswith("start"):
                    assert message["do"] == f"start {message['game']['round']}"


def test_two_at_one_screen_look_in_turn(server):
    game = server.table("walls", "here").seated()
    chance = random.Random(2)
    with game.socket(0, player=0) as here:
        for _ in range(400):
            if here.game["state"] == "over":
                break
            player = here.game["seats"].index(here.table["actor"])
            if player != here.game["you"]:
                here.look(player)
            assert here.table["seat"] == here.game["seats"][player]
            assert here.act(f"move {chance.choice(here.table['legal'])}")["t"] == "receipt"
        assert here.game["state"] == "over"


def test_a_stream_tells_the_same(server):
    game = server.table("stones").seated()
    with game.socket(0) as ann, server.http.stream("GET", f"/games/{game.id}/events", headers=game.people[0].headers) as stream:
        assert stream.headers["content-type"] == "application/x-ndjson"
        lines = (json.loads(line) for line in stream.iter_lines() if line)
        assert next(lines)["t"] == "welcome"
        mover = ann if ann.table["legal"] else None
        with game.socket(1) as bob:
            mover = mover or bob
            mover.act(f"move {mover.table['legal'][0]}")
        ann.reach(mover.n)
        told = next(line for line in lines if line["t"] == "happened")
        assert told == next(message for message in ann.heard if message["t"] == "happened")


def test_a_stream_ends_when_the_game_is_not_to_be_watched(server):
    game, eve = server.table("stones", watched=False), Person()
    game.join(0)
    guest = game.people[1].headers
    with (
        server.http.stream("GET", f"/games/{game.id}/events", headers=eve.headers) as looks_on,
        server.http.stream("GET", f"/games/{game.id}/events", headers=guest) as bob,
    ):
        told, own = ((json.loads(line) for line in stream.iter_lines() if line) for stream in (looks_on, bob))
        assert next(told)["t"] == next(own)["t"] == "welcome"
        game.join(1, invite=game.invite)
        with game.socket(0) as ann:
            ann.act("resign")
        heard = [*told]  # to its end
        assert heard[-1]["t"] == "closing" and heard[-1]["code"] == "game.closed" and not heard[-1]["again"]
        assert not [message for message in heard if message["t"] in ("happened", "welcome")]
        upgraded = next(message for message in own if message["t"] in ("welcome", "happened", "closing"))
        assert (upgraded["t"], upgraded["player"]) == ("welcome", 1)
        after = next(message for message in own if message["t"] == "happened")
        assert after["n"] == upgraded["n"] + 1 and after["game"]["you"] == 1
    assert game.get("", eve).json()["code"] == "game.closed"


def test_a_bot_plays_over_http(server):
    game = server.table("stones").seated()
    for number in range(6):
        for person in game.people:
            seen = game.get(person=person).json()
            if seen["table"]["legal"]:
                act = {"id": f"bot-{number:06}", "at": seen["n"], "do": f"move {seen['table']['legal'][0]}"}
                first, again = (game.post(f"/games/{game.id}/act", act, person).json() for _ in range(2))
                assert first == again and first["n"] > seen["n"]


def test_a_command_counts_once_on_every_way(server):
    game = server.table("stones").seated()
    with game.socket(0) as ann, game.socket(1) as bob:
        mover = ann if ann.table["legal"] else bob
        act = {"t": "act", "id": "only-once-1", "at": mover.n, "do": f"move {mover.table['legal'][0]}"}
        for _ in range(3):
            mover.send(act)
        receipts = [mover.until("receipt")]
        mover.send(act)
        receipts.append(mover.until("receipt"))
        assert receipts[0] == receipts[1]
        person = game.people[0 if mover is ann else 1]
        assert game.post(f"/games/{game.id}/act", {**act, "t": None} | {"t": None}, person).status_code == 400
        del act["t"]
        assert game.post(f"/games/{game.id}/act", act, person).json()["n"] == receipts[0]["n"]
    assert len([entry for entry in server.store.entries(game.id) if entry.id == "only-once-1"]) == 1


def test_presence_follows_who_comes_and_goes(server):
    game = server.table("stones").seated()
    with game.socket(0) as ann:
        assert ann.until("presence")["players"] == [1, 0]
        with game.socket(1), game.socket():
            assert ann.until("presence") | {"players": [1, 1]} == ann.heard[-1]
            assert ann.until("presence")["watching"] == 1
        left = [ann.until("presence") for _ in range(2)]
        assert left[-1]["players"] == [1, 0] and left[-1]["watching"] == 0


def test_a_rematch_swaps_who_begins_and_says_where_it_is(server):
    game = server.table("stones", seat=0).seated()
    with game.socket(0) as ann, game.socket(1) as bob:
        ann.act("resign")
        bob.reach(ann.n)
        while bob.game["state"] != "over":
            bob.next()
        ann.reach(bob.n)
        assert ann.act("rematch")["t"] == bob.act("rematch")["t"] == "receipt"
        while not ann.game["again"]:
            ann.next()
        again = ann.game["again"]
    assert again != game.id
    found = server.http.get(f"/games/{again}", headers=game.people[1].headers).json()
    assert found["player"] == 1 and found["game"]["before"] == game.id and found["game"]["settings"]["seat"] == 1


def test_a_game_is_taken_up_from_the_log(server):
    game = server.table("stones-tactics").seated()
    with game.socket(0) as ann, game.socket(1) as bob:
        for _ in range(5):
            mover = ann if ann.table["legal"] else bob
            n = mover.act(f"move {mover.table['legal'][0]}")["n"]
            ann.reach(n)
            bob.reach(n)
        table, shown = ann.table, ann.game
    server.hub._tables.clear()
    with Client(server.address, game.id, game.people[0].key) as ann:
        assert (ann.table, ann.game) == (table, shown)


def test_own_games_are_listed(server):
    game = server.table("stones").seated()
    (listed,) = server.http.get("/games", headers=game.people[0].headers).json()
    assert listed["game"]["id"] == game.id and listed["turn"] in (0, 1) and listed["last"]["en"] and listed["at"] > 1e9


def test_unfinished_games_are_listed_first_and_page_by_page(server, monkeypatch):
    monkeypatch.setattr("marchstone.server.routes.MOST_LISTED", 2)
    ann, made = Person(), []
    for number in range(5):
        wanted = {"preset": "stones", "opponent": "here"}
        made.append(server.http.post("/games", json=wanted, headers=ann.headers).json()["game"])
        for player in (0, 1):
            seat = {"name": "Ann", "seed": "ab" * 16, "player": player}
            server.http.post(f"/games/{made[-1]}/join", json=seat, headers=ann.headers)
        if number in (1, 4):
            with Client(server.address, made[-1], ann.key, player=0) as here:
                here.act("resign")
    listed, before = [], ""
    for length in (2, 2, 1, 0):
        page = server.http.get(f"/games{before}", headers=ann.headers).json()
        listed += [one["game"]["id"] for one in page]
        before = f"?before={listed[-1]}"
        assert len(page) == length
    assert listed == [made[number] for number in (3, 2, 0, 4, 1)]
    assert server.http.get("/games?before=nothing", headers=ann.headers).json()["code"] == "request.query"


def test_a_rematch_that_was_cut_short_is_made_once(tmp_path):
    with Running(tmp_path) as server:
        game = server.table("stones", seat=0).seated()
        append, lost = server.store.append, []

        def killed(name, new, expected_n):
            if new[0].what.startswith("again") and len(lost) < 3:
                lost.append(name)
                raise StoreError("store.closed")
            return append(name, new, expected_n)

        server.store.append = killed
        with game.socket(0) as ann, game.socket(1) as bob:
            ann.act("resign")
            bob.reach(ann.n)
            assert ann.act("rematch")["t"] == bob.act("rematch")["t"] == "receipt"
            while not lost:
                time.sleep(0.01)
        assert not game.get().json()["game"]["again"]
    with Running(tmp_path) as server:
        for _ in range(500):
            again = server.http.get(f"/games/{game.id}").json()["game"]["again"]
            if again:
                break
            time.sleep(0.01)
        assert server.http.get(f"/games/{again}").json()["game"]["before"] == game.id
        assert server.store.size()[0] == 2  # the first one that was made is the one


def test_after_the_end_everything_is_open(server):
    game = server.table("walls").seated()
    with game.socket(0) as ann, game.socket(1) as bob:
        assert game.get("/fair").status_code == game.get("/replay").status_code == 409
        play_out((ann, bob))
    replay = game.get("/replay").json()
    assert replay["steps"] and replay["result"]
    (proof,) = game.get("/fair").json()["rounds"]
    assert proof["deal"] and proof["tags"]["Commitment"]
    text = game.get("/record").text
    again = server.http.post("/replay", json={"text": text}).json()
    moves = [step["do"] for step in replay["steps"] if step["do"].startswith("move")]
    assert [step["do"] for step in again["steps"]] == moves
