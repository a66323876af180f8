"""A copy of a store, while a server may be writing to it, and the way back.

A backup is always one file: that of a file comes by SQLite's own backup, that of a PostgreSQL database has the same log written
into a new file (for the database as a whole there is pg_dump). It is a store itself: a server can be started on it, and `restore`
writes it into another place. It takes its name only when it is complete, on the disk and looked through.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from msgspec import Struct
from sqlalchemy import Connection, func, insert, select

from ...files import beside
from .backend import Backend
from .entry import Entry
from .errors import StoreError
from .index import IN_ORDER, rebuild
from .log import Where, backend_of, look
from .migrate import check_version, migrate
from .place import place_of
from .reading import Reader, Tell
from .schema import log
from .sqlite import BESIDE, LOCK, Sqlite, connect, synchronise
from .writing import row_of

PAGES = 2000  # copied at a time, between two words about how far it is


class Copied(Struct, frozen=True):
    """What a copy holds, and which of its games are damaged, as they are in the store itself."""

    games: int
    entries: int
    faults: list[StoreError]


def silent(done: int, total: int) -> None:
    """Tell nobody."""


def backup(where: Where, target: Path, tell: Tell = silent) -> Copied:
    """Copy a store into a file that is not there yet."""
    if target.exists():
        raise StoreError("store.exists", place=str(target))
    if not target.parent.is_dir():
        raise StoreError("store.unopenable", place=str(target), reason=os.strerror(errno.ENOENT))
    source, new = look(where), beside(target)
    kept = Sqlite(new)
    try:
        clear(new)
        if isinstance(source.backend, Sqlite):
            copy_file(source.backend, new, tell)
        else:
            with source.reading() as connection:
                fill(kept, connection, tell)
        seal(new)
        copied = looked_through(new)
        os.link(new, target)  # unlike a new name, a link never takes the place of a file
        synchronise(target.parent)
        return copied
    except FileExistsError:
        raise StoreError("store.exists", place=str(target)) from None
    except (OSError, sqlite3.Error) as problem:
        raise Sqlite(target).explain(problem) from problem
    finally:
        source.backend.close()
        clear(new)


def restore(source: Path, where: Where, tell: Tell = silent) -> Copied:
    """Write a backup into a place that has no games yet."""
    reader = look(str(source))
    try:
        with reader.reading() as connection:
            fill(backend_of(place_of(where)), connection, tell)
    finally:
        reader.backend.close()
    written = look(where)
    try:
        return Copied(*written.size(), written.faults())
    finally:
        written.backend.close()


def copy_file(source: Sqlite, new: Path, tell: Tell) -> None:
    """SQLite's own copy, of one state: the transaction sees no later one, and holds up nobody who writes."""
    os.close(os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    with closing(connect(source.path, "ro")) as before, closing(connect(new, "rw")) as after:
        before.execute("BEGIN")
        before.execute("SELECT count(*) FROM sqlite_master").fetchone()
        before.backup(after, pages=PAGES, progress=lambda _status, left, total: tell(total - left, total))


def fill(backend: Backend, source: Connection, tell: Tell) -> None:
    """Write the log that a connection sees into a store without games."""
    connection: Connection | None = None
    backend.open()
    try:
        connection = backend.writer()
        with connection.begin():
            migrate(connection, backend.place)
            if connection.execute(select(log.c.game).limit(1)).first():
                raise StoreError("store.not-empty", place=backend.place)
            copy_log(source, connection, tell)
            rebuild(connection)
            check_version(connection, backend.place)
    except Exception as problem:
        raise backend.explain(problem) from problem
    finally:
        if connection is not None:
            connection.invalidate()
            connection.close()
        backend.close()


def copy_log(source: Connection, target: Connection, tell: Tell) -> None:
    """Entry after entry, as they are."""
    total, done = source.scalar(select(func.count()).select_from(log)) or 0, 0
    game, n = "", 0
    while chunk := [Entry(*row) for row in source.execute(IN_ORDER, {"game": game, "n": n})]:
        target.execute(insert(log), [row_of(entry) for entry in chunk])
        game, n = chunk[-1].game, chunk[-1].n
        tell(done := done + len(chunk), total)
    tell(done, done)


def seal(path: Path) -> None:
    """Make it one file, look whether SQLite finds it whole, and have it on the disk."""
    with closing(connect(path, "rw")) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        said = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if said != "ok":
        raise StoreError("store.damaged", place=str(path), reason=said)
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def looked_through(path: Path) -> Copied:
    """What a file holds."""
    backend = Sqlite(path, only_look=True)
    reader = Reader(backend)
    try:
        return Copied(*reader.size(), reader.faults())
    finally:
        backend.close()


def clear(path: Path) -> None:
    """Remove a file with all that SQLite and the lock have put beside it."""
    for name in (path.name, *(path.name + end for end in (*BESIDE, "-journal", LOCK))):
        with suppress(OSError):
            path.with_name(name).unlink()
