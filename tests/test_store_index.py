"""What the store knows of its games on SQLite and on PostgreSQL: whose they are, how they stand, whether they are intact."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import wait
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, select, text, update

from marchstone.server.store import (
    New,
    Store,
    StoreError,
    look,
    new_game_id,
)
from marchstone.server.store.entry import FIRST
from marchstone.server.store.index import rebuild, state_after
from marchstone.server.store.schema import games, log, seats
from tests.stores import GAMES, OTHER, PERSON, created, done, moved, place_for

A, B, C = GAMES


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty store can be made."""
    return place_for(request.param, tmp_path)


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with Store.open(place) as made:
        yield made


# -- whose it is -----------------------------------------------------------------------------------------------------------


def test_games_of_a_person(store: Store) -> None:
    join = f'{{"person": "{OTHER}", "seed": "00"}}'
    done(store.append(A, [created(), New("join {}", 0, "command-0", f'{{"person": "{PERSON}"}}', at=10)], 0))
    done(store.append(B, [created(), New("join {}", 1, "command-1", join, at=20)], 0))
    done(store.append(C, [created(OTHER), New("join {}", 1, "command-1", join, at=30)], 0))
    assert [(one.game, one.players, one.updated) for one in store.games_of(PERSON)] == [(B, (0,), 20), (A, (0,), 10)]
    assert [(one.game, one.players) for one in store.games_of(OTHER)] == [(C, (0, 1)), (B, (1,))]
    assert [one.game for one in store.games_of(OTHER, limit=1)] == [C] and store.games_of("ab" * 32) == []
    done(store.append(A, [New("move r1 1", 0, "command-2", at=40)], 2))
    assert [one.game for one in store.games_of(PERSON)] == [A, B]
    done(store.append(A, [New('join {"level": 3}', 1, None, at=50)], 3))  # a machine is nobody
    assert [one.players for one in store.games_of(PERSON)] == [(0,), (0,)]


def test_open_games(store: Store) -> None:
    course = ["start 1 {}", "move r1 1", "end 1 {}", "start 2 {}", "back 3", 'end 2 {"over": true, "winner": 0}', f"again {B}"]
    states = ["playing", "playing", "between", "playing", "playing", "over", "over"]
    done(store.append(A, [created()], 0))
    for n, (what, state) in enumerate(zip(course, states), 1):
        assert [one.game for one in store.open_games()] == [A]
        done(store.append(A, [New(what)], n))
        listed = store.game(A)
        assert listed and (listed.state, listed.n) == (state, n + 1)
        if state == "over":
            break
    assert store.open_games() == [] and store.game(B) is None
    assert [state_after("over", what) for what in ("again x", "end nonsense", "rematch")] == ["over", "between", "over"]


def test_a_hostile_secret_names_nobody(store: Store) -> None:
    secrets = [
        "",
        "{",
        "[]",
        '{"person": 7}',
        '{"person": "5E"}',
        '{"person": null}',
        '{"person": {}}',
        '"x"',
        f'{{"person": "{PERSON}0"}}',
    ]
    for number, secret in enumerate(secrets):
        done(store.append(A, [New("join {}", 0, f"command-{number}", secret)], number))
    done(store.append(A, [New(f"move {PERSON}", 0, "command-x", f'{{"person": "{PERSON}"}}')], len(secrets)))
    assert store.games_of(PERSON) == []


def test_the_index_can_be_made_anew(store: Store, place: str) -> None:
    """More games than are looked at in one go; the index from the log is the one that was written with it."""
    for part in range(3):
        names = [new_game_id() for _ in range(400)]
        futures = [
            store.append(name, [created([PERSON, OTHER][part % 2]), New("start 1 {}", at=7), moved(3)], 0) for name in names
        ]
        wait(futures, 60)
    store.close()
    backend = store.backend
    with Store.open(place) as again:
        connection = again.writer.connected()
        with connection.begin():
            before = [connection.execute(select(table).order_by(*table.primary_key)).all() for table in (games, seats)]
            connection.execute(update(games).values(state="over", n=1))
            connection.execute(delete(seats))
            rebuild(connection)
            assert [connection.execute(select(table).order_by(*table.primary_key)).all() for table in (games, seats)] == before
        assert len(before[0]) == len(before[1]) == 1200 and again.faults() == []
    backend.close()


