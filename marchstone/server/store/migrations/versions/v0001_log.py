"""Version 0001: the log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """The log, in which a player's command stands once."""
    op.create_table(
        "log",
        sa.Column("game", sa.String(12), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.SmallInteger),
        sa.Column("id", sa.String(64)),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("secret", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sqlite_with_rowid=False,
    )
    named = sa.text("id IS NOT NULL")
    op.create_index("log_once", "log", ["game", "player", "id"], unique=True, sqlite_where=named, postgresql_where=named)
