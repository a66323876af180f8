"""The tables. The log is the truth; `games` and `seats` are its index, written in the same transaction, and can be made anew.

The schema has a version, which the files in `migrations` bring about one after the other.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, SmallInteger, String, Table, Text

VERSIONS = ("0001", "0002")
"""All there have been, the newest last."""

VERSION_TABLE = "marchstone_version"

TABLES = MetaData()

log = Table(
    "log",
    TABLES,
    Column("game", String(12), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("player", SmallInteger),
    Column("id", String(64)),
    Column("what", Text, nullable=False),
    Column("secret", Text),
    Column("at", BigInteger, nullable=False),
    Column("hash", LargeBinary(32), nullable=False),
    sqlite_with_rowid=False,  # the entries of a game lie side by side
)
once = Index("log_once", log.c.game, log.c.player, log.c.id, unique=True)
once.dialect_options["sqlite"]["where"] = log.c.id.is_not(None)
once.dialect_options["postgresql"]["where"] = log.c.id.is_not(None)

games = Table(
    "games",
    TABLES,
    Column("game", String(12), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("state", String(8), nullable=False),
    Column("n", Integer, nullable=False),
)
going = Index("games_going", games.c.state)
going.dialect_options["sqlite"]["where"] = games.c.state != "over"
going.dialect_options["postgresql"]["where"] = games.c.state != "over"

seats = Table(
    "seats",
    TABLES,
    Column("game", String(12), primary_key=True),
    Column("player", SmallInteger, primary_key=True, autoincrement=False),
    Column("person", String(64), nullable=False),
)
Index("seats_person", seats.c.person)
