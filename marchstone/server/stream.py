"""The same messages as over a socket, as lines of JSON in one long answer: for bots, and for who looks on without a socket."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

from starlette.responses import StreamingResponse

from . import wire
from .hub import GOODBYE, Hub
from .problems import RequestError
from .room import Told
from .table import Table

HEARTBEAT = 15.0  # seconds without anything, before a `pong`
WAITING = 256  # messages that wait for who reads slowly, before it is cut off


class Lines:
    """Who listens by this way."""

    def __init__(self, audience: int) -> None:
        self.audience = audience
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue()

    def put(self, line: bytes) -> None:
        """One more; who does not read them is cut off."""
        if self.waiting.qsize() < WAITING:
            self.waiting.put_nowait(line)
        else:
            self.waiting.put_nowait(None)

    def happened(self, told: Told) -> None:
        """An entry of the log."""
        self.put(told.frame(self.audience))

    def say(self, message: wire.Presence | wire.Thinking | wire.Closing) -> None:
        """Something beside the log."""
        self.put(wire.written(message))
        if isinstance(message, wire.Closing):
            self.waiting.put_nowait(None)


def lines(hub: Hub, table: Table, audience: int, after: int | None) -> StreamingResponse:
    """The answer: `welcome` unless nothing has happened after that number, then what happens."""
    if hub.sockets >= hub.most_sockets:
        raise RequestError("server.full")
    return StreamingResponse(written(hub, table, audience, after), media_type="application/x-ndjson")


async def written(hub: Hub, table: Table, audience: int, after: int | None) -> AsyncIterator[bytes]:
    """Line by line, until the client goes or the server ends."""
    if hub.closing:
        yield wire.written(GOODBYE) + b"\n"
        return
    listener = Lines(audience)
    hub.sockets += 1
    try:
        if after is None or after != table.room.n:
            listener.put(wire.written(table.room.welcome(audience, after)))
        table.enter(listener)
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT):
                    line = await listener.waiting.get()
            except TimeoutError:
                line = wire.written(wire.Pong(0, time.time()))
            if line is None:
                return
            yield line + b"\n"
    finally:
        hub.sockets -= 1
        table.leave(listener)
