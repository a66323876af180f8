"""One game while somebody has to do with it: its room, a lock, whoever listens, and the machine that may have to move.

Commands go one after another; what they append is durable before anybody hears of it. A command that has begun is carried to
its end, even if whoever gave it has gone.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from . import opening, wire
from .eyes import SPECTATOR
from .problems import RequestError
from .refusal import Refusal
from .room import Room, Told
from .security import hashed
from .store import ConflictError, DuplicateError, New, Store, StoreError
from .store.entry import now as clock
from .thinkers import ThinkError, Thinkers

Result = TypeVar("Result")
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before the engine is asked once more
TRIES = 3  # when others write to the same game

log = logging.getLogger("marchstone.server")


class Listener(Protocol):
    """Whoever is told what happens at a table. Both calls return at once and never raise."""

    @property
    def audience(self) -> int:
        """By whose eyes it sees the table."""

    def happened(self, told: Told) -> None:
        """An entry of the log."""

    def say(self, message: wire.Presence | wire.Thinking | wire.Closing) -> None:
        """Something that does not stand in the log."""


class Table:
    """A game in memory."""

    def __init__(self, room: Room, at: float, store: Store, thinkers: Thinkers) -> None:
        self.room = room
        self.at = at  # when something happened last
        self.listeners: set[Listener] = set()
        self.used = time.monotonic()
        self.thinking: wire.Thinking | None = None
        self._store, self._thinkers = store, thinkers
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._thinker: asyncio.Task[None] | None = None
        self._hinting = False
        self._in_doubt = False  # whether the log may have more than the room
        self._failing = False  # the machine's last try to move came to nothing

    # -- commands

    async def act(self, player: int | None, id: str | None, at: int, do: str) -> int:
        """A command; the number that it has in the log, once it is durable. A `Refusal` or a `StoreError` says why not."""
        return await self._carried(self._act(player, id, at, do))

    async def join(self, wanted: wire.Join, key: str) -> wire.Joined:
        """Take a place."""
        return await self._carried(self._join(wanted, key))

    async def close(self) -> None:
        """Wait for what is under way; the machine stops thinking."""
        if self._thinker:
            self._thinker.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def idle(self) -> bool:
        """Whether it can be forgotten until somebody asks for it again."""
        return not (self.listeners or self._tasks or self._thinker or self._lock.locked())

    async def _carried(self, work: Awaitable[Result]) -> Result:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self.used = time.monotonic()
        return await asyncio.shield(task)

    async def _act(self, player: int | None, id: str | None, at: int, do: str) -> int:
        async with self._lock:
            await self._appended(lambda: self.room.command(player, id, at, do, clock()))
            number = None if player is None or id is None else self.room.receipt(player, id)
        self.go_on()
        return self.room.n if number is None else number

    async def _join(self, wanted: wire.Join, key: str) -> wire.Joined:
        player, number = 0, 0
        invite = None if wanted.invite is None else hashed(wanted.invite)

        def entries() -> list[New]:
            nonlocal player, number
            player, new = opening.join(self.room, wanted, hashed(key), clock(), invite=invite)
            number = self.room.n + bool(new)
            return new

        async with self._lock:
            await self._appended(entries)
        self.go_on()
        return wire.Joined(player, number)

    async def _appended(self, entries: Callable[[], list[New]]) -> None:
        """Append what the room says now. If the log has gone on without this room, it is read again first; so it is when the last
        answer of the store was lost, since what failed may have come into the log after all."""
        if self._in_doubt:
            await self._catch_up()
        for _ in range(TRIES):
            new = entries()
            if not new:
                return
            try:
                stored = await asyncio.wrap_future(self._store.append(self.room.id, new, self.room.n))
            except (ConflictError, DuplicateError):
                await self._catch_up()
                continue
            except BaseException:
                self._in_doubt = True
                raise
            self._tell(self.room.applied(stored))
            return
        raise StoreError("store.overloaded")

    async def _catch_up(self) -> None:
        """What others have written, or we ourselves when it did not seem so."""
        missed = await asyncio.to_thread(self._store.entries, self.room.id, self.room.n)
        self._in_doubt = False
        self._tell(self.room.applied(missed))

    # -- listeners

    def _tell(self, told: Iterable[Told]) -> None:
        for one in told:
            self.at = one.messages[SPECTATOR].at
            for listener in tuple(self.listeners):
                listener.happened(one)

    def say(self, message: wire.Presence | wire.Thinking | wire.Closing) -> None:
        """To everybody here."""
        for listener in tuple(self.listeners):
            listener.say(message)

    def enter(self, listener: Listener) -> None:
        """From now on this one is told everything."""
        self.listeners.add(listener)
        self.used = time.monotonic()
        self.say(self.presence())
        if self.thinking:
            listener.say(self.thinking)

    def leave(self, listener: Listener) -> None:
        """And now no more."""
        if listener in self.listeners:
            self.listeners.discard(listener)
            self.used = time.monotonic()
            self.say(self.presence())

    def presence(self) -> wire.Presence:
        """Who is here."""
        audiences = [listener.audience for listener in self.listeners]
        return wire.Presence((audiences.count(0), audiences.count(1)), audiences.count(SPECTATOR))

    # -- who looks

    def audience(self, key: str | None, player: int | None = None) -> int:
        """By whose eyes a key sees the table: as one of its own players, or as somebody who looks on, where that is allowed."""
        own = self.room.players_of(None if key is None else hashed(key))
        if player is not None and player not in own:
            raise Refusal("session.not-your-place")
        if player is not None or own:
            return own[0] if player is None else player
        if not self.room.open_to(SPECTATOR):
            raise RequestError("game.closed")
        return SPECTATOR

    def player(self, key: str, player: int | None = None) -> int:
        """The player that a key is; nobody else may do this."""
        found = self.audience(key, player)
        if found == SPECTATOR:
            raise RequestError("game.not-yours")
        return found

    # -- what follows by itself

    def go_on(self) -> None:
        """A rematch that both want, a move that the machine has to make."""
        if opening.wants_rematch(self.room):
            self._begin(self._rematch())
        if self._thinker is None and self._level_to_move() is not None:
            self._thinker = asyncio.get_running_loop().create_task(self._think())
            self._thinker.add_done_callback(self._thought)
        elif self._thinker is None and self.thinking:  # nobody waits for the engine any more
            self.thinking = None
            self.say(wire.Thinking(False))

    def _begin(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _rematch(self) -> None:
        async with self._lock:
            if not opening.wants_rematch(self.room):
                return
            game = opening.rematch_id(self.room)
            made, again = opening.rematch(self.room, game, clock())
            try:
                with suppress(ConflictError):  # it was made already, and the server has ended before it could say so
                    await asyncio.wrap_future(self._store.append(game, made, 0))
                await self._appended(lambda: [again] if opening.wants_rematch(self.room) else [])
            except StoreError:
                log.warning("a rematch could not be written")  # whoever says it again gets another try

    def _level_to_move(self) -> int | None:
        player = self.room.to_move()
        return None if player is None or self.room.levels[player] is None else player

    def _thought(self, task: asyncio.Task[None]) -> None:
        self._thinker, self._failing = None, False
        if self.thinking and self.thinking.on:
            self.thinking = None
            self.say(wire.Thinking(False))
        if not task.cancelled() and task.exception():
            log.error("the machine's turn has failed", exc_info=task.exception())

    async def _think(self) -> None:
        """The machine's moves, until it is no longer its turn. Whatever fails is tried again: the game waits, it does not end."""
        pause = FIRST_PAUSE
        while (player := self._level_to_move()) is not None:
            self._show_thinking()
            try:
                await self._move(player)
                pause, self._failing = FIRST_PAUSE, False
                continue
            except ThinkError as problem:
                if problem.code == "engine.closed":
                    return
                if problem.code == "engine.none":
                    self._show(wire.Thinking(False, problem=problem.code))
                    return
                log.warning("the machine could not move: %s", problem.code)
                self._failing = True
            except (Refusal, StoreError) as problem:
                if problem.code == "room.stale":
                    continue
                log.warning("the machine could not move: %s", problem.code)
            except Exception:  # a game must not wait for ever, whatever it is
                log.exception("the machine's turn has failed; it is tried again")
                self._failing = True
            self._show_thinking()
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)

    async def _move(self, player: int) -> None:
        """The machine's move for a player."""
        at, level = self.room.n, self.room.levels[player]
        assert level is not None
        view = self.room.view_for(player).vector
        move = await self._thinkers.move(level, view, self.room.settings.thinking, seed_of(self.room, at))
        await self.act(player, f"level-{at:08}", at, f"move {move}")

    def _show_thinking(self) -> None:
        """Tell that the machine is at it: since when, how far its engine is, and what is wrong with it."""
        since = self.thinking.since if self.thinking and self.thinking.on else time.time()
        if self._failing or self._thinkers.state == "failed":
            self._show(wire.Thinking(True, since, None, "engine.failed"))
        else:
            ready = self._thinkers.state in ("ready", "none")
            self._show(wire.Thinking(True, since, None if ready else self._thinkers.progress or 0.0))

    def _show(self, thinking: wire.Thinking) -> None:
        if thinking != self.thinking:
            self.thinking = thinking
            self.say(thinking)

    def engine_changed(self) -> None:
        """The engine has come further, or has failed."""
        if self.thinking and self.thinking.on:
            self._show_thinking()

    async def hint(self, player: int) -> dict[str, Any]:
        """What the machine would do in a player's place."""
        if not (self.room.settings.opponent == "level" and self.room.settings.casual):
            raise RequestError("game.hints")
        if not self.room.may_hint(player):
            raise RequestError("game.moment")
        if self._hinting:
            raise RequestError("game.hint-waits")
        self._hinting = True
        try:
            return await self._thinkers.hint(self.room.view_for(player).vector, seed_of(self.room, self.room.n))
        finally:
            self._hinting = False


def seed_of(room: Room, n: int) -> int:
    """A seed for the machine's chance, which nobody else can know: the same table is thought about in the same way."""
    return int(hashed(f"{room.last_link.hex()} {n}")[:15], 16)
