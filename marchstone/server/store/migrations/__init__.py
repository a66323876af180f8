"""How the schema of the store came about, one file for each version; run by Alembic."""
