"""The WebSocket of a client: frames between the network and a `Session`, which knows what they mean."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Iterable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ..errors import MarchstoneError
from . import wire
from .hub import Hub
from .problems import RequestError, problem_of
from .room import Told
from .security import asker, is_own_origin
from .session import Advise, Close, Do, Output, Send, Session
from .table import Table

POLICY, GOING, LATER = 1008, 1001, 1013  # codes with which a socket is closed: never again, the server ends, come back
SLOW = "frame.slow"
CLOSING_WITHIN = 5.0  # seconds for the last message, before the connection is cut off


class Connection:
    """One client at a table."""

    def __init__(self, websocket: WebSocket, table: Table) -> None:
        self.websocket, self.table = websocket, table
        self.session = Session(table.room, time.time())
        self._here = self._cut = False
        self._outgoing: asyncio.Queue[bytes | Close] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def audience(self) -> int:
        """By whose eyes the client sees the table."""
        return self.session.audience

    # -- what the table says

    def happened(self, told: Told) -> None:
        """An entry of the log."""
        self._run(self.session.told(told))

    def say(self, message: wire.Presence | wire.Thinking | wire.Closing) -> None:
        """Something beside the log."""
        if isinstance(message, wire.Closing):
            self._run(self.session.close(message.code, message.again))
        else:
            self._run(self.session.say(message))

    # -- what the client says

    async def serve(self) -> None:
        """From the first frame to the last."""
        writer = asyncio.get_running_loop().create_task(self._write())
        self._watch()
        try:
            while not self.session.closed:
                message = await self.websocket.receive()
                if message["type"] != "websocket.receive":
                    return
                data = message.get("text")
                self._received(message.get("bytes") or b"" if data is None else data)
            if not self._cut:
                async with asyncio.timeout(CLOSING_WITHIN):
                    await writer  # the reason goes out before the end
        except (WebSocketDisconnect, TimeoutError):
            self._abort()
        finally:
            self.session.closed = True
            if self._timer:
                self._timer.cancel()
            self.table.leave(self)
            writer.cancel()

    def _received(self, data: bytes | str) -> None:
        before = self.session.audience
        self._run(self.session.received(data, time.time()))
        if self.session.greeted and not self.session.closed:
            if not self._here:
                self._here = True
                self.table.enter(self)
            elif self.session.audience != before:
                self.table.say(self.table.presence())

    def _run(self, outputs: Iterable[Output]) -> None:
        for output in outputs:
            if isinstance(output, Send):
                self._outgoing.put_nowait(output.data)
            elif isinstance(output, Do):
                self._begin(self._do(output))
            elif isinstance(output, Advise):
                self._begin(self._advise(output))
            elif output.code == SLOW:
                self._abort()
            else:
                self._outgoing.put_nowait(output)
                asyncio.get_running_loop().call_later(CLOSING_WITHIN, self._abort)  # if its end does not come by itself

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do(self, do: Do) -> None:
        try:
            await self.table.act(do.player, do.id, do.at, do.do)
        except MarchstoneError as problem:
            self._run(self.session.refused(do.id, problem))
        except Exception:
            self._run(self.session.refused(do.id, RequestError("request.failed")))
            raise
        else:
            assert do.player is not None
            self._run(self.session.settled(do.id, do.player))

    async def _advise(self, advise: Advise) -> None:
        try:
            found = await self.table.hint(advise.player)
        except MarchstoneError as problem:
            self._run(self.session.refused(advise.id, problem))
        except Exception:
            self._run(self.session.refused(advise.id, RequestError("request.failed")))
            raise
        else:
            self._run(self.session.advised(wire.Advice(advise.id, found["move"], found["chance"], found["moves"])))

    # -- the connection itself

    def _watch(self) -> None:
        """Look at the clock whenever the session asks for it."""
        self._run(self.session.tick(time.time()))
        if not self.session.closed:
            wait = max(0.05, self.session.due - time.time())
            self._timer = asyncio.get_running_loop().call_later(wait, self._watch)

    async def _write(self) -> None:
        try:
            while True:
                output = await self._outgoing.get()
                if isinstance(output, Close):
                    await self._send(output.data)
                    code = GOING if output.code == "server.closing" else LATER if output.again else POLICY
                    await self.websocket.close(code, output.code)
                    return
                await self._send(output)
                self.session.sent(len(output))
        except (WebSocketDisconnect, RuntimeError):  # it has gone
            return

    async def _send(self, data: bytes) -> None:
        await self.websocket.send({"type": "websocket.send", "text": data.decode()})

    def _abort(self) -> None:
        """Cut off who does not read: nothing more would reach it."""
        self._cut = True
        abort = self.websocket.scope.get("extensions", {}).get("marchstone.abort")
        if abort:
            abort()


async def connection(websocket: WebSocket) -> None:
    """What answers `GET /api/games/G/socket`."""
    hub: Hub = websocket.app.state.hub
    if not is_own_origin(websocket):
        await websocket.close(POLICY, "request.origin")
        return
    await websocket.accept()
    try:
        if hub.sockets >= hub.most_sockets:
            raise RequestError("server.full")
        if hub.closing:
            raise RequestError("server.closing")
        hub.crowd.enter(who := asker(websocket))
    except MarchstoneError as problem:
        await turned_away(websocket, problem)
        return
    try:
        await served(hub, websocket)
    finally:
        hub.crowd.leave(who)


async def served(hub: Hub, websocket: WebSocket) -> None:
    """A client that may come in, to the end."""
    try:
        table = await hub.table(websocket.path_params["game"])
    except MarchstoneError as problem:
        await turned_away(websocket, problem)
        return
    hub.sockets += 1
    try:
        await Connection(websocket, table).serve()
    finally:
        hub.sockets -= 1


async def turned_away(websocket: WebSocket, problem: MarchstoneError) -> None:
    """Say why there is no table here."""
    told = problem_of(problem)
    again = told.code.startswith(("server.", "store."))
    try:
        closing = wire.written(wire.Closing(told.code, told.en, told.fr, again))
        await websocket.send({"type": "websocket.send", "text": closing.decode()})
        await websocket.close(LATER if again else POLICY, told.code)
    except (WebSocketDisconnect, RuntimeError):
        return
