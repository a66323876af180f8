"""`marchstone backup`, `restore` and `doctor`, beside a store that is being written to, and for stores that are not well."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from marchstone.cli import group, main
from marchstone.server.store import Store, StoreError, look, new_game_id
from marchstone.server.store.backup import backup, restore
from marchstone.server.store.doctor import LABELS, amount, examine
from marchstone.server.store.schema import VERSION_TABLE, log
from tests import postgres
from tests.stores import GAMES, PERSON, assert_whole, created, done, file_in, moved, place_for

A, B, C = GAMES
KINDS = ["sqlite", "postgresql"]


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return place_for(request.param, tmp_path)


def filled(place: str) -> Store:
    """A store with three games."""
    store = Store.open(place)
    for game in GAMES:
        done(store.append(game, [created(), moved(1), moved(2)], 0))
    return store


def damage(store: Store) -> None:
    """One entry is not what was written."""
    connection = store.writer.connected()
    with connection.begin():
        connection.execute(sa.update(log).where(log.c.game == B, log.c.n == 2).values(what="move r9 9"))


def content(place: str) -> list[object]:
    """All entries of a store."""
    reader = look(place)
    with reader.reading() as connection:
        found = [tuple(row) for row in connection.execute(sa.select(log).order_by(log.c.game, log.c.n))]
    reader.backend.close()
    return found


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """What a command answers: exit status, output, error output."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


# -- backup and restore ----------------------------------------------------------------------------------------------------


