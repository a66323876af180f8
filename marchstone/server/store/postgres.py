"""A store in PostgreSQL, through psycopg (the extra `postgres`).

The connection that writes holds an advisory lock, so that two servers cannot own the same games: who loses the connection loses
the lock with it, and writes again only when it has it again. A former session of our own that the database has not missed yet
is ended.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, NullPool, QueuePool, create_engine, event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from .errors import StoreError
from .place import Place

LOCK = 0x6D61726368  # the number of our advisory lock: "march"
READERS = 8
PASSING = 1.0  # seconds for the session of a server that has just been killed to end

# A connection that was cut off is noticed within some ten seconds, on both sides.
ALIVE = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
TO_WRITE = (
    "SET synchronous_commit = on",
    "SET tcp_keepalives_idle = 5",
    "SET tcp_keepalives_interval = 2",
    "SET tcp_keepalives_count = 3",
    "SET idle_in_transaction_session_timeout = '30s'",
)
TO_READ = ("SET default_transaction_read_only = on", "SET default_transaction_isolation = 'repeatable read'")

END_FORMER = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :name AND pid <> pg_backend_pid()"
)
HOLDER = text(
    "SELECT a.pid, a.application_name, a.client_addr::text FROM pg_locks l JOIN pg_stat_activity a USING (pid) "
    "WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND (l.classid::bigint << 32) + l.objid::bigint = :lock "
    "AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)

REFUSALS = ("authentication", "does not exist", "pg_hba.conf", "permission", "password")  # words of a refusal without a code


class Postgres:
    """The backend. One that only looks never takes the lock."""

    def __init__(self, place: Place, only_look: bool = False) -> None:
        try:
            import psycopg
        except ImportError:
            raise StoreError("store.postgres-missing") from None
        assert place.url is not None
        self.place, self.only_look, self.psycopg = place.text, only_look, psycopg
        self.name = f"marchstone {secrets.token_hex(8)}"
        given = {name: value for name, value in ALIVE.items() if name not in place.url.query}
        self.writers = self.engine(place, TO_WRITE, given | {"application_name": self.name}, poolclass=NullPool)
        named = given | {"application_name": "marchstone reader"}
        pool = {"poolclass": QueuePool, "pool_size": READERS, "max_overflow": READERS, "pool_pre_ping": True, "pool_timeout": 10}
        self.readers = self.engine(place, TO_READ, named, **pool)

    def engine(self, place: Place, settings: tuple[str, ...], given: dict[str, Any], **pool: Any) -> Engine:
        """How connections of one kind are made."""
        assert place.url is not None
        made = create_engine(place.url, connect_args=given, **pool)

        @event.listens_for(made, "connect")
        def prepare(connection: Any, _record: object) -> None:
            with connection.cursor() as cursor:
                for statement in settings:
                    cursor.execute(statement)
            connection.commit()

        return made

    def open(self) -> None:
        """Nothing to do: the lock goes with the connection that writes."""

    def writer(self) -> Connection:
        """A connection that has the lock."""
        connection = self.writers.connect()
        try:
            until = time.monotonic() + PASSING
            while not self.taken(connection):
                if time.monotonic() < until:
                    time.sleep(0.1)
                    continue
                with connection.begin():
                    told = told_of(connection)
                raise StoreError("store.locked", place=self.place, holder=f" ({told})" if told else "")
        except BaseException:
            connection.invalidate()
            connection.close()
            raise
        return connection

    def taken(self, connection: Connection) -> bool:
        """Take the lock if it is free; a session of this process that has it still is ended."""
        with connection.begin():
            if connection.scalar(text("SELECT pg_try_advisory_lock(:lock)"), {"lock": LOCK}):
                return True
            connection.execute(END_FORMER, {"name": self.name})
        return False

    @contextmanager
    def reader(self) -> Iterator[Connection]:
        """One of a few that are kept."""
        with self.readers.connect() as connection, connection.begin():
            yield connection

    def explain(self, problem: Exception) -> StoreError:
        """By the code that PostgreSQL gives; without one, the connection was lost."""
        if isinstance(problem, StoreError):
            return problem
        original = problem.orig if isinstance(problem, DBAPIError) else problem
        state = getattr(original, "sqlstate", None) or ""
        reason = (str(original).strip().splitlines() or [type(original).__name__])[-1].strip()
        if self.is_lost(problem):
            code = "store.unreachable"
        elif state == "3D000" or (not state and "does not exist" in reason and "database" in reason):
            code = "store.missing"
        elif state.startswith("28") or state == "42501" or (not state and any(word in reason for word in REFUSALS)):
            code = "store.denied"
        elif state in ("53100", "53200"):
            code = "store.full"
        elif state == "25006":
            code = "store.read-only"
        elif state in ("58030", "XX001", "XX002"):
            code = "store.io"
        else:
            code = "store.failed"
        return StoreError(code, place=self.place, reason=reason)

    def is_lost(self, problem: Exception) -> bool:
        """Whether the database was not there, went away, or is just starting or stopping."""
        if isinstance(problem, StoreError):
            return problem.code == "store.unreachable"
        if isinstance(problem, PoolTimeoutError):
            return True
        original = problem.orig if isinstance(problem, DBAPIError) else problem
        lost = isinstance(original, (self.psycopg.OperationalError, self.psycopg.InterfaceError))
        state = getattr(original, "sqlstate", None)
        if lost and state is None:  # no answer; a refusal while connecting has no code either, only words
            return not any(word in str(original) for word in REFUSALS)
        return (
            lost
            and state is not None
            and (state.startswith("08") or state in ("57P01", "57P02", "57P03", "57P05", "53300", "25P03"))
        )

    def check(self) -> None:
        """The database answers for itself."""

    def holder(self) -> str | None:
        """Whose session has the lock."""
        with self.reader() as connection:
            return told_of(connection)

    def close(self) -> None:
        """The lock has gone with the connection."""
        self.readers.dispose()
        self.writers.dispose()


def told_of(connection: Connection) -> str | None:
    """Who holds the lock, in words."""
    row = connection.execute(HOLDER, {"lock": LOCK}).first()
    return None if row is None else f"session {row[0]}, {row[1] or 'without a name'}, from {row[2] or 'this machine'}"
