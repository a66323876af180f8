"""Whatever a client sends over its socket: malformed, too long, too much, too late. Nothing changes for anybody else."""

import json
import logging
import random
import socket
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from marchstone.server import session, wire
from tests.server import Client, Person, Running

SEEDS = (
    {"t": "hello"},
    {"t": "hello", "key": "k" * 43, "player": 1, "seen": 3},
    {"t": "act", "id": "fuzzed-0001", "at": 1, "do": "move play r9 5"},
    {"t": "act", "id": "fuzzed-0002", "at": 4, "do": "accept", "player": 0},
    {"t": "act", "id": "fuzzed-0003", "at": 4, "do": "withdraw"},
    {"t": "look", "player": 1},
    {"t": "hint", "id": "fuzzed-0004"},
    {"t": "why", "id": "fuzzed-0005", "front": 3},
    {"t": "ping", "at": 7},
)
ODD = (
    None,
    True,
    -1,
    0,
    1e400,
    2**53,
    2**63,
    10**400,
    "",
    "x" * 500,
    "\u0000",
    "\u202e",
    "\ud800",
    [],
    {},
    [[]],
    {"t": "hello"},
    0.5,
)
KEYS = ("t", "id", "at", "do", "key", "player", "seen", "front", "n", "__class__", "")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Running(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def patient(monkeypatch):
    """A server that listens on, however much nonsense comes."""
    for name in ("RATE", "BURST", "MOST_FAULTS"):
        monkeypatch.setattr(session, name, 10**9)


def fuzzed(chance):
    """A frame that is none, or nearly one."""
    kind = chance.randrange(6)
    if kind == 0:
        return chance.randbytes(chance.randrange(60))
    if kind == 1:
        return json.dumps(chance.choice(ODD)).replace("Infinity", "1e999")
    frame = dict(chance.choice(SEEDS))
    if kind in (2, 3):
        for _ in range(chance.randrange(1, 3)):
            frame[chance.choice(KEYS)] = chance.choice(ODD)
        return json.dumps(frame)
    text = bytearray(json.dumps(frame).encode())
    for _ in range(chance.randrange(1, 4)):
        if not text:
            break
        place = chance.randrange(len(text))
        what = chance.randrange(4)
        if what == 0:
            text[place] = chance.randrange(256)
        elif what == 1:
            del text[place]
        elif what == 2:
            text.insert(place, chance.randrange(256))
        else:
            del text[place:]
    try:
        return text.decode() if kind == 4 else bytes(text)
    except UnicodeDecodeError:
        return bytes(text)


def bombard(server, caplog, number, batch=250):
    """So many fuzzed frames from a player who has nothing to do, and from a stranger; a third one plays meanwhile."""
    game = server.table("stones").seated()
    chance = random.Random(number)
    with caplog.at_level(logging.WARNING), game.socket(0) as ann, game.socket(1) as bob, Client(server.address, game.id) as eve:
        mover, idle = (ann, bob) if ann.table["legal"] else (bob, ann)
        before = len(server.store.entries(game.id))
        sent = 0
        while sent < number:
            for client in (idle, eve):
                for _ in range(batch):
                    client.send(fuzzed(chance))
                client.send({"t": "ping", "at": sent})
                while client.until("pong")["at"] != sent:
                    pass
                client.heard.clear()
                sent += batch
            mover.send({"t": "ping", "at": sent})  # who says nothing for a minute is let go
            mover.until("pong")
        assert len(server.store.entries(game.id)) == before
        assert mover.act(f"move {mover.table['legal'][0]}")["t"] == "receipt"
        assert not [message for message in mover.heard if message["t"] == "refused"]
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_thousands_of_fuzzed_frames_change_nothing(server, patient, caplog):
    bombard(server, caplog, 6000)


@pytest.mark.deep
def test_a_million_fuzzed_frames_change_nothing(server, patient, caplog):
    bombard(server, caplog, 10**6)


@pytest.mark.parametrize("size", [wire.LARGEST + 1, 60_000])
def test_a_frame_that_is_too_long_ends_the_connection_with_a_reason(server, size):
    game = server.table().seated()
    with game.socket(0) as ann, game.socket(1) as bob:
        ann.send("x" * size)
        assert ann.until("closing")["code"] == "frame.large"
        assert ann.ended() == 1008
        assert (ann if ann.table["legal"] else bob) and bob.act("accept")["code"] == "room.no-offer"


def test_a_frame_without_measure_ends_the_connection(server):
    game = server.table().seated()
    with game.socket(0) as ann, game.socket(1) as bob:
        with suppress(ConnectionClosed):
            ann.send(b"x" * 5_000_000)
        assert ann.ended() in (1009, 1006)  # 1006: the line was cut before the reason came through
        assert bob.act("accept")["code"] == "room.no-offer"


def test_the_longest_frame_is_heard(server):
    game = server.table().seated()
    with game.socket(0) as ann:
        ann.send('{"t":"ping","at":1' + " " * (wire.LARGEST - 19) + "}")
        assert ann.until("pong", "closing")["t"] == "pong"


def test_who_floods_is_told_and_then_cut_off(server):
    game = server.table().seated()
    with game.socket(0) as ann, game.socket(1) as bob:
        with suppress(ConnectionClosed):
            for number in range(3000):
                ann.send({"t": "ping", "at": number})
        assert ann.until("refused")["code"] == "frame.many"
        assert ann.until("closing")["code"] == "frame.many"
        assert ann.ended() == 1008
        assert bob.act("accept")["code"] == "room.no-offer"


def test_the_first_frame_must_be_hello(server):
    game = server.table().seated()
    with Client(server.address, game.id, greet=False) as client:
        client.send({"t": "act", "id": "too-early", "at": 1, "do": "resign"})
        assert client.until("refused")["code"] == "frame.hello"


def test_who_says_nothing_is_not_waited_for(server, monkeypatch):
    monkeypatch.setattr(session, "HELLO_WITHIN", 0.2)
    game = server.table().seated()
    with Client(server.address, game.id, greet=False) as client:
        assert client.until("closing")["code"] == "frame.silent"
        assert client.ended() == 1013


def test_a_client_that_falls_silent_is_let_go(server, monkeypatch):
    monkeypatch.setattr(session, "SILENCE", 0.3)
    monkeypatch.setattr(session, "HELLO_WITHIN", 0.2)
    game = server.table().seated()
    with game.socket(0) as ann:
        assert ann.until("closing") == ann.heard[-1] | {"code": "frame.silent"} and ann.ended() == 1013


def test_who_does_not_read_is_cut_off_and_holds_up_nobody(server, patient, monkeypatch):
    monkeypatch.setattr(session, "MOST_WAITING", 100_000)
    game = server.table("stones").seated()
    with game.socket(0) as ann, game.socket(1) as bob, socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        raw.sendall(
            f"GET /api/games/{game.id}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert raw.recv(1000).startswith(b"HTTP/1.1 101")
        hello = b'{"t":"hello"}'
        raw.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        while ann.until("presence")["watching"] != 1:
            pass
        with suppress(OSError):
            for _ in range(20_000):  # each is answered by the whole table
                raw.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        while ann.until("presence")["watching"] != 0:
            pass
        mover = ann if ann.table["legal"] else bob
        assert mover.act(f"move {mover.table['legal'][0]}")["t"] == "receipt"


@pytest.mark.parametrize(
    ("do", "code"),
    [
        ("move play r9 1", "room.over"),
        ("resign", "room.over"),
        ("offer draw", "room.over"),
        ("next", "room.over"),
        ("fly", "room.unknown"),
        ("move", "room.over"),
        ("\u0000", "room.unknown"),
    ],
)
def test_a_finished_game_takes_no_more(server, do, code):
    game = server.table().seated()
    with game.socket(0) as ann:
        ann.act("resign")
        before = len(server.store.entries(game.id))
        assert ann.act(do)["code"] == code
        assert len(server.store.entries(game.id)) == before


def test_stale_and_future_numbers_are_refused(server):
    game = server.table("stones").seated()
    with game.socket(0) as ann, game.socket(1) as bob:
        mover = ann if ann.table["legal"] else bob
        move = f"move {mover.table['legal'][0]}"
        for at in (0, 1, mover.n - 1, mover.n + 1, 2**53):
            assert mover.act(move, at=at)["code"] == "room.stale"
        assert mover.act(move)["t"] == "receipt"
        assert mover.act(move, at=mover.n - 1)["code"] == "room.stale"


def test_illegal_moves_say_which_rule_forbids_them(server):
    game = server.table("walls-tactics").seated()
    with game.socket(0) as ann, game.socket(1) as bob:
        mover, idle = (ann, bob) if ann.table["legal"] else (bob, ann)
        for do in ("move claim 1", "move play r99 1", "move oil 9", "move draw clan", "move put 3", "move " + "x" * 60):
            answer = mover.act(do)
            assert answer["t"] == "refused" and answer["en"] != answer["fr"]
        assert idle.act(f"move {mover.table['legal'][0]}")["code"] == "room.not-your-turn"


def test_games_that_are_none(server):
    for game in ("aaaaaaaaaaaa", "x", "%00", "a" * 500):
        with Client(server.address, game, greet=False) as client:
            closing = client.until("closing")
            assert closing["code"] == "game.unknown" and closing["again"] is False


def test_reasons_for_a_claim_come_from_what_one_may_know(server):
    game = server.table("stones").seated()
    with game.socket(0) as ann, Client(server.address, game.id, Person().key) as eve:
        ann.send({"t": "why", "id": "because-1", "front": 4})
        proof = ann.until("proof")
        assert proof["id"] == "because-1" and not proof["proof"]["holds"] and proof["en"] != proof["fr"]
        eve.send({"t": "why", "id": "because-2", "front": 4})
        assert eve.until("refused", "proof")["code"] == "game.not-yours"
        ann.send({"t": "hint", "id": "hint-0001"})
        assert ann.until("refused", "advice")["code"] == "game.hints"