# -- damage ----------------------------------------------------------------------------------------------------------------

DAMAGE: list[tuple[str, Callable[[], object], str]] = [
    ("changed", lambda: update(log).where(log.c.game == B, log.c.n == 2).values(what="move r9 9"), "store.chain"),
    ("hidden", lambda: update(log).where(log.c.game == B, log.c.n == 3).values(secret="x"), "store.chain"),
    ("time", lambda: update(log).where(log.c.game == B, log.c.n == 1).values(at=log.c.at + 1), "store.chain"),
    ("hash", lambda: update(log).where(log.c.game == B, log.c.n == 4).values(hash=FIRST), "store.chain"),
    ("middle", lambda: delete(log).where(log.c.game == B, log.c.n == 2), "store.gap"),
    ("first", lambda: delete(log).where(log.c.game == B, log.c.n == 1), "store.gap"),
    ("all", lambda: delete(log).where(log.c.game == B), "store.gap"),
    ("last", lambda: delete(log).where(log.c.game == B, log.c.n == 4), "store.gap"),
    ("zero", lambda: insert(log).values(game=B, n=0, what="x", at=0, hash=FIRST), "store.gap"),
    ("more", lambda: update(games).where(games.c.game == B).values(n=3), "store.gap"),
]


@pytest.mark.parametrize(("name", "damage", "expected"), DAMAGE, ids=[row[0] for row in DAMAGE])
def test_damage_is_found(name: str, damage: Callable[[], object], expected: str, place: str) -> None:
    with Store.open(place) as store:
        for game in GAMES:
            done(store.append(game, [created(), moved(1), moved(2), moved(3)], 0))
        connection = store.writer.connected()
        with connection.begin():
            connection.execute(damage())  # type: ignore[call-overload]
        faults = store.faults()
        assert [fault.code for fault in faults] == [expected] and B in str(faults[0])
        with pytest.raises(StoreError) as problem:
            store.verify(B)
        assert problem.value.code == expected and store.verify(A) == store.verify(C) == 4
        if name not in ("all", "last", "zero", "more"):  # those a reader of the game alone cannot see
            with pytest.raises(StoreError):
                store.entries(B)
        assert len(store.entries(A)) == 4


# -- the rest --------------------------------------------------------------------------------------------------------------


def test_looking_changes_nothing(place: str) -> None:
    with pytest.raises(StoreError) as problem:
        look(place)
    assert problem.value.code == "store.missing"
    with Store.open(place) as store:
        done(store.append(A, [created()], 0))
        reader = look(place)  # beside the one who writes
        assert reader.size() == (1, 1) and reader.entries(A) == store.entries(A) and reader.backend.holder()
        done(store.append(A, [moved(1)], 1))
        assert reader.size() == (1, 2)
        for statement in ("DELETE FROM log", "CREATE TABLE x (y INTEGER)"):
            with pytest.raises(StoreError), reader.reading() as connection:
                connection.execute(text(statement))
            with pytest.raises(StoreError), store.reading() as connection:
                connection.execute(text(statement))
        reader.backend.close()
        assert store.size() == (1, 2)


def test_one_store_has_one_owner(place: str) -> None:
    with Store.open(place):
        for _ in range(3):
            with pytest.raises(StoreError) as problem:
                Store.open(place)
            assert problem.value.code == "store.locked" and "(" in problem.value.sentences[1]
    with Store.open(place) as store:
        assert store.size() == (0, 0)
