"""The schema: what the steps make is what the program reads; an old store is brought up to date, a newer one is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from marchstone.server.store import New, Store, StoreError, look, migrate, sqlite
from marchstone.server.store.entry import FIRST, next_entry
from marchstone.server.store.log import backend_of
from marchstone.server.store.place import place_of
from marchstone.server.store.schema import TABLES, VERSION_TABLE, VERSIONS, log
from tests import disk
from tests.stores import GAMES, PERSON, assert_whole, created, done, file_in, moved, place_for

A, B, C = GAMES


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return place_for(request.param, tmp_path)


def made_at(place: str, version: str) -> None:
    """A store of an older version, with a log of three games."""
    backend = backend_of(place_of(place))
    backend.open()
    connection = backend.writer()
    with connection.begin():
        migrate.upgrade(connection, version)
        for game in GAMES:
            before = FIRST
            for n, new in enumerate([created(), New("start 1 {}"), moved(1)], 1):
                entry = next_entry(game, n, new, before)
                before = entry.hash
                row = {name: getattr(entry, name) for name in ("game", "n", "player", "id", "what", "secret", "at", "hash")}
                connection.execute(sa.insert(log), [row])
    connection.close()
    backend.close()


def set_version(place: str, version: str) -> None:
    """As another program would leave it."""
    backend = backend_of(place_of(place))
    backend.open()
    connection = backend.writer()
    with connection.begin():
        connection.execute(sa.text(f"UPDATE {VERSION_TABLE} SET version_num = :version"), {"version": version})
    connection.close()
    backend.close()


@pytest.fixture
def connection(place: str) -> Iterator[sa.Connection]:
    """To a store as the steps have made it."""
    with Store.open(place) as store, store.reading() as reading:
        yield reading


def test_the_steps_make_the_tables(connection: sa.Connection) -> None:
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE, "compare_type": True})
    assert compare_metadata(context, TABLES) == []
    found = {index["name"]: (index["column_names"], bool(index["unique"])) for name in TABLES.tables
             for index in sa.inspect(connection).get_indexes(name)}  # fmt: skip
    expected = {index.name: ([column.name for column in index.columns], index.unique) for table in TABLES.tables.values()
                for index in table.indexes}  # fmt: skip
    assert found == expected


def test_the_versions_are_those_of_the_steps() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    steps = list(ScriptDirectory.from_config(config).walk_revisions())
    assert tuple(step.revision for step in reversed(steps)) == VERSIONS


@pytest.mark.parametrize("version", VERSIONS[:-1])
def test_an_old_store_is_brought_up_to_date(version: str, place: str) -> None:
    made_at(place, version)
    with pytest.raises(StoreError) as problem:
        look(place)
    assert problem.value.code == "store.older" and version in str(problem.value)
    with Store.open(place) as store:
        assert [store.verify(game) for game in GAMES] == [3, 3, 3]
        assert {one.game for one in store.games_of(PERSON)} == {one.game for one in store.open_games()} == set(GAMES)
        assert {one.state for one in store.open_games()} == {"playing"}
        done(store.append(A, [moved(2)], 3))
    look(place).backend.close()


def test_a_newer_store_is_refused(place: str) -> None:
    with Store.open(place) as store:
        done(store.append(A, [created()], 0))
    set_version(place, "9999")
    for open_ in (Store.open, look):
        with pytest.raises(StoreError) as problem:
            open_(place)
        assert problem.value.code == "store.newer" and "9999" in str(problem.value) and VERSIONS[-1] in problem.value.sentences[1]
    set_version(place, VERSIONS[-1])
    with Store.open(place) as store:
        assert store.verify(A) == 1


def test_a_migration_that_fails_anywhere_leaves_the_old_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every write and sync on its way; the next start brings it up to date."""
    monkeypatch.setattr(sqlite, "connect", disk.connect)
    disk.DISK.reset()
    made_at(str(file_in(tmp_path / "count")), VERSIONS[0])
    disk.DISK.reset()
    Store.open(file_in(tmp_path / "count")).close()
    total, failed = disk.DISK.count, 0
    for fail_at in range(1, total + 1):
        path = file_in(tmp_path / str(fail_at))
        disk.DISK.reset()
        made_at(str(path), VERSIONS[0])
        disk.DISK.reset(fail_at, "full")
        try:
            Store.open(path).close()
        except StoreError as problem:
            failed += 1
            assert problem.code in ("store.full", "store.io")
        disk.DISK.reset()
        with Store.open(path) as store:
            assert_whole(store, [])
            assert store.size() == (3, 9) and len(store.games_of(PERSON)) == 3
    assert failed > 0 and total > 8
