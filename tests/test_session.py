"""Both halves of a connection by themselves: greetings, numbers, receipts, limits; what is resent, and when one gives up."""

import json
import random
from typing import Any

import pytest

from marchstone.server import client as c
from marchstone.server import session as s
from marchstone.server.client import Client
from marchstone.server.refusal import Refusal
from marchstone.server.session import Session
from marchstone.server.wire import Advice, Closing, Create, Happened, Pong, Receipt, Refused, Welcome, written

from .rooms import ANN, BOB, EVE, INVITE, Log, any_move, moves, play_on, seated


def frame(kind: str, **values: Any) -> bytes:
    return json.dumps({"t": kind} | values).encode()


def messages(outputs: list[s.Output]) -> list[dict[str, Any]]:
    """What is sent."""
    return [json.loads(output.data) for output in outputs if isinstance(output, s.Send | s.Close)]


def greeted(log: Log, key: str | None = ANN, now: float = 0.0, **values: Any) -> Session:
    """A session that has been welcomed."""
    session = Session(log.room, now)
    (welcome,) = messages(session.received(frame("hello", key=key, **values), now))
    assert welcome["t"] == "welcome" and session.greeted
    return session


def do(log: Log, session: Session, outputs: list[s.Output]) -> list[dict[str, Any]]:
    """The room takes a command, and the session is told of it."""
    (command,) = outputs
    assert isinstance(command, s.Do)
    try:
        told = log.append(log.room.command(command.player, command.id, command.at, command.do, 0))
    except Refusal as refusal:
        return messages(session.refused(command.id, refusal))
    sent = [message for one in told for message in messages(session.told(one))]
    return sent + messages(session.settled(command.id, command.player or 0))


# -- the server's half -----------------------------------------------------------------------------------------------------


def test_greeting() -> None:
    """Who has a key of the game is that player, everybody else looks on; what is sent has their eyes."""
    log = play_on(seated(), random.Random(1), moves(3))
    for key, player in ((ANN, 0), (BOB, 1), (EVE, None), (None, None)):
        session = Session(log.room, 0.0)
        (welcome,) = messages(session.received(frame("hello", key=key), 0.0))
        assert (welcome["player"], welcome["n"]) == (player, log.room.n)
        assert bool(welcome["table"]["hand"]) == (player is not None)
        assert len(welcome["story"]) > 3


def test_hello_comes_first() -> None:
    session = Session(seated().room, 0.0)
    for sent in (frame("act", id="command-1", at=1, do="resign"), frame("look", player=0), frame("hint", id="command-1")):
        (refused,) = messages(session.received(sent, 0.0))
        assert (refused["t"], refused["code"]) == ("refused", "frame.hello")
    assert messages(session.received(frame("ping", at=5), 1.0)) == [{"t": "pong", "at": 5, "now": 1.0}]


def test_somebody_elses_place() -> None:
    """Nobody looks through eyes that are not theirs, at the greeting or later, nor acts for them."""
    log = seated()
    for key, player in ((ANN, 1), (BOB, 0), (EVE, 0), (None, 1)):
        (refused,) = messages(Session(log.room, 0.0).received(frame("hello", key=key, player=player), 0.0))
        assert refused["code"] == "session.not-your-place"
    session = greeted(log, ANN)
    (refused,) = messages(session.received(frame("look", player=1), 0.0))
    assert refused["code"] == "session.not-your-place" and session.audience == 0
    (refused,) = messages(session.received(frame("act", id="command-1", at=log.room.n, do="resign", player=1), 0.0))
    assert refused["code"] == "session.not-your-place" and refused["id"] == "command-1"
    (refused,) = messages(greeted(log, EVE).received(frame("act", id="command-1", at=log.room.n, do="resign"), 0.0))
    assert refused["code"] == "room.spectator"


def test_not_watched() -> None:
    """Before the game begins everybody may see where they are asked to; then only the players, and who looked on is shut out."""
    log = Log(Create("stones", "invited", watched=False))
    eve, bob = greeted(log, EVE), greeted(log, BOB)
    seen: dict[Session, list[dict[str, Any]]] = {eve: [], bob: []}
    for key, invite in ((ANN, None), (BOB, INVITE)):
        before = len(log.told)
        log.join(key, invite=invite)
        for session, sent in seen.items():
            sent += [message for told in log.told[before:] for message in messages(session.told(told))]
    assert [message["t"] for message in seen[eve]] == ["happened", "closing"] and eve.closed
    assert [message["t"] for message in seen[bob]] == ["happened", "welcome"]  # he has sat down, and is told as a player
    assert seen[bob][1]["player"] == 1
    (closing,) = Session(log.room, 0.0).received(frame("hello", key=EVE), 0.0)
    assert isinstance(closing, s.Close) and closing.code == "game.closed" and not closing.again


