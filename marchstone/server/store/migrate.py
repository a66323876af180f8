"""The schema of a store: looked up, brought up to date, refused if it is newer than this program."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, column, inspect, select, table

from .errors import StoreError
from .index import rebuild
from .schema import TABLES, VERSION_TABLE, VERSIONS

NEWEST = VERSIONS[-1]


def version_of(connection: Connection, place: str) -> str | None:
    """The version of the schema; None for a database that is empty, `store.damaged` for one that is somebody else's."""
    names = set(inspect(connection).get_table_names())
    if VERSION_TABLE in names:
        found = connection.scalar(select(column("version_num")).select_from(table(VERSION_TABLE)))
        if found is not None:
            return str(found)
    if names & set(TABLES.tables) or (connection.dialect.name == "sqlite" and names - {VERSION_TABLE}):
        raise StoreError("store.damaged", place=place, reason="its tables are not ours")
    return None


def check_version(connection: Connection, place: str) -> None:
    """Raise unless the schema is that of this program."""
    found = version_of(connection, place)
    if found is None:
        raise StoreError("store.missing", place=place)
    if found not in VERSIONS:
        raise StoreError("store.newer", place=place, found=found, known=NEWEST)
    if found != NEWEST:
        raise StoreError("store.older", place=place, found=found, known=NEWEST)


def migrate(connection: Connection, place: str) -> None:
    """Bring the schema up to date, all in the transaction of the connection, and make the index anew if that was needed."""
    found = version_of(connection, place)
    if found is not None and found not in VERSIONS:
        raise StoreError("store.newer", place=place, found=found, known=NEWEST)
    if found != NEWEST:
        upgrade(connection, NEWEST)
        rebuild(connection)


def upgrade(connection: Connection, to: str) -> None:
    """Run Alembic's steps up to a version."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, to)
