"""A server, its clients and a bad network between them, all in one simulated time: for tests of both halves of a connection.

Messages are lost, doubled, late and so out of order; connections break, with or without a word; the server dies between a
command and its answer, and comes back with what its log says. Then the network heals, and everybody must agree.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import msgspec

from marchstone.server import client as c
from marchstone.server import opening
from marchstone.server import session as s
from marchstone.server.client import Client
from marchstone.server.refusal import Refusal
from marchstone.server.room import Room
from marchstone.server.session import Session
from marchstone.server.wire import Happened, Refused, Welcome

from .rooms import ANN, BOB, EVE, Log, seated

COMMANDS = ("offer draw", "offer takeback", "accept", "decline", "withdraw", "next", "resign", "rematch", "move pass", "nonsense")


class World:
    """One game with its clients. `faults` is how bad the network is, from 0 to 1."""

    def __init__(self, seed: int, preset: str, faults: float, rounds: int = 1) -> None:
        self.random = random.Random(seed)
        self.faults = faults
        self.now = 0.0
        self.events: list[tuple[float, int, Callable[[], None]]] = []
        self.count = 0
        with patch.object(opening, "new_seed", lambda: self.random.randbytes(32)):
            self.log: Log = seated(preset, rounds=rounds, game=f"simulated{'abcdefgh'[seed % 8]}aa")
        self.connections: list[Connection] = []
        self.queue: list[tuple[Connection, s.Do]] = []
        self.busy = False
        self.lives = 0  # of the server
        self.pages = [Page(self, key, place) for place, key in enumerate((ANN, BOB, EVE))]

    @property
    def room(self) -> Room:
        return self.log.room

    def later(self, seconds: float, what: Callable[[], None]) -> None:
        self.count += 1
        heapq.heappush(self.events, (self.now + seconds, self.count, what))

    def unlucky(self, chance: float) -> bool:
        return self.random.random() < chance * self.faults

    def run(self, until: float) -> None:
        while self.events and self.events[0][0] <= until:
            self.now, _, what = heapq.heappop(self.events)
            what()
        self.now = until

    def carry(self, deliver: Callable[[], None]) -> None:
        """One message: lost, once or twice; in good times in order and soon."""
        copies = 0 if self.unlucky(0.1) else 2 if self.unlucky(0.1) else 1
        for _ in range(copies):
            late = self.random.expovariate(1 / 1.5) if self.unlucky(0.3) else 0.0
            self.later(0.02 + late, deliver)

    # -- the server

    def take(self, connection: Connection, do: s.Do) -> None:
        self.queue.append((connection, do))
        if not self.busy:
            self.next()

    def next(self) -> None:
        """The next command, under the room's lock: checked now, durable and told a moment later, if the server lives so long."""
        self.busy = bool(self.queue)
        if not self.queue:
            return
        connection, do = self.queue.pop(0)
        life = self.lives
        try:
            new = self.room.command(do.player, do.id, do.at, do.do, int(self.now * 1000))
        except Refusal as refusal:
            connection.out(connection.session.refused(do.id, refusal))
            self.later(0.001, lambda: self.next() if life == self.lives else None)
            return

        def written() -> None:
            if life != self.lives:
                return
            stored = self.log.stored(new)
            if new and self.unlucky(0.03):
                self.die()  # in the log, and nobody has been told
                return
            told = self.room.applied(stored)
            for one in [one for one in self.connections if one.alive]:
                for message in told:
                    one.out(one.session.told(message))
            connection.out(connection.session.settled(do.id, do.player or 0))
            self.next()

        self.later(0.005, written)

    def die(self) -> None:
        """kill -9: only the log is left."""
        self.lives += 1
        self.queue, self.busy = [], False
        self.log.room = Room.replay(self.log.entries)
        for connection in self.connections:
            connection.cut(notice=self.random.random() < 0.5)
        self.connections = []

    # -- the test

    def quiet(self) -> bool:
        """Whether every client is there and waits for nothing."""
        return all(page.client.state == "live" and not page.client.pending for page in self.pages) and not self.queue


class Connection:
    """One socket."""

    def __init__(self, world: World, page: Page) -> None:
        self.world, self.page, self.alive = world, page, True
        self.session = Session(world.room, world.now)
        world.connections.append(self)

    def out(self, outputs: list[s.Output]) -> None:
        """What the server's half wants."""
        if not self.alive:
            return
        for output in outputs:
            if isinstance(output, s.Do):
                self.world.take(self, output)
            elif isinstance(output, s.Send):
                self.session.sent(len(output.data))
                self.world.carry(lambda data=output.data: self.page.receive(self, data))  # type: ignore[misc]
            elif isinstance(output, s.Close):
                self.world.carry(lambda data=output.data: self.page.receive(self, data))  # type: ignore[misc]
                self.cut(notice=True)

    def send(self, data: bytes) -> None:
        """A frame on its way to the server."""

        def arrive() -> None:
            if self.alive:
                self.out(self.session.received(data, self.world.now))

        self.world.carry(arrive)

    def cut(self, notice: bool) -> None:
        """The connection breaks; the client may hear of it, or only notice the silence."""
        self.alive = False
        if notice:
            self.world.later(0.05, lambda: self.page.lose(self))


