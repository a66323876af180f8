"""A real server on the loopback interface for tests, and people who play at it over sockets and HTTP."""

from __future__ import annotations

import itertools
import json
import random
import secrets
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from marchstone.server.app import app_of
from marchstone.server.security import Limits, Rate
from marchstone.server.serving import listening, server_of
from marchstone.server.store import Store
from marchstone.server.thinkers import Thinkers

WIDE = Limits(games=(1e6, 1e6), work=(1e6, 1e6), acts=(1e6, 1e6), reads=(1e6, 1e6))
PATIENCE = 20.0


class Running:
    """A server in a thread of this process, on a store of its own; to be used with `with`."""

    def __init__(
        self, folder: Path, workers: int = 0, limits: Limits = WIDE, thinkers: Thinkers | None = None, **options: Any
    ) -> None:
        self.path = folder / "log.db"
        self._thinkers, self._limits, self._options = thinkers or Thinkers(workers), limits, options

    def __enter__(self) -> Running:
        self.store = Store.open(self.path)
        self.listener = listening(port=0)
        self.port = self.listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.app = app_of(self.store, self._thinkers, limits=self._limits, **self._options)
        self.hub = self.app.state.hub
        ready = threading.Event()
        self.server = server_of(self.app, ready.set)
        self._thread = threading.Thread(target=self.server.run, args=([self.listener],), daemon=True)
        self._thread.start()
        assert ready.wait(PATIENCE), "the server does not start"
        self.http = httpx.Client(base_url=self.address + "/api", timeout=PATIENCE)
        return self

    def __exit__(self, *problem: object) -> None:
        self.http.close()
        self.server.should_exit = True
        self._thread.join(PATIENCE)
        self.store.close()
        assert not self._thread.is_alive(), "the server does not end"

    def table(self, preset: str = "stones", opponent: str = "invited", **settings: Any) -> Game:
        """A new game with everybody seated."""
        return Game(self.http, self.address, preset, opponent, **settings)


class Person:
    """A key, and what its requests look like."""

    def __init__(self) -> None:
        self.key = secrets.token_urlsafe(32)
        self.headers = {"Authorization": f"Bearer {self.key}"}


class Game:
    """A game at a server, made and joined."""

    def __init__(self, http: httpx.Client, address: str, preset: str, opponent: str, **settings: Any) -> None:
        self.http, self.address, self.people = http, address, (Person(), Person())
        create = {"preset": preset, "opponent": opponent, **settings}
        made = self.post("/games", create, self.people[0])
        assert made.status_code == 200, made.text
        self.id, self.invite = made.json()["game"], made.json()["invite"]
        if opponent == "here":
            self.people = (self.people[0], self.people[0])

    def seated(self) -> Game:
        """Everybody sits down."""
        if self.people[0] is self.people[1]:
            self.join(0, player=0)
            self.join(1, player=1)
            return self
        self.join(0)
        if self.invite:
            self.join(1, invite=self.invite)
        return self

    def join(self, number: int, **more: Any) -> None:
        """One of them."""
        wanted = {"name": ("Ann", "Bob")[number], "seed": secrets.token_hex(16), **more}
        answer = self.post(f"/games/{self.id}/join", wanted, self.people[number])
        assert answer.status_code == 200, answer.text

    def post(self, path: str, body: Any, person: Person | None = None) -> httpx.Response:
        """A request."""
        return self.http.post(path, json=body, headers=person.headers if person else None)

    def get(self, path: str = "", person: Person | None = None) -> httpx.Response:
        """A request about this game."""
        return self.http.get(f"/games/{self.id}{path}", headers=person.headers if person else None)

    def socket(self, number: int | None = None, **hello: Any) -> Client:
        """A client at the table: a player, or who looks on."""
        return Client(self.address, self.id, None if number is None else self.people[number].key, **hello)


class Client:
    """A socket that is spoken to in plain words."""

    def __init__(
        self, address: str, game: str, key: str | None = None, greet: bool = True, connecting: Any = None, **hello: Any
    ) -> None:
        self._whole = ExitStack()
        opening = connect(
            f"{address.replace('http', 'ws')}/api/games/{game}/socket",
            max_size=None,
            max_queue=None,
            compression=None,
            **connecting or {},
        )
        self.socket: ClientConnection = self._whole.enter_context(opening)
        self.heard: list[dict[str, Any]] = []
        self._pace = Rate(18.0, 80.0)  # a little less than the server allows
        self.n = 0
        self.table: dict[str, Any] | None = None
        self.game: dict[str, Any] = {}
        self._ids = (f"{secrets.token_hex(4)}-{number:06}" for number in itertools.count())
        if greet:
            self.send({"t": "hello", **({"key": key} if key else {}), **hello})
            self.until("welcome")

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def close(self) -> None:
        """Go."""
        self._whole.close()

    def send(self, frame: Any) -> None:
        """A frame: an object, or text and bytes as they are."""
        self.socket.send(frame if isinstance(frame, str | bytes) else json.dumps(frame))

    def next(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(seconds))
        self.heard.append(message)
        if message["t"] in ("welcome", "happened"):
            assert message["t"] == "welcome" or message["n"] == self.n + 1, "a gap"
            self.n, self.table, self.game = message["n"], message["table"], message["game"]
        return message

    def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            message = self.next()
            if message["t"] in kinds:
                return message

    def reach(self, n: int) -> None:
        """Listen until this number is known."""
        while self.n < n:
            self.next()

    def act(self, do: str, at: int | None = None, **more: Any) -> dict[str, Any]:
        """A command, and its receipt or refusal."""
        self.wait()
        name = next(self._ids)
        self.send({"t": "act", "id": name, "at": self.n if at is None else at, "do": do, **more})
        while True:
            answer = self.until("receipt", "refused", "closing")
            if answer.get("id") == name or answer["t"] == "closing":
                return answer

    def look(self, player: int) -> None:
        """Look as another player."""
        self.wait()
        self.send({"t": "look", "player": player})
        self.until("welcome")

    def wait(self) -> None:
        """Keep to the pace that the server allows."""
        while not self._pace.allows():
            time.sleep(0.02)

    def ended(self, seconds: float = PATIENCE) -> int:
        """Listen until the server closes; with which code."""
        deadline = time.monotonic() + seconds
        try:
            while True:
                self.next(max(0.01, deadline - time.monotonic()))
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


def play_out(clients: tuple[Client, Client], seed: int = 1, most: int = 2000) -> None:
    """Both play any legal moves until the game, with all its rounds, is over. A receipt comes after all that a command causes."""
    chance = random.Random(seed)
    for _ in range(most):
        state = clients[0].game["state"]
        if state == "over":
            return
        if state == "between":
            for client in clients:
                client.reach(max(one.n for one in clients))
                assert client.game["state"] != "between" or client.act("next")["t"] == "receipt"
        else:
            mover = next(client for client in clients if client.table and client.table["legal"])
            assert mover.table is not None
            moves = [move for move in mover.table["legal"] if move.startswith("claim")] or mover.table["legal"]
            answer = mover.act(f"move {chance.choice(moves)}")
            assert answer["t"] == "receipt", answer
        for client in clients:
            client.reach(max(one.n for one in clients))
    raise AssertionError("a game without end")
