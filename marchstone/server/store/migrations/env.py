"""What Alembic runs: the steps, on the connection and in the transaction that `migrate` has opened."""

from __future__ import annotations

from alembic import context

from marchstone.server.store.schema import TABLES, VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=TABLES,
    version_table=VERSION_TABLE,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