class Page:
    """Somebody at a client: does things now and then, and remembers what it was told."""

    def __init__(self, world: World, key: str, place: int) -> None:
        self.world, self.place = world, place
        self.client = Client(key, world.random.random)
        self.connection: Connection | None = None
        self.acted: list[str] = []
        self.receipts: dict[str, int] = {}
        self.refusals: dict[str, str] = {}
        self.n = 0
        self.game: dict[str, Any] = {}
        self.table: dict[str, Any] | None = None
        self.acting = True
        world.later(0, lambda: self.out(self.client.start(world.now)))
        world.later(0.5, self.tick)
        world.later(1.0, self.play)

    def out(self, outputs: list[c.Output]) -> None:
        """What the client's half wants."""
        for output in outputs:
            if isinstance(output, c.Open):
                self.world.later(0.05, self.open)
            elif isinstance(output, c.Shut):
                if self.connection:
                    self.connection.alive = False
                self.connection = None
            elif isinstance(output, c.Frame):
                if self.connection:
                    self.connection.send(output.data)
            else:
                self.hear(output.message)

    def open(self) -> None:
        if self.world.unlucky(0.3):
            self.out(self.client.lost(self.world.now))
            return
        self.connection = Connection(self.world, self)
        self.out(self.client.opened(self.world.now))

    def lose(self, connection: Connection) -> None:
        if self.connection is connection:
            self.connection = None
            self.out(self.client.lost(self.world.now))

    def receive(self, connection: Connection, data: bytes) -> None:
        if self.connection is connection:
            self.out(self.client.received(data, self.world.now))

    def tick(self) -> None:
        if self.connection and self.world.unlucky(0.04):
            self.connection.cut(notice=self.world.random.random() < 0.7)
        self.out(self.client.tick(self.world.now))
        if self.connection and self.connection.alive:
            self.connection.out(self.connection.session.tick(self.world.now))
        self.world.later(0.5, self.tick)

    def hear(self, message: Any) -> None:
        """Numbers without gaps, each id answered once, nothing before the greeting."""
        if isinstance(message, Welcome):
            self.n, self.game, self.table = message.n, message.game, message.table
        elif isinstance(message, Happened):
            assert message.n == self.n + 1, "a gap, or something twice"
            self.n, self.game, self.table = message.n, message.game, message.table
        elif isinstance(message, Refused):
            assert message.id is not None and message.id not in self.receipts and message.id not in self.refusals
            self.refusals[message.id] = message.code
        elif hasattr(message, "id"):
            assert message.id not in self.receipts and message.id not in self.refusals
            self.receipts[message.id] = message.n

    def play(self) -> None:
        """A move if there is one to make, or anything else."""
        chance = self.world.random
        if not self.acting:
            return
        if self.client.state != "ended" and len(self.client.pending) < chance.choice((1, 1, 1, 3)):
            legal = (self.table or {}).get("legal", [])
            do = f"move {chance.choice(legal)}" if legal and chance.random() < 0.9 else ""
            if not do and self.game.get("state") in ("between", "over"):
                do = "next"
            if not do and chance.random() < 0.1:
                do = chance.choice(COMMANDS)
            if do and (do != "resign" or chance.random() < 0.2):
                id = f"page{self.place}-{len(self.acted):05}"
                self.acted.append(id)
                self.out(self.client.act(id, do, self.world.now))
        self.world.later(chance.uniform(0.1, 1.5), self.play)


def check(world: World) -> None:
    """Everybody has the same table as the server, and every command is in the log once or was refused."""
    room = world.room
    assert world.quiet(), [(page.client.state, page.client.pending) for page in world.pages]
    in_log: dict[tuple[int | None, str], list[int]] = {}
    for entry in world.log.entries:
        if entry.id is not None:
            in_log.setdefault((entry.player, entry.id), []).append(entry.n)
    for page in world.pages:
        assert (
            page.n == room.n and page.game == plain(room.game_for(page.place)) and page.table == plain(room.table_for(page.place))
        )
        assert set(page.acted) == set(page.receipts) | set(page.refusals)
        assert {id: [n] for id, n in page.receipts.items()} == {
            id: numbers for (player, id), numbers in in_log.items() if player == page.place
        }
    assert len(in_log) == sum(len(page.receipts) for page in world.pages)
    again = Room.replay(world.log.entries)
    assert all(again.table_for(audience) == room.table_for(audience) for audience in (0, 1, 2))


def plain(value: Any) -> Any:
    """As it arrives."""
    return msgspec.json.decode(msgspec.json.encode(value))


def simulate(seed: int, faults: float = 1.0) -> World:
    """A minute and a half of play over a bad network, then peace."""
    preset = ("stones-tiny", "walls-tiny", "stones", "walls-tactics")[seed % 4]
    world = World(seed, preset, faults, rounds=2 if preset.startswith("walls") else 5)
    world.run(90.0)
    for page in world.pages:
        page.acting = False
    world.faults = 0.0
    for _ in range(20):
        world.run(world.now + 5.0)
        if world.quiet():
            break
    world.run(world.now + 60.0)
    check(world)
    return world
