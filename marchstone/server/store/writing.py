"""The one thread that writes: it takes all that waits, commits it in one transaction, and only then answers.

An append that the log refuses (its number is wrong, its command is there already) does not touch the others. If a commit fails,
the writer looks on a new connection whether it has come about after all: what is in the log is answered as done, what is not is
told as failed, and nothing is believed that was remembered. Where a connection was lost, it waits for a new one and then tries
again what is certainly not in the log: whoever has the lock knows that the former session, and with it its transaction, is over.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Sequence
from concurrent.futures import Future

from msgspec import Struct
from sqlalchemy import Connection, bindparam, insert, select, tuple_
from sqlalchemy.exc import DataError, IntegrityError

from . import index
from .backend import Backend
from .entry import FIRST, Entry, New, next_entry
from .errors import ConflictError, DuplicateError, StoreError
from .schema import games, log

GROUP = 256  # appends in one commit, at most
WAITING = 20_000  # appends that may wait
REMEMBERED = 5_000  # games whose last entry is known without a look
PATIENCE = 10.0  # seconds in which a lost connection is sought again
PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8)  # seconds between two tries, the last one again and again

TAIL = (
    select(log.c.n, log.c.hash, games.c.created, games.c.updated, games.c.state)
    .select_from(log.outerjoin(games, games.c.game == log.c.game))
    .where(log.c.game == bindparam("game"))
    .order_by(log.c.n.desc())
    .limit(1)
)
HASH = select(log.c.hash).where(log.c.game == bindparam("game"), log.c.n == bindparam("n"))
KNOWN = select(log.c.game, log.c.player, log.c.id, log.c.n).where(
    tuple_(log.c.game, log.c.player, log.c.id).in_(bindparam("ids", expanding=True))
)
WRITE = insert(log)


class Tail(Struct, frozen=True):
    """The end of a game's log, and how the game stands."""

    n: int
    hash: bytes
    standing: index.Standing | None


class Append:
    """What somebody wants appended, and what came of it."""

    def __init__(self, game: str, new: Sequence[New], expected: int) -> None:
        self.game, self.new, self.expected = game, tuple(new), expected
        self.future: Future[list[Entry]] = Future()
        self.entries: list[Entry] = []  # as they were last sent to the database

    def answer(self, result: list[Entry] | StoreError) -> None:
        """Tell whoever waits."""
        if isinstance(result, StoreError):
            self.future.set_exception(result)
        else:
            self.future.set_result(result)