def test_two_at_one_screen() -> None:
    """One person is both players: looks as the one or the other, and acts as whom they look as, unless it is said."""
    log = seated(opponent="here", seat=0)
    session = greeted(log, ANN)
    assert session.players == (0, 1) and session.audience == 0
    (welcome,) = messages(session.received(frame("look", player=1), 0.0))
    assert welcome["player"] == 1 and welcome["table"]["seat"] == 1 and welcome["table"]["legal"] == []
    text = any_move(log, random.Random(1))
    sent = do(log, session, session.received(frame("act", id="command-1", at=log.room.n, do=f"move {text}"), 0.0))
    assert sent[0]["code"] == "room.not-your-turn"
    sent = do(log, session, session.received(frame("act", id="command-2", at=log.room.n, do=f"move {text}", player=0), 0.0))
    assert [message["t"] for message in sent] == ["happened", "receipt"] and sent[0]["by"] == 0


def test_receipts() -> None:
    """Each time a command comes it has the same receipt, over any connection, and is in the log once."""
    log = seated(seat=0)
    session, n = greeted(log), log.room.n
    act = frame("act", id="command-1", at=n, do=f"move {any_move(log, random.Random(1))}")
    first = session.received(act, 0.0)
    assert session.received(act, 0.0) == []  # under way already
    assert [message["t"] for message in do(log, session, first)] == ["happened", "receipt"]
    for other in (session, greeted(log)):
        assert messages(other.received(act, 0.0)) == [{"t": "receipt", "id": "command-1", "n": n + 1}]
    assert log.room.n == n + 1


def test_refusals() -> None:
    log = seated(seat=0)
    session = greeted(log)
    sent = do(log, session, session.received(frame("act", id="command-1", at=log.room.n, do="move draw clan"), 0.0))
    assert (
        sent[0]["t"] == "refused" and sent[0]["code"] == "move.play-first" and sent[0]["rule"] and sent[0]["en"] != sent[0]["fr"]
    )
    sent = do(log, session, session.received(frame("act", id="command-1", at=log.room.n, do="resign"), 0.0))
    assert sent[-1]["t"] == "receipt"  # what was refused is not under way any more


def test_numbers() -> None:
    """Every entry is told once, in order; what the welcome has said already is not told again; a gap brings a welcome."""
    log = seated(seat=0)
    session = greeted(log)
    play_on(log, random.Random(1), moves(6))
    told = log.told[-6:]
    assert [messages(session.told(one))[0]["n"] for one in told[:3]] == [one.n for one in told[:3]]
    assert session.told(told[1]) == []
    (welcome,) = messages(session.told(told[5]))
    assert welcome["t"] == "welcome" and welcome["n"] == log.room.n and session.told(told[4]) == []


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"t":"hello","key":"short"}',
        b'{"t":"hello","more":1}',
        b'{"t":"nope"}',
        b'{"t":"act","id":"x","at":1,"do":"resign"}',
        b'{"t":"act","id":"command-1","at":-1,"do":"resign"}',
        b'{"t":"act","id":"command-1","at":1.5,"do":"resign"}',
        b'{"t":"act","id":"command-1","at":1,"do":""}',
        b'{"t":"act","id":"command-1","at":1,"do":"' + b"x" * 81 + b'"}',
        b'{"t":"look","player":2}',
        b'{"t":"why","id":"command-1","front":0}',
        b"[" * 4000,
    ],
)
def test_malformed_frames(sent: bytes) -> None:
    """Refused with a code, and the session goes on; who does nothing else is closed."""
    log = seated()
    session = greeted(log)
    (refused,) = messages(session.received(sent, 0.0))
    assert (refused["t"], refused["code"], refused["id"]) == ("refused", "frame.json", None)
    assert messages(session.received(frame("ping", at=1), 0.0))[0]["t"] == "pong"
    for _ in range(s.MOST_FAULTS):
        outputs = session.received(sent, 0.0)
    assert isinstance(outputs[0], s.Close) and outputs[0].code == "frame.json" and session.closed
    assert session.received(frame("ping", at=1), 0.0) == [] and log.room.n == len(log.entries)


