"""Behind a proxy on this machine: who asks, by which name and by which way, is told by its headers; nobody else is believed."""

import pytest

from marchstone.server import serving
from marchstone.server.security import Limits
from tests.server import Person, Running

NAME = "play.example.org"
GAME = {"preset": "stones", "opponent": "invited"}


def headers(client, host=f"{NAME}:8443", proto="https"):
    return Person().headers | {"Host": host, "X-Forwarded-For": client, "X-Forwarded-Proto": proto}


def test_each_address_behind_the_proxy_is_counted_by_itself(tmp_path):
    with Running(tmp_path, limits=Limits(games=(0.001, 2.0)), names=(NAME,)) as server:
        for client in ("203.0.113.7", "203.0.113.8", "2001:db8::1"):
            statuses = [server.http.post("/games", json=GAME, headers=headers(client)).status_code for _ in range(3)]
            assert statuses == [200, 200, 429]
        # what a client has written itself stands before what the proxy has added, and does not count
        answer = server.http.post("/games", json=GAME, headers=headers("198.51.100.1, 203.0.113.7"))
        assert answer.json()["code"] == "request.many"


def test_invitations_name_the_address_of_the_proxy(tmp_path):
    with Running(tmp_path, names=(NAME,)) as server:
        told = headers("203.0.113.7")
        game = server.http.post("/games", json=GAME, headers=told).json()["game"]
        assert server.http.get(f"/games/{game}/invite", headers=told).json()["hosts"] == [f"https://{NAME}:8443"]
        told["Origin"] = f"https://{NAME}:8443"
        assert server.http.post("/games", json=GAME, headers=told).status_code == 200
        told["Origin"] = f"https://{NAME}"  # the port is part of it
        assert server.http.post("/games", json=GAME, headers=told).json()["code"] == "request.origin"


@pytest.mark.parametrize("proxies", ["192.0.2.1"])
def test_nobody_else_is_believed(tmp_path, monkeypatch, proxies):
    assert serving.PROXIES == "127.0.0.1,::1"
    monkeypatch.setattr(serving, "PROXIES", proxies)  # so this machine is somebody else
    with Running(tmp_path, limits=Limits(games=(0.001, 2.0)), names=(NAME,)) as server:
        clients = ("203.0.113.7", "203.0.113.8", "203.0.113.9")
        statuses = [server.http.post("/games", json=GAME, headers=headers(client)).status_code for client in clients]
        assert statuses == [200, 200, 429]
