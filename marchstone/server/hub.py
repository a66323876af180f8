"""All tables: loaded from the log when somebody asks for one, forgotten when nobody has to do with it any more."""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from ..errors import MarchstoneError
from . import opening, wire
from .problems import RequestError
from .room import Room
from .security import Crowd, hashed
from .store import Store, is_game_id, new_game_id
from .store.entry import now as clock
from .table import Table
from .thinkers import ThinkError, Thinkers

SWEEP, IDLE = 30.0, 300.0  # seconds: between two looks for idle tables, and how long one is kept after its last use
MOST_TABLES = MOST_SOCKETS = 20_000
MOST_REVIEWS = 200
RESUMED, RECENT = 500, 3600.0  # after a restart: how many games are looked at for a move of the machine, how many seconds old
GOODBYE = wire.Closing(
    "server.closing", "The server is closing; come back in a moment.", "Le serveur s'arrête ; revenez dans un instant."
)

Result = TypeVar("Result")

log = logging.getLogger("marchstone.server")


@dataclass
class Reviewing:
    """A review under way, or done."""

    task: asyncio.Task[dict[str, Any]]
    progress: float = 0.0


class Hub:
    """What the requests and sockets of a server have in common."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self.store, self.thinkers = store, thinkers
        self.closing = False
        self.sockets, self.most_sockets = 0, MOST_SOCKETS
        self.crowd = Crowd()
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._reviews: dict[tuple[str, int], Reviewing] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # -- its life

    async def start(self) -> None:
        """Begin; what the machine still has to do is taken up."""
        self.thinkers.told.append(self._engine_changed)
        self.thinkers.start()
        self._begin(self._sweep())
        if self.thinkers.workers:
            self._begin(self._resume())

    async def say_goodbye(self) -> None:
        """Nothing new any more: everybody is told, and what was begun is carried to its end."""
        self.closing = True
        for table in list(self._tables.values()):
            table.say(GOODBYE)
        await asyncio.sleep(0)  # the sockets send it
        await asyncio.gather(*(table.close() for table in list(self._tables.values())))

    async def close(self) -> None:
        """The end."""
        if not self.closing:
            await self.say_goodbye()
        for reviewing in self._reviews.values():
            reviewing.task.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *(one.task for one in self._reviews.values()), return_exceptions=True)
        await self.thinkers.close()

    def _begin(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def in_thread(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Something that takes more than a moment, beside the loop."""
        return await asyncio.to_thread(work, *arguments)

    # -- tables

    async def table(self, game: str) -> Table:
        """The table of a game."""
        table = self._tables.get(game)
        if table is not None:
            table.used = time.monotonic()
            return table
        if self.closing:
            raise RequestError("server.closing")
        if not is_game_id(game):
            raise RequestError("game.unknown")
        if game not in self._loading:
            self._loading[game] = asyncio.get_running_loop().create_task(self._load(game))
            self._loading[game].add_done_callback(lambda task: self._loading.pop(game))
        return await asyncio.shield(self._loading[game])

    async def _load(self, game: str) -> Table:
        def replayed() -> tuple[Room, float] | None:  # a long game takes a while: nobody else waits for it
            entries = self.store.entries(game)
            return (Room.replay(entries), entries[-1].at / 1000) if entries else None

        found = await asyncio.to_thread(replayed)
        if found is None:
            raise RequestError("game.unknown")
        return self._seated(*found)

    def _seated(self, room: Room, at: float) -> Table:
        if len(self._tables) >= MOST_TABLES:
            self._forget(0.0)
        table = self._tables[room.id] = Table(room, at, self.store, self.thinkers)
        table.go_on()
        return table

    async def create(self, settings: wire.Create, key: str) -> wire.Created:
        """A new game."""
        if self.closing:
            raise RequestError("server.closing")
        settings = msgspec.structs.replace(settings, thinking=min(settings.thinking, self.thinkers.longest))
        game = new_game_id()
        token = invitation(game, key) if settings.opponent == "invited" else None
        entries = opening.create(game, settings, hashed(key), clock(), invite=token and hashed(token))
        if settings.opponent == "level" and not self.thinkers.workers:
            raise ThinkError("engine.none", "this server runs without the engine")
        stored = await asyncio.wrap_future(self.store.append(game, entries, 0))
        self._seated(Room.replay(stored), stored[-1].at / 1000)
        return wire.Created(game, opening.commitment_of(entries), token)

    async def games_of(self, key: str, most: int, before: str | None = None) -> list[Table]:
        """One's own games: those that are not over first, then newest first; from behind the game `before`."""
        listed = await asyncio.to_thread(self.store.games_of, hashed(key), most, before)
        return [await self.table(one.game) for one in listed]

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self._forget(IDLE)

    def _forget(self, idle: float) -> None:
        before = time.monotonic() - idle
        for game in [game for game, table in self._tables.items() if table.idle and table.used <= before]:
            del self._tables[game]

    async def _resume(self) -> None:
        """After a restart: games that went on a short while ago are taken up, so that the machine moves where it has to. Others
        are when somebody comes back to them."""
        with suppress(MarchstoneError):
            listed = await asyncio.to_thread(self.store.open_games)
            since = clock() - 1000 * RECENT
            for one in [one for one in listed if one.state in ("playing", "over") and one.updated >= since][:RESUMED]:
                with suppress(MarchstoneError):
                    await self.table(one.game)
                await asyncio.sleep(0.01)

    def _engine_changed(self) -> None:
        for table in self._tables.values():
            table.engine_changed()

    # -- reviews

    def begin_review(self, table: Table, number: int) -> Reviewing:
        """The review of a round, begun unless it is there already."""
        place = table.room.id, number
        known = self._reviews.get(place)
        if known and not (known.task.done() and (known.task.cancelled() or known.task.exception())):
            return known
        if not self.thinkers.workers:
            raise ThinkError("engine.none", "this server runs without the engine")
        while len(self._reviews) >= MOST_REVIEWS:
            oldest = next(iter(self._reviews))
            self._reviews.pop(oldest).task.cancel()
        reviewing = Reviewing(asyncio.get_running_loop().create_task(self._review(table, number)))
        self._reviews[place] = reviewing
        return reviewing

    async def _review(self, table: Table, number: int) -> dict[str, Any]:
        def tell(progress: float) -> None:
            if (table.room.id, number) in self._reviews:
                self._reviews[table.room.id, number].progress = progress

        return await self.thinkers.review(table.room.record(number).text, tell)

    def review(self, table: Table, number: int) -> Reviewing | None:
        """The review of a round, if one has begun."""
        return self._reviews.get((table.room.id, number))


def invitation(game: str, key: str) -> str:
    """The token of the free place: it follows from the maker's key, so the server need not keep it to show it again."""
    return urlsafe_b64encode(hmac.digest(key.encode(), f"marchstone invitation 1 {game}".encode(), sha256))[:32].decode()
