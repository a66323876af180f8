"""What there is to know about a store, and whether all is well: `marchstone doctor`. Nothing is changed by it."""

from __future__ import annotations

import importlib.metadata
import platform
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from msgspec import Struct
from sqlalchemy import Connection, text

from ...phrases import Pair
from .backup import silent
from .errors import StoreError
from .log import Where, backend_of
from .migrate import NEWEST, check_version, version_of
from .place import Place, place_of
from .reading import Reader, Tell
from .sqlite import BESIDE, Sqlite

LITTLE = 100 << 20  # bytes of free disk with which a server should not be left alone
MENDED = (3, 51, 3)  # the first SQLite without the fault of two connections that checkpoint at once
WITHOUT = ("fsync", "full_page_writes")  # settings of PostgreSQL without which durable is only a word

LABELS: dict[str, Pair] = {
    "version": ("Versions", "Versions"),
    "sqlite": ("SQLite", "SQLite"),
    "postgres": ("PostgreSQL", "PostgreSQL"),
    "place": ("Store", "Journal"),
    "missing": ("Store", "Journal"),
    "schema": ("Schema", "Schéma"),
    "size": ("Size", "Taille"),
    "free": ("Free disk", "Disque libre"),
    "holder": ("In use by", "Utilisé par"),
    "whole": ("File", "Fichier"),
    "games": ("Games", "Parties"),
    "last": ("Last entry", "Dernière inscription"),
    "chain": ("Chain", "Chaîne"),
    "problem": ("Problem", "Problème"),
}
NOBODY: Pair = ("nobody", "personne")
NONE_YET: Pair = ("none yet: the server makes it", "pas encore : le serveur le créera")
ONE_WRITER: Pair = (
    "older than 3.51.3: never open the file with another program to write",
    "antérieur à 3.51.3 : n'ouvrez jamais le fichier en écriture avec un autre programme",
)
WHOLE: Pair = ("whole", "intact")
INTACT: Pair = ("every entry is as it was written", "chaque inscription est telle qu'elle a été écrite")
COUNTED: Pair = ("{games}, with {entries} entries", "{games}, avec {entries} inscriptions")
SWITCHED_OFF: Pair = (
    "{name} is off: after a loss of power entries may be missing",
    "{name} est désactivé : après une coupure de courant, des inscriptions peuvent manquer",
)


class Finding(Struct, frozen=True):
    """One line: about what, in both languages what, and whether that is as it should be."""

    key: str
    said: Pair
    ok: bool = True

    @property
    def label(self) -> Pair:
        """What it is about."""
        return LABELS[self.key]


def same(words: object) -> Pair:
    """What needs no translation."""
    return str(words), str(words)


def examine(where: Where = None, tell: Tell = silent) -> Iterator[Finding]:
    """All findings, one after the other; the look at every entry comes last."""
    yield Finding("version", same(versions()))
    try:
        place = place_of(where)
    except StoreError as problem:
        yield Finding("problem", problem.sentences, ok=False)
        return
    yield Finding("place", same(place.text))
    if place.path is not None:
        yield from about_disk(place.path)
        if not place.path.exists():
            yield Finding("missing", NONE_YET, ok=where is None)
            return
    try:
        backend = backend_of(place, only_look=True)
        backend.open()
    except StoreError as problem:
        yield Finding("problem", problem.sentences, ok=False)
        return
    try:
        yield from about_store(Reader(backend), place, tell)
    except StoreError as problem:
        yield Finding("problem", problem.sentences, ok=False)
    finally:
        backend.close()


def versions() -> str:
    """Of this program and of what the store rests on."""
    named = []
    for name in ("marchstone", "sqlalchemy", "alembic", "psycopg"):
        with suppress(importlib.metadata.PackageNotFoundError):
            named.append(f"{name} {importlib.metadata.version(name)}")
    return ", ".join([*named, f"Python {platform.python_version()} on {sys.platform}"])


def about_disk(path: Path) -> Iterator[Finding]:
    """Of a file, what can be said from outside."""
    old = sqlite3.sqlite_version_info < MENDED
    version = sqlite3.sqlite_version
    yield Finding("sqlite", (f"{version} ({ONE_WRITER[0]})", f"{version} ({ONE_WRITER[1]})") if old else same(version))
    folder = next(above for above in path.parents if above.is_dir())
    free = shutil.disk_usage(folder).free
    yield Finding("free", same(amount(free)), ok=free >= LITTLE)
    sizes = {
        end: path.with_name(path.name + end).stat().st_size for end in ("", *BESIDE) if path.with_name(path.name + end).exists()
    }
    if "" in sizes:
        yield Finding("size", same(" + ".join(amount(size) + end for end, size in sizes.items())))


def about_store(reader: Reader, place: Place, tell: Tell) -> Iterator[Finding]:
    """What is in it."""
    with reader.reading() as connection:
        if place.path is None:
            yield from about_server(connection)
        found = version_of(connection, place.text)
        yield Finding("schema", same(found if found == NEWEST else f"{found} / {NEWEST}"), ok=found == NEWEST)
    holder = reader.backend.holder()
    yield Finding("holder", same(holder) if holder else NOBODY)
    with reader.reading() as connection:
        check_version(connection, place.text)
        if isinstance(reader.backend, Sqlite):
            said = "; ".join(str(row[0]) for row in connection.execute(text("PRAGMA integrity_check(3)")))
            yield Finding("whole", WHOLE if said == "ok" else same(said), ok=said == "ok")
    number, entries = reader.size()
    yield Finding("games", (COUNTED[0].format(games=number, entries=entries), COUNTED[1].format(games=number, entries=entries)))
    last = reader.last()
    if last is not None:
        yield Finding("last", same(datetime.fromtimestamp(last / 1000).astimezone().isoformat(" ", "seconds")))
    faults = reader.faults(tell)
    for fault in faults:
        yield Finding("chain", fault.sentences, ok=False)
    if not faults:
        yield Finding("chain", INTACT)


def about_server(connection: Connection) -> Iterator[Finding]:
    """Of a PostgreSQL server: its version and size, and whether it writes as it promises."""
    version = connection.scalar(text("SHOW server_version"))
    yield Finding("postgres", same(version))
    size = connection.scalar(text("SELECT pg_database_size(current_database())")) or 0
    yield Finding("size", same(amount(size)))
    for name in WITHOUT:
        if connection.scalar(text(f"SHOW {name}")) != "on":
            told = (SWITCHED_OFF[0].format(name=name), SWITCHED_OFF[1].format(name=name))
            yield Finding("postgres", told, ok=False)


def amount(size: float) -> str:
    """So many bytes."""
    for unit in ("B", "KiB", "MiB", "GiB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} TiB"