class Writer:
    """Holds the connection that writes, and the thread."""

    def __init__(self, backend: Backend, connection: Connection) -> None:
        self.backend = backend
        self.connection: Connection | None = connection
        self.tails: OrderedDict[str, Tail] = OrderedDict()
        self.waiting: deque[Append] = deque()
        self.something = threading.Condition()
        self.closing = False
        self.thread = threading.Thread(target=self.run, name="marchstone store", daemon=True)
        self.thread.start()

    # -- from any thread

    def put(self, append: Append) -> None:
        """Let it wait for its turn."""
        with self.something:
            if self.closing:
                append.answer(StoreError("store.closed"))
            elif len(self.waiting) >= WAITING:
                append.answer(StoreError("store.overloaded"))
            else:
                self.waiting.append(append)
                self.something.notify()

    def close(self) -> None:
        """Write what waits, and end."""
        with self.something:
            self.closing = True
            self.something.notify()
        self.thread.join()
        self.drop()

    # -- the thread

    def run(self) -> None:
        """One group after another, until there is nothing more and it is to end."""
        while group := self.take():
            try:
                self.settle(group)
            except Exception as problem:  # a fault of our own must not end the thread, nor leave anybody waiting
                self.drop()
                error = self.backend.explain(problem)
                for append in group:
                    if not append.future.done():
                        append.answer(error)

    def take(self) -> list[Append]:
        """All that waits; nothing only at the end."""
        with self.something:
            while True:
                while not self.waiting and not self.closing:
                    self.something.wait()
                group = [self.waiting.popleft() for _ in range(min(len(self.waiting), GROUP))]
                group = [append for append in group if append.future.set_running_or_notify_cancel()]
                if group or (self.closing and not self.waiting):
                    return group

    def settle(self, group: list[Append]) -> None:
        """Write a group, and answer each of it."""
        until = time.monotonic() + PATIENCE
        while group:
            try:
                refused = self.write(group)
            except Exception as problem:
                group = self.after(problem, group, until)
                continue
            for append in group:
                append.answer(refused.get(append) or append.entries)
            return

    def after(self, problem: Exception, group: list[Append], until: float) -> list[Append]:
        """A commit has failed: answer what is known, and return what is to be tried again."""
        error = self.backend.explain(problem)
        self.drop()
        left = self.missing(group, until, self.backend.is_lost(problem))
        if left is None:  # nobody can say
            left = group
        elif self.backend.is_lost(problem) and time.monotonic() < until:
            return left
        elif isinstance(problem, (IntegrityError, DataError)) and len(left) > 1:
            for append in left:  # one of them is at fault: each by itself
                self.settle([append])
            return []
        for append in left:
            append.answer(error)
        return []

    def missing(self, group: list[Append], until: float, patient: bool) -> list[Append] | None:
        """Those of a group that are not in the log; the others are answered. None if the log cannot be read."""
        for pause in (*PAUSES, *(PAUSES[-1:] * int(PATIENCE / PAUSES[-1]))):
            try:
                with self.connected().begin():
                    done = [append for append in group if self.is_written(append)]
                self.backend.check()
            except Exception as problem:
                self.drop()
                if not (patient and self.backend.is_lost(problem)) or time.monotonic() + pause > until:
                    return None
                time.sleep(pause)
                continue
            for append in done:
                append.answer(append.entries)
            return [append for append in group if append not in done]
        return None

    def is_written(self, append: Append) -> bool:
        """Whether its last entry, as it was sent, is in the log."""
        if not append.entries:
            return False
        last = append.entries[-1]
        return self.connected().scalar(HASH, {"game": last.game, "n": last.n}) == last.hash

    def connected(self) -> Connection:
        """The connection; a new one if it was dropped."""
        if self.connection is None:
            self.connection = self.backend.writer()
        return self.connection

    def drop(self) -> None:
        """Give the connection up, with all that was remembered; what it had begun is undone."""
        self.tails.clear()
        connection, self.connection = self.connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()

    # -- one transaction

    def write(self, group: list[Append]) -> dict[Append, StoreError]:
        """Commit all that the log accepts; those that it refuses, and why."""
        tails: dict[str, Tail] = {}
        refused: dict[Append, StoreError] = {}
        for append in group:
            append.entries = []
        connection = self.connected()
        with connection.begin():
            known = self.known(connection, group)
            fresh: dict[str, bool] = {}
            for append in group:
                tail = tails.get(append.game) or self.tail(connection, append.game)
                error = refusal(append, tail, known)
                if error:
                    refused[append] = error
                    continue
                fresh.setdefault(append.game, tail.standing is None)
                tails[append.game] = added(append, tail)
                known |= {(e.game, e.player, e.id): e.n for e in append.entries if e.id is not None}
            entries = [entry for append in group for entry in append.entries]
            if entries:
                connection.execute(WRITE, [row_of(entry) for entry in entries])
                standings = {game: tail.standing for game, tail in tails.items() if tail.standing}
                new = [standing for game, standing in standings.items() if fresh[game]]
                old = [standing for game, standing in standings.items() if not fresh[game]]
                index.write(connection, new, old, index.places(entries))
        self.backend.check()
        self.remember(tails)
        return refused

    def known(self, connection: Connection, group: list[Append]) -> dict[tuple[str, int | None, str], int]:
        """The commands of this group that are in the log already, with their numbers."""
        ids = [(append.game, new.player, new.id) for append in group for new in append.new if new.id is not None]
        if not ids:
            return {}
        return {(game, player, id): n for game, player, id, n in connection.execute(KNOWN, {"ids": ids})}

    def tail(self, connection: Connection, game: str) -> Tail:
        """The end of a game."""
        tail = self.tails.get(game)
        if tail is not None:
            return tail
        row = connection.execute(TAIL, {"game": game}).first()
        if row is None:
            return Tail(0, FIRST, None)
        n, hash, created, updated, state = row
        return Tail(n, hash, index.Standing(game, created, updated, state, n))

    def remember(self, tails: dict[str, Tail]) -> None:
        """Keep the ends of the games that went on last."""
        for game, tail in tails.items():
            self.tails[game] = tail
            self.tails.move_to_end(game)
        while len(self.tails) > REMEMBERED:
            self.tails.popitem(last=False)


def refusal(append: Append, tail: Tail, known: dict[tuple[str, int | None, str], int]) -> StoreError | None:
    """Why the log does not accept this, if so; a command that is there already comes first."""
    own: set[tuple[int | None, str]] = set()
    for new in append.new:
        if new.id is None:
            continue
        n = known.get((append.game, new.player, new.id))
        if n is not None:
            return DuplicateError("store.duplicate", n=n, id=new.id)
        if (new.player, new.id) in own:
            return StoreError("store.bad-entry")
        own.add((new.player, new.id))
    if append.expected != tail.n:
        return ConflictError("store.conflict", game=append.game, n=tail.n, expected=append.expected)
    return None


def added(append: Append, tail: Tail) -> Tail:
    """Number and chain the new entries; the end of the game after them."""
    n, before = tail.n, tail.hash
    for new in append.new:
        n += 1
        entry = next_entry(append.game, n, new, before)
        before = entry.hash
        append.entries.append(entry)
    return Tail(n, before, index.follow(tail.standing, append.entries))


def row_of(entry: Entry) -> dict[str, object]:
    """An entry as a row."""
    return {name: getattr(entry, name) for name in Entry.__struct_fields__}