def test_a_backup_is_a_store(place: str, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    with filled(place) as store:
        copied = backup(place, target)
        done(store.append(A, [moved(9)], 3))
    assert (copied.games, copied.entries, copied.faults) == (3, 9, [])
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["copy.db"]  # nothing is left beside it
    assert target.stat().st_mode & 0o077 == 0
    with Store.open(target) as store:
        assert_whole(store, [])
        assert store.size() == (3, 9) and len(store.games_of(PERSON)) == 3
        done(store.append(A, [moved(3)], 3))


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_goes_back_into_a_new_place(kind: str, place: str, tmp_path: Path) -> None:
    filled(place).close()
    backup(place, tmp_path / "copy.db")
    other = place_for(kind, tmp_path / "other")
    assert restore(tmp_path / "copy.db", other).entries == 9
    assert content(other) == content(place)
    with pytest.raises(StoreError) as problem:
        restore(tmp_path / "copy.db", other)
    assert problem.value.code == "store.not-empty"
    with Store.open(other) as store:
        assert len(store.games_of(PERSON)) == 3
        with pytest.raises(StoreError) as problem:
            restore(tmp_path / "copy.db", other)
        assert problem.value.code == "store.locked"


@pytest.fixture
def busy(place: str) -> Iterator[Store]:
    """A store that is written to all the time, in commits of two entries of each game."""
    ended = threading.Event()
    names = [new_game_id() for _ in range(100)]

    def write(store: Store) -> None:
        number = 0
        while not ended.is_set():
            for future in [store.append(name, [moved(number), moved(number + 1)], number) for name in names]:
                future.result(30)
            number += 2

    with Store.open(place) as store:
        thread = threading.Thread(target=write, args=(store,))
        thread.start()
        yield store
        ended.set()
        thread.join(60)


def test_a_backup_while_it_is_written_to(place: str, busy: Store, tmp_path: Path) -> None:
    """Each copy is of one moment: no append is there by half, and later copies have more."""
    sizes = []
    told: list[tuple[int, int]] = []
    for number in range(4):
        target = tmp_path / f"{number}.db"
        told.clear()
        copied = backup(place, target, lambda done, total: told.append((done, total)))
        assert copied.faults == [] and told and told[-1][0] == told[-1][1]
        with Store.open(target) as store:
            assert_whole(store, [])
            assert all(listed.n % 2 == 0 for listed in store.open_games())
            sizes.append(store.size()[1])
    assert sizes == sorted(sizes) and sizes[-1] > sizes[0] >= 0


def test_a_backup_never_takes_the_place_of_a_file(place: str, tmp_path: Path) -> None:
    filled(place).close()
    target = tmp_path / "copy.db"
    target.write_text("mine")
    with pytest.raises(StoreError) as problem:
        backup(place, target)
    assert problem.value.code == "store.exists" and target.read_text() == "mine"
    with pytest.raises(StoreError) as problem:
        backup(place, tmp_path / "missing" / "copy.db")
    assert problem.value.code == "store.unopenable"
    with pytest.raises(StoreError) as problem:
        backup(tmp_path / "nothing.db", tmp_path / "copy2.db")
    assert problem.value.code == "store.missing"
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["copy.db"]


def test_a_backup_on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database says it is full: nothing is left behind."""
    from marchstone.server.store import backup as module

    filled(str(file_in(tmp_path))).close()
    real = module.connect

    def small(path: Path, mode: str) -> sqlite3.Connection:
        made = real(path, mode)
        if "copy" in path.name:
            made.execute("PRAGMA max_page_count = 2")
        return made

    monkeypatch.setattr(module, "connect", small)
    with pytest.raises(StoreError) as problem:
        backup(file_in(tmp_path), tmp_path / "copy.db")
    assert problem.value.code == "store.full" and "copy.db" in str(problem.value)
    assert [path for path in tmp_path.iterdir() if path.is_file()] == []


def test_a_damaged_game_is_copied_and_told(place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with filled(place) as store:
        damage(store)
    status, out, err = said(capsys, "backup", str(tmp_path / "copy.db"), "--db", place, "--lang", "en")
    assert status == 1 and "9 entries" in out and B in err
    status, out, err = said(capsys, "restore", str(tmp_path / "copy.db"), "--db", place_for("sqlite", tmp_path / "new"), "--json")
    assert status == 1 and json.loads(out)["entries"] == 9 and len(json.loads(out)["faults"]) == 1


def test_the_commands_speak_both_languages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(file_in(tmp_path))
    with filled(place):
        assert said(capsys, "backup", str(tmp_path / "a.db"), "--db", place, "--lang", "fr")[:2] == (
            0,
            "a.db : 3 parties, 9 inscriptions\n",
        )
        status, out, err = said(capsys, "backup", str(tmp_path / "a.db"), "--db", place, "--lang", "fr")
        assert status == 2 and "existe déjà" in err and err.endswith("[store.exists]\n") and err.count("\n") == 1 and not out
        status, _, err = said(capsys, "restore", str(tmp_path / "a.db"), "--db", place, "--lang", "en", "--json")
        assert status == 2 and json.loads(err)["error"]["code"] == "store.locked"
    assert {"backup", "restore", "doctor"} <= set(group.commands)
    assert CliRunner().invoke(group, ["backup", "--help"]).exit_code == 0


# -- doctor ----------------------------------------------------------------------------------------------------------------


def findings(place: str | None) -> dict[str, list[tuple[str, bool]]]:
    """What it finds, in English."""
    found: dict[str, list[tuple[str, bool]]] = {}
    for finding in examine(place):
        assert all(finding.said) and all(finding.label)
        found.setdefault(finding.key, []).append((finding.said[0], finding.ok))
    return found


def test_a_store_that_is_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(file_in(tmp_path))
    with filled(place) as store:
        found = findings(place)
        assert all(ok for told in found.values() for _, ok in told)
        assert found["holder"] == [(f"process {os.getpid()}", True)]
        assert found["games"] == [("3, with 9 entries", True)] and found["schema"] == [("0002", True)]
        assert sqlite3.sqlite_version in found["sqlite"][0][0] and "B" in found["size"][0][0]
        assert set(LABELS) - set(found) == {"postgres", "missing", "problem"}
        done(store.append(A, [moved(3)], 3))
    assert findings(place)["holder"] == [("nobody", True)]
    status, out, err = said(capsys, "doctor", "--db", place, "--lang", "fr")
    assert status == 0 and "Parties:" in out.replace(" :", ":") and "personne" in out and not err
    status, out, _ = said(capsys, "doctor", "--db", place, "--json", "--lang", "en")
    assert status == 0 and {line["key"] for line in json.loads(out)} == set(found)


def test_a_store_in_postgresql(capsys: pytest.CaptureFixture[str]) -> None:
    """The tests' own server does not synchronise, for speed: that is a finding."""
    place = place_for("postgresql", Path())
    with filled(place):
        found = findings(place)
        told = [said for said, ok in found["postgres"] if not ok]
        assert len(told) == 1 and "fsync is off" in told[0]
        assert "session" in found["holder"][0][0] and found["games"] == [("3, with 9 entries", True)]
        assert said(capsys, "doctor", "--db", place)[0] == 1
    missing = f"postgresql://x@127.0.0.1:{postgres.free_port()}/x"
    assert [ok for _, ok in findings(missing)["problem"]] == [False]


def test_no_store_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For one's own that is nothing wrong; for one that was named it is."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert [ok for _, ok in findings(None)["missing"]] == [True]
    assert [ok for _, ok in findings(str(tmp_path / "a.db"))["missing"]] == [False]
    assert list(tmp_path.iterdir()) == []


def test_stores_that_are_not_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = str(file_in(tmp_path))
    with filled(place) as store:
        damage(store)
        found = findings(place)["chain"]
        assert len(found) == 1 and not found[0][1] and B in found[0][0]
        connection = store.writer.connected()
        with connection.begin():
            connection.execute(sa.text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    found = findings(place)
    assert found["schema"] == [("9999 / 0002", False)] and not found["problem"][0][1]
    content = file_in(tmp_path).read_bytes()
    file_in(tmp_path).write_bytes(content[:4096] + b"\xa5" * (len(content) - 4096))
    assert not all(ok for told in findings(place).values() for _, ok in told)
    file_in(tmp_path).write_text("no database at all" * 100)
    assert not findings(place)["problem"][0][1]
    monkeypatch.setattr("marchstone.server.store.doctor.LITTLE", 1 << 62)
    assert not findings(place)["free"][0][1]
    assert not findings("mysql://x")["problem"][0][1]


def test_amounts() -> None:
    assert [amount(size) for size in (0, 1023, 1024, 1.5 * 2**20, 3 * 2**30, 2**42)] == [
        "0 B",
        "1023 B",
        "1.0 KiB",
        "1.5 MiB",
        "3.0 GiB",
        "4.0 TiB",
    ]
