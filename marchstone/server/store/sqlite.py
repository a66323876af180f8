"""A store in a file: SQLite with a write-ahead log, synchronised at every commit.

One process holds the file, by a lock beside it, and one of its connections writes; it alone checkpoints. All others only read.
(Up to 3.51.2 SQLite can damage a file when two connections write or checkpoint at once.)
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, Engine, NullPool, QueuePool, create_engine, event
from sqlalchemy.exc import DBAPIError

from ...machine import Lock
from .errors import StoreError

WAIT = 5.0  # seconds for a file that somebody else has locked for a moment, such as a copy
READERS = 8
PASSING = 0.3  # seconds for a lock that is only looked at, or whose process is just ending
LOCK = ".lock"
BESIDE = ("-wal", "-shm")  # what SQLite keeps beside its file

ALWAYS = ("PRAGMA foreign_keys = ON", "PRAGMA trusted_schema = OFF")
TO_WRITE = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA journal_size_limit = 67108864",
    "PRAGMA fullfsync = ON",  # macOS: through the cache of the disk
    "PRAGMA checkpoint_fullfsync = ON",
)
TO_READ = ("PRAGMA query_only = ON",)

CODES = {
    "SQLITE_FULL": "store.full",
    "SQLITE_READONLY": "store.read-only",
    "SQLITE_PERM": "store.read-only",
    "SQLITE_IOERR": "store.io",
    "SQLITE_CANTOPEN": "store.unopenable",
    "SQLITE_NOTADB": "store.damaged",
    "SQLITE_CORRUPT": "store.damaged",
    "SQLITE_BUSY": "store.locked",
    "SQLITE_LOCKED": "store.locked",
}


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection to a file that is there: `rw`, or `ro` if it must not touch the file."""
    address = f"file:{quote(str(path))}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=WAIT, isolation_level=None, check_same_thread=False)


class Sqlite:
    """The backend. One that only looks takes no lock, and leaves the file as it is."""

    def __init__(self, path: Path, only_look: bool = False) -> None:
        self.path, self.place, self.only_look = path, str(path), only_look
        self.lock = Lock(path.with_name(path.name + LOCK))
        self.identity: os.stat_result | None = None
        self.writers = self.engine("rw", NullPool, TO_WRITE, "BEGIN IMMEDIATE")
        self.readers = self.engine("ro" if only_look else "rw", QueuePool, TO_READ, "BEGIN")

    def engine(self, mode: str, pool: type[NullPool] | type[QueuePool], settings: tuple[str, ...], begin: str) -> Engine:
        """How connections of one kind are made; transactions begin when we say so."""
        size = {"pool_size": READERS, "max_overflow": READERS} if pool is QueuePool else {}
        made = create_engine("sqlite://", creator=lambda: connect(self.path, mode), poolclass=pool, **size)

        @event.listens_for(made, "connect")
        def prepare(connection: sqlite3.Connection, _record: object) -> None:
            for statement in (*ALWAYS, *settings):
                connection.execute(statement)

        @event.listens_for(made, "begin")
        def start(connection: Connection) -> None:
            connection.exec_driver_sql(begin)

        return made

    def open(self) -> None:
        """Take the lock; make the file, and the folder it lies in, if they are not there."""
        if self.only_look:
            if not self.path.is_file():
                raise StoreError("store.missing", place=self.place)
            return
        try:
            make_folder(self.path.parent)
            until = time.monotonic() + PASSING
            while not (taken := self.lock.take()) and time.monotonic() < until:
                time.sleep(0.05)
            if taken:
                make_file(self.path)
                self.identity = self.path.stat()
        except OSError as problem:
            self.lock.release()
            raise in_words(problem, self.place) from problem
        if not taken:
            raise StoreError("store.locked", place=self.place, holder=f" ({self.holder()})" if self.holder() else "")

    def writer(self) -> Connection:
        """Closing it closes the file: no pool keeps it. A file that has come in the place of ours is left alone."""
        self.check()
        return self.writers.connect()

    @contextmanager
    def reader(self) -> Iterator[Connection]:
        """One of a few that are kept."""
        with self.readers.connect() as connection, connection.begin():
            yield connection

    def explain(self, problem: Exception) -> StoreError:
        """By the code that SQLite gives."""
        if isinstance(problem, StoreError):
            return problem
        if isinstance(problem, OSError):
            return in_words(problem, self.place)
        original = problem.orig if isinstance(problem, DBAPIError) else problem
        name = getattr(original, "sqlite_errorname", "")
        code = CODES.get("_".join(name.split("_")[:2]), "store.failed")
        if name == "SQLITE_CANTOPEN" and not self.path.exists():
            code = "store.missing"
        reason = " ".join(str(original).split()) + (f", {name}" if name else "")
        return StoreError(code, place=self.place, reason=reason, holder="")

    def is_lost(self, problem: Exception) -> bool:
        """A file is not lost and found again: what failed is told."""
        return False

    def check(self) -> None:
        """The file must have its name still: what is written to a file without a name is gone with the process."""
        try:
            same = self.identity is None or os.path.samestat(self.identity, self.path.stat())
        except FileNotFoundError:
            same = False
        if not same:
            raise StoreError("store.missing", place=self.place)

    def holder(self) -> str | None:
        """The number in the lock, if somebody holds it."""
        number = self.lock.holder
        return None if number is None or not self.is_held() else f"process {number}"

    def is_held(self) -> bool:
        """Whether some process holds the lock; this one lets it go again if it was free."""
        with suppress(OSError):
            if not self.lock.path.exists():
                return False
            other = Lock(self.lock.path)
            if other.take():
                other.release()
                return False
        return True

    def close(self) -> None:
        """Readers first, then the lock; its file stays, so that nobody takes one that is being removed."""
        self.readers.dispose()
        self.lock.release()


def in_words(problem: OSError, place: str) -> StoreError:
    """What the system says about a file."""
    import errno

    full = problem.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    shut = problem.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
    code = "store.full" if full else "store.read-only" if shut else "store.unopenable"
    return StoreError(code, place=place, reason=problem.strerror or type(problem).__name__)


def make_folder(folder: Path) -> None:
    """Make a folder whose name outlives the loss of power."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    synchronise(folder.parent)


def make_file(path: Path) -> None:
    """Make an empty file, for its owner only; where one is, it must be one that can be written."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    synchronise(path.parent)


def synchronise(folder: Path) -> None:
    """Make the names in a folder outlive the loss of power, where the system can."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
