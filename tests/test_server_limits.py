"""What one client may ask for: connections of an address, hints, reading, and how long a level thinks."""

import asyncio
import json

import pytest

from marchstone.server.security import Crowd, Limits
from marchstone.server.thinkers import Thinkers
from tests.server import Client, Running


def through(client):
    """What a proxy on this machine says of who asks."""
    return {"additional_headers": {"X-Forwarded-For": client}}


def test_an_address_has_so_many_connections(tmp_path):
    with Running(tmp_path, limits=Limits(sockets=2)) as server:
        game = server.table("stones").seated()
        many = [Client(server.address, game.id, connecting=through("203.0.113.7")) for _ in range(2)]
        with Client(server.address, game.id, greet=False, connecting=through("203.0.113.7")) as refused:
            closing = refused.until("closing")
            assert closing["code"] == "server.crowd" and "again" not in closing  # it may come back
        stream = server.http.get(f"/games/{game.id}/events", headers={"X-Forwarded-For": "203.0.113.7"})
        assert (stream.status_code, stream.json()["code"]) == (429, "server.crowd")
        many += [Client(server.address, game.id, connecting=through("203.0.113.8"))]  # somebody else
        many += [Client(server.address, game.id) for _ in range(5)]  # this machine
        for client in many:
            client.close()
        for _ in range(500):
            if not server.hub.crowd._open:
                break
            asyncio.run(asyncio.sleep(0.01))
        with server.http.stream("GET", f"/games/{game.id}/events", headers={"X-Forwarded-For": "203.0.113.7"}) as stream:
            lines = stream.iter_lines()
            assert json.loads(next(lines))["t"] == "welcome"
            assert server.hub.crowd._open == {"203.0.113.7": 1}


def test_a_crowd_forgets_who_has_gone():
    crowd = Crowd(1)
    for _ in range(3):
        crowd.enter("192.0.2.1")
        crowd.leave("192.0.2.1")
    assert crowd._open == {}


def test_reading_has_a_rate(tmp_path):
    with Running(tmp_path, limits=Limits(reads=(0.001, 3.0))) as server:
        game = server.table("stones").seated()
        with game.socket(0) as ann:
            ann.act("resign")
        assert [game.get(path).status_code for path in ("/record", "/fair", "/record", "/fair")] == [200, 200, 200, 429]


@pytest.mark.parametrize(("longest", "asked", "got"), [(5.0, 30.0, 5.0), (5.0, 0.5, 0.5), (20.0, 30.0, 20.0)])
def test_a_level_thinks_no_longer_than_the_server_allows(tmp_path, longest, asked, got):
    with Running(tmp_path, thinkers=Thinkers(0, longest=longest)) as server:
        game = server.table("stones", thinking=asked)
        assert game.get().json()["game"]["settings"]["thinking"] == got
        assert server.http.get("/about").json()["engine"]["longest"] == longest


def test_a_game_of_before_is_held_to_it_too(monkeypatch):
    pool, heard = Thinkers(1, longest=2.0), []

    async def ask(urgency, asked, seconds):
        heard.append(asked["seconds"])
        return {"move": "draw"}

    monkeypatch.setattr(pool, "_ask", ask)
    assert asyncio.run(pool.move(8, [0], 30.0, 1)) == "draw" and heard == [2.0]


class Slow(Thinkers):
    """Hints that come when they are let go."""

    def __init__(self):
        super().__init__(1, "tests.thinkers")
        self.asked, self.go = 0, asyncio.Event()

    async def hint(self, view, seed):
        self.asked += 1
        await self.go.wait()
        return {"move": "draw", "chance": 0.5, "moves": []}


def test_one_hint_at_a_time(tmp_path):
    pool = Slow()
    with Running(tmp_path, thinkers=pool) as server:
        game = server.table("stones", "level", level=1, seat=0).seated()
        with game.socket(0) as ann, game.socket(0) as again:
            ann.send({"t": "hint", "id": "hint-0001"})
            for name in ("hint-0001", "hint-0002"):
                ann.send({"t": "hint", "id": name})
                assert ann.until("refused", "advice")["code"] == "game.hint-waits"
            again.send({"t": "hint", "id": "hint-0003"})  # another connection, the same game
            assert again.until("refused", "advice")["code"] == "game.hint-waits"
            assert pool.asked == 1
            pool.go._loop.call_soon_threadsafe(pool.go.set)
            assert ann.until("refused", "advice")["id"] == "hint-0001"
            ann.send({"t": "hint", "id": "hint-0004"})
            assert ann.until("refused", "advice")["t"] == "advice" and pool.asked == 2
