"""The same messages as over a socket, as lines of JSON in one long answer: for bots, and for who looks on without a socket."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from starlette.responses import StreamingResponse

from . import wire
from .eyes import SPECTATOR
from .hub import GOODBYE, Hub
from .problems import RequestError, problem_of
from .room import Room, Told
from .table import Table

HEARTBEAT = 15.0  # seconds without anything, before a `pong`
WAITING = 256  # messages that wait for who reads slowly, before it is cut off


class Lines:
    """Who listens by this way. As over a socket: a guest who sits down is greeted as a player, and who may look on no more is
    told so and sent away."""

    def __init__(self, room: Room, person: str | None, audience: int, after: int | None) -> None:
        self.room, self.person, self.audience = room, person, audience
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.n = room.n  # the last number that was sent
        self.ended = False
        if not room.open_to(audience):
            self.say(closed())
        elif after != room.n:
            self.put(wire.written(room.welcome(audience)))

    def put(self, line: bytes) -> None:
        """One more; who does not read them is cut off."""
        if self.ended:
            return
        if self.waiting.qsize() < WAITING:
            self.waiting.put_nowait(line)
        else:
            self.end()

    def end(self) -> None:
        """Nothing more comes."""
        if not self.ended:
            self.ended = True
            self.waiting.put_nowait(None)

    def happened(self, told: Told) -> None:
        """An entry of the log."""
        if told.n <= self.n:
            return
        own = self.room.players_of(self.person) if self.audience == SPECTATOR else ()
        if own:
            self.audience, self.n = own[0], self.room.n
            self.put(wire.written(self.room.welcome(self.audience)))
        elif not self.room.open_to(self.audience):
            self.say(closed())
        else:
            self.n = told.n
            self.put(told.frame(self.audience))

    def say(self, message: wire.Presence | wire.Thinking | wire.Closing) -> None:
        """Something beside the log."""
        self.put(wire.written(message))
        if isinstance(message, wire.Closing):
            self.end()


def closed() -> wire.Closing:
    """What is said to who may look on no more."""
    problem = problem_of(RequestError("game.closed"))
    return wire.Closing(problem.code, problem.en, problem.fr, False)


def lines(hub: Hub, who: str, table: Table, person: str | None, audience: int, after: int | None) -> StreamingResponse:
    """The answer: `welcome` unless nothing has happened after that number, then what happens. `who` is the address that asks,
    `person` the hash of a key."""
    if hub.sockets >= hub.most_sockets:
        raise RequestError("server.full")
    hub.crowd.enter(who)
    hub.crowd.leave(who)  # it counts from its first line on; until then nothing is held
    return StreamingResponse(counted(hub, who, table, person, audience, after), media_type="application/x-ndjson")


async def counted(hub: Hub, who: str, table: Table, person: str | None, audience: int, after: int | None) -> AsyncIterator[bytes]:
    """As long as it goes on it is one of the connections of its address."""
    try:
        hub.crowd.enter(who)
    except RequestError as problem:
        told = problem_of(problem)
        yield wire.written(wire.Closing(told.code, told.en, told.fr)) + b"\n"
        return
    try:
        async with aclosing(written(hub, table, person, audience, after)) as found:
            async for line in found:
                yield line
    finally:
        hub.crowd.leave(who)


async def written(hub: Hub, table: Table, person: str | None, audience: int, after: int | None) -> AsyncGenerator[bytes, None]:
    """Line by line, until the client goes or the server ends."""
    if hub.closing:
        yield wire.written(GOODBYE) + b"\n"
        return
    listener = Lines(table.room, person, audience, after)
    hub.sockets += 1
    try:
        if not listener.ended:
            table.enter(listener)
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT):
                    line = await listener.waiting.get()
            except TimeoutError:
                line = wire.written(wire.Pong(0, time.time(), listener.n))
            if line is None:
                return
            yield line + b"\n"
    finally:
        hub.sockets -= 1
        table.leave(listener)
