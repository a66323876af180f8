"""The store as others use it: see the package's own words."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import Future

from sqlalchemy import Connection

from .backend import Backend
from .entry import Entry, New, check_new
from .errors import StoreError
from .migrate import check_version, migrate
from .place import Place, place_of
from .postgres import Postgres
from .reading import Reader
from .sqlite import Sqlite
from .writing import Append, Writer

Where = str | os.PathLike[str] | None


def backend_of(place: Place, only_look: bool = False) -> Backend:
    """The database that a place names."""
    return Postgres(place, only_look) if place.path is None else Sqlite(place.path, only_look)


class Store(Reader):
    """A log that this process alone writes to."""

    def __init__(self, backend: Backend, writer: Writer) -> None:
        super().__init__(backend)
        self.writer = writer

    @classmethod
    def open(cls, where: Where = None) -> Store:
        """Open a store, or make it; an old schema is brought up to date. Raises a `StoreError`."""
        backend = backend_of(place_of(where))
        backend.open()
        connection: Connection | None = None
        try:
            connection = backend.writer()
            with connection.begin():
                migrate(connection, backend.place)
            return cls(backend, Writer(backend, connection))
        except Exception as problem:
            if connection is not None:
                connection.invalidate()
                connection.close()
            backend.close()
            raise backend.explain(problem) from problem

    def append(self, game: str, new: Sequence[New], expected_n: int) -> Future[list[Entry]]:
        """Append all of these or nothing to a game that has `expected_n` entries; the future has them when they are durable."""
        append = Append(game, new, expected_n)
        try:
            if not append.new:
                raise StoreError("store.bad-entry")
            for one in append.new:
                check_new(game, one)
        except StoreError as problem:
            append.future.set_exception(problem)
        else:
            self.writer.put(append)
        return append.future

    def close(self) -> None:
        """Write what waits, then let the database go. Closing twice is no fault."""
        self.writer.close()
        self.backend.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()


def look(where: Where = None) -> Reader:
    """Open a store only to look, beside a server that may be running. It is refused where a store is missing, older or newer."""
    backend = backend_of(place_of(where), only_look=True)
    backend.open()
    reader = Reader(backend)
    try:
        with reader.reading() as connection:
            check_version(connection, backend.place)
    except Exception:
        backend.close()
        raise
    return reader