def test_random_bytes() -> None:
    """Whatever comes, nothing is raised and nothing happens at the table."""
    rng = random.Random(1)
    log = seated()
    good = [frame("hello", key=ANN), frame("act", id="command-1", at=4, do="resign"), frame("why", id="command-1", front=1)]
    for _ in range(3000):
        session = Session(log.room, 0.0)
        data = bytearray(rng.choice(good))
        for _ in range(rng.randrange(1, 6)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        for output in session.received(bytes(data), 0.0):
            assert isinstance(output, s.Send | s.Close)


def test_too_long() -> None:
    for long in (b" " * 4097, "é" * 2049):
        (closing,) = greeted(seated()).received(long, 0.0)
        assert isinstance(closing, s.Close) and closing.code == "frame.large" and not closing.again


def test_flood() -> None:
    """A hundred at once, then twenty a second; more are refused, and who goes on is closed. Others notice nothing."""
    log = seated()
    session, other = greeted(log), greeted(log, BOB)
    act = [frame("act", id=f"command-{number}", at=log.room.n, do="offer draw") for number in range(400)]
    outputs = [session.received(sent, 0.0) for sent in act[:120]]
    assert sum(isinstance(some[0], s.Do) for some in outputs) == 99  # and the greeting
    assert messages(outputs[-1])[0]["code"] == "frame.many" and messages(outputs[-1])[0]["id"] == "command-119"
    outputs = [session.received(sent, 1.0) for sent in act[120:150]]
    assert sum(isinstance(some[0], s.Do) for some in outputs) == 20
    for sent in act[150:]:
        if session.closed:
            break
        outputs = [session.received(sent, 1.0)]
    assert isinstance(outputs[-1][0], s.Close) and outputs[-1][0].code == "frame.many"
    assert isinstance(other.received(act[0], 1.0)[0], s.Do)


def test_who_does_not_read_is_closed() -> None:
    log = play_on(seated(), random.Random(1), moves(10))
    session = greeted(log)
    for _ in range(50_000):
        outputs = session.say(Pong(1, 1.0))
        if session.closed:
            break
        session.sent(0)
    assert isinstance(outputs[0], s.Close) and outputs[0].code == "frame.slow" and outputs[0].again
    reads = greeted(log)
    for _ in range(30_000):
        (sent,) = reads.say(Pong(1, 1.0))
        assert isinstance(sent, s.Send)
        reads.sent(len(sent.data))


def test_silence() -> None:
    """Who does not greet within ten seconds, or says nothing for a minute, is closed and may come back."""
    session = Session(seated().room, 100.0)
    assert session.tick(109.0) == []
    (closing,) = session.tick(110.0)
    assert isinstance(closing, s.Close) and closing.code == "frame.silent" and closing.again
    session = greeted(seated(), now=100.0)
    assert session.tick(159.0) == []
    session.received(frame("ping", at=1), 159.0)
    assert session.tick(218.0) == [] and session.tick(219.0) != [] and session.closed and session.tick(300.0) == []


def test_hints_and_proofs() -> None:
    log = play_on(
        seated(opponent="level", seat=0), random.Random(1), lambda log: log.room.to_move() == 0 and len(log.room.made) > 8
    )
    session = greeted(log)
    assert session.received(frame("hint", id="question-1"), 0.0) == [s.Advise(0, "question-1")]
    (advice,) = messages(session.say(Advice("question-1", "play r1 1", 0.5, [])))
    assert advice["id"] == "question-1"
    (proof,) = messages(session.received(frame("why", id="question-2", front=3), 0.0))
    assert proof["proof"]["front"] == 3 and proof["en"] and proof["fr"]
    (tiny,) = messages(greeted(seated("stones-tiny")).received(frame("why", id="question-2", front=9), 0.0))
    assert tiny["code"] == "front.unknown"
    for key, kind, code in ((BOB, "hint", "game.hints"), (EVE, "hint", "game.not-yours"), (EVE, "why", "game.not-yours")):
        values = {"front": 1} if kind == "why" else {}
        (refused,) = messages(greeted(seated(), key).received(frame(kind, id="question-1", **values), 0.0))
        assert refused["code"] == code
    log.act(0, f"move {any_move(log, random.Random(1))}")
    play_on(log, random.Random(1), lambda log: log.room.to_move() == 1)
    assert messages(session.received(frame("hint", id="question-3"), 0.0))[0]["code"] == "game.moment"


# -- the client's half -----------------------------------------------------------------------------------------------------


def connected(now: float = 0.0, n: int = 5) -> Client:
    """A client that has been welcomed."""
    client = Client(ANN, lambda: 1.0)
    assert client.start(now) == [c.Open()]
    (hello,) = client.opened(now)
    assert isinstance(hello, c.Frame) and json.loads(hello.data)["t"] == "hello"
    client.received(written(Welcome(n, {}, None, 0, [])), now)
    assert client.state == "live" and client.seen == n
    return client


def happened(n: int) -> bytes:
    return written(Happened(n, None, "x", 0.0, {}, None, []))


def kinds(outputs: list[c.Output]) -> list[str]:
    """What is sent, what is told, what is done."""
    return [
        json.loads(output.data)["t"]
        if isinstance(output, c.Frame)
        else f"told {type(output.message).__name__.lower()}"
        if isinstance(output, c.Tell)
        else type(output).__name__.lower()
        for output in outputs
    ]


def test_client_counts() -> None:
    client = connected()
    assert kinds(client.received(happened(6), 0.0)) == ["told happened"]
    assert client.received(happened(6), 0.0) == [] == client.received(happened(4), 0.0)
    assert kinds(client.received(happened(8), 0.0)) == ["hello"] and client.state == "connecting"
    assert client.received(happened(7), 0.0) == []  # too late: the welcome will have it
    assert kinds(client.received(written(Welcome(8, {}, None, 0, [])), 0.0)) == ["told welcome"] and client.seen == 8
    assert kinds(client.received(written(Pong(1, 1.0, 9)), 0.0)) == ["hello"]  # the last message was lost


def test_client_sends_again() -> None:
    """Until it is answered, after every welcome and after a while, always the same."""
    client = connected()
    (first,) = client.act("command-1", "resign", 0.0)
    assert isinstance(first, c.Frame) and json.loads(first.data)["at"] == 5
    client.act("command-2", "next", 0.0)
    assert client.tick(4.9) == []
    again = client.tick(5.0)
    assert again[0] == first and kinds(again) == ["act", "act"]
    assert kinds(client.lost(6.0)) == [] and client.act("command-3", "rematch", 6.0) == []
    client.tick(client.due)
    client.opened(7.0)
    outputs = client.received(written(Welcome(9, {}, None, 0, [])), 7.0)
    assert kinds(outputs) == ["told welcome", "act", "act", "act"] and outputs[1] == first
    assert kinds(client.received(written(Receipt("command-1", 6)), 7.0)) == ["told receipt"]
    assert client.received(written(Receipt("command-1", 6)), 7.0) == []
    assert kinds(client.received(written(Refused("command-2", "x", "x", "x")), 7.0)) == ["told refused"]
    assert client.received(written(Refused("command-2", "x", "x", "x")), 7.0) == [] and list(client.pending) == ["command-3"]


def test_client_comes_back() -> None:
    """After twice the time each time, up to ten seconds, with jitter; a welcome begins anew."""
    client, waits = connected(), []
    now = 0.0
    client.lost(now)
    for _ in range(8):
        waits.append(client.due - now)
        assert client.tick(client.due - 0.001) == []
        now = client.due
        assert client.tick(now) == [c.Open()]
        client.lost(now)
    assert waits == pytest.approx([0.3, 0.6, 1.2, 2.4, 4.8, 9.6, 10.0, 10.0])
    hasty = Client(ANN, lambda: 0.0)
    hasty.start(0.0)
    hasty.lost(0.0)
    assert hasty.due == pytest.approx(0.15)


def test_client_notices_silence() -> None:
    client = connected(now=0.0)
    assert kinds(client.tick(15.0)) == ["ping"] and kinds(client.tick(25.0)) == ["shut"] and client.state == "waiting"
    waits_for_welcome = Client(ANN, lambda: 1.0)
    waits_for_welcome.start(0.0)
    waits_for_welcome.opened(1.0)
    assert waits_for_welcome.tick(8.9) == [] and kinds(waits_for_welcome.tick(9.0)) == ["shut"]
    never_opens = Client(ANN, lambda: 1.0)
    never_opens.start(0.0)
    assert kinds(never_opens.tick(8.0)) == ["shut"] and kinds(never_opens.tick(never_opens.due)) == ["open"]


def test_client_is_closed() -> None:
    client = connected()
    assert kinds(client.received(written(Closing("server.closing", "x", "x")), 0.0)) == ["told closing", "shut"]
    assert client.state == "waiting"
    client = connected()
    client.act("command-1", "resign", 0.0)
    assert kinds(client.received(written(Closing("game.closed", "x", "x", False)), 0.0)) == ["told closing", "shut"]
    assert client.state == "ended" and client.start(1.0) == [] == client.tick(99.0) and not client.pending


def test_client_survives_nonsense() -> None:
    client = connected()
    for sent in (b"", b"{", b"\xff", b'{"t":"nope"}', b'{"t":"happened"}', b"[]", "null"):
        assert client.received(sent, 0.0) == [] and client.state == "live"


def test_client_looks() -> None:
    client = connected()
    assert kinds(client.look(1, 0.0)) == ["look"]
    (sent,) = client.act("command-1", "resign", 0.0)
    assert isinstance(sent, c.Frame) and json.loads(sent.data)["player"] == 1
    assert kinds(client.received(written(Welcome(5, {}, None, 1, [])), 0.0))[0] == "told welcome"
