"""Version 0002: the index of games and of who holds a place in them. Whoever migrates fills it from the log afterwards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Which games there are, and whose they are."""
    op.create_table(
        "games",
        sa.Column("game", sa.String(12), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
    )
    going = sa.text("state != 'over'")
    op.create_index("games_going", "games", ["state"], sqlite_where=going, postgresql_where=going)
    op.create_table(
        "seats",
        sa.Column("game", sa.String(12), primary_key=True),
        sa.Column("player", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(64), nullable=False),
    )
    op.create_index("seats_person", "seats", ["person"])
